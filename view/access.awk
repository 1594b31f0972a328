# The addresses that the 32 lanes of a warp touch in global memory, and the sectors of 32
# bytes that have to move for them. One kernel, or two side by side: before and after.
#
# awk -v kind=svg|text -f svg.awk -f trace.awk -f access.awk [BEFORE.tsv] TRACE.tsv
# ENVIRON: BASE, KERNEL; LINE, of the last trace: else the line whose loads move most
#
# Drawn are the requests of that line, each where it moves the most sectors. A row of the
# picture is a line of L1, 128 bytes; boxes are its four sectors.
function row(f,    key, line) {
    if (column["space"] != "global" || column["warp"] != 0)
        return
    line = column["line"]
    key = column["op"] SUBSEP column["array"] SUBSEP column["size"]
    if (!((f, line, key) in cost)) {
        order[f, line, ++requests[f, line]] = key
        file[f, line] = column["file"]
    }
    seen[f, line]++
    if (column["op"] == "load")
        moved[f, line] += column["cost"]
    if (column["cost"] > cost[f, line, key]) {
        cost[f, line, key] = column["cost"]
        offsets[f, line, key] = column["offset"]
        base[f, line, key] = column["base"]
        cols[f, line, key] = column["cols"]
    }
}

# The line to draw of kernel f.
function choose(f,    key, part, best) {
    if (f == files && ENVIRON["LINE"] != "") {
        if (!((f, ENVIRON["LINE"]) in seen))
            fail("line " ENVIRON["LINE"] " of " lab[f] " has no request to global memory; " \
                 "these have:" lines_of(f, seen))
        return ENVIRON["LINE"]
    }
    best = 0
    for (key in seen) {
        split(key, part, SUBSEP)
        if (part[1] == f && (!best || moved[key] > moved[f, best] ||
                             (moved[key] == moved[f, best] && part[2] + 0 < best)))
            best = part[2] + 0
    }
    if (!best)
        fail(lab[f] " never touches global memory: is a STEP still empty?")
    return best
}

# What one request touches, by its key: lines[1..n_lines], in order; word_lanes[line, word]
# the lanes that begin there; wanted[line, sector].
function look(f, line, key,    part, at, lane, n, byte, w, i, j, swap) {
    split("", lines); split("", word_lanes); split("", wanted); split("", line_lanes)
    n_lines = used = 0
    split(key, part, SUBSEP)
    op = part[1]; array = part[2]; size = part[3]
    n = split(offsets[f, line, key], at, ",")
    for (lane = 0; lane < n; lane++) {
        if (at[lane + 1] == "-")
            continue
        # Moved up by whole lines, so that none is negative.
        byte = at[lane + 1] + base[f, line, key] + 1048576
        i = int(byte / 128)
        if (!(i in line_lanes))
            lines[++n_lines] = i
        line_lanes[i] = line_lanes[i] " " lane
        w = int(byte % 128 / 4)
        if (!((i, w) in word_lanes))
            used += size
        word_lanes[i, w] = word_lanes[i, w] " " lane
        wanted[i, int(w / 8)] = 1
    }
    for (i = 2; i <= n_lines; i++)
        for (j = i; j > 1 && lines[j] < lines[j - 1]; j--) {
            swap = lines[j]; lines[j] = lines[j - 1]; lines[j - 1] = swap
        }
}

# The byte of the array that word w of line i begins with.
function byte_of(f, line, key, i, w) {
    return i * 128 + w * 4 - 1048576 - base[f, line, key]
}

function say_request(f, line, key) {
    return sprintf("%s %s: %s, %d bytes moved, %d used", op, array, \
                   plural(cost[f, line, key], "sector"), 32 * cost[f, line, key], used)
}

