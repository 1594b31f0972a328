// Eight states of the page, each of which shows one idea. A state that this kernel does not
// have, such as shared memory, cannot be chosen.
"use strict";

// The access that is best by `value`, the earliest of equals; -1 if none has one.
function viewBest(value) {
    let best = -1, most = -Infinity;
    const done = new Map(); // what was computed for an equal row
    for (let i = 0; i < trace.n; i++) {
        const key = trace.place[i] * 1e6 + trace.pattern[i];
        if (!done.has(key))
            done.set(key, isAccess(i) ? value(i, placeOf(i), arrayOf(i)) : null);
        const v = done.get(key);
        if (v !== null && v > most) {
            most = v;
            best = i;
        }
    }
    return best;
}

const isGlobalLoad = (place, array) => place.op === "load" && array.space === "global";
const isSharedLoad = (place, array) => place.op === "load" && array.space === "shared";

// The fewest sectors that hold as many words as a request accesses.
const fewestSectors = i => Math.ceil(matricesWords(i).words.size * 4 / SECTOR);

// A load of operands in the middle of the block's life, by a kernel whose lanes have results in
// several rows (and columns, if `square`); -1 if there is none.
function viewTiling(square) {
    const first = viewBest((i, p, a) => isSharedLoad(p, a) ? 1 : null);
    if (first < 0)
        return -1;
    const results = laneResults(trace.warp[first], 0);
    const different = of => new Set(results.map(of)).size;
    const rows = different(r => Math.floor(r.index / r.array.cols));
    const cols = different(r => r.index % r.array.cols);
    if (rows * cols < 2 || square !== (rows > 1 && cols > 1))
        return -1;
    const list = trace.ofWarp[trace.warp[first]];
    return list.slice(list.length >> 1).find(i => isAccess(i) &&
        isSharedLoad(placeOf(i), arrayOf(i))) ?? first;
}

const VIEWS = {
    naive: {name: "Naive access", pane: "request",
        says: "the load that moves the most sectors, many more than its words need",
        find: () => viewBest((i, p, a) => isGlobalLoad(p, a) && a.box &&
            trace.cost[i] >= 4 * fewestSectors(i) ? trace.cost[i] : null)},
    coalesced: {name: "Coalesced access", pane: "request",
        says: "a load whose lanes access neighbours: its sectors are used completely",
        find: () => viewBest((i, p, a) => isGlobalLoad(p, a) && a.box && lanesOf(i) > 1 &&
            matricesWords(i).words.size >= lanesOf(i) && trace.cost[i] <= fewestSectors(i) + 1
            ? 1 : null)},
    index: {name: "Index transform", pane: "matrices", lane: 0,
        says: "a store of results: which lane has which element",
        find: () => viewBest((i, p, a) =>
            p.op === "store" && a.space === "global" ? 1 : null)},
    hierarchy: {name: "Memory hierarchy", pane: "traffic",
        says: "at the end: what has moved through each level",
        find: () => trace.n - 1},
    shared: {name: "Shared memory", pane: "shared",
        says: "the load from shared memory that needs the most wavefronts",
        find: () => viewBest((i, p, a) => isSharedLoad(p, a) ? trace.cost[i] : null)},
    tile1d: {name: "1-D tiling", pane: "matrices", lane: 5,
        says: "the results of one lane, in a column, and what it reads for them",
        find: () => viewTiling(false)},
    tile2d: {name: "2-D tiling", pane: "matrices", lane: 5,
        says: "the results of one lane, in a square, and what it reads for them",
        find: () => viewTiling(true)},
    vector: {name: "Vectorised access", pane: "request",
        says: "the global access with the most bytes per lane",
        find: () => viewBest((i, p, a) => a.space === "global" && p.size > 4
            ? p.size : null)},
};

function viewStart() {
    const list = byId("views");
    for (const [id, view] of Object.entries(VIEWS)) {
        const button = document.createElement("button");
        view.row = view.find();
        button.textContent = view.name;
        button.disabled = view.row < 0;
        button.title = view.row < 0 ? "this kernel has none" : view.says;
        button.addEventListener("click", () => viewOpen(id));
        list.append(button);
    }
    byId("lane").addEventListener("input", event => {
        const lane = event.target.value === "" ? NaN : Number(event.target.value);
        main.lane = lane >= 0 && lane < LANES ? lane : null;
        show();
    });
}

function viewOpen(id) {
    const view = VIEWS[id];
    if (!view || view.row < 0)
        return go(main.moment);
    main.lane = view.lane ?? null;
    byId("lane").value = main.lane ?? "";
    go(view.row);
    const pane = byId(`pane-${view.pane}`);
    for (const other of document.querySelectorAll(".chosen"))
        other.classList.remove("chosen");
    pane.classList.add("chosen");
    if (document.documentElement.dataset.ready)
        pane.scrollIntoView({block: "nearest"});
    byId("said").textContent = `${view.name}: ${view.says}.`;
}

// ---- The lane that is followed: its results, and what it accesses now.

function laneResults(warp, lane) {
    const key = warp * LANES + lane;
    laneResults.of ??= new Map();
    if (!laneResults.of.has(key)) {
        const found = [];
        for (const i of trace.ofWarp[warp]) {
            const array = arrayOf(i);
            if (placeOf(i).op !== "store" || !array.box || offsetOf(i, lane) === NOT_THERE)
                continue;
            for (let k = 0; k < placeOf(i).size / 4; k++)
                found.push({array, index: offsetOf(i, lane) / 4 + k});
        }
        laneResults.of.set(key, found);
    }
    return laneResults.of.get(key);
}

function laneMark(draw, moment) {
    if (main.lane === null)
        return;
    for (const {array, index} of laneResults(trace.warp[moment], main.lane)) {
        const row = Math.floor(index / array.cols), col = index % array.cols;
        matricesFrame(draw, array, row, col, row, col, hue("red"), 1);
    }
    if (!isAccess(moment) || offsetOf(moment, main.lane) === NOT_THERE)
        return;
    const words = Math.max(1, placeOf(moment).size / 4);
    for (let k = 0; k < words; k++) {
        const m = markOf(originOf(moment, main.lane, k));
        if (m && m.array)
            matricesMark(draw, m.array, [m.index], hue("red"));
    }
}
