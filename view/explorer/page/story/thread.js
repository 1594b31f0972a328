// One thread: its elements of C, and the rows and columns that it needs for them.
"use strict";

// The rows and columns whose every k a lane reads as operands; what it reads for one k.
function threadReads(warp, lane) {
    const {A, B} = productOf(), k = {A: new Map(), B: new Map()};
    const staged = new Set(); // matrices that come to threads through shared memory
    for (const p of trace.places)
        if (p.op === "store" && p.of && p.of.space === "shared")
            staged.add(p.of);
    const note = (array, index) => {
        const to = array === A ? k.A : array === B ? k.B : null;
        const line = array === A || productOf().turned ? Math.floor(index / array.cols)
            : index % array.cols;
        if (to)
            to.set(line, (to.get(line) ?? new Set()).add(kOf(array, index)));
    };
    for (const i of trace.ofWarp[warp]) {
        const place = placeOf(i), array = arrayOf(i);
        if (place.op !== "load" || !array || offsetOf(i, lane) === NOT_THERE ||
            staged.size && array.space === "global")
            continue;
        for (let word = 0; word < place.size / 4; word++) {
            const m = markOf(originOf(i, lane, word));
            if (m && m.array)
                note(m.array, m.index);
        }
    }
    const most = Math.max(0, ...[...k.A.values(), ...k.B.values()].map(s => s.size));
    const whole = of => [...of].filter(([, s]) => s.size === most).map(([line]) => line)
        .sort((a, b) => a - b);
    return {rows: whole(k.A), cols: whole(k.B), K: most, staged: staged.size > 0};
}

const threadSame = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
const threadSorted = list => [...new Set(list)].sort((a, b) => a - b);

// The lane that is shown: {warp, lane, results, rows, cols, K}; null if no lane computes its
// elements from rows of A and columns of B that it reads itself.
function threadFind() {
    if (trace.thread === undefined)
        trace.thread = threadSearch();
    return trace.thread;
}

function threadSearch() {
    const p = productOf();
    if (!p || !p.C)
        return null;
    for (let warp = 0; warp < trace.warps; warp++) {
        const lane = [5, 0].find(l => laneResults(warp, l).some(r => r.array === p.C));
        if (lane === undefined)
            continue;
        const results = laneResults(warp, lane).filter(r => r.array === p.C).map(r => r.index);
        const reads = threadReads(warp, lane);
        const rows = threadSorted(results.map(i => Math.floor(i / p.C.cols)));
        const cols = threadSorted(results.map(i => i % p.C.cols));
        return threadSame(rows, reads.rows) && threadSame(cols, reads.cols)
            ? {warp, lane, results: threadSorted(results), ...reads} : null;
    }
    return null;
}

// The lanes that the picture goes through before it stays with one; then the steps of k.
const THREAD_LANES = [0, 1, 2, 3, 8, 16, 24, 31], THREAD_K = 16;

function threadStep() {
    const found = threadFind();
    if (!found)
        return null;
    const {C} = productOf(), {warp, lane, results, rows, cols} = found;
    const all = laneWords(warp, C);
    const lanes = THREAD_LANES.filter(l => all[l].length);
    const box = threadCamera(C, all.flat(), results);
    const at = beat => beat < lanes.length ? lanes[beat] : lane;
    const rowOf = l => trace.ofWarp[warp].find(i => placeOf(i).op === "store" &&
        arrayOf(i) === C && offsetOf(i, l) !== NOT_THERE);
    const load = trace.ofWarp[warp].filter(i => placeOf(i).op === "load" &&
        offsetOf(i, lane) !== NOT_THERE && markOf(originOf(i, lane, 0))?.array !== C &&
        (!found.staged || arrayOf(i).space === "shared"));
    const old = before && dataOf(before, threadFind);
    return {id: "thread", name: "One thread", pane: [],
        beats: lanes.length + THREAD_K, rest: lanes.length + (THREAD_K >> 1), warp,
        numbers: {elements: results.length, reads: rows.length + cols.length, K: found.K},
        moment: beat => beat < lanes.length ? rowOf(at(beat)) : load[load.length >> 1],
        caption(beat) {
            const who = `Lane ${at(beat)}, thread ${threadText(warp, at(beat))},`;
            if (beat < lanes.length)
                return `${who} computes ${plural(all[at(beat)].length, "element")} of ${C.name}` +
                    `${all[at(beat)].length === 1 ? "" : ", the first of them"}: ` +
                    `${elementText(C, all[at(beat)][0])}.`;
            const n = rows.length + cols.length;
            return `This thread computes ${plural(results.length, "element")} of ${C.name}. For each k ` +
                `it needs ${n} numbers, for ${plural(results.length, "product")}.`;
        },
        draw: (draw, room, beat) => threadDraw(draw, room, {...found, C, all, box, old},
            all[stage.lane]?.length ? stage.lane : at(beat),
            Math.max(0, beat - lanes.length + 1) / THREAD_K)};
}

// The part of C that is shown: of what the warp has, what is near the lane's elements; not less
// than 16 x 16.
function threadCamera(C, words, mine) {
    const span = (of, from, to) => {
        const warp = words.map(of), low = Math.min(...mine.map(of));
        const wide = Math.max(...mine.map(of)) - low + 1, most = Math.max(LANES, 3 * wide);
        let first = Math.min(...warp), last = Math.max(...warp);
        if (last - first >= most) {
            first = Math.max(first, low - (most - wide >> 1));
            first = Math.min(first, last - most + 1);
            last = first + most - 1;
        }
        last = Math.min(to, Math.max(last, first + 15));
        return [Math.max(from, Math.min(first, last - 15)), last];
    };
    const [top, bottom] = span(i => Math.floor(i / C.cols), C.box.top, C.box.bottom);
    const [left, right] = span(i => i % C.cols, C.box.left, C.box.right);
    return {top, left, rows: bottom - top + 1, cols: right - left + 1};
}

