# The 32 banks of shared memory and the lanes of a warp that meet in them. A row of the
# picture is one wavefront, which takes one word from each bank: lanes that want different
# words of one bank need a row each, lanes that want the same word share one.
#
# awk -v kind=svg|text -f svg.awk -f trace.awk -f banks.awk TRACE.tsv
# ENVIRON: BASE, KERNEL; LINE: else the line with the worst conflict; of equals, the one
# whose request, and then all of whose requests, take the most wavefronts
#
# Drawn are the requests of that line, each where it has the most wavefronts.
function row(f,    key, line) {
    if (column["space"] != "shared" || column["warp"] != 0)
        return
    line = column["line"]
    key = column["op"] SUBSEP column["array"] SUBSEP column["size"]
    if (!((line, key) in cost)) {
        order[line, ++requests[line]] = key
        file[line] = column["file"]
    }
    seen[f, line]++
    total[line] += column["cost"]
    if (column["cost"] > cost[line, key]) {
        cost[line, key] = column["cost"]
        loads[line, key] = column["loads"]
        offsets[line, key] = column["offset"]
        base[line, key] = column["base"]
        turns[line, key] = column["turn"]
    }
}

# What one request asks of the banks: rows of wavefronts; wanted[row, bank] lanes; first
# row of each turn, its lanes. Returns how many ways its worst conflict has.
function look(line, key,    part, at, turn, n, lane, w, words, byte, bank, slot, depth, t,
              ways, first, deepest) {
    split("", wanted); split("", turn_lanes); split("", starts); split("", slot)
    split("", depth); split("", deepest)
    split(key, part, SUBSEP)
    op = part[1]; array = part[2]; size = part[3]
    n = split(offsets[line, key], at, ",")
    split(turns[line, key], turn, ",")
    words = size > 4 ? size / 4 : 1
    ways = last_turn = rows = idle = 0
    for (lane = 0; lane < n; lane++) {
        if (at[lane + 1] == "-")
            continue
        t = turn[lane + 1]
        turn_lanes[t] = turn_lanes[t] " " lane
        last_turn = t
        for (w = 0; w < words; w++) {
            byte = at[lane + 1] + base[line, key] + 1048576 + 4 * w
            byte -= byte % 4
            bank = byte / 4 % 32
            if (!((t, byte) in slot)) {
                slot[t, byte] = ++depth[t, bank]
                if (depth[t, bank] > deepest[t])
                    deepest[t] = depth[t, bank]
            }
            wanted[t, slot[t, byte], bank] = wanted[t, slot[t, byte], bank] " " lane
            first[t, slot[t, byte], bank] = byte
        }
    }
    for (t = 1; t <= last_turn; t++) {
        starts[t] = rows
        rows += deepest[t]
        height[t] = deepest[t]
        ways = deepest[t] > ways ? deepest[t] : ways
    }
    if (rows != cost[line, key])
        fail("line " line ": " rows " wavefronts drawn, " cost[line, key] " counted")
    for (w in first)
        word[w] = first[w] - 1048576 - base[line, key]
    return ways
}

function choose(    key, i, bad, worst, most, best) {
    if (ENVIRON["LINE"] != "") {
        if (!(ENVIRON["LINE"] in total))
            fail("line " ENVIRON["LINE"] " of " lab[1] " has no request to shared memory; " \
                 "these have:" lines_of(1, seen))
        return ENVIRON["LINE"]
    }
    for (key in total) {
        # One figure to compare: ways, wavefronts, all wavefronts; then the first line.
        worst = 0
        for (i = 1; i <= requests[key]; i++) {
            bad = look(key, order[key, i]) * 1000 + rows
            worst = bad > worst ? bad : worst
        }
        worst = worst * 1e7 + total[key]
        if (!best || worst > most || (worst == most && key + 0 < best + 0)) {
            best = key
            most = worst
        }
    }
    if (!best)
        fail(lab[1] " does not use shared memory: there are no banks to show")
    return best
}

