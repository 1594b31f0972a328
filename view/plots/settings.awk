# Read tables of speeds and GPU profiles (TSV), and write what a script of this folder
# wants to know before it draws: which series there are, what they are called, and where
# their names go so that none lies on another. The figures stay in the tables.
#
# awk -v what=gflops|ladder -f source.awk -f sizes.awk -f settings.awk PROFILE.tsv... TABLE.tsv...
# ENVIRON: BASE, the path of the pictures; KERNEL, the file that tables of other/ speak of;
# RECORDED, not empty: of tables in docs/, all labs are drawn, not cuBLAS alone
# True if a row is of a library: labs begin with their number.
function is_peer(lab) {
    return lab !~ /^[0-9]/
}

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
    lab = $column["lab"]
    function_of_row = "function" in column ? $column["function"] : ""
    # Square sizes alone are drawn; where a table has none, the first size is the x axis.
    # Of a table of docs/, the peer alone is drawn, unless RECORDED.
    m = square_of($column["sizes"])
    rest = m == "" ? rest_of($column["sizes"]) : ""
    m = m == "" ? first_of($column["sizes"]) : m + 0
    if (FILENAME ~ /(^|\/)docs\// && !is_peer(lab) && !ENVIRON["RECORDED"])
        next
    if ($column["gflops"] + 0 <= 0)
        fail("'" FILENAME "': line " FNR ": gflops is '" $column["gflops"] "'")
    # A series is a function of a lab in a table; a library's is one series, the last
    # table's that has it.
    key = (is_peer(lab) ? "" : FILENAME) SUBSEP lab SUBSEP function_of_row SUBSEP rest
    if (!(key in series)) {
        series[key] = ++n
        table_lab[n] = lab
    }
    s = series[key]
    table[s] = FILENAME
    source[s] = $column["source"]
    device[s] = $column["device"]
    gflops[s, m] = $column["gflops"]
    percent[s, m] = percent_of(source[s], device[s], limit_of[FILENAME, $column["sizes"]])
    gbytes[s, m] = "gbytes_s" in column ? $column["gbytes_s"] : 0
    of[s] = function_of_row
    rests[s] = rest
    names[s] = $column["sizes"]
    from[s, m] = FILENAME
    if (is_peer(lab))
        next
    # The subject is the last lab, of docs/ only where there is no other.
    docs = FILENAME ~ /(^|\/)docs\//
    if (!docs || !other_than_docs)
        own_table = FILENAME
    other_than_docs = other_than_docs || !docs
    if (!(m in seen)) {
        seen[m] = 1
        size[++sizes] = m
    }
}

# The subject's series: `own` is the first one. If a table has several functions, each is
# a series; all that is drawn is of these functions.
function find_own(    s) {
    for (s = 1; s <= n; s++)
        if (table[s] == own_table && !is_peer(table_lab[s]) && (!own || rests[s] == "" ||
            rests[own] != "" && rests[s] != rests[own] && of[s] == of[own]))
            own = own && rests[own] == "" ? own : s
    for (s = 1; s <= n; s++)
        if (table[s] == own_table && !is_peer(table_lab[s]) && rests[s] == rests[own])
            place_of_function[of[s]] = functions++
}

# All other series, and sizes that only they have, are as if they were not there.
function keep_functions(    s, i, kept, seen_now) {
    for (s = 1; s <= n; s++)
        if (!(of[s] in place_of_function) || rests[s] != rests[own]) {
            table[s] = ""
            left_out[s] = 1
        }
    for (i = 1; i <= sizes; i++)
        for (s = 1; s <= n; s++)
            if (!left_out[s] && !is_peer(table_lab[s]) && has(s, size[i]) &&
                !(size[i] in seen_now)) {
                seen_now[size[i]] = 1
                size[++kept] = size[i]
            }
    sizes = kept
}

# The least and the greatest error of what is drawn, in percent; 0: not known.
function find_errors(    k, i, p) {
    for (k = 1; k <= kept_n; k++)
        for (i = 1; i <= sizes; i++) {
            p = has(kept[k], size[i]) && (what == "ladder" || kept[k] == own) ? percent[kept[k], size[i]] : 0
            if (p && (!least_percent || p < least_percent))
                least_percent = p
            if (p > most_percent)
                most_percent = p
        }
}

# True if series s has a row at size m.
function has(s, m) {
    return from[s, m] == table[s]
}

