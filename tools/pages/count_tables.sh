# shellcheck shell=sh disable=SC2154 # the variables of update-tables
# Tables of counts: by a profiler, by the emulator, and of public programs; update-tables sources this.

# today LAB: where its time goes, for the page of the lab that follows it.
today() {
    awk -F '\t' -v lab="$1" '
        function row(what, percent) {
            if (percent >= 0.5) printf "| time of a warp: %s | %.0f |\n", what, percent
        }
        /^# problem:/ { sub(/.*M=/, ""); size = $0; sub(/,.*/, "", size) }
        /^#/ { next }
        $1 == "lab" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == lab {
            print "| " lab ", M = N = K = " size " | % |"
            print "| --- | ---: |"
            global = $at["global_data"] + $at["global_queue"]
            shared = $at["shared_data"] + $at["shared_queue"]
            ready = $at["issuing"] + $at["ready"]
            printf "| FMA units: share of their maximum rate | %.0f |\n", $at["fma"]
            printf "| L1 and shared memory: share of their maximum rate | %.0f |\n", $at["l1_shared"]
            row("waits for global memory", global)
            row("waits for shared memory", shared)
            row("waits at a barrier", $at["barrier"])
            row("issues an instruction, or is ready to", ready)
            row("other reasons", $at["other"])
        }' "$stalls"
}

# What each choice of lab 07 is worth.
choices() {
    awk -F '\t' "$grouped"'
        BEGIN {
            says["reference"] = "the kernel as it is"
            says["no-prefetch"] = "without prefetching"
            says["loop-not-unrolled"] = "the loop over k not unrolled"
            says["registers-unlimited"] = "registers not limited"
            says["lanes-in-rows"] = "lanes in two rows of 16"
            says["alignment-asked-each-time"] = "alignment tested at each load"
            print "| GFLOP/s | 1024 | 2048 | 4096 | of cuBLAS |"
            print "| --- | ---: | ---: | ---: | ---: |"
        }
        $1 in says {
            speed[$1, $2] = grouped($3)
            share[$1] = sprintf("%.0f %%", $4)
            if (!($1 in seen)) { seen[$1] = 1; name[++n] = $1 }
        }
        END {
            for (i = 1; i <= n; i++)
                printf "| %s | %s | %s | %s | %s |\n", says[name[i]], speed[name[i], 1024],
                    speed[name[i], 2048], speed[name[i], 4096], share[name[i]]
        }' "$worth"
}

# Nsight Compute's counters beside the emulator's: each solution's, then how many agree.
counters() {
    awk '
        /\.cu, / {
            split($1, path, "/")
            name = path[1] == "solutions" ? path[2] : ""
            if (name && $2 ~ /^[^s].*\(\)/) name = name ", " substr($2, 1, length($2) - 1)
            next
        }
        !name || !/[0-9]/ || ($(NF - 1) == 0 && $(NF - 2) == 0) || /Nsight/ { next }
        !n++ { print "| kernel | counter | Nsight Compute | emulator | off by |"
               print "| --- | --- | ---: | ---: | ---: |" }
        {
            off = $NF == "equal" ? "-" : $(NF - 1) " %"
            last = $NF == "equal" ? NF - 1 : NF - 2
            what = $1
            for (i = 2; i < last - 1; i++) what = what " " $i
            printf "| %s | %s | %s | %s | %s |\n", name, what, $(last - 1), $last, off
        }' "$counters"
}
agreement() { # FILE
    awk '
        BEGIN {
            print "| counter | equal | within 5 % (L2: 15 %, DRAM: 20 %) |"
            print "| --- | ---: | ---: |"
        }
        / x [0-9]+ x |, all sizes/ { kernels++; next }
        !kernels || /Nsight/ || !/[0-9]/ || $NF == "-" { next }
        {
            last = $NF == "equal" ? NF - 1 : NF - 2
            what = $1
            for (i = 2; i < last - 1; i++) what = what " " $i
            if (!(what in all)) name[++n] = what
            all[what]++
            off = $NF == "equal" ? 0 : $(NF - 1) < 0 ? -$(NF - 1) : $(NF - 1)
            equal[what] += off == 0
            near[what] += off <= (what ~ /^L2/ ? 15 : what ~ /^DRAM/ ? 20 : 5)
        }
        END { for (i = 1; i <= n; i++) printf "| %s | %d | %d |\n", name[i], equal[name[i]], near[name[i]] }' "$1"
}

# Public programs: what came of each with nvcc on a GPU, and with emucc.
programs() {
    awk -F '\t' '
        /^#/ || $1 == "program" { next }
        !n++ { print "| program | from | nvcc, H200 | emucc | |"
               print "| --- | --- | --- | --- | --- |" }
        { printf "| %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }' docs/measured/programs.tsv
}
# Of each repository: its programs, and what came of them with emucc.
program_sources() {
    awk -F '\t' '
        BEGIN { split("right refused waived slow fault wrong", order, " ") }
        /^#/ || $1 == "program" { next }
        !($2 in all) { name[++n] = $2 }
        { all[$2]++; of[$2, $4]++ }
        END {
            print "| repository | programs | right | refused | waived | slow | fault | wrong |"
            print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
            for (r = 1; r <= n; r++) {
                row = "| " name[r] " | " all[name[r]]
                for (i = 1; i <= 6; i++) row = row sprintf(" | %d", of[name[r], order[i]])
                print row " |"
            }
        }' docs/measured/programs.tsv
}
program_counts() {
    awk -F '\t' '
        BEGIN { print "| | nvcc, H200 | emucc |"; print "| --- | ---: | ---: |" }
        /^#/ || $1 == "program" { next }
        { gpu[$3]++; emu[$4]++; if (!($4 in seen)) { seen[$4] = 1 } if (!($3 in seen)) seen[$3] = 1 }
        END {
            split("right,refused,waived,slow,fault,wrong,not run", order, ",")
            for (i = 1; i <= 7; i++)
                if (order[i] in seen)
                    printf "| %s | %d | %d |\n", order[i], gpu[order[i]], emu[order[i]]
        }' docs/measured/programs.tsv
}