function threadDraw(draw, room, t, lane, part) {
    const {A, B, C} = productOf(), {w, h, s} = room, GAP = s * 2;
    const deep = {A: Math.min(w * 0.34, 300)}; // pixels of all k
    const cell = Math.min((w - deep.A - GAP - 4) / t.box.cols,
        (h * 0.7 - GAP * 3 - 4) / t.box.rows, 30);
    deep.B = Math.min(h - GAP * 3 - 4 - cell * t.box.rows, h * 0.5);
    const x = Math.round((w - deep.A - GAP - cell * t.box.cols) / 2) + deep.A + GAP;
    const y = deep.B + GAP * 2, right = cell * t.box.cols, down = cell * t.box.rows;
    const mine = t.all[lane];
    stageBox(draw, x, y, right, down, colours.code, colours.line);
    stageBox(draw, x - GAP - deep.A, y, deep.A, down, colours.code, colours.line);
    stageBox(draw, x, GAP, right, deep.B, colours.code, colours.line);
    const one = Math.max(6, Math.min(cell, 14)); // pixels of the k that is shown
    const bands = (list, limit, full) => {
        for (const line of list)
            if (line >= 0 && line * cell < limit - 0.5)
                full(line * cell);
    };
    const rows = threadSorted(mine.map(i => Math.floor(i / C.cols) - t.box.top));
    const cols = threadSorted(mine.map(i => i % C.cols - t.box.left));
    bands(rows, down, at => {
        stageBox(draw, x - GAP - deep.A, y + at, deep.A, cell, stageHue(A.name, 0.22));
        if (part > 0)
            stageBox(draw, x - GAP - deep.A + (deep.A - one) * part, y + at, one, cell - 1, stageHue(A.name));
    });
    bands(cols, right, at => {
        stageBox(draw, x + at, GAP, cell, deep.B, stageHue(B.name, 0.22));
        if (part > 0)
            stageBox(draw, x + at, GAP + (deep.B - one) * part, cell - 1, one, stageHue(B.name));
    });
    t.all.forEach((list, l) => list.forEach(index => {
        const r = Math.floor(index / C.cols) - t.box.top, c = index % C.cols - t.box.left;
        if (r < 0 || c < 0 || r >= t.box.rows || c >= t.box.cols)
            return;
        const at = [x + c * cell, y + r * cell, cell - (cell > 4 ? 1 : 0),
            cell - (cell > 4 ? 1 : 0)];
        stageBox(draw, ...at, l === lane ? hue("red") : stageHue(C.name, 0.28));
        stageHit(draw, ...at, {lane: l, title: `lane ${l}: ${elementText(C, index)}`});
        if (cell >= 13)
            stageText(draw, String(l), at[0] + cell / 2 - 0.5, at[1] + cell / 2 + 3.5,
                {size: 9, align: "center", colour: l === lane ? "#fff" : colours.soft});
    }));
    stageText(draw, stageFit(draw, `lane ${lane} = thread ${threadText(t.warp, lane)}: ` +
        elementText(C, mine[0] ?? 0) + (mine.length > 1 ? ", …" : ""), w - x, s), x,
        Math.min(h - 4, y + down + s * 1.5), {size: s, mono: true, weight: 700});
    threadLabels(draw, room, {A, B, C, x, y, deep, GAP, right, rows, cols, t, part});
}

function threadLabels(draw, {s}, {A, B, C, x, y, deep, GAP, right, rows, cols, t, part}) {
    const bold = {size: s, weight: 700}, n = Math.round(part * t.K);
    const name = (list, word) => list.length === 1 ? `a ${word}` : `${list.length} ${word}s`;
    stageText(draw, `${A.name}: ${name(rows, "row")}`, x - GAP - deep.A, y - s * 0.6,
        {...bold, colour: stageHue(A.name)});
    stageText(draw, `${B.name}: ${name(cols, "column")}`, x, GAP - s * 0.6,
        {...bold, colour: stageHue(B.name)});
    stageText(draw, C.name, x + right, y - s * 0.6,
        {...bold, align: "right", colour: stageHue(C.name)});
    const left = x - GAP - deep.A;
    if (part > 0) {
        const reads = t.rows.length + t.cols.length;
        stageText(draw, `k = ${Math.min(t.K - 1, n)}`, left, GAP + s * 1.2, {size: s, mono: true});
        stageText(draw, plural(t.results.length, "product"), left, GAP + s * 3.4,
            {size: s * 1.5, weight: 700});
        stageText(draw, `from ${reads} numbers`, left, GAP + s * 5.2, {size: s * 1.1});
        if (t.rows.length > 1)
            stageText(draw, `each word of ${B.name} is used ${t.rows.length}×`, left, GAP + s * 9,
                {size: s, weight: 600, colour: stageHue(B.name)});
        if (t.cols.length > 1)
            stageText(draw, `each word of ${A.name} is used ${t.cols.length}×`, left, GAP + s * 10.6,
                {size: s, weight: 600, colour: stageHue(A.name)});
        if (t.old)
            stageText(draw, `(lab ${stageLabBefore()}: ${t.old.results.length} from ` +
                `${t.old.rows.length + t.old.cols.length})`, left, GAP + s * 7,
            {size: s, colour: colours.soft});
    }
}
