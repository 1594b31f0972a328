// A ring of stages: places in shared memory that the tiles of k take in turn. A tile is in
// flight, complete, then read, while copies of the next ones go on.
"use strict";

// {slots, tiles: [{of, k, last, slot, issue, done, from, to}]} of what copies bring to shared
// memory, k to last of `of`; null if no place is used again while others are in flight.
function stagesFind() {
    const list = tiles.list.length ? stagesEngine() : stagesAsync();
    const slots = new Set(list.map(t => t.slot)).size;
    return slots > 1 && list.length > slots
        ? {slots, tiles: list.sort((a, b) => a.issue - b.issue || a.k - b.k)} : null;
}

// By the copy engine: the boxes that one phase of an mbarrier waits for are one tile.
function stagesEngine() {
    const of = new Map(), first = [];
    for (const i of tiles.events) {
        const a = asyncOf(i);
        if (placeOf(i).op !== "copy" || a.to === undefined || !a.at || a.barrier === undefined)
            continue;
        const key = `${a.barrier} ${a.phase}`;
        if (!first.includes(a.barrier))
            first.push(a.barrier);
        const t = of.get(key) ?? {boxes: [], slot: first.indexOf(a.barrier),
            issue: trace.begin[i], done: tilesPhase(a)?.over ?? Infinity, from: Infinity, to: -1,
            places: new Set(), row: i};
        of.set(key, t);
        t.boxes.push(a);
        t.places.add(tileOf(a.to));
    }
    const list = stagesInTurn([...of.values()]);
    for (const i of tiles.events) {
        if (placeOf(i).op !== "product")
            continue;
        const used = new Set(tilesOperands(i).map(tileOf));
        const t = list.filter(t => t.done <= trace.begin[i] && [...used].some(u => t.places.has(u)))
            .reduce((a, b) => !a || b.issue > a.issue ? b : a, null);
        if (!t)
            continue;
        t.from = Math.min(t.from, trace.begin[i]);
        t.to = Math.max(t.to, stagesOver(i));
    }
    return list;
}

// Those in places that are used again, numbered. Tiles go along k, the first coordinate, or along
// the rows of an array, as those of attention do.
function stagesInTurn(all) {
    const list = all.filter(t => all.some(u => u !== t && u.slot === t.slot));
    const slots = [...new Set(list.map(t => t.slot))].sort((a, b) => a - b);
    const start = (t, axis) => Math.min(...t.boxes.map(b => b.at[axis]));
    const axis = list.some(t => start(t, 0) !== start(list[0], 0)) ? 0 : 1;
    for (const t of list) {
        t.of = axis ? t.boxes[0].array : "k";
        t.slot = slots.indexOf(t.slot);
        t.k = start(t, axis);
        t.last = Math.max(...t.boxes.map(b => b.at[axis] + b.box[axis] - 1));
    }
    return list;
}

// When a warp of its warpgroup has waited for a product.
function stagesOver(product) {
    stagesOver.of ??= tiles.events.filter(i => placeOf(i).op === "multiplied");
    const group = i => trace.warp[i] >> 2;
    const wait = stagesOver.of.find(i => i > product && group(i) === group(product) &&
        asyncOf(i).group >= asyncOf(product).group);
    return wait === undefined ? endOf(product) : trace.begin[wait];
}

// By cp.async: a load from a matrix, and right after it the store of its line, which ends when
// the copy arrives.
function stagesAsync() {
    const lands = copyLines();
    const copies = [];
    for (const list of lands.size ? trace.ofWarp : [])
        list.forEach((i, n) => {
            const from = n ? list[n - 1] : i, {op, line} = placeOf(i);
            if (op !== "store" || !lands.has(line) || placeOf(from).line !== line ||
                placeOf(from).op !== "load")
                return;
            const k = [];
            let word = Infinity;
            eachWord(from, (lane, at) => k.push(kOf(arrayOf(from), at)));
            eachWord(i, (lane, at) => word = Math.min(word, at));
            if (!k.some(Number.isNaN))
                copies.push({i, low: Math.min(...k), high: Math.max(...k), word});
        });
    const deep = stagesDepth(copies);
    return deep ? stagesTiles(copies, deep) : [];
}