function say_request(line, key, ways) {
    return sprintf("%s %s, %d bytes a lane: %s, %s", op, array, size, \
                   plural(rows, "wavefront"), \
                   ways > 1 ? ways "-way bank conflict" : "no bank conflict")
}

function say_joined(line, key) {
    return loads[line, key] > 1 ? "made by nvcc of " loads[line, key] " loads" : ""
}

# How many lanes want the word in this row and bank; 0 if none.
function lanes_at(t, r, bank,    list) {
    return (t, r, bank) in wanted ? split(wanted[t, r, bank], list, " ") : 0
}

# --- As text: how many lanes want the word, "*" for ten or more.
function print_request(line, key, ways,    t, r, bank, n, picture) {
    print "  " say_request(line, key, ways)
    if (say_joined(line, key) != "")
        print "  (" say_joined(line, key) ")"
    for (t = 1; t <= last_turn; t++)
        for (r = 1; r <= height[t]; r++) {
            if (height[t] > 8 && r > 4 && r < height[t]) {
                if (r == 5)
                    printf "    %14s  ...\n", ""
                continue
            }
            picture = ""
            for (bank = 0; bank < 32; bank++) {
                n = lanes_at(t, r, bank)
                picture = picture (bank && bank % 8 == 0 ? " " : "") \
                          (n == 0 ? "." : n > 9 ? "*" : n)
            }
            printf "    %14s  %s\n", r == 1 ? say_lanes(turn_lanes[t]) : "", picture
        }
}

# --- As a picture. Returns the height that the request took.
function draw_request(line, key, ways, x, y,    t, r, bank, n, left, cell, h, top, at) {
    left = 110
    cell = 23
    h = rows > 16 ? 14 : 20
    svg_label(x, y + 14, 13, say_request(line, key, ways), svg_bold)
    svg_label(x + 864, y + 14, 12, say_joined(line, key), svg_soft svg_right)
    top = y + 40
    svg_label(x + left - 10, top - 5, 11, "bank", svg_right svg_soft)
    for (bank = 0; bank < 32; bank++)
        svg_label(x + left + (bank + 0.5) * cell, top - 5, 10, bank, svg_middle svg_soft)
    for (t = 1; t <= last_turn; t++) {
        svg_label(x + left - 10, top + h - 5, 12, say_lanes(turn_lanes[t]), \
                  svg_right svg_soft)
        for (r = 1; r <= height[t]; r++) {
            for (bank = 0; bank < 32; bank++) {
                at = x + left + bank * cell
                n = lanes_at(t, r, bank)
                svg_rect(at + 1, top + 1, cell - 2, h - 2, n ? DARK : PALE, "", \
                         n ? array " + " word[t, r, bank] " bytes: " \
                             say_lanes(wanted[t, r, bank]) : "")
                if (n > 1)
                    svg_label(at + cell / 2, top + h / 2 + 4, h > 16 ? 11 : 9, n, \
                              svg_middle svg_white)
            }
            top += h
        }
        top += t < last_turn ? 5 : 0
    }
    return top - y + 16
}

END {
    if (failed)
        exit 2
    line = choose()
    if (failed)
        exit 2
    heading = title_of(1) ": a warp in shared memory, " counted(1)
    place = file[line] ":" line
    if (text)
        printf "%s\n\n%s\n    %s\n", heading, place, code[1, place]
    else {
        svg_label(18, 32, 17, heading, svg_bold)
        svg_rect(18, 46, 14, 12, DARK)
        svg_label(38, 57, 12, "a word that a lane wants, or as many lanes as the figure " \
                  "says; a row is a wavefront: one word from each bank", svg_soft)
        svg_label(18, 92, 13, place)
        svg_label(18, 110, 12, code[1, place], svg_code)
    }
    y = 126
    for (i = 1; i <= requests[line]; i++) {
        ways = look(line, order[line, i])
        if (failed)
            exit 2
        if (text)
            print_request(line, order[line, i], ways)
        else
            y += draw_request(line, order[line, i], ways, 18, y)
    }
    if (text)
        print "  figures: lanes that want one word of a bank (* ten or more)\n  a row is a wavefront"
    else
        svg_end(900, y + 6, heading)
}
