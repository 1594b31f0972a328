# Read tables of speeds, the traffic of the same labs (common/lab/traffic.c), and GPU
# profiles, and write what roofline.gp wants to know; or with text=1 the same as a table.
#
# awk [-v text=1] -f source.awk -f sizes.awk -f roofline.awk PROFILE.tsv... TRAFFIC.tsv TABLE.tsv...
# A table comes right after its traffic. ENVIRON: BASE
!header {
    split("", column)
    for (i = 1; i <= NF; i++)
        column[$i] = i
    traffic = "l1_bytes" in column
    if (!("lab" in column) || !traffic && !("gflops" in column))
        fail("'" FILENAME "': line " FNR ": neither a table of speeds nor of traffic")
    header = 1
    next
}
traffic {
    n++
    lab[n] = $column["lab"]
    size = square_of($column["sizes"]) + 0
    per_l1[n] = $column["flops"] / $column["l1_bytes"]
    per_l2[n] = $column["flops"] / $column["l2_bytes"]
    per_dram[n] = $column["flops"] / $column["dram_bytes"]
    next
}
$column["lab"] == lab[n] && square_of($column["sizes"]) == size {
    gflops[n] = $column["gflops"]
    device = $column["device"]
    source = $column["source"]
    name[n] = lab[n] earlier(FILENAME)
    if (FILENAME ~ /\/solutions\// && ENVIRON["BASE"] !~ /\/solutions\//)
        name[n] = lab[n] " (reference)"
}

function log10(x) {
    return log(x) / log(10)
}

function least(a, b) {
    return a < b ? a : b
}

END {
    if (failed)
        exit 2
    for (i = 1; i <= n; i++)
        if (gflops[i] > 0)
            kept[++kept_n] = i
    if (!kept_n)
        fail("no lab was timed at M = N = K = " size)
    if (!(device in profile_of))
        fail("no profile in emu/gpus is of '" device "': its roofs are not known")
    file = profile_of[device]
    peak = constant[file, "sms"] * constant[file, "fp32_lanes"] * 2 * \
           constant[file, "clock"] / 1000
    l1 = constant[file, "sms"] * constant[file, "l1_wavefronts"] * 128 * \
         constant[file, "clock"] / 1000
    l2 = constant[file, "l2_bandwidth"]
    dram = constant[file, "dram_bandwidth"]
    heading = "Roofline at M = N = K = " size ", " \
              said_of(source, device)
    if (text)
        print_table()
    else
        print_settings()
}

# A level of memory in a row: operations per byte, and the speed as a share of its roof.
function level(speed, intensity, bandwidth) {
    return sprintf("%9.2f%5.0f%%", intensity, 100 * speed / least(peak, bandwidth * intensity))
}

function print_table(    k, i) {
    print heading "\n"
    printf "%-24s%9s  %15s%15s%15s\n%-24s%9s  %15s%15s%15s\n", "", "",
           "L1 and shared", "L2", "DRAM", "lab", "TFLOP/s", "per byte  roof",
           "per byte  roof", "per byte  roof"
    for (k = 1; k <= kept_n; k++) {
        i = kept[k]
        printf "%-24s%9s  %s%s%s\n", name[i], said(gflops[i] / 1000), level(gflops[i], per_l1[i], l1),
               level(gflops[i], per_l2[i], l2), level(gflops[i], per_dram[i], dram)
    }
    printf "\nper byte: operations per byte moved; roof: the speed as a share of the roof there\n"
    printf "roofs: FP32 %s TFLOP/s, L1 and shared memory %s, L2 %s, DRAM %s TB/s\n",
           said(peak / 1000), said(l1 / 1000), said(l2 / 1000), said(dram / 1000)
}

function print_settings(    k, i, low, left, right) {
    low = peak
    left = right = peak / l2
    for (k = 1; k <= kept_n; k++) {
        i = kept[k]
        low = least(low, gflops[i])
        left = least(left, least(per_l1[i], per_l2[i]))
        right = -least(-right, least(-per_l1[i], -per_l2[i]))
    }
    xmin = 10 ^ (log10(left) - 0.3)
    xmax = 10 ^ (log10(right) + 0.2)
    ymin = 10 ^ (log10(low) - 0.4)
    ymax = peak * 1.7
    print "n = " kept_n
    print "array lab[n]; array name[n]; array speed[n]; array at_l1[n]; array at_l2[n]; " \
          "array place[n]"
    place_names(0.055)
    for (k = 1; k <= kept_n; k++) {
        i = kept[k]
        printf "lab[%d] = '%s'; name[%d] = '%s'; speed[%d] = %s; at_l1[%d] = %g; " \
               "at_l2[%d] = %g; place[%d] = %.4f\n", k, lab[i], k, name[i], k,
               gflops[i] / 1000, k, per_l1[i], k, per_l2[i], k, place[k]
    }
    printf "heading = '%s'; peak = %g; l1 = %g; l2 = %g\n", heading, peak / 1000, l1 / 1000, l2 / 1000
    printf "xmin = %g; xmax = %g; ymin = %g; ymax = %g\n", xmin, xmax, ymin / 1000, ymax / 1000
}

# place[k]: the height of point k's name, from 0 to 1, `gap` from its neighbours at least.
function place_names(gap,    i, j, k, rank, swap) {
    for (k = 1; k <= kept_n; k++) {
        place[k] = log(gflops[kept[k]] / ymin) / log(ymax / ymin)
        rank[k] = k
    }
    for (i = 1; i <= kept_n; i++)
        for (j = i; j > 1 && place[rank[j]] < place[rank[j - 1]]; j--) {
            swap = rank[j]; rank[j] = rank[j - 1]; rank[j - 1] = swap
        }
    for (i = 2; i <= kept_n; i++)
        if (place[rank[i]] < place[rank[i - 1]] + gap)
            place[rank[i]] = place[rank[i - 1]] + gap
    if (place[rank[kept_n]] > 1)
        place[rank[kept_n]] = 1
    for (i = kept_n - 1; i >= 1; i--)
        if (place[rank[i]] > place[rank[i + 1]] - gap)
            place[rank[i]] = place[rank[i + 1]] - gap
}
