// The pane of one element. Of C: each load whose origin is its row of A or its column of B,
// by k; a k that is missing, doubled or mismatched is marked. Of another element: who read
// it, how often, and from where.
"use strict";

const element = {array: null, index: -1};

function elementStart() {
    const form = document.getElementById("element-form");
    form.addEventListener("submit", event => {
        event.preventDefault();
        elementAsk(document.getElementById("element-name").value);
    });
    const C = trace.matrices.find(a => a.name === "C") ?? trace.matrices[0];
    if (C)
        document.getElementById("element-name").value =
            elementText(C, C.box.top * C.cols + C.box.left);
}

function elementAsk(text) {
    const said = document.getElementById("element-said");
    document.getElementById("element-body").replaceChildren();
    const [, name, numbers] = text.match(/^\s*(\w+)\s*((?:\[\s*\d+\s*\]\s*)+)$/) ?? [];
    const array = trace.matrices.find(a => a.name === name);
    const at = (numbers ?? "").match(/\d+/g)?.map(Number);
    if (!array || at.length !== (array.rows > 1 ? 2 : 1)) {
        said.textContent = `An element of a matrix has a name such as ` +
            `${elementText(trace.matrices[0], 0)}.`;
        return;
    }
    const [row, col] = array.rows > 1 ? at : [0, at[0]];
    if (row >= array.rows || col >= array.cols)
        said.textContent = `${array.name} has ${array.rows} rows and ${array.cols} columns.`;
    else
        elementShow(array, row * array.cols + col);
}

function elementShow(array, index) {
    Object.assign(element, {array, index});
    document.getElementById("element-name").value = elementText(array, index);
    document.getElementById("element-body").replaceChildren();
    const product = ["A", "B", "C"].map(name => trace.matrices.find(a => a.name === name));
    if (array === product[2] && product[0] && product[1])
        elementOfC(array, index, product[0], product[1]);
    else
        elementReaders(array, index);
    show();
}

// A frame around the element, in the pane of matrices.
function elementMark(draw) {
    if (!element.array)
        return;
    const row = Math.floor(element.index / element.array.cols);
    const col = element.index % element.array.cols;
    matricesFrame(draw, element.array, row, col, row, col, hue("red"), 2);
}

// ---- An element of C.

// The row, and the lane, that stores the element last; null if none does.
function elementWriter(array, index) {
    for (let i = trace.n - 1; i >= 0; i--) {
        if (arrayOf(i) !== array || placeOf(i).op !== "store")
            continue;
        let found = -1;
        eachWord(i, (lane, word) => {
            found = word === index ? lane : found;
        });
        if (found >= 0)
            return {i, lane: found};
    }
    return null;
}

// Each load of a lane, in order: {i, array, row, col} of the matrix that it comes from.
function elementLoads(warp, lane) {
    const loads = [];
    for (const i of trace.ofWarp[warp]) {
        const place = placeOf(i), words = Math.max(1, place.size / 4);
        if (place.op !== "load" || offsetOf(i, lane) === NOT_THERE)
            continue;
        for (let k = 0; k < words; k++) {
            const m = markOf(originOf(i, lane, k));
            if (m && m.array)
                loads.push({i, array: m.array, row: Math.floor(m.index / m.array.cols),
                    col: m.index % m.array.cols, shared: arrayOf(i).space === "shared"});
        }
    }
    return loads;
}

// The loads of a matrix that the lane multiplies. If there are loads from shared memory, those
// from global memory are copies, and do not count.
function elementUsed(loads, array) {
    const own = loads.filter(l => l.array === array);
    return own.some(l => l.shared) ? own.filter(l => l.shared) : own;
}

// What is wrong with each k: "", "missing", "doubled" or "mismatched".
function elementFaults(K, a, b) {
    const times = list => list.reduce((n, l) => (n[l.k]++, n), new Array(K).fill(0));
    const [ofA, ofB] = [times(a), times(b)];
    const faults = ofA.map((n, k) => !n || !ofB[k] ? "missing"
        : n > 1 || ofB[k] > 1 ? "doubled" : "");
    if (faults.every(f => !f))
        a.forEach((l, n) => {
            if (b[n].k !== l.k)
                faults[l.k] = "mismatched";
        });
    return faults;
}

