// The index transform: which lane has which element of C, in the lab before and here. Only where
// the lanes of a warp go another way through C.
"use strict";

// {warp, lane: the one that is followed, all: the element of each lane}; null if lanes have more.
function indexFind() {
    const found = threadFind();
    if (!found || found.results.length !== 1)
        return null;
    const C = productOf().C, all = Array.from({length: LANES}, (_, lane) =>
        laneResults(found.warp, lane).find(r => r.array === C)?.index ?? -1);
    const [first, next] = all, step = next - first;
    return all.includes(-1) ? null
        : {warp: found.warp, all, way: step === 1 ? "row" : step === C.cols ? "column" : ""};
}

function indexStep() {
    const mine = indexFind(), old = before && mine && dataOf(before, indexFind);
    if (!old || !mine.way || !old.way || mine.way === old.way)
        return null;
    const lab = stageLabBefore();
    return {id: "index", name: "Index", pane: [], beats: LANES, rest: 5, numbers: {mine, old},
        moment: () => trace.ofWarp[mine.warp].find(i => placeOf(i).op === "store" &&
            arrayOf(i) === productOf().C),
        caption: () => `In lab ${lab}, neighbouring lanes went along a ${old.way} of C. ` +
            `Here they go along a ${mine.way}.`,
        draw: (draw, room, beat) => indexDraw(draw, room, mine, old, stage.lane ?? beat)};
}

function indexDraw(draw, {w, h}, mine, old, lane) {
    const stacked = w < 560, gap = 24;
    const part = stacked ? w : (w - gap) / 2, high = stacked ? (h - gap) / 2 : h;
    dataOf(before, () => stagePart(draw, 0, 0, part, high, room =>
        indexHalf(draw, room, old, `before: lab ${stageLab()}`, lane)));
    stagePart(draw, stacked ? 0 : part + gap, stacked ? high + gap : 0, part, high, room =>
        indexHalf(draw, room, mine, `this kernel: lab ${stageLab()}`, lane));
}

// 32 x 32 of C, with the lanes of the warp.
function indexHalf(draw, {w, h, s}, {warp, all}, title, lane) {
    const {C} = productOf(), top = s * 2.2, cell = Math.min(w, h - top - s * 2.4) / LANES;
    const row0 = Math.floor(all[0] / C.cols), col0 = all[0] % C.cols;
    stageText(draw, title, 0, s * 1.2, {size: s, weight: 700});
    for (let r = 0; r < LANES; r++)
        for (let c = 0; c < LANES; c++)
            stageBox(draw, c * cell, top + r * cell, cell - 1, cell - 1, colours.code);
    all.forEach((index, l) => {
        const c = index % C.cols - col0, r = Math.floor(index / C.cols) - row0;
        stageBox(draw, c * cell, top + r * cell, cell - 1, cell - 1,
            l === lane ? hue("red") : stageHue(C.name, 0.6));
        if (cell >= 11)
            stageText(draw, String(l), c * cell + cell / 2 - 0.5, top + r * cell + cell / 2 + 3,
                {size: cell * 0.62, align: "center", colour: l === lane ? "#fff" : colours.ink});
        stageHit(draw, c * cell, top + r * cell, cell, cell,
            {lane: l, title: `lane ${l}: ${elementText(C, index)}`});
    });
    stageText(draw, `lane ${lane} = thread ${threadText(warp, lane)}: ${elementText(C, all[lane])}`,
        0, top + LANES * cell + s * 1.5, {size: s * 0.95, weight: 700, mono: true});
}