# "01_naive (reference)"
function title_of(s,    file) {
    if (functions > 1 && table[s] == own_table && !is_peer(table_lab[s]))
        return of[s]
    if (is_peer(table_lab[s]))
        return table_lab[s] (functions > 1 ? " " of[s] : "") (source[s] == source[own] ? "" : \
               " (" source[s] " on " device[s] ")")
    if (table[s] ~ /(^|\/)docs\// && other_than_docs)
        return table_lab[s] " (reference, " source[s] ")"
    if (source[s] != source[own])
        return table_lab[s] " (" source[s] ")"
    if (table[s] ~ /\/solutions\// && ENVIRON["BASE"] !~ /\/solutions\//)
        return table_lab[s] " (reference)"
    if (table[s] ~ /\/other\//) {
        file = ENVIRON["KERNEL"]
        sub(/.*\//, "", file)
        return table_lab[s] " (" file ")"
    }
    return table_lab[s] earlier(table[s])
}

END {
    if (failed)
        exit 2
    find_own()
    if (!own)
        fail("these tables have no row of a lab")
    keep_functions()
    x_name = names[own]
    gsub(/,ld[a-z]*=[0-9]+/, "", x_name)
    if (rests[own] == "") {
        gsub(/=[0-9]+,/, " = ", x_name)
        sub(/=[0-9]+$/, "", x_name)
    } else {
        sub(/=.*/, ", " rests[own], x_name)
    }

    for (i = 1; i <= sizes; i++) # by insertion: smallest first
        for (j = i; j > 1 && size[j] + 0 < size[j - 1] + 0; j--) {
            swap = size[j]; size[j] = size[j - 1]; size[j - 1] = swap
        }
    # The ladder shows the largest size that every lab has.
    for (i = 1; i <= sizes; i++) {
        common = 1
        for (s = 1; s <= n; s++)
            if (!left_out[s] && !is_peer(table_lab[s]) && !has(s, size[i]))
                common = 0
        if (common)
            at = size[i]
    }
    if (what == "ladder" && !at)
        fail("these tables have no size " x_name " in common")
    # What moves more bytes than it computes is drawn as GB/s.
    unit = "GFLOP/s"
    for (i = 1; !has(own, size[i]); i++)
        ;
    if (gbytes[own, size[i]] + 0 > gflops[own, size[i]] + 0) {
        unit = "GB/s"
        for (key in gbytes)
            gflops[key] = gbytes[key]
    }

    # What is drawn of each series: kept[1..kept_n], with its last value and the largest.
    # cuBLAS comes last.
    for (i = 1; i <= n; i++)
        if (!left_out[i] && !is_peer(table_lab[i]))
            order[++orders] = i
    for (i = 1; i <= n; i++)
        if (!left_out[i] && is_peer(table_lab[i]))
            order[++orders] = i
    for (o = 1; o <= orders; o++) {
        s = order[o]
        if (what == "ladder" && !has(s, at))
            continue
        kept[++kept_n] = s
        for (i = 1; i <= sizes; i++) {
            if (!has(s, size[i]) || (what == "ladder" && size[i] != at))
                continue
            last[kept_n] = gflops[s, size[i]]
            end[kept_n] = size[i]
            if (last[kept_n] > most)
                most = last[kept_n]
            if (!is_peer(table_lab[s]))
                lab_most = most
        }
    }

    # The peak is drawn where it fits, else said in the title.
    if (unit == "GB/s") {
        peak = constant[profile_of[device[own]], "dram_bandwidth"] + 0
        peak_name = "DRAM"
    } else {
        peak = fp32_peak(profile_of[device[own]])
        peak_name = "FP32 peak"
        if (table[own] in of_bfloat16) {
            peak_name = "mma.sync peak"
            peak = tensor_peak(profile_of[device[own]], "tensor_f16")
            if (most > peak) { # Hopper has a faster one
                peak_name = "wgmma peak"
                peak = tensor_peak(profile_of[device[own]], "wgmma_16")
            }
        }
    }
    if (unit == "GFLOP/s" && most >= 1000) {
        unit = "TFLOP/s"
        for (key in gflops)
            gflops[key] /= 1000
        for (k = 1; k <= kept_n; k++)
            last[k] /= 1000
        most /= 1000
        lab_most /= 1000
        peak /= 1000
    }
    peak_name = peak_name " " said(peak) " " unit
    top = most * 1.12
    if (peak && most > 0.5 * peak && top < peak * 1.1)
        top = peak * 1.1
    find_errors()
    about = said_of(source[own], device[own], least_percent, most_percent)
    if (peak && peak >= top)
        about = about ", " peak_name
    if (what == "ladder")
        heading = unit " at " x_name " = " at ", " about
    else
        heading = (functions > 1 ? table_lab[own] : title_of(own)) ", " about

    print "n = " kept_n
    printf "unit = %s; x_name = %s\n", text(unit), text(x_name)
    printf "error = %g\n", most_percent / 100
    arrays = split("number name mark other last end place text_place", array, " ")
    for (i = 1; i <= arrays; i++)
        print "array " array[i] "[n]"
    place_names(0.05, top, peak && peak < top)
    printf "peak_place = %.4f\n", place[kept_n + 1]
    for (k = 1; k <= kept_n; k++)
        printf "number[%d] = %d; name[%d] = %s; mark[%d] = '%s'\n", k,
               is_peer(table_lab[kept[k]]) ? -1 : \
               substr(table_lab[kept[k]], 1, 2) + place_of_function[of[kept[k]]], k,
               text(title_of(kept[k])), k, letter(kept[k])
    print "$data << END"
    for (k = 1; k <= kept_n; k++)
        for (i = 1; i <= sizes; i++)
            if (has(kept[k], size[i]))
                print k, size[i], gflops[kept[k], size[i]], percent[kept[k], size[i]] / 100
    print "END"
    for (k = 1; k <= kept_n; k++)
        printf "other[%d] = %d; last[%d] = %s; end[%d] = %d; place[%d] = %.4f\n", k,
               source[kept[k]] != source[own] && !is_peer(table_lab[kept[k]]),
               k, last[k], k, end[k], k, place[k]
    # In text, which is coarse, cuBLAS does not press the labs flat: it may lie above.
    text_top = most > 2 * lab_most ? 1.12 * lab_most : top
    place_names(0.063, text_top, 0)
    printf "text_ymax = %g\n", text_top
    for (k = 1; k <= kept_n; k++)
        printf "text_place[%d] = %.4f\n", k, place[k]
    for (k = 1; k <= kept_n; k++)
        if (kept[k] == own)
            print "own = " k
    print "heading = " text(heading)
    printf "size = %d; xmin = %d; xmax = %d; ymax = %g\n", at, size[1], size[sizes], top
    printf "peak = %g; peak_name = %s\n", peak ? peak : 2 * top, text(peak_name)

    # One tic a size; of two sizes that lie close together, the second goes unnamed.
    for (i = 1; i <= sizes; i++) {
        tics = tics (i > 1 ? ", " : "") "\"" \
               (i == 1 || size[i] > 1.3 * named ? size[i] : "") "\" " size[i]
        if (i == 1 || size[i] > 1.3 * named)
            named = size[i]
    }
    print "sizes = " text(tics)
}

# GFLOP/s: an FMA is two operations, the clock is in MHz. 0 if it is not known.
function fp32_peak(file) {
    return constant[file, "sms"] * constant[file, "fp32_lanes"] * 2 * \
           constant[file, "clock"] / 1000
}

# Of factors of 16 bits, by the instruction whose rate this constant is.
function tensor_peak(file, rate) {
    return constant[file, "sms"] * constant[file, rate] * constant[file, "clock"] / 1000
}

# The mark of a series in a text plot: its lab's last digit; a, b... of several functions.
function letter(s) {
    if (functions > 1 && table[s] == own_table)
        return substr("abdefgh", 1 + place_of_function[of[s]], 1)
    return is_peer(table_lab[s]) ? "c" : substr(table_lab[s], 2, 1)
}

# place[k]: where the name of series k goes, from 0 to 1: at its line's end, and at least
# `gap` from its neighbours, where 1 is `height`. With the peak, that has the last place.
function place_names(gap, height, with_peak,    i, j, k, count, rank, swap) {
    count = kept_n + with_peak
    for (k = 1; k <= count; k++) {
        place[k] = (k > kept_n ? peak : last[k]) / height
        rank[k] = k
    }
    for (i = 1; i <= count; i++)
        for (j = i; j > 1 && place[rank[j]] < place[rank[j - 1]]; j--) {
            swap = rank[j]; rank[j] = rank[j - 1]; rank[j - 1] = swap
        }
    for (i = 2; i <= count; i++)
        if (place[rank[i]] < place[rank[i - 1]] + gap)
            place[rank[i]] = place[rank[i - 1]] + gap
    if (place[rank[count]] > 1)
        place[rank[count]] = 1
    for (i = count - 1; i >= 1; i--)
        if (place[rank[i]] > place[rank[i + 1]] - gap)
            place[rank[i]] = place[rank[i + 1]] - gap
}