# --- As text: "#" asked for, "." moved with it.
function print_request(f, line, key,    r, w, s, row_text, shown) {
    print "  " say_request(f, line, key)
    for (r = 1; r <= n_lines; r++) {
        if (n_lines > 8 && r > 4 && r < n_lines) {
            if (r == 5)
                printf "    %16s  ...\n", ""
            continue
        }
        row_text = ""
        for (w = 0; w < 32; w++) {
            s = int(w / 8)
            if (w % 8 == 0 && w)
                row_text = row_text "  "
            if ((lines[r], w) in word_lanes)
                shown = size >= 4 ? size / 4 : 1
            row_text = row_text (shown > 0 ? "#" : (lines[r], s) in wanted ? "." : " ")
            shown--
        }
        sub(/ +$/, "", row_text)
        printf "    %16s  %-38s  %s\n",
               element(array, cols[f, line, key], byte_of(f, line, key, lines[r], 0)),
               row_text, say_lanes(line_lanes[lines[r]])
    }
}

# --- As a picture. Returns the height that the request took.
function draw_request(f, line, key, x, y, width,    cell, left, r, s, w, h,
                      small, top, wide, tip) {
    left = files > 1 ? 78 : 110
    cell = (width - left - (files > 1 ? 72 : 130) - 18) / 32
    h = n_lines > 12 ? 13 : 20
    small = files > 1 || n_lines > 12 ? 10 : 12
    svg_label(x, y + 14, 13, say_request(f, line, key), svg_bold)
    top = y + 24
    for (r = 1; r <= n_lines; r++) {
        svg_label(x + left - 8, top + h - 4, small, \
                  element(array, cols[f, line, key], byte_of(f, line, key, lines[r], 0)), \
                  svg_right svg_soft)
        for (s = 0; s < 4; s++) {
            wide = x + left + s * (8 * cell + 6)
            if ((lines[r], s) in wanted)
                svg_rect(wide, top + 1, 8 * cell, h - 2, LIGHT, "#6f9fc8", "a sector that moves")
            else
                svg_rect(wide, top + 1, 8 * cell, h - 2, PALE, "#dddddd")
            for (w = 8 * s; w < 8 * s + 8; w++)
                if ((lines[r], w) in word_lanes) {
                    tip = element(array, cols[f, line, key], \
                                  byte_of(f, line, key, lines[r], w)) ": " \
                          say_lanes(word_lanes[lines[r], w])
                    svg_rect(wide + (w - 8 * s) * cell + 0.75, top + 2.5, \
                             cell * (size > 4 ? size / 4 : 1) - 1.5, h - 5, DARK, "", tip)
                }
        }
        svg_label(x + width - (files > 1 ? 66 : 122), top + h - 4, small, \
                  say_lanes(line_lanes[lines[r]]), svg_soft)
        top += h
    }
    return top - y + 14
}

END {
    if (failed)
        exit 2
    for (f = 1; f <= files; f++)
        line_of[f] = choose(f)
    heading = (files > 1 ? title_of(1) ", then " : "") title_of(files) \
              ": what a warp moves, " counted(files)
    width = 900 / files - (files > 1 ? 30 : 40)
    if (text)
        print heading
    else {
        svg_label(18, 32, files > 1 ? 16 : 17, heading, svg_bold)
        svg_rect(18, 46, 14, 12, DARK)
        svg_label(38, 57, 12, "a lane asked for it", svg_soft)
        svg_rect(170, 46, 14, 12, LIGHT, "#6f9fc8")
        svg_label(190, 57, 12, "moves with it: a sector is 32 bytes, a row is 128", svg_soft)
    }
    for (f = 1; f <= files; f++) {
        line = line_of[f]
        place = file[f, line] ":" line
        whose = (files > 1 ? title_of(f) ", " : "")
        x = 18 + (f - 1) * 448
        y = 92
        if (text)
            printf "\n%s%s\n    %s\n", whose, place, code[f, place]
        else {
            svg_label(x, y, 13, whose place)
            svg_label(x, y + 18, files > 1 ? 10 : 12, code[f, place], svg_code)
            y += 34
        }
        for (i = 1; i <= requests[f, line]; i++) {
            look(f, line, order[f, line, i])
            if (text)
                print_request(f, line, order[f, line, i])
            else
                y += draw_request(f, line, order[f, line, i], x, y, width)
        }
        bottom = y > bottom ? y : bottom
    }
    if (!text)
        svg_end(900, bottom + 6, heading)
}
