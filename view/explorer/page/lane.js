// The lane that is followed: its results, and what it accesses now.
"use strict";

function laneStart() {
    byId("lane").addEventListener("input", event => {
        const lane = event.target.value === "" ? NaN : Number(event.target.value);
        main.lane = lane >= 0 && lane < LANES ? lane : null;
        show();
    });
}

function laneResults(warp, lane) {
    const key = warp * LANES + lane;
    trace.results ??= new Map();
    if (!trace.results.has(key)) {
        const found = [];
        for (const i of trace.ofWarp[warp]) {
            const array = arrayOf(i);
            if (placeOf(i).op !== "store" || !array.box || offsetOf(i, lane) === NOT_THERE)
                continue;
            for (let k = 0; k < placeOf(i).size / 4; k++)
                found.push({array, index: offsetOf(i, lane) / 4 + k});
        }
        trace.results.set(key, found);
    }
    return trace.results.get(key);
}

// The words of an array that each lane of a warp stores, in order.
function laneWords(warp, array) {
    return Array.from({length: LANES}, (_, lane) => [...new Set(laneResults(warp, lane)
        .filter(r => r.array === array).map(r => r.index))].sort((a, b) => a - b));
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