// How many k a tile has: the least number that every warp copies in order.
function stagesDepth(copies) {
    const high = Math.max(0, ...copies.map(c => c.high));
    for (let deep = 1; deep <= high; deep++) {
        const last = new Map();
        const inOrder = copies.every(({i, low, high: top}) => {
            const n = Math.floor(low / deep), ok = n === Math.floor(top / deep) &&
                n >= (last.get(trace.warp[i]) ?? 0);
            last.set(trace.warp[i], n);
            return ok;
        });
        if (inOrder)
            return deep;
    }
    return 0;
}

function stagesTiles(copies, deep) {
    const of = new Map();
    for (const {i, low, word} of copies) {
        const n = Math.floor(low / deep);
        const t = of.get(n) ?? {of: "k", k: n * deep, last: n * deep + deep - 1, word: Infinity,
            issue: Infinity, done: 0, from: Infinity, to: -1, row: i};
        of.set(n, t);
        t.word = Math.min(t.word, word);
        t.issue = Math.min(t.issue, trace.begin[i]);
        t.done = Math.max(t.done, endOf(i));
    }
    const starts = threadSorted([...of.values()].map(t => t.word));
    for (const t of of.values())
        t.slot = starts.indexOf(t.word);
    const copied = new Uint8Array(Math.max(0, ...trace.shared.map(a => a.words)));
    for (const c of copies)
        eachWord(c.i, (lane, at) => copied[at] = 1);
    for (let i = 0; i < trace.n; i++) {
        if (placeOf(i).op !== "load" || arrayOf(i)?.space !== "shared")
            continue;
        const lane = offsetsOf(i).findIndex(o => o !== NOT_THERE);
        const m = markOf(originOf(i, lane, 0));
        const t = m && m.array && copied[offsetOf(i, lane) >> 2] &&
            of.get(Math.floor(kOf(m.array, m.index) / deep));
        if (t && t.done <= endOf(i)) {
            t.from = Math.min(t.from, trace.begin[i]);
            t.to = Math.max(t.to, endOf(i));
        }
    }
    return [...of.values()];
}

// "in flight", "complete", "being read" or "": of a tile, at a cycle.
const stagesState = (t, now) => now < t.issue || now > Math.max(t.to, t.done) ? ""
    : now < t.done ? "in flight" : now < t.from ? "complete" : "being read";

const STAGES_HUE = {"in flight": () => hue("purple"), complete: () => hue("sky"),
    "being read": () => hue("green"), "": () => colours.code};

function stagesStep() {
    const ring = stagesFind();
    if (!ring)
        return null;
    const read = ring.tiles.filter(t => t.to >= 0);
    if (!read.length)
        return null;
    const many = Math.min(read.length, 14), skip = Math.max(0, (read.length - many) >> 1);
    const shown = read.slice(skip, skip + many);
    const now = beat => (shown[beat].from + Math.min(shown[beat].to,
        shown[beat + 1]?.from ?? Infinity)) / 2;
    const held = beat => Array.from({length: ring.slots}, (_, slot) => stagesHeld(ring, slot, now(beat)));
    const count = (beat, state) => held(beat).filter(t => t && stagesState(t, now(beat)) === state).length;
    const busiest = shown.map((_, n) => count(n, "in flight") + count(n, "complete"));
    return {id: "ring", name: "A ring of stages", pane: ["tiles", "warps"], beats: many, warp: 0,
        rest: busiest.indexOf(Math.max(...busiest)), numbers: {ring, shown, now},
        moment: beat => trace.ofWarp.flat().find(i => trace.begin[i] >= shown[beat].from &&
            ["load", "product"].includes(placeOf(i).op)) ?? shown[beat].row,
        caption(beat) {
            const [flight, come, used] = ["in flight", "complete", "being read"].map(of => count(beat, of));
            return `Of ${ring.slots} stages, ${used} ${used === 1 ? "is" : "are"} being read, ` +
                `${flight} in flight, ${come} complete, ${ring.slots - used - flight - come} free.`;
        },
        draw: (draw, room, beat) => stagesDraw(draw, room, ring, now(beat), shown)};
}

