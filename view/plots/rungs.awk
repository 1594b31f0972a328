# Read tables of speeds (TSV), of labs about products of any type, and write what rungs.gp
# draws: one bar per lab and per library and function, at the largest size that all share.
#
# awk -f source.awk -f sizes.awk -f rungs.awk PROFILE.tsv... TABLE.tsv...
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
        name[n] = peer ? $column["lab"] (FILENAME in of_bfloat16 ? " (bfloat16)" : " (FP32)") : key
        is_peer[n] = peer
        half[n] = FILENAME in of_bfloat16
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
    # By type, then labs before libraries.
    for (type = 0; type < 2; type++)
        for (library = 0; library < 2; library++)
            for (i = 1; i <= n; i++)
                if (half[i] == type && is_peer[i] == library)
                    order[++bars] = i
    print "n = " bars
    print "array name[n]; array value[n]; array kind[n]"
    least = most = gflops[order[1], at]
    for (k = 1; k <= bars; k++) {
        i = order[k]
        value = gflops[i, at] + 0
        least = value < least ? value : least
        most = value > most ? value : most
        printf "name[%d] = %s; value[%d] = %s; kind[%d] = %d\n", k, text(name[i]), k, value, k,
               is_peer[i] ? 2 : half[i]
    }
    printf "least = %g; most = %g\n", least, most
    print "heading = " text("TFLOP/s at M = N = K = " at ", " said_of(source, device))
}
