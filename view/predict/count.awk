# Read a trace (probe_trace_write() in emu/include/probe_trace.h has the columns), and count. After
# that, count("sectors per request of load global A") is the number, or "" if it does not
# exist: then `missing` says why. docs/predictions.md has the language.
#
# awk -f answers.awk -f count.awk ... TRACE
sub(/^# not run: /, "") { broken = $0 } # tools/make/trace-changed
/^# [0-9]+ further requests are left out$/ { broken = "it makes too many requests for a trace" }
/^# grid: / { split($0, word, " "); blocks = word[3] * word[4] * word[5] }
/^# problem: / {
    for (i = split($0, word, /[ ,]+/); i > 0; i--)
        if (word[i] ~ /^[A-Za-z]+=[0-9]+$/)
            size[substr(word[i], 1, index(word[i], "=") - 1)] = substr(word[i], index(word[i], "=") + 1)
}
/^#/ { next }
!header {
    for (header = 1; header <= NF; header++)
        column[$header] = header
    next
}
{
    op = $column["op"]
    add_warp("")
    launches += !($1 in launch)
    launch[$1]
    barriers += op == "barrier"
    if (op == "fault")
        broken = "it does not run to its end: a fault on line " $column["line"]
}
op != "load" && op != "store" && op != "atomic" { next }
{
    key = op " " $column["space"] " " $column["array"]
    matrix[key] = $column["rows"] != "-"
    per_word = $column["element"] == 2 ? 2 : 1
    add_warp(key)
    add_warp(op " " $column["space"] " *")
    requests[key]++
    cost[key] += $column["cost"]
    bytes = $column["size"] + 0
    for (i = split($column["offset"], at, ","); i > 0; i--) {
        if (at[i] == "-")
            continue
        lanes[key]++
        words[key] += bytes / 4
        for (b = 0; b < bytes; b += 4) {
            place = key SUBSEP int((at[i] + b) / 4)
            touched[key] += !(place in last)
            elements[key] += per_word * !(place in last)
            different[key] += last[place] != NR
            last[place] = NR
        }
    }
}

function add_warp(key) {
    warps[key] += !((key, $1, $2) in warp)
    warp[key, $1, $2]
}

# The sum of `of` over the arrays that a key such as "load shared *" means.
function total(of, key,    k, sum) {
    if (key !~ /[*]$/)
        return of[key] + 0
    for (k in requests)
        if (index(k, substr(key, 1, length(key) - 1)) == 1)
            sum += of[k]
    return sum + 0
}