function stagesDraw(draw, {w, h, s}, ring, now, shown) {
    const small = w < 560, side = small ? Math.min(w, h * 0.55) : Math.min(h, w * 0.44);
    stagePart(draw, small ? (w - side) / 2 : 0, small ? 0 : (h - side) / 2, side, side,
        room => stagesClock(draw, {...room, s}, ring, now));
    stagePart(draw, small ? 0 : side + 28, small ? side + 8 : 0, small ? w : w - side - 28,
        small ? h - side - 8 : h, room => stagesBars(draw, {...room, s}, ring, now, shown));
}

// What each place holds at a cycle: its last tile that is not over.
function stagesHeld(ring, slot, now) {
    return ring.tiles.filter(t => t.slot === slot && t.issue <= now &&
        now <= Math.max(t.to, t.done)).pop() ?? null;
}

function stagesClock(draw, {w, s}, ring, now) {
    const r = w / 2 - 4, inner = r * 0.46, turn = 2 * Math.PI / ring.slots;
    for (let slot = 0; slot < ring.slots; slot++) {
        const t = stagesHeld(ring, slot, now), state = t ? stagesState(t, now) : "";
        const from = slot * turn - Math.PI / 2, middle = from + turn / 2;
        draw.beginPath();
        draw.arc(w / 2, w / 2, r, from + 0.02, from + turn - 0.02);
        draw.arc(w / 2, w / 2, inner, from + turn - 0.03, from + 0.03, true);
        draw.closePath();
        draw.fillStyle = STAGES_HUE[state]();
        draw.fill();
        draw.strokeStyle = colours.line;
        draw.stroke();
        const x = w / 2 + Math.cos(middle) * (r + inner) / 2;
        const y = w / 2 + Math.sin(middle) * (r + inner) / 2;
        const ink = state ? "#111" : colours.soft, size = ring.slots > 6 ? s * 0.75 : s * 0.9;
        stageText(draw, t ? `${t.of} ${t.k}–${t.last}` : `stage ${slot}`, x, y, {size, weight: 700,
            align: "center", colour: ink});
        stageText(draw, state || "free", x, y + size * 1.25, {size: size * 0.9, align: "center",
            colour: ink});
    }
    stageText(draw, `${ring.slots} stages`, w / 2, w / 2 + 4,
        {size: s * 1.2, weight: 700, align: "center"});
}

// The places over time: a row each.
function stagesBars(draw, {w, h, s}, ring, now, shown) {
    const from = shown[0].issue, to = Math.max(...shown.map(t => t.to)), top = s * 2.4;
    const left = s * 5, foot = s * 3.4, high = Math.min(h * 0.2, (h - top - foot) / ring.slots);
    const x = c => left + (Math.max(from, Math.min(to, c)) - from) / (to - from) * (w - left - 2);
    stageText(draw, "time →", 0, s * 1.9, {size: s * 0.9, colour: colours.soft});
    for (let slot = 0; slot < ring.slots; slot++) {
        const y = top + slot * high;
        stageText(draw, `stage ${slot}`, 0, y + high / 2 + 2, {size: s * 0.85});
        stageBox(draw, left, y, w - left - 2, high - 5, colours.code);
        for (const t of ring.tiles.filter(t => t.slot === slot))
            for (const [state, a, b] of [["in flight", t.issue, t.done],
                ["complete", t.done, Math.max(t.done, t.from)], ["being read", t.from, t.to]])
                if (b > from && a < to && b > a)
                    stageBox(draw, x(a), y + 2, Math.max(1, x(b) - x(a) - 0.5), high - 9,
                        STAGES_HUE[state]());
    }
    stageBox(draw, x(now) - 1, top - 6, 2, ring.slots * high + 4, hue("red"));
    stageText(draw, "now", x(now) + 4, s * 1.9, {size: s * 0.85, colour: hue("red"), weight: 700});
    let at = w < 300 ? 0 : left;
    for (const state of ["in flight", "complete", "being read", ""]) {
        stageBox(draw, at, top + ring.slots * high + s * 0.8, s * 0.8, s * 0.8, STAGES_HUE[state]());
        at += s * 1.2 + stageText(draw, state || "free", at + s * 1.2, top + ring.slots * high + s * 1.55,
            {size: s * 0.9}) + s;
    }
}
