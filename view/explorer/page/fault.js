// The first fault of the block: what the check said, its moment, and its other side.
"use strict";

const FAULTS = ["RACE", "OUT_OF_BOUNDS", "MISALIGNED", "UNINITIALIZED", "BARRIER",
    "TIMEOUT", "CRASH"];

const fault = {moment: 0}; // where the page opens

function faultStart() {
    const record = page.record, said = document.getElementById("fault");
    if (!record || record.verdict === "PASS")
        return;
    said.hidden = false;
    document.getElementById("fault-verdict").textContent = record.verdict;
    document.getElementById("fault-what").textContent =
        (record.file ? `${record.file}:${record.line}: ` : "") + (record.what ?? "") + ".";
    document.getElementById("fault-try").textContent =
        record.try ? `Try: ${record.try}.` : "";
    const places = document.getElementById("fault-places");
    const add = (row, text) => {
        const button = document.createElement("button");
        button.textContent = text;
        button.addEventListener("click", () => go(row));
        places.append(button);
    };
    const {fault: row, other} = page.trace;
    if (row >= 0)
        add(fault.moment = faultMoment(), `the fault: ${faultSide(row)}`);
    if (other >= 0)
        add(other, `the other side: ${faultSide(other)}`);
    if (row < 0 && FAULTS.includes(record.verdict))
        places.textContent = "The fault did not occur in this run of the block.";
    if (record.verdict === "WRONG" && record.indices)
        faultElement(record, places);
}

// The request that the fault is about comes right after it, in its warp; the other side may
// be between the two.
function faultMoment() {
    const row = page.trace.fault, list = trace.ofWarp[trace.warp[row]];
    const next = list.slice(list.indexOf(row) + 1).find(i => placeOf(i).op !== "other");
    return next !== undefined && placeOf(next).line === placeOf(row).line &&
        isAccess(next) ? next : row;
}

function faultSide(row) {
    const {op, line, array} = placeOf(row), warp = trace.warp[row];
    const lane = offsetsOf(row).findIndex(o => o !== NOT_THERE);
    if (!line)
        return `thread ${threadText(warp, lane)} has ended`;
    const what = op === "store" ? "writes " : op === "load" ? "reads " : "";
    return `warp ${trace.warp[row]}, line ${line}` +
        (array >= 0 && what ? ` ${what}${trace.arrays[array].name}` : "");
}

// Of a wrong result, the history of its first wrong element.
function faultElement(record, places) {
    const array = trace.matrices.find(a => a.name === record.array);
    if (!array)
        return;
    const [row, column] = record.indices.length > 1 ? record.indices : [0, record.indices[0]];
    const col = Math.floor(column / array.per);
    const button = document.createElement("button");
    button.textContent = `the history of ${elementText(array, row * array.cols + col)}`;
    button.addEventListener("click", () => {
        elementShow(array, row * array.cols + col);
        document.getElementById("pane-element").scrollIntoView();
    });
    places.append(button);
    elementShow(array, row * array.cols + col);
    const writer = elementWriter(array, row * array.cols + col);
    fault.moment = writer ? writer.i : 0;
}
