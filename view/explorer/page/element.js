// The pane of one element: what was asked for, and of an element of A or B, who read it, how
// often, and from where. history.js has those of C.
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
    const [row, column] = array.rows > 1 ? at : [0, at[0]];
    const col = Math.floor(column / array.per);
    if (row >= array.rows || col >= array.cols)
        said.textContent = `${array.name} has ${array.rows} rows and ` +
            `${array.cols * array.per} columns.`;
    else
        elementShow(array, row * array.cols + col);
}

function elementShow(array, index) {
    Object.assign(element, {array, index});
    document.getElementById("element-name").value = elementText(array, index);
    document.getElementById("element-body").replaceChildren();
    const product = ["A", "B", "C"].map(name => trace.matrices.find(a => a.name === name));
    // A fragment is spread over a warp: no lane has the products of an element.
    if (array === product[2] && product[0] && product[1] && array.per === 1)
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

// ---- Any other element.

// True if the row is a copy of a box that has the element.
function elementCopied(i, array, index) {
    const part = copiedBox(i), row = Math.floor(index / array.cols), col = index % array.cols;
    return part && part.array === array && row >= part.top && row <= part.bottom &&
        col >= part.left && col <= part.right;
}

function elementReaders(array, index) {
    const name = elementText(array, index), origin = array.mark + index, seen = new Map();
    for (let i = 0; i < trace.n; i++) {
        const lanes = new Set();
        if (elementCopied(i, array, index))
            lanes.add(0);
        const visit = (lane, word, k) => {
            const is_it = arrayOf(i) === array ? word === index
                : array.mark >= 0 && originOf(i, lane, k) === origin;
            if (is_it)
                lanes.add(lane);
        };
        if (isAccess(i))
            eachWord(i, visit);
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
                return [`line ${line}: ${op} ${op === "copy" ? "to " : ""}` +
                    trace.arrays[n].name, String(s.requests), String(s.lanes), String(s.warps.size), [elementJump(s.first)]];
            })));
}
