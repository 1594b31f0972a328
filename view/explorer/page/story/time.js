// Time: what the warps wait for, while two or three tiles go by; and who does what.
"use strict";

const TIME_BEATS = 24, TIME_WARPS = 8; // of this many warps, most are alike

// What the warps wait for in [from, to): {share of their time, waits: [{why, share, line, i}]},
// the longest first; i: the longest wait for that reason, on the line that has most.
function timeWaits(from, to) {
    const sums = new Map(), busy = timeBusy();
    for (let i = 0; i < trace.n; i++) {
        const cycles = timeSpan(i, from, to);
        if (cycles <= 0 || !busy.has(trace.warp[i]))
            continue;
        const s = sums.get(whyOf(i)) ?? {why: whyOf(i), cycles: 0, lines: new Map()};
        const of = s.lines.get(placeOf(i).line) ?? {cycles: 0, i};
        sums.set(whyOf(i), s);
        s.lines.set(placeOf(i).line, of);
        s.cycles += cycles;
        of.cycles += cycles;
        if (cycles > timeSpan(of.i, from, to))
            of.i = i;
    }
    const waits = [...sums.values()].sort((a, b) => b.cycles - a.cycles).map(s => {
        const [line, {i}] = [...s.lines].sort((a, b) => b[1].cycles - a[1].cycles || a[0] - b[0])[0];
        return {why: s.why, share: s.cycles / busy.size / (to - from), line, i};
    });
    return {share: waits.reduce((n, w) => n + w.share, 0), waits};
}

// The warps that do something: the others have few requests, such as of one barrier.
function timeBusy() {
    const most = Math.max(...trace.ofWarp.map(list => list.length));
    return new Set(trace.ofWarp.map((_, warp) => warp)
        .filter(warp => trace.ofWarp[warp].length > most / 20));
}

// The cycles of [from, to) that a warp waits for row i: before it, or at a barrier.
function timeSpan(i, from, to) {
    const barrier = placeOf(i).op === "barrier", begin = trace.begin[i];
    const first = barrier ? begin : begin - trace.waited[i];
    return trace.waited[i]
        ? Math.min(to, barrier ? begin + trace.waited[i] : begin) - Math.max(from, first) : 0;
}

// What a warp does, in two words; "" if all warps do the same.
function timeRoles() {
    const does = Array.from({length: trace.warps}, () => new Set());
    for (let i = 0; i < trace.n; i++) {
        const {op} = placeOf(i);
        if (op === "copy" && asyncOf(i).to !== undefined)
            does[trace.warp[i]].add("copies");
        if (op === "product")
            does[trace.warp[i]].add("multiplies");
    }
    const names = does.map(d => [...d].sort().join(" and "));
    const busy = timeBusy(), any = warp => trace.ofWarp[warp].length;
    return new Set(names.filter((_, w) => any(w))).size > 1
        ? names.map((n, w) => n || (busy.has(w) ? "other work" : "idle")) : names.map(() => "");
}

// Warps of each role, and not more than fit.
function timeChosen(roles) {
    const busy = roles.map((_, w) => w).filter(w => trace.ofWarp[w].length);
    const of = new Map();
    for (const w of busy)
        of.set(roles[w], [...of.get(roles[w]) ?? [], w]);
    const lists = [...of.values()].sort((a, b) => a.length - b.length), chosen = [];
    lists.forEach((list, n) => chosen.push(...list.slice(0,
        Math.max(1, Math.floor((TIME_WARPS - chosen.length) / (lists.length - n))))));
    return chosen.sort((a, b) => a - b);
}

// [first, last) cycle: between barriers, or mbarriers, in the middle of the block's life.
function timeWindow() {
    const marks = main.barriers.length >= 6 ? main.barriers
        : tiles.barriers.flatMap(b => b.phases.filter(Boolean).map(p => p.over))
            .filter(Number.isFinite).sort((a, b) => a - b);
    const n = marks.length >> 1, least = Math.min(trace.cycles_all, 300);
    if (marks.length < 6)
        return trace.cycles_all < 3000 ? [0, trace.cycles_all]
            : [trace.cycles_all / 2, trace.cycles_all / 2 + 1200];
    let last = n + 2;
    while (last < marks.length - 1 && marks[last] - marks[n] < least)
        last++;
    const span = marks[last] - marks[n];
    return [Math.max(0, marks[n] - span * 0.1), marks[last] + span * 0.1];
}

function timeStep() {
    let [from, to] = timeWindow();
    let {share, waits} = timeWaits(from, to);
    if (!waits.length || share < 0.02) {
        [from, to] = [0, trace.cycles_all];
        ({share, waits} = timeWaits(from, to));
    }
    if (!waits.length)
        return null;
    const roles = timeRoles(), chosen = timeChosen(roles), top = waits[0];
    const percent = x => Math.round(100 * x);
    return {id: "time", name: new Set(roles).size > 1 ? "Roles over time" : "Time",
        pane: ["warps"], beats: TIME_BEATS + 1, numbers: {from, to},
        moment: () => top.i,
        caption: () => `Here warps wait ${percent(share)} % of the time; ${percent(top.share)} % for ` +
            `${WHY[top.why]}, mostly ${top.why === "barrier" ? "at" : "before"} line ${top.line}.`,
        draw: (draw, room, beat) => timeDraw(draw, room, {from, to, roles, chosen, waits, share},
            from + (to - from) * beat / TIME_BEATS)};
}