function elementOfC(C, index, A, B) {
    const row = Math.floor(index / C.cols), col = index % C.cols;
    const writer = elementWriter(C, index), said = document.getElementById("element-said");
    if (!writer) {
        said.textContent = `The block never stores ${elementText(C, index)}.`;
        return;
    }
    const warp = trace.warp[writer.i], loads = elementLoads(warp, writer.lane);
    const used = array => elementUsed(loads, array);
    const a = used(A).filter(l => l.row === row).map(l => ({...l, k: l.col}));
    const b = used(B).filter(l => l.col === col).map(l => ({...l, k: l.row}));
    const faults = elementFaults(A.cols, a, b);
    const count = word => faults.filter(f => f === word).length;
    const bad = ["missing", "doubled", "mismatched"].filter(count)
        .map(word => `${count(word)} ${count(word) > 1 ? "are" : "is"} ${word}`);
    said.textContent = `${elementText(C, index)} is stored by thread ` +
        `${threadText(warp, writer.lane)}, lane ${writer.lane} of warp ${warp}, line ` +
        `${placeOf(writer.i).line}. ` +
        elementThread(C, warp, writer.lane, used(A), used(B)) +
        (bad.length ? `Of its ${A.cols} k, ${bad.join(", ")}.`
            : `It reads A[${row}][k] and B[k][${col}] once for each k, in the same order.`);
    document.getElementById("element-body").append(
        elementTable(["k", `A[${row}][k]`, `B[k][${col}]`, ""],
            elementOrder(faults).map(k => elementLine(k, a, b, faults[k]))));
}

// A lane with several results reads a row of A, and a column of B, for each of them. (It
// cannot be seen to which of them each product is added.)
function elementThread(C, warp, lane, a, b) {
    const stored = laneResults(warp, lane).filter(r => r.array === C);
    const rows = elementSet(stored.map(r => Math.floor(r.index / C.cols)));
    const cols = elementSet(stored.map(r => r.index % C.cols));
    const [ofA, ofB] = [elementSet(a.map(l => l.row)), elementSet(b.map(l => l.col))];
    const place = list => [...new Set(list.map(l => placeOf(l.i).line))].join(", ");
    const wrong = [rows === ofA ? "" : place(a), cols === ofB ? "" : place(b)].filter(Boolean);
    return !wrong.length && stored.length < 2 ? "" :
        `The thread stores rows ${rows} and columns ${cols} of C. It reads rows ${ofA} of A ` +
        `and columns ${ofB} of B` +
        (wrong.length ? `: these do not match, see line ${wrong.join(", ")}. ` : ". ");
}

// "8–15", or "0, 4, 8".
function elementSet(numbers) {
    const all = [...new Set(numbers)].sort((x, y) => x - y), parts = [];
    for (const n of all) {
        const last = parts[parts.length - 1];
        if (last && last[1] === n - 1)
            last[1] = n;
        else
            parts.push([n, n]);
    }
    return parts.map(([from, to]) => from === to ? from : `${from}–${to}`).join(", ") || "none";
}

// The k that are wrong come first.
function elementOrder(faults) {
    const all = faults.map((_, k) => k);
    return [...all.filter(k => faults[k]), ...all.filter(k => !faults[k])];
}

function elementLine(k, a, b, fault) {
    const side = list => list.filter(l => l.k === k).map(l => elementJump(l.i));
    return [String(k), side(a), side(b), fault];
}

// "line 43, cycle 430": a button that goes there.
function elementJump(i) {
    const button = document.createElement("button");
    button.textContent = `line ${placeOf(i).line}, cycle ` +
        trace.begin[i].toLocaleString("en");
    button.addEventListener("click", () => go(i));
    return button;
}

function elementTable(heads, lines) {
    const table = document.createElement("table"), head = document.createElement("tr");
    head.append(...heads.map(text => sourceCell("th", "", text)));
    table.append(head);
    for (const line of lines) {
        const row = document.createElement("tr");
        for (const cell of line) {
            const td = sourceCell("td", "", typeof cell === "string" ? cell : "");
            if (typeof cell !== "string")
                td.append(...cell);
            row.append(td);
        }
        row.classList.toggle("wrong",
            ["missing", "doubled", "mismatched"].includes(line[line.length - 1]));
        table.append(row);
    }
    return table;
}

// ---- Any other element.

function elementReaders(array, index) {
    const name = elementText(array, index), origin = array.mark + index, seen = new Map();
    for (let i = 0; i < trace.n; i++) {
        const lanes = new Set();
        if (!isAccess(i))
            continue;
        eachWord(i, (lane, word, k) => {
            const is_it = arrayOf(i) === array ? word === index
                : array.mark >= 0 && originOf(i, lane, k) === origin;
            if (is_it)
                lanes.add(lane);
        });
        if (!lanes.size)
            continue;
        const key = trace.place[i];
        const s = seen.get(key) ?? {first: i, requests: 0, lanes: 0, warps: new Set()};
        seen.set(key, s);
        s.requests++;
        s.lanes += lanes.size;
        s.warps.add(trace.warp[i]);
    }
    document.getElementById("element-said").textContent = seen.size
        ? `${name}: who accesses it, and its copies in shared memory.`
        : `The block never accesses ${name}.`;
    if (seen.size)
        document.getElementById("element-body").append(elementTable(
            ["what", "requests", "lanes", "warps", "first"],
            [...seen].map(([key, s]) => {
                const {op, array: n, line} = trace.places[key];
                return [`line ${line}: ${op} ${trace.arrays[n].name}`, String(s.requests),
                    String(s.lanes), String(s.warps.size), [elementJump(s.first)]];
            })));
}
