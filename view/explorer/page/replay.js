// What memory holds at a moment: the rows up to it, applied in the order of time. A copy is
// kept every so many rows, so that a jump in either direction is quick.
"use strict";

const COPY_EVERY = 1024; // rows
const replay = {at: -1, copies: []};

function replayStart() {
    for (const a of trace.shared)
        for (let i = 0; i < trace.n; i++)
            if (arrayOf(i) === a)
                for (let lane = 0; lane < LANES; lane++)
                    a.words = Math.max(a.words,
                        (offsetOf(i, lane) + placeOf(i).size + 3) >> 2);
    replay.now = {
        shared: trace.shared.map(a => ({
            origin: new Int32Array(a.words).fill(UNSET), // of each word...
            row: new Int32Array(a.words).fill(-1), // ...and the row that wrote it
        })),
        touched: trace.matrices.map(a => ({
            times: new Uint16Array(a.box.rows * a.box.cols), // requests for each element
            row: new Int32Array(a.box.rows * a.box.cols).fill(-1), // the last of them
        })),
        sums: new Float64Array(SUMS.length),
    };
    replay.copies = [replayCopy(replay.now)];
    replay.at = -1;
}

// What is added up, for the pane of traffic.
const SUMS = ["loaded", "stored", "sectors", "wavefronts",
    "shared_loaded", "shared_stored", "copied"];
const SUM = Object.fromEntries(SUMS.map((name, i) => [name, i]));

function replayCopy(state) {
    const arrays = o => Object.fromEntries(
        Object.entries(o).map(([name, array]) => [name, array.slice()]));
    return {shared: state.shared.map(arrays), touched: state.touched.map(arrays),
        sums: state.sums.slice()};
}

function replaySeek(moment) {
    const copy = Math.min(Math.floor((moment + 1) / COPY_EVERY), replay.copies.length - 1);
    const from = copy * COPY_EVERY - 1;
    if (moment < replay.at || from > replay.at) {
        replay.now = replayCopy(replay.copies[copy]);
        replay.at = from;
    }
    while (replay.at < moment) {
        replayApply(++replay.at);
        if ((replay.at + 1) / COPY_EVERY === replay.copies.length)
            replay.copies.push(replayCopy(replay.now));
    }
}

function replayApply(i) {
    const {op} = placeOf(i), array = arrayOf(i);
    if (op === "copy")
        replayCopied(i);
    if (!array || !isAccess(i) && op !== "land")
        return;
    if (array.space === "shared") {
        if (op !== "load")
            replayWrite(i, array);
        if (op !== "land")
            replayCountShared(i, op);
    } else if (op !== "land") {
        replayCountGlobal(i, op);
        if (array.box)
            replayTouch(i, array);
    }
}

function replayWrite(i, array) {
    const to = replay.now.shared[trace.shared.indexOf(array)];
    eachWord(i, (lane, word, k) => {
        to.origin[word] = originOf(i, lane, k);
        to.row[word] = i;
    });
}

// The copy engine has begun to load a box.
function replayCopied(i) {
    const part = copiedBox(i), {to: loads, bytes, outside} = asyncOf(i);
    replay.now.sums[SUM.copied] += loads === undefined ? 0 : bytes - (outside ?? 0);
    if (!part)
        return;
    const to = replay.now.touched[trace.matrices.indexOf(part.array)], box = part.array.box;
    for (let row = part.top; row <= part.bottom; row++)
        for (let col = part.left; col <= part.right; col++) {
            const at = (row - box.top) * box.cols + col - box.left;
            to.row[at] = i;
            to.times[at]++;
        }
}

function replayTouch(i, array) {
    const to = replay.now.touched[trace.matrices.indexOf(array)], box = array.box;
    eachWord(i, (lane, word) => {
        const row = Math.floor(word / array.cols) - box.top;
        const at = row * box.cols + word % array.cols - box.left;
        if (row < 0 || row >= box.rows || to.row[at] === i)
            return;
        to.row[at] = i;
        to.times[at]++;
    });
}

// How many lanes take part in a row.
const lanesOf = i => trace.lanes[trace.pattern[i]];

function replayCountGlobal(i, op) {
    const {sums} = replay.now;
    sums[op === "load" ? SUM.loaded : SUM.stored] += lanesOf(i) * placeOf(i).size;
    sums[SUM.sectors] += trace.cost[i];
}

function replayCountShared(i, op) {
    const {sums} = replay.now;
    sums[op === "load" ? SUM.shared_loaded : SUM.shared_stored] +=
        lanesOf(i) * placeOf(i).size;
    sums[SUM.wavefronts] += trace.cost[i];
}

// Words in flight at this moment: loads that have not arrived, by their rows.
function replayInFlight(moment) {
    const now = trace.begin[moment], rows = [];
    for (let warp = 0; warp < trace.warps; warp++) {
        const list = trace.ofWarp[warp];
        for (let n = countUpTo(list, moment) - 1, far = 0; n >= 0 && far < 64; n--, far++) {
            const array = arrayOf(list[n]);
            if (array && array.space === "global" && placeOf(list[n]).op === "load" &&
                endOf(list[n]) > now)
                rows.push(list[n]);
        }
    }
    return rows;
}
