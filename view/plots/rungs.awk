# Read tables of speeds (TSV), of labs about products of any type, and write what rungs.gp
# draws: one bar per lab and per library and function, at the largest size that all share.
#
# awk -v readme=README.md -f source.awk -f sizes.awk -f rungs.awk PROFILE.tsv... TABLE.tsv...
function text(s) { # as gnuplot quotes it
    gsub(/'/, "''", s)
    return "'" s "'"
}

!header {
    split("", column)
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!("lab" in column) || !("gflops" in column) || !("sizes" in column))
        fail("'" FILENAME "': line " FNR ": no header row with lab, sizes and gflops")
    header = 1
    next
}
{
    size = square_of($column["sizes"])
    if (size == "")
        next
    peer = $column["lab"] !~ /^[0-9]/
    key = peer ? $column["lab"] " " $column["function"] : $column["lab"]
    if (!(key in number)) {
        number[key] = ++n
        name[n] = peer ? $column["lab"] : key
        is_peer[n] = peer
        half[n] = FILENAME in of_bfloat16 || FILENAME in of_fp8
    }
    gflops[number[key], size] = $column["gflops"]
    of_size[size]++
    source = $column["source"]
    device = $column["device"]
}

END {
    if (failed)
        exit 2
    for (size in of_size) {
        common = size + 0
        for (i = 1; i <= n; i++)
            if (!((i, size) in gflops))
                common = 0
        if (common > at)
            at = common
    }
    if (!at)
        fail("these tables have no square size in common")
    # By type, then labs before libraries; before those on tensor cores, the fastest lab in FP32.
    for (type = 0; type < 2; type++) {
        for (library = 0; library < 2; library++)
            for (i = 1; i <= n; i++)
                if (half[i] == type && is_peer[i] == library) {
                    order[++bars] = i
                    panel[bars] = type
                    if (!type && !library && gflops[i, at] > gflops[fastest, at])
                        fastest = i
                }
        if (!type && bars < n && fastest) {
            order[++bars] = fastest
            panel[bars] = 1
        }
    }
    print "n = " bars
    print "array name[n]; array idea[n]; array value[n]; array kind[n]; array panel[n]; array times[n]"
    most[0] = most[1] = 0
    for (k = 1; k <= bars; k++) {
        i = order[k]
        value = gflops[i, at] / 1000
        if (value > most[panel[k]])
            most[panel[k]] = value
        before = k > 1 && panel[k] == panel[k - 1] && !is_peer[i] ? gflops[order[k - 1], at] : 0
        printf "name[%d] = %s; idea[%d] = %s; value[%d] = %s; kind[%d] = %d; panel[%d] = %d; " \
               "times[%d] = %s\n", k, text(name[i]), k, text(is_peer[i] ? "" : idea_of(name[i])), k,
               value, k, is_peer[i] ? 2 : half[i], k, panel[k], k,
               text(before ? times(gflops[i, at] / before) : "")
    }
    printf "most_0 = %g; most_1 = %g\n", most[0], most[1]
    print "heading = " text("TFLOP/s at M = N = K = " at ", " said_of(source, device))
}

function times(x) {
    return "× " sprintf(x < 9.95 ? "%.1f" : "%.0f", x)
}

# The idea of a lab, from README.md's table: "a warp reads neighbours".
function idea_of(lab,    line, part) {
    while (!(lab in ideas) && (getline line < readme) > 0)
        if (split(line, part, /[|]/) > 2 && match(part[2], /labs\/[^\/]*/)) {
            gsub(/`/, "", part[3])
            sub(/^ */, "", part[3])
            sub(/ *([,;:(].*)?$/, "", part[3])
            ideas[substr(part[2], RSTART + 5, RLENGTH - 5)] = part[3]
        }
    return ideas[lab]
}
