# Read the record of a tuner's search (TSV), and write what tune.gp wants to know: for each
# block tile BM x BN and thread tile TM x TN the best GFLOP/s over BK, on the shape that
# most tiles were tried on; of equals, the largest.
#
# awk -v what=tune -f source.awk -f sizes.awk -f tune.awk PROFILE.tsv... RECORD.tsv
!header {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!("verdict" in column) || !("BK" in column) || !("gflops" in column))
        fail("'" FILENAME "': line " FNR ": no header row with verdict, BK and gflops")
    header = 1
    next
}
{
    rows++
    tile[rows] = $column["BM"] "x" $column["BN"] "x" $column["BK"] " " $column["TM"] \
                 "x" $column["TN"]
    if ($column["verdict"] != "right") {
        wrong[tile[rows]] = 1
        next
    }
    shape[rows] = $column["sizes"]
    x_of[rows] = $column["BM"] "x" $column["BN"]
    y_of[rows] = $column["TM"] "x" $column["TN"]
    gflops[rows] = $column["gflops"]
    about = said_of($column["source"], $column["device"])
}

# "64x128" by its area, then by its height.
function order(name,    edge) {
    split(name, edge, "x")
    return edge[1] * edge[2] + edge[1] / 10000
}

# Sort list[1..n] by order().
function sort(list, n,    i, j, swap) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && order(list[j]) < order(list[j - 1]); j--) {
            swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
        }
}

# The product of all sizes.
function volume(s,    n, part, i, all) {
    n = split(s, part, ",")
    for (all = i = 1; i <= n; i++) {
        sub(/.*=/, "", part[i])
        all *= part[i]
    }
    return all
}

END {
    if (failed)
        exit 2
    for (i = 1; i <= rows; i++) {
        if (!(i in shape) || (tile[i] in wrong))
            continue
        s = shape[i]
        tried[s]++
        if (!at || tried[s] > tried[at] ||
            (tried[s] == tried[at] && volume(s) > volume(at)))
            at = s
    }
    if (!at)
        fail("no tile in this search came through")

    for (i = 1; i <= rows; i++) {
        if (shape[i] != at || (tile[i] in wrong))
            continue
        x = x_of[i]
        y = y_of[i]
        if (!(x in seen_x)) {
            seen_x[x] = 1
            xs[++nx] = x
        }
        if (!(y in seen_y)) {
            seen_y[y] = 1
            ys[++ny] = y
        }
        if (gflops[i] > best[x, y])
            best[x, y] = gflops[i]
        if (gflops[i] > most)
            most = gflops[i]
        if (!least || gflops[i] < least)
            least = gflops[i]
    }
    sort(xs, nx)
    sort(ys, ny)

    where = at
    if (square_of(at) != "") {
        gsub(/=[0-9]+,/, " = ", where)
        sub(/=[0-9]+$/, " = " square_of(at), where)
    } else {
        gsub(/=/, " = ", where)
        gsub(/,/, ", ", where)
    }
    printf "heading = 'GFLOP/s of %d tiles at %s, %s'\n", tried[at], where, about
    printf "nx = %d; ny = %d; least = %s; most = %s\n", nx, ny, least, most
    print "array xname[nx]"
    print "array yname[ny]"
    for (i = 1; i <= nx; i++)
        printf "xname[%d] = '%s'\n", i, xs[i]
    for (i = 1; i <= ny; i++)
        printf "yname[%d] = '%s'\n", i, ys[i]
    # The best of each block tile and thread tile: column, row, GFLOP/s.
    print "$cells << END"
    for (j = 1; j <= ny; j++)
        for (i = 1; i <= nx; i++)
            if ((xs[i], ys[j]) in best)
                print i, j, best[xs[i], ys[j]]
    print "END"
}