const TIME_MARKS = {"global load": () => hue("sky"), "global store": () => hue("sky"),
    "shared load": () => colours.soft, "shared store": () => colours.soft,
    product: () => hue("green"), copy: () => hue("purple"), barrier: () => colours.ink};

function timeDraw(draw, {w, h, s}, {from, to, roles, chosen, waits, share}, now) {
    const left = w < 560 ? 84 : 170, top = s * 2.2, foot = s * (w < 560 ? 9 : 4.6);
    const high = Math.min(90, (h - top - foot) / chosen.length), wide = w - left - 2;
    const x = cycle => left + (Math.max(from, Math.min(to, cycle)) - from) / (to - from) * wide;
    stageText(draw, `cycle ${stageBig(Math.round(from))}`, left, s * 1.2, {size: s * 0.85, colour: colours.soft});
    stageText(draw, stageBig(Math.round(to)), w - 6, s * 1.2,
        {size: s * 0.85, colour: colours.soft, align: "right"});
    chosen.forEach((warp, n) => {
        const y = top + n * high, role = roles[warp];
        stageText(draw, `warp ${warp}`, 0, y + Math.min(high * 0.5, s * 1.1),
            {size: s * 0.9, weight: 700});
        if (role && high > s * 2)
            stageText(draw, role, 0, y + Math.min(high * 0.5, s * 1.1) + s * 1.15,
                {size: s * (w < 560 ? 0.7 : 0.85), colour: colours.soft});
        stageBox(draw, left, y, wide, high - 5, colours.code);
        timeLane(draw, warp, y, high - 5, x, from, to);
    });
    draw.fillStyle = colours.card;
    draw.globalAlpha = 0.75;
    draw.fillRect(x(now) + 1, top, Math.max(0, left + wide - x(now)), chosen.length * high);
    draw.globalAlpha = 1;
    stageBox(draw, x(now) - 1, top - 4, 2, chosen.length * high, hue("red"));
    const all = trace.ofWarp.filter(list => list.length).length;
    if (chosen.length < all)
        stageText(draw, `${chosen.length} of ${all} warps`, 0, s * 1.2, {size: s * 0.85, colour: colours.soft});
    timeLegend(draw, {w, h, s}, {waits, share}, top + chosen.length * high + s * 1.4);
}

function timeLane(draw, warp, y, high, x, from, to) {
    const list = trace.ofWarp[warp];
    for (const i of list) {
        const barrier = placeOf(i).op === "barrier", begin = trace.begin[i];
        const first = barrier ? begin : begin - trace.waited[i];
        const last = barrier ? begin + trace.waited[i] : begin;
        if (trace.waited[i] && first < to && last > from && WAITS[whyOf(i)]) {
            draw.fillStyle = WAITS[whyOf(i)]();
            draw.fillRect(x(first), y + high * 0.28, Math.max(0.7, x(last) - x(first)), high * 0.44);
        }
        const mark = TIME_MARKS[warpsKind(i)];
        if (mark && begin >= from && begin <= to) {
            const kind = warpsKind(i), part = kind.startsWith("shared") ? [0.74, 0.26]
                : kind.startsWith("global") ? [0, 0.26] : [0, 1];
            draw.fillStyle = mark();
            draw.fillRect(x(begin), y + high * part[0], 1.6, high * part[1]);
        }
    }
}

// Each reason with its share of the waits; then what a mark is.
function timeLegend(draw, {w, s}, {waits, share}, y) {
    let x = 0;
    const item = (colour, text, thin) => {
        draw.font = `400 ${s * 0.9}px system-ui, "DejaVu Sans", sans-serif`;
        const wide = draw.measureText(text).width + s * 2.2;
        if (x + wide > w) {
            x = 0;
            y += s * 1.6;
        }
        if (thin)
            stageBox(draw, x + s * 0.4, y - s * 0.9, 2, s, colour);
        else
            stageBox(draw, x, y - s * 0.75, s, s * 0.6, colour);
        stageText(draw, text, x + s * 1.3, y, {size: s * 0.9});
        x += wide;
    };
    for (const {why, share: part} of waits.filter(wait => wait.share >= 0.01).slice(0, 4))
        item(WAITS[why] ? WAITS[why]() : colours.soft,
            `waits for ${WHY[why]}: ${Math.round(100 * part)} %`);
    item(colours.code, `no wait: ${Math.round(100 * (1 - share))} %`);
    const used = new Set(trace.places.map(p => p.kind ?? ""));
    const names = {product: "begins a wgmma", copy: "begins a copy", barrier: "arrives at a barrier"};
    for (const [kind, colour] of Object.entries(TIME_MARKS)) {
        const space = kind.split(" ")[0];
        if (used.has(kind) && !(kind.endsWith("store") && used.has(`${space} load`)))
            item(colour(), names[kind] ?? `accesses ${space} memory`, true);
    }
}
