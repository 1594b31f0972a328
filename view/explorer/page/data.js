// The trace, unpacked into columns of numbers: entry i of each column is row i, in the
// order of time. view/explorer/pack.h says what the columns are.
"use strict";

const LANES = 32;
const NOT_THERE = -1000000000, ZERO = -1000000001, COMPUTED = -1000000002;
const UNSET = -1000000003; // a word of shared memory that was not written yet
const SECTOR = 32, LINE = 128; // bytes

let page; // what `explorer` has written
let trace = {}; // n, the columns, and what is derived from them
let before = null; // of the kernel of the lab before, if there is one: {page, trace}

async function dataLoad() {
    if (document.getElementById("before")) {
        await dataUnpack("before");
        before = {page, trace};
    }
    await dataUnpack("data");
}

// What f returns about another kernel: all that reads `page` and `trace` reads its.
function dataOf(kernel, f) {
    const mine = {page, trace};
    ({page, trace} = kernel);
    try {
        return f();
    } finally {
        ({page, trace} = mine);
    }
}

async function dataUnpack(id) {
    const text = atob(document.getElementById(id).textContent.trim());
    const bytes = Uint8Array.from(text, c => c.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(
        new DecompressionStream("gzip"));
    page = await new Response(unpacked).json();
    trace = {};
    const t = page.trace;
    trace.n = t.rows;
    for (const [name, values] of Object.entries(t.columns))
        trace[name] = Float64Array.from(values);
    trace.pattern = Uint32Array.from(t.columns.pattern);
    trace.place = Uint32Array.from(t.columns.place);
    trace.warp = Uint16Array.from(t.columns.warp);
    trace.patterns = Int32Array.from(t.patterns.flat());
    trace.lanes = t.patterns.map(p => p.filter(apart => apart !== NOT_THERE).length);
    trace.origin = t.origins.map(o => Int32Array.from(o));
    trace.places = t.places;
    trace.arrays = t.arrays;
    for (const place of trace.places)
        place.of = trace.arrays[place.array];
    dataAsync(t.async);
    dataArrays();
    dataWarps();
    dataBoxes();
}

// Of rows of the copy engine, mbarriers and wgmma: their words, as probe_trace.h has them.
function dataAsync(list) {
    trace.async = new Map();
    for (let i = 0; i < list.length; i += 2) {
        const words = list[i + 1].split(" ").filter(w => w.includes("=")).map(w => w.split("="));
        trace.async.set(list[i], Object.fromEntries(words.map(([name, text]) => [name,
            /^-?\d+$/.test(text) ? Number(text) : text.includes(",")
                ? text.split(",").map(n => isNaN(n) ? n : Number(n)) : text])));
    }
}

const asyncOf = i => trace.async.get(i) ?? {};

// ---- Arrays.

function dataArrays() {
    for (const [name, [, rows, cols, element]] of Object.entries(page.mark))
        if (!trace.arrays.some(a => a.name === name && a.space === "global"))
            trace.arrays.push({name, space: "global", rows, cols, element, base: 0});
    trace.matrices = trace.arrays.filter(a => a.space === "global" && a.rows > 0);
    trace.shared = trace.arrays.filter(a => a.space === "shared");
    for (const a of trace.arrays) {
        const shape = page.shared[a.name];
        // A matrix of 2-byte elements has half as many columns here: of words.
        a.per = a.space === "global" && a.rows > 0 ? 4 / a.element : 1; // elements per word
        a.cols /= a.per;
        a.element = a.space === "shared" && shape ? shape[0] : 4;
        a.extent = a.space === "shared" && shape ? shape.slice(1) : [];
        a.words = Math.ceil(a.extent.reduce((n, e) => n * e, a.element) / 4);
        a.mark = page.mark[a.name] ? page.mark[a.name][0] : -1;
    }
    trace.marks = Object.entries(page.mark).map(([name, start]) => ({
        name, start: start[0], array: trace.matrices.find(a => a.name === name)}));
    trace.marks.sort((a, b) => b.start - a.start);
}

// The matrix element that has this number: {name, array, index}.
function markOf(origin) {
    const m = origin >= 0 && trace.marks.find(k => origin >= k.start);
    return m ? {name: m.name, array: m.array, index: origin - m.start} : null;
}

function originText(origin) {
    const m = markOf(origin);
    if (m)
        return m.array ? elementText(m.array, m.index) : `${m.name}[${m.index}]`;
    return origin === ZERO ? "0" : origin === COMPUTED ? "a computed value" : "nothing yet";
}

// "A[3][4]", or of a vector "x[4]".
function elementText(array, index) {
    if (array.space === "shared")
        return array.name + sharedIndex(array, index).map(i => `[${i}]`).join("");
    if (array.rows < 2)
        return `${array.name}[${index * array.per}]`;
    return `${array.name}[${Math.floor(index / array.cols)}]` +
        `[${index % array.cols * array.per}]`;
}

function sharedIndex(array, index) {
    const at = [];
    for (let d = array.extent.length - 1; d > 0; d--) {
        at.unshift(index % array.extent[d]);
        index = Math.floor(index / array.extent[d]);
    }
    return [index, ...at];
}

// ---- Rows.

const placeOf = i => trace.places[trace.place[i]];
const arrayOf = i => placeOf(i).of;
const ACCESSES = ["load", "store", "atomic"];
const isAccess = i => ACCESSES.includes(placeOf(i).op);
const endOf = i => trace.begin[i] + trace.cycles[i];

// The first byte that a lane accesses, counted from its array's first; NOT_THERE.
function offsetOf(i, lane) {
    const apart = trace.patterns[trace.pattern[i] * LANES + lane];
    return apart === NOT_THERE ? NOT_THERE : trace.at[i] + apart;
}

// The origin of word k of a lane. Of a matrix's element, the element itself.
function originOf(i, lane, k) {
    const place = placeOf(i);
    if (!trace.origins[i]) {
        const array = arrayOf(i), offset = offsetOf(i, lane);
        return array && array.mark >= 0 ? array.mark + offset / 4 + k : COMPUTED;
    }
    const words = Math.max(1, place.size / 4);
    const apart = trace.origin[trace.origins[i] - 1][lane * words + k];
    return apart < 0 && apart <= NOT_THERE ? apart : trace.from[i] + apart;
}

// The lines of the source whose lanes copy by cp.async.
const copyLines = () => new Set(trace.places.filter(p => p.op === "land").map(p => p.line));

// Call visit(lane, word of the array, k) for each word that the row's lanes access.
function eachWord(i, visit) {
    const words = Math.max(1, placeOf(i).size / 4);
    for (let lane = 0; lane < LANES; lane++) {
        const offset = offsetOf(i, lane);
        for (let k = 0; offset !== NOT_THERE && k < words; k++)
            visit(lane, (offset >> 2) + k, k);
    }
}

// threadIdx of a lane of a warp, as the block is shaped.
function threadOf(warp, lane) {
    const [x, y] = page.threads, n = warp * LANES + lane;
    return [n % x, Math.floor(n / x) % y, Math.floor(n / x / y)];
}

function threadText(warp, lane) {
    const [x, y, z] = threadOf(warp, lane);
    return page.threads[2] > 1 ? `(${x},${y},${z})` : `(${x},${y})`;
}

// ---- The product: which arrays are its operands.

// {A, B, C, turned: B is stored as N x K}; of a kernel that is no matrix product, null. C is
// null if the block never touches it.
function productOf() {
    if (trace.product !== undefined)
        return trace.product;
    const [A, B, ...others] = Object.keys(page.mark).map(name =>
        trace.matrices.find(a => a.name === name));
    trace.product = null;
    if (!A || !B || A.rows < 2 || B.rows < 2)
        return null;
    const C = others.find(m => m.rows === A.rows && m.rows > 1 && (matricesTurned(A, B, m) ||
        B.cols === m.cols && B.rows <= A.cols * A.per)) ?? null;
    const turned = C ? matricesTurned(A, B, C) : A.cols === B.cols;
    if (turned || C)
        trace.product = {A, B, C, turned};
    return trace.product;
}

// The k of an element of A, of B, or of another matrix that is stored as A is; else NaN.
function kOf(array, index) {
    const p = productOf();
    if (!p || array === p.C || array.rows < 2)
        return NaN;
    if (array === p.B && !p.turned)
        return Math.floor(index / array.cols);
    return array.cols === p.A.cols ? index % array.cols * array.per : NaN;
}

// The least k of what a request's lanes access; Infinity if it is about another array.
function kOfRow(i) {
    let least = Infinity;
    if (isAccess(i) && arrayOf(i) && arrayOf(i).box) {
        const array = arrayOf(i);
        eachWord(i, (lane, word) => {
            const k = kOf(array, word);
            if (k < least)
                least = k;
        });
    }
    return least;
}

// ---- Per warp, and per line.

function dataWarps() {
    trace.warps = 0;
    for (let i = 0; i < trace.n; i++)
        trace.warps = Math.max(trace.warps, trace.warp[i] + 1);
    trace.ofWarp = Array.from({length: trace.warps}, () => []);
    trace.cycles_all = 0;
    for (let i = 0; i < trace.n; i++) {
        trace.ofWarp[trace.warp[i]].push(i);
        trace.cycles_all = Math.max(trace.cycles_all, endOf(i));
    }
}

// How many entries of a sorted list are at most `value`.
function countUpTo(list, value) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle] <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The last row of a warp at or before moment i; -1 if there is none.
function lastOf(warp, i) {
    const n = countUpTo(trace.ofWarp[warp], i);
    return n ? trace.ofWarp[warp][n - 1] : -1;
}

