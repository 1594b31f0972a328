// A fault: both sides on one axis of time, their lines, and where a barrier is missing.
"use strict";

const FAULT_AROUND = 4; // requests of a warp before and after

function faultStep() {
    const record = page.record, {fault: row, other} = page.trace;
    if (record?.verdict === "WRONG" && record.indices)
        return faultWrong(record);
    if (!record || !FAULTS.includes(record.verdict) || !record.line)
        return null;
    const rows = [row, other].filter(i => i >= 0).sort((a, b) => a - b);
    const sides = faultSides(record, rows), caption = faultCaption(record, sides);
    return {id: "fault", name: record.verdict, pane: [], beats: 1, numbers: {record, sides},
        moment: () => Math.max(0, row), caption: () => caption,
        draw: (draw, room) => {
            if (record.verdict === "OUT_OF_BOUNDS" && record.indices)
                faultOutside(draw, room, record, sides);
            else
                faultDraw(draw, room, record, rows, sides);
        }};
}

// What each side does, as the check has said it: [{who, does, line}], the reported one first.
function faultSides(record, rows) {
    const {what, line} = record;
    const [, who, does] = what.match(
        /^(thread \([^)]*\))(?: of block \([^)]*\)(?: of \w+)?)? (\w+ [\w.\[\]]+(?: to [\w.\[\]]+)?)/) ?? [];
    const [, other, deed, at] = what.match(/, and (.+?) (reads?|writes?|wrote) it on line (\d+)/) ?? [];
    const copy = what.match(/ while its asynchronous copy to it, begun on line (\d+)/);
    const sides = [{who: who ?? "a thread", does: (does ?? "is").replace("waits at", "waits at a barrier"),
        line}];
    if (copy)
        sides.push({who: "its asynchronous copy", does: "is in flight", line: Number(copy[1])});
    else if (other)
        sides.push({who: other, does: `${deed} it`, line: Number(at)});
    else if (rows.length > 1) {
        const i = rows.find(r => placeOf(r).line !== line) ?? rows[1];
        const lane = Math.max(0, offsetsOf(i).findIndex(o => o !== NOT_THERE));
        sides.push({who: `thread ${threadText(trace.warp[i], lane)}`, line: placeOf(i).line,
            does: placeOf(i).line ? "waits elsewhere" : "has returned"});
    }
    return sides;
}

const FAULT_WHY = {RACE: "no barrier is between", OUT_OF_BOUNDS: "past its end",
    MISALIGNED: "not at a multiple of its size", UNINITIALIZED: "never written before"};

// A barrier would have ordered the two sides: not those of two blocks, nor an asynchronous copy.
const faultUnordered = record => /no barrier in between/.test(record.what);

function faultCaption(record, sides) {
    const said = sides.map(({who, does, line}) => `${who} ${does}${line ? `, line ${line}` : ""}`);
    const why = record.verdict === "RACE" && !faultUnordered(record) ? "" : FAULT_WHY[record.verdict];
    said[0] = said[0].replace(/^t/, "T");
    return said.join("; ") + (why ? `; ${why}.` : ".");
}

function faultDraw(draw, {w, h, s}, record, rows, sides) {
    const near = threadSorted(rows.flatMap(i => {
        const list = trace.ofWarp[trace.warp[i]], n = list.indexOf(i);
        return list.slice(Math.max(0, n - FAULT_AROUND), n + FAULT_AROUND + 1);
    })).filter(i => rows.includes(i) || !["fault", "other"].includes(placeOf(i).op));
    const left = w < 560 ? 88 : 150, wide = (w - left) / Math.max(1, near.length);
    const high = w < 560 ? 44 : 62, top = s * 3;
    // The row of the trace that is a side's, by its line.
    const mine = rows.find(i => placeOf(i).op === "fault") ?? rows[0];
    const of = [mine, rows.find(i => i !== mine)];
    if (rows.length)
        stageText(draw, "time →", left, s * 1.5, {size: s, colour: colours.soft});
    let y = rows.length ? top : 0;
    sides.forEach((side, n) => {
        if (of[n] === undefined)
            return;
        stageText(draw, stageFit(draw, side.who, left - 6, s * 0.95), 0, y + high / 2,
            {size: s * 0.9, weight: 700});
        stageBox(draw, left, y, w - left, high - 8, colours.code);
        near.forEach((i, at) => {
            const x = left + at * wide + wide / 2;
            if (i === of[n])
                stageBox(draw, x - 9, y - 4, 18, high, hue("red"));
            else if (!rows.includes(i) && trace.warp[i] === trace.warp[of[n]])
                stageBox(draw, x - 2, y + 8, 4, high - 24,
                    placeOf(i).op === "barrier" ? colours.ink : colours.soft);
        });
        y += high;
    });
    if (faultUnordered(record) && rows.length > 1)
        stageText(draw, w < 560 ? "no barrier is between" : "no barrier (a black mark) is between " +
            "the red accesses", left, y + s * 1.4, {size: s, weight: 700, colour: hue("red")});
    faultLines(draw, {w, h, s}, record, sides, y + s * 3.4);
}

