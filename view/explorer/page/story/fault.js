// A fault: both sides on one axis of time, their lines, and where a barrier is missing.
"use strict";

const FAULT_AROUND = 4; // requests of a warp before and after

function faultStep() {
    const record = page.record, {fault: row, other} = page.trace;
    if (!record || record.verdict === "PASS" || !FAULTS.includes(record.verdict) || row < 0)
        return null;
    const sides = [row, other].filter(i => i >= 0).sort((a, b) => a - b);
    const caption = faultCaption(record, sides);
    return {id: "fault", name: record.verdict, pane: [], beats: 1, numbers: {record, sides},
        moment: () => row, caption: () => caption,
        draw: (draw, room) => {
            if (sides.length < 2 && record.verdict === "OUT_OF_BOUNDS")
                faultOutside(draw, room, record, row);
            else
                faultDraw(draw, room, record, sides);
        }};
}

// "thread (0,0) writes As, line 32".
function faultDeed(i) {
    const {op, line, array} = placeOf(i);
    const lane = offsetsOf(i).findIndex(o => o !== NOT_THERE);
    const who = `thread ${threadText(trace.warp[i], Math.max(0, lane))}`;
    if (!line)
        return {who, does: "has ended", line};
    const name = array >= 0 ? trace.arrays[array].name : "";
    return {who, line, does: op === "barrier" || !name ? "is there"
        : `${faultVerb(i)} ${faultWord(i, lane, name)}`};
}

// A row of a fault has no operation: that of the request on its line has.
function faultVerb(i) {
    const {line, array} = placeOf(i);
    const of = trace.places.find(p => p.line === line && p.array === array && ACCESSES.includes(p.op));
    return of && of.op === "load" ? "reads" : of ? "writes" : "accesses";
}

function faultWord(i, lane, name) {
    const array = arrayOf(i), offset = offsetOf(i, lane);
    return array.extent.length && offset >= 0
        ? elementText(array, Math.floor(offset / array.element)) : name;
}

function faultCaption(record, sides) {
    if (sides.length < 2)
        return record.what.split(/, (?:in block|past)/)[0].replace(/ of block \([^)]*\) of \w+/, "") +
            `, on line ${record.line}.`;
    const [a, b] = sides.map(faultDeed), at = d => d.line ? `, line ${d.line}` : "";
    return `${a.who} ${a.does}${at(a)}; ${b.who} ${b.does}${at(b)}` +
        (record.verdict === "RACE" ? "; no barrier is between." : ".");
}

function faultDraw(draw, {w, h, s}, record, sides) {
    const warps = threadSorted(sides.map(i => trace.warp[i])), same = warps.length === 1;
    const near = [...new Set(sides.flatMap(i => {
        const list = trace.ofWarp[trace.warp[i]], n = list.indexOf(i);
        return list.slice(Math.max(0, n - FAULT_AROUND), n + FAULT_AROUND + 1);
    }))].sort((a, b) => a - b);
    const left = w < 560 ? 58 : 120, wide = (w - left) / near.length;
    const high = w < 560 ? 44 : 62, top = s * 3;
    stageText(draw, "time →", left, s * 1.5, {size: s, colour: colours.soft});
    const lanes = same && sides.length > 1 ? sides.map(i => i) : warps;
    const rowOf = i => same && sides.length > 1
        ? Math.max(0, sides.indexOf(i)) : warps.indexOf(trace.warp[i]);
    lanes.forEach((of, n) => {
        const y = top + n * high;
        stageText(draw, same && sides.length > 1 ? faultDeed(of).who.replace("thread ", "thread ")
            : `warp ${of}`, 0, y + high / 2, {size: s * 0.9, weight: 700});
        stageBox(draw, left, y, w - left, high - 8, colours.code);
    });
    near.forEach((i, n) => {
        const fault = sides.includes(i), x = left + n * wide + wide / 2, {op} = placeOf(i);
        const rows = fault || !same || sides.length < 2 ? [rowOf(i)] : [0, 1];
        for (const r of rows) {
            const y = top + r * high;
            if (fault)
                stageBox(draw, x - 9, y - 4, 18, high, hue("red"));
            else
                stageBox(draw, x - 2, y + 8, 4, high - 24, op === "barrier" ? colours.ink : colours.soft);
        }
    });
    const y = top + lanes.length * high + s * 2.4;
    if (record.verdict === "RACE")
        stageText(draw, "no barrier is between the red accesses", left, y - s * 0.8,
            {size: s, weight: 700, colour: hue("red")});
    faultLines(draw, {w, h, s}, record, sides, y + s);
}

// The lines from one side to the other, with a caret where a barrier is missing.
function faultLines(draw, {w, h, s}, record, sides, y) {
    const marked = threadSorted(sides.map(i => placeOf(i).line).filter(Boolean));
    const first = Math.max(1, marked[0] - 1), end = marked[marked.length - 1];
    const barrier = trace.places.some(p => p.op === "barrier" && p.line > marked[0] && p.line < end);
    const race = record.verdict === "RACE", after = !race ? 0 : barrier ? end : faultAfter(marked[0], end);
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

const stageTint = name => rgb(mix(0.25, HUES[name], colourNumbers(colours.card)));

// Text that fits: cut, with an ellipsis.
function stageFit(draw, text, wide, size) {
    const most = Math.floor(wide / (size * 0.603));
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

// Past the end of an array: the array, and where the access is.
function faultOutside(draw, {w, h, s}, record, row) {
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
    faultLines(draw, {w, h, s}, record, [row], y + 130);
}
