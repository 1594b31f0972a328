# Read tables of traffic (common/lab/traffic.c) of labs in their order, and write what
# counts.gp wants to know: memory accesses per 1,000 FMAs.
#
# awk -f source.awk -f sizes.awk -f counts.awk PROFILE.tsv... TRAFFIC.tsv...
!header {
    split("", column)
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!("wavefronts" in column))
        fail("'" FILENAME "': line " FNR ": not a table of traffic")
    header = 1
    next
}
{
    n++
    lab[n] = $column["lab"]
    if (FILENAME ~ /\/solutions\// && ENVIRON["BASE"] !~ /\/solutions\//)
        mark[n] = " (reference)"
    fmas = $column["flops"] / 2000
    requests[n] = $column["requests"] / fmas
    sectors[n] = $column["sectors"] / fmas
    wavefronts[n] = $column["wavefronts"] / fmas
    size = square_of($column["sizes"])
}

END {
    if (failed)
        exit 2
    print "n = " n + 0
    print "array lab[n]; array name[n]; array requests[n]; array sectors[n]; array wavefronts[n]"
    for (i = 1; i <= n; i++)
        printf "lab[%d] = '%s'; name[%d] = '%s'; requests[%d] = %g; sectors[%d] = %g; " \
               "wavefronts[%d] = %g\n", i, lab[i], i, lab[i] mark[i], i, requests[i], i,
               sectors[i], i, wavefronts[i]
    printf "heading = 'Memory accesses per 1000 FMAs, counted by the emulator at " \
           "M = N = K = %s'\n", size
}