// The lines from one side to the other, with a caret where a barrier is missing.
function faultLines(draw, {w, h, s}, record, sides, y) {
    const marked = threadSorted(sides.map(side => side.line).filter(Boolean));
    const first = Math.max(1, marked[0] - 1), end = marked[marked.length - 1];
    const barrier = trace.places.some(p => p.op === "barrier" && p.line > marked[0] && p.line < end);
    const race = faultUnordered(record) &&
        !page.source.lines.slice(marked[0] - 1, end).some(text => /^}/.test(text ?? "")), after = !race ? 0 : barrier ? end : faultAfter(marked[0], end);
    const room = Math.floor((h - y) / (s * 1.45)) - 1, size = w < 560 ? 9 : 13;
    let lines = Array.from({length: end - first + 2}, (_, n) => first + n)
        .filter(n => n <= page.source.lines.length);
    if (lines.length > room - 1)
        lines = lines.filter(n => marked.includes(n) || n === after || marked.some(m => Math.abs(m - n) <= 1));
    let last = lines[0] - 1;
    for (const n of lines.slice(0, Math.max(3, room))) {
        if (n !== last + 1)
            stageText(draw, "⋯", s * 2, y += s * 1.2, {size, colour: colours.soft});
        y += s * 1.45;
        const red = marked.includes(n), code = (page.source.lines[n - 1] ?? "").replace(/\t/g, "    ");
        if (red)
            stageBox(draw, 0, y - s * 1.05, w, s * 1.4, stageTint("red"));
        stageText(draw, String(n), s * 1.8, y, {size, mono: true, align: "right", colour: colours.soft});
        stageText(draw, stageFit(draw, code, w - s * 2.6, size), s * 2.4, y,
            {size, mono: true, weight: red ? 700 : 400});
        if (n === after) {
            y += s * 1.45;
            stageText(draw, "‸ a barrier is missing here", s * 2.4, y,
                {size: s * 0.95, weight: 700, colour: hue("red")});
        }
        last = n;
    }
}

// The last line before the second side that closes what holds the first: a line of less or equal
// depth; where there is none, the line of the first side.
function faultAfter(first, end) {
    const depth = n => (page.source.lines[n - 1] ?? "").search(/\S/);
    const outer = depth(end);
    let after = first;
    for (let n = first; n < end; n++) {
        if (depth(n) < 0)
            continue;
        if (depth(n) <= outer && n > first && /^\s*(for|while|if|do)\b/.test(page.source.lines[n - 1]))
            break;
        after = n;
        if (/;\s*(\/\/.*)?$/.test(page.source.lines[n - 1]) && n > first && depth(n) < depth(first))
            break;
    }
    while (after > first && /^\s*(for|while|if|do)\b/.test(page.source.lines[after - 1]))
        after--;
    return after;
}

// Past the end of an array: the array, and where the access is.
function faultOutside(draw, {w, h, s}, record, sides) {
    const array = trace.matrices.find(a => a.name === record.array);
    const name = record.array ?? "the array", index = record.indices?.[0];
    const n = array ? array.rows * array.cols * array.per : 0, y = s * 6;
    const size = n || Math.max(1, index), over = Math.abs(index < 0 ? index : index - size + 1);
    const end = w * 0.72, inside = index < 0 ? w * 0.28 : 0;
    stageText(draw, n ? `${name}: ${stageBig(n)} elements` : name, inside, y - s, {size: s, weight: 700});
    stageBox(draw, inside, y, index < 0 ? w - inside : end, 44, stageHue(name));
    const x = index < 0 ? inside - 40 : end + 40;
    stageBox(draw, x - 8, y - 8, 16, 60, hue("red"));
    stageText(draw, `${name}[${index}]`, x, y + 74, {size: s * 1.1, weight: 700, align: "center",
        colour: hue("red")});
    stageText(draw, index < 0 ? `${over} before the first` : `${over} past the last`, x, y + 94,
        {size: s * 0.9, align: "center"});
    faultLines(draw, {w, h, s}, record, sides, y + 130);
}

const faultNumber = x => typeof x === "number" ? String(Number(x.toPrecision(6))) : x;

// A wrong element: where it is, and what is wrong.
function faultWrong(record) {
    const array = trace.matrices.find(a => a.name === record.array);
    if (!array)
        return null;
    const [row, column] = record.indices.length > 1 ? record.indices : [0, record.indices[0]];
    const col = Math.floor(column / array.per), i = elementWriter(array, row * array.cols + col)?.i;
    const name = `${record.array}${record.indices.map(n => `[${n}]`).join("")}`;
    return {id: "fault", name: "WRONG", pane: [], beats: 1, numbers: {record, sides: []},
        moment: () => i ?? trace.n - 1,
        caption: () => `${name} is ${faultNumber(record.got)}; ${faultNumber(record.expected)} is ` +
            "expected. " +
            (i === undefined ? "The block never writes it."
                : `Line ${placeOf(i).line} writes it.`),
        draw(draw, {w, h, s}) {
            const kept = {...matrices}, frame = {top: row, left: col};
            replaySeek(trace.n - 1);
            Object.assign(matrices, {whole: false, canvas: {clientWidth: w}});
            Object.assign(matrices, matricesPlan(w, h, true));
            matricesPaint(draw);
            const placed = matrices.placed.find(p => p.array === array);
            const at = placed && matricesXY(placed, frame.top, frame.left);
            if (at) {
                stageBox(draw, at[0] - 5, at[1] - 5, Math.max(12, placed.wide + 10),
                    Math.max(12, placed.high + 10), null, hue("red"), 4);
                stageBox(draw, at[0] + 12, at[1] - s, s * 1.2 * name.length * 0.66, s * 1.7, colours.card);
                stageText(draw, name, at[0] + 16, at[1] + s * 0.3,
                    {size: s * 1.2, weight: 700, colour: hue("red")});
            }
            Object.assign(matrices, kept);
        }};
}