// The part of each matrix that the block touches.
function dataBoxes() {
    for (const a of trace.matrices)
        a.box = {top: Infinity, left: Infinity, bottom: -1, right: -1};
    const done = new Set(); // of one pattern, at one place: most rows repeat it
    for (let i = 0; i < trace.n; i++) {
        const array = arrayOf(i);
        dataCopied(i);
        const key = `${trace.place[i]} ${trace.pattern[i]} ${trace.at[i]}`;
        if (!array || !array.box || done.has(key))
            continue;
        done.add(key);
        eachWord(i, (lane, word) => {
            const row = Math.floor(word / array.cols), col = word % array.cols;
            const box = array.box;
            if (row < 0 || row >= array.rows)
                return;
            box.top = Math.min(box.top, row);
            box.bottom = Math.max(box.bottom, row);
            box.left = Math.min(box.left, col);
            box.right = Math.max(box.right, col);
        });
    }
    for (const array of trace.matrices) {
        const box = array.box;
        if (box.bottom < 0)
            Object.assign(box, dataUntouched(array));
        box.cols = box.right - box.left + 1;
        box.rows = box.bottom - box.top + 1;
    }
}

// The part of a matrix that a copy by a tensor map takes: {array, top, left, bottom, right} in
// words; null if it is another row.
function copiedBox(i) {
    const {at, box, array: name} = asyncOf(i);
    const array = at && trace.matrices.find(a => a.name === name);
    if (!array || at[1] >= array.rows)
        return null;
    const edge = (n, most) => Math.max(0, Math.min(n, most - 1));
    return {array, top: Math.max(0, at[1]), bottom: edge(at[1] + box[1] - 1, array.rows),
        left: Math.max(0, Math.floor(at[0] / array.per)),
        right: edge(Math.floor((at[0] + box[0] - 1) / array.per), array.cols)};
}

function dataCopied(i) {
    const copied = copiedBox(i), box = copied && copied.array.box;
    if (!copied)
        return;
    for (const side of ["top", "left"])
        box[side] = Math.min(box[side], copied[side]);
    for (const side of ["bottom", "right"])
        box[side] = Math.max(box[side], copied[side]);
}

// The part of a matrix that is shown if the block touches nothing of it: of C, the rows that
// A has there, and the columns that B has.
function dataUntouched(array) {
    const of = name => trace.matrices.find(a => a.name === name && a.box.bottom >= 0);
    const A = array.name === "C" ? of("A") : null, B = of("B");
    return A && B
        ? {top: A.box.top, bottom: A.box.bottom, left: B.box.left, right: B.box.right}
        : {top: 0, left: 0, bottom: Math.min(array.rows, LANES) - 1,
            right: Math.min(array.cols, LANES) - 1};
}
