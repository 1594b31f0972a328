# The elements of A, B and C that one block touches, drawn where they lie, A to the left
# of C and B above it; the darker, the later it first comes to them. Time is how far a
# warp is through its own requests, from 1 to 8, since warps run side by side.
#
# awk -v kind=svg|text -f svg.awk -f trace.awk -f touched.awk TRACE.tsv
# ENVIRON: BASE, KERNEL
BEGIN {
    SHADES = split("#c9def0 #aecfe8 #8dbbdd #6aa4d0 #478bbf #2b70aa #155592 #083b73", \
                   shade, " ")
}

function row(f,    a, n, at, lane, e, last, when, r, c, first) {
    if (column["space"] != "global" || column["rows"] == "-")
        return
    a = column["array"]
    rows[a] = column["rows"]
    cols[a] = column["cols"]
    number++
    when = 1 + int(SHADES * (column["step"] - 1) / column["steps"] + 0.05)
    when = when > SHADES ? SHADES : when
    n = split(column["offset"], at, ",")
    for (lane = 1; lane <= n; lane++) {
        if (at[lane] == "-")
            continue
        first = int(at[lane] / 4)
        last = int((at[lane] + column["size"] - 1) / 4)
        for (e = first; e <= last; e++) {
            if (request[a, e] == number) # lanes that touch it together
                continue
            request[a, e] = number
            times[a, column["op"]]++
            if (!((a, e) in time)) {
                time[a, e] = when
                elements[a]++
                r = int(e / cols[a])
                c = e % cols[a]
                if (elements[a] == 1) {
                    top[a] = bottom[a] = r
                    left[a] = right[a] = c
                }
                top[a] = r < top[a] ? r : top[a]
                bottom[a] = r > bottom[a] ? r : bottom[a]
                left[a] = c < left[a] ? c : left[a]
                right[a] = c > right[a] ? c : right[a]
            } else if (when < time[a, e])
                time[a, e] = when
        }
    }
}

# "loaded 32 times each": how often an operation comes to an element, by its request.
function say_times(a, op, word,    n) {
    if (!times[a, op])
        return ""
    n = times[a, op] / elements[a]
    return word " " (n == 1 ? "once" : sprintf("%.3g times", n)) " each"
}

function captions(a, list) {
    list[1] = elements[a] ? sprintf("rows %d-%d", top[a], bottom[a]) : "not touched"
    list[2] = elements[a] ? sprintf("columns %d-%d", left[a], right[a]) : ""
    list[3] = elements[a] ? elements[a] " elements" : ""
    list[4] = say_times(a, "load", "loaded")
    list[5] = say_times(a, "store", "stored")
    list[6] = say_times(a, "atomic", "updated")
}

# --- As a picture: an element is a pixel. Runs of one shade in a row become a box, which
# grows downward as long as the next row has the same run.
function draw_matrix(a, x, y,    r, c, from, now, open, ends, was, key, part) {
    svg_label(x, y - 6, 13, a " (" rows[a] " x " cols[a] ")", svg_bold)
    svg_rect(x, y, cols[a], rows[a], PALE, "#c8c8c8")
    split("", open)
    for (r = top[a]; elements[a] && r <= bottom[a] + 1; r++) {
        split("", ends)
        for (c = from = left[a]; c <= right[a] + 1; c++) {
            now = c <= right[a] && (a, r * cols[a] + c) in time ? \
                  time[a, r * cols[a] + c] : 0
            if (c > from && now != was) {
                if (was)
                    ends[from "," c "," was] = 1
                from = c
            }
            was = now
        }
        for (key in open)
            if (!(key in ends)) {
                split(key, part, ",")
                svg_rect(x + part[1], y + open[key], part[2] - part[1], r - open[key], \
                         shade[part[3]], "", a ": rows " open[key] "-" r - 1 \
                         ", columns " part[1] "-" part[2] - 1 ", at " part[3] " of " SHADES)
                delete open[key]
            }
        for (key in ends)
            if (!(key in open))
                open[key] = r
    }
}

# --- As text: a character stands for 16 columns and 32 rows, its figure for the time.
function text_row(a, r,    c, i, j, s, least) {
    s = ""
    for (c = 0; c < cols[a]; c += 16) {
        least = 0
        for (i = r; i < r + 32 && i < rows[a]; i++)
            for (j = c; j < c + 16 && j < cols[a]; j++)
                if ((a, i * cols[a] + j) in time &&
                    (!least || time[a, i * cols[a] + j] < least))
                    least = time[a, i * cols[a] + j]
        s = s (least ? least : ".")
    }
    return s
}

function print_matrices(    r, wide) {
    wide = int((cols["A"] + 15) / 16)
    for (r = 0; r < rows["B"]; r += 32)
        printf "  %*s   %s%s\n", wide, "", text_row("B", r), r ? "" : "  B"
    print ""
    for (r = 0; r < rows["A"]; r += 32)
        printf "  %s   %s%s\n", text_row("A", r), text_row("C", r), r ? "" : "  A, C"
    print ""
}

END {
    if (failed)
        exit 2
    heading = title_of(1) ": what one block touches, " counted(1)
    # A matrix that is never touched still has its place.
    split(problem[1], word, /[= ]/)
    M = word[2] + 0; N = word[4] + 0; K = word[6] + 0
    rows["A"] = M; cols["A"] = K
    rows["B"] = K; cols["B"] = N
    rows["C"] = M; cols["C"] = N
    if (!elements["A"] && !elements["B"] && !elements["C"])
        fail(lab[1] " never touches A, B or C: is a STEP still empty?")
    if (failed)
        exit 2
    if (text) {
        print heading "\n"
        print_matrices()
        print "  figures: when they are first touched, from 1, early, to 8, late"
        print ""
    } else {
        svg_label(18, 32, 17, heading, svg_bold)
        draw_matrix("B", 60 + K, 90)
        draw_matrix("A", 30, 90 + K + 30)
        draw_matrix("C", 60 + K, 90 + K + 30)
        svg_label(30, 100, 12, "first touched:", svg_soft)
        for (i = 1; i <= SHADES; i++)
            svg_rect(30 + (i - 1) * 14, 108, 14, 16, shade[i], "", i " of " SHADES)
        svg_label(30, 140, 12, "early", svg_soft)
        svg_label(30 + 14 * SHADES, 140, 12, "late", svg_soft svg_right)
    }
    for (m = 1; m <= 3; m++) {
        a = substr("ABC", m, 1)
        captions(a, list)
        line = ""
        y = 90 + (m - 1) * 130
        if (!text)
            svg_label(78 + K + N, y + 10, 14, a, svg_bold)
        for (i = 1; i <= 6; i++) {
            if (list[i] == "")
                continue
            line = line (line == "" ? "" : i == 4 ? "\n     " : ", ") list[i]
            if (!text)
                svg_label(78 + K + N, (y += 18) + 10, 12, list[i])
        }
        if (text)
            print "  " a ": " line
    }
    if (!text)
        svg_end(900, 90 + K + 30 + M + 24, heading)
}
