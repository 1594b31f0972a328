# shellcheck shell=sh disable=SC2154 # the variables of update-tables
# Tables of measured times, a function each; update-tables sources this.

# GFLOP/s of each lab, a column, and of cuBLAS; a row per size.
ladder() {
    awk -F '\t' "$square$grouped"'
        /^#/ { next }
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            size = square_of($at["sizes"])
            if (size == "") {
                size = $at["sizes"]
                gsub(/,/, " x ", size)
                gsub(/[A-Z]=/, "", size)
            }
            if (!(size in seen)) { seen[size] = 1; row[++rows] = size }
            if (!($1 in column)) { column[$1] = 1; lab[++labs] = $1 }
            speed[size, $1] = $at["gflops"]
            share[size] = $1 == lab[labs] && $1 != "cuBLAS" ? $at["pct_peer"] : share[size]
        }
        END {
            printf "| M = N = K |"
            for (i = 1; i <= labs; i++) if (lab[i] != "cuBLAS") printf " %s |", lab[i]
            print " cuBLAS | the last, of cuBLAS |"
            printf "| --- |"
            for (i = 1; i <= labs; i++) printf " ---: |"
            print " ---: |"
            for (r = 1; r <= rows; r++) {
                printf "| %s |", row[r]
                for (i = 1; i <= labs; i++)
                    if (lab[i] != "cuBLAS") printf " %s |", grouped(speed[row[r], lab[i]])
                printf " %s | %.0f %% |\n", grouped(speed[row[r], "cuBLAS"]), share[row[r]]
            }
        }' "$h200"/0[1-9]_*.tsv
}

# speeds LAB [BEFORE]: GFLOP/s of a lab, after the lab before it; square sizes, from 512.
speeds() {
    awk -F '\t' -v lab="$1" -v before="${2-}" "$square$grouped"'
        /^#/ { next }
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            m = square_of($at["sizes"])
            if (m < 512 || m > 4096) next
            if (!(m in seen)) { seen[m] = 1; size[++sizes] = m }
            speed[m, $1] = grouped($at["gflops"])
            if ($1 == lab) share[m] = sprintf("%.0f %%", $at["pct_peer"])
        }
        END {
            print "| GFLOP/s |" (before ? " " before " |" : "") " " lab " | of cuBLAS |"
            print "| --- |" (before ? " ---: |" : "") " ---: | ---: |"
            for (i = 1; i <= sizes; i++)
                print "| " size[i] " |" (before ? " " speed[size[i], before] " |" : "") " " \
                    speed[size[i], lab] " | " share[size[i]] " |"
        }' ${2:+"$h200/$2.tsv"} "$h200/$1.tsv"
}

# What each number of stages is worth in lab 08: tile 64 x 128 x 16, 8 x 8 per thread.
stages() {
    awk -F '\t' "$square$grouped"'
        /^#/ { next }
        $1 == "device" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["verdict"] == "right" && $at["BM"] == 64 && $at["BN"] == 128 &&
            $at["BK"] == 16 && $at["TM"] == 8 && $at["TN"] == 8 {
            m = square_of($at["sizes"])
            if (m < 512) next
            if (!(m in seen)) { seen[m] = 1; size[++sizes] = m }
            speed[m, $at["STAGES"]] = grouped($at["gflops"])
        }
        END {
            print "| M = N = K | 1 stage | 2 | 3 | 4 | 5 |"
            print "| --- | ---: | ---: | ---: | ---: | ---: |"
            for (i = 1; i <= sizes; i++) {
                printf "| %s |", size[i]
                for (k = 1; k <= 5; k++) printf " %s |", speed[size[i], k]
                print ""
            }
        }' docs/measured/tune/08_pipeline.search.tsv
}

# What groups of tiles are worth in lab 09.
orders() {
    awk -F '\t' "$square$grouped"'
        /^#/ { next }
        $1 == "kernel" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            m = square_of($at["sizes"])
            if (!($1 in seen)) { seen[$1] = 1; name[++n] = $1 }
            speed[$1, m] = grouped($at["gflops"])
            if ($at["dram_bytes_read"] != "-") bytes[$1] = $at["dram_bytes_read"]
        }
        END {
            print "| rows of tiles in a group | from DRAM at 8192, GB | GFLOP/s at 2048 | 4096 | 8192 |"
            print "| --- | ---: | ---: | ---: | ---: |"
            for (i = 1; i <= n; i++) {
                what = name[i]
                sub(/GROUP=/, "", what)
                printf "| %s | %.1f | %s | %s | %s |\n", what == 1 ? "1: row by row" : what,
                    bytes[name[i]] / 1e9, speed[name[i], 2048], speed[name[i], 4096],
                    speed[name[i], 8192]
            }
        }' "$orders"
}

# microseconds of one size, M=...: lab 08, lab 09 and the peer.
few_rows() {
    awk -F '\t' '
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        !/^#/ && $at["sizes"] ~ /^M=(8|512|1024),/ && $at["sizes"] !~ /^M=8192/ {
            size = $at["sizes"]
            gsub(/,/, " x ", size)
            gsub(/[A-Z]=/, "", size)
            if (!(size in seen)) { seen[size] = 1; name[++n] = size }
            us[size, $1] = sprintf("%.1f", 1000 * $at["ms_median"])
        }
        END {
            print "| µs | 08_pipeline, tuned | 09_order | cuBLAS |"
            print "| --- | ---: | ---: | ---: |"
            for (i = 1; i <= n; i++)
                printf "| %s | %s | %s | %s |\n", name[i], us[name[i], "08_pipeline"],
                    us[name[i], "09_order"], us[name[i], "cuBLAS"]
        }' "$h200/08_pipeline.tsv" "$h200/09_order.tsv"
}

