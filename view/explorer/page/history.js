// The history of an element of C: each load and copy whose origin is its row of A or its column
// of B, by k. A k that is missing, doubled or mismatched is marked.
"use strict";

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
        elementTable(["k", `A[${row}][k]: copied`, "read", `B[k][${col}]: copied`, "read", ""],
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
    const side = list => {
        const own = list.filter(l => l.k === k);
        const copies = new Set(own.map(elementCopy).filter(i => i >= 0));
        return [[...copies].map(elementJump), own.map(l => elementJump(l.i))];
    };
    return [String(k), ...side(a), ...side(b), fault];
}

// The last store to shared memory of the element, before the load; -1 if there is none.
function elementCopy(load) {
    if (!load.shared)
        return -1;
    elementCopy.of ??= elementCopies();
    const stores = elementCopy.of.get(load.array.mark + load.row * load.array.cols + load.col);
    const n = stores ? countUpTo(stores, load.i) : 0;
    return n ? stores[n - 1] : -1;
}

// The rows that store each origin in shared memory.
function elementCopies() {
    const of = new Map();
    for (let i = 0; i < trace.n; i++) {
        if (placeOf(i).op !== "store" || arrayOf(i).space !== "shared")
            continue;
        eachWord(i, (lane, word, k) => {
            const origin = originOf(i, lane, k);
            if (origin >= 0 && !of.has(origin))
                of.set(origin, []);
            if (origin >= 0)
                of.get(origin).push(i);
        });
    }
    return of;
}

// "line 43, cycle 430": a button that goes there.
function elementJump(i) {
    const button = document.createElement("button");
    button.textContent = `line ${placeOf(i).line}, cycle ` +
        trace.begin[i].toLocaleString("en");
    button.title = `warp ${trace.warp[i]}`;
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