# Lab 11's layers: GFLOP/s of its kernel, of cuBLAS with two more kernels, of cuBLASLt.
layers() {
    awk -F '\t' "$grouped"'
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        /^#/ || $at["function"] != "gemm_bias_relu" { next }
        {
            size = $at["sizes"]
            gsub(/,/, " x ", size)
            gsub(/[A-Z]=/, "", size)
            if (!(size in seen)) { seen[size] = 1; name[++n] = size }
            speed[size, $1] = grouped($at["gflops"])
        }
        END {
            print "| GFLOP/s, M x N x K | 11_epilogue | cuBLAS, three kernels | cuBLASLt |"
            print "| --- | ---: | ---: | ---: |"
            for (i = 1; i <= n; i++)
                printf "| %s | %s | %s | %s |\n", name[i], speed[name[i], "11_epilogue"],
                    speed[name[i], "cuBLAS"], speed[name[i], "cuBLASLt"]
        }' "$h200"/11_epilogue.tsv
}

# tensor LAB: its TFLOP/s and those of its peers, with cold and with warm caches; of another
# size than M = N = K, microseconds, but of attention().
tensor() {
    awk -F '\t' -v lab="$1" "$square"'
        function cells(cache,  i, row) {
            row = " " tflops[size, lab, cache] " |"
            for (i = 1; i <= peers; i++) row = row " " tflops[size, peer[i], cache] " |"
            return row
        }
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        /^#/ { next }
        {
            size = square_of($at["sizes"])
            value = sprintf("%.1f", $at["gflops"] / 1000)
            if (size == "") {
                split($at["sizes"], edge, /[=,]/)
                size = edge[2] " x " edge[4]
                if (edge[1] == "heads") {
                    rows = "heads x N"
                    size = size ", d = " edge[6] (edge[8] == 1 ? ", causal" : "")
                } else {
                    size = size " x " edge[6]
                    value = sprintf("%.1f µs", 1000 * $at["ms_median"])
                }
            }
            if (!(size in seen)) { seen[size] = 1; name[++n] = size }
            if ($1 != lab && !($1 in known)) { known[$1] = 1; peer[++peers] = $1 }
            tflops[size, $1, $at["cache"]] = value
        }
        END {
            for (i = 1; i <= peers; i++) {
                heading = heading " " peer[i] (peer[i] == "cuBLAS" && rows ? ", three kernels |" : " |")
                ruled = ruled " ---: |"
            }
            print "| " (rows ? rows : "M = N = K") " | this lab |" heading " call after call: this lab |" heading
            print "| --- | ---: |" ruled " ---: |" ruled
            for (i = 1; i <= n; i++) {
                size = name[i]
                print "| " size " |" cells("cold") cells("warm")
            }
        }' "$h200/$1.tsv" "$h200-warm/$1.tsv"
}

# Lab 16: microseconds of the kernel and of cuBLAS, with cold and with warm caches.
latent() {
    awk -F '\t' '
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        /^#/ { next }
        {
            split($at["sizes"], number, /[=,]/)
            size = number[2]
            if (!(size in seen)) { seen[size] = 1; name[++n] = size }
            us[size, $1, $at["cache"]] = sprintf("%.1f", 1000 * $at["ms_median"])
        }
        END {
            print "| tokens | this lab | cuBLAS | call after call: this lab | cuBLAS |"
            print "| --- | ---: | ---: | ---: | ---: |"
            for (i = 1; i <= n; i++)
                printf "| %s | %s | %s | %s | %s |\n", name[i],
                    us[name[i], "16_latent", "cold"], us[name[i], "cuBLAS", "cold"],
                    us[name[i], "16_latent", "warm"], us[name[i], "cuBLAS", "warm"]
        }' "$h200/16_latent.tsv" "$h200-warm/16_latent.tsv"
}

# Lab 12: microseconds of each function, a row per size.
sums() {
    awk -F '\t' '
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        /^#/ { next }
        {
            split($at["sizes"], number, /[=,]/)
            size = number[2] " x " number[4]
            if (!(size in seen)) { seen[size] = 1; name[++n] = size }
            us[size, $1, $at["function"]] = sprintf("%.1f", 1000 * $at["ms_median"])
        }
        END {
            print "| µs, rows x D | forward | cuBLAS | backward, partial sums | cuBLAS | backward, atomics |"
            print "| --- | ---: | ---: | ---: | ---: | ---: |"
            for (i = 1; i <= n; i++)
                printf "| %s | %s | %s | %s | %s | %s |\n", name[i],
                    us[name[i], "12_reduce", "weighted_sum"], us[name[i], "cuBLAS", "weighted_sum"],
                    us[name[i], "12_reduce", "weighted_sum_backward"],
                    us[name[i], "cuBLAS", "weighted_sum_backward"],
                    us[name[i], "12_reduce", "weighted_sum_backward_atomic"]
        }' "$h200"/12_reduce.tsv
}
