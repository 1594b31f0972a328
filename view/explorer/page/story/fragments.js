// Fragments: which lane of a warp holds which elements of C after a matrix instruction.
"use strict";

const FRAGMENT_LANES = [0, 1, 2, 3, 4, 5, 8, 12, 16, 20, 24, 28, 31];

function fragmentsStep() {
    const p = productOf();
    if (!p || !p.C || threadFind())
        return null;
    const C = p.C, warp = trace.ofWarp.findIndex((_, w) => laneResults(w, 0).some(r => r.array === C));
    if (warp < 0 || laneResults(warp, 0).length < 4)
        return null;
    const all = laneWords(warp, C);
    const words = all.flat(), rowOf = i => Math.floor(i / C.cols), colOf = i => i % C.cols;
    // As mma and wgmma have it: two elements, then the next lane's; 4 lanes have a row.
    const pair = 2 / C.per, first = l => all[l].length ? all[l][0] : NaN;
    if (first(1) !== first(0) + pair || first(4) !== first(0) + C.cols)
        return null;
    const top = Math.min(...words.map(rowOf)), left = Math.min(...words.map(colOf));
    const count = l => all[l].length * C.per, rows = l => new Set(all[l].map(rowOf)).size;
    const store = trace.ofWarp[warp].find(i => placeOf(i).op === "store" && arrayOf(i) === C);
    return {id: "fragments", name: "Fragments by lane", pane: [],
        beats: FRAGMENT_LANES.length, rest: 5, warp, numbers: {all, C, warp},
        moment: () => store,
        caption(beat) {
            const lane = FRAGMENT_LANES[beat];
            return `Lane ${lane} of warp ${warp} holds ${plural(count(lane), "element")} of ${C.name}, in ` +
                `${plural(rows(lane), "row")}.`;
        },
        draw: (draw, room, beat) =>
            fragmentsDraw(draw, room, C, all, top, left, FRAGMENT_LANES[beat])};
}

function fragmentsDraw(draw, {w, h, s}, C, all, top, left, lane) {
    const rows = 16, cols = 16, per = C.per, head = s * 4.2, side = s * 4;
    const wide = (w - side) / cols, high = Math.min((h - head) / rows, 34), of = new Map();
    all.forEach((list, l) => list.forEach(index => of.set(index, l)));
    stageText(draw, w < 560 ? `a part of ${C.name}; a cell is ${plural(per, "column")}`
        : `16 rows and ${16 * per} columns of the warp's part of ${C.name}; a cell is ${plural(per, "column")}`, 0, s * 1.3,
        {size: s, weight: 700});
    for (let c = 0; c < cols; c += w < 560 ? 4 : 2)
        stageText(draw, String((left + c) * per), side + c * wide, head - s * 0.5,
            {size: s * 0.75, colour: colours.soft});
    for (let r = 0; r < rows; r++) {
        stageText(draw, `row ${top + r}`, 0, head + r * high + high / 2 + 4,
            {size: s * 0.8, colour: colours.soft});
        for (let c = 0; c < cols; c++) {
            const index = (top + r) * C.cols + left + c, l = of.get(index);
            const x = side + c * wide, y = head + r * high;
            const quad = l === undefined ? 0 : (l >> 2) % 2;
            stageBox(draw, x + 0.5, y + 0.5, wide - 1, high - 1, l === undefined ? colours.code
                : l === lane || l === stage.lane ? hue("red")
                : rgb(mix(0.2 + 0.2 * (l % 4), quad ? HUES.green : HUES.sky,
                    colourNumbers(colours.card))));
            if (l === undefined)
                continue;
            stageText(draw, String(l), x + wide / 2, y + high / 2 + 4, {size: Math.min(s * 0.85, wide * 0.5),
                align: "center", colour: l === lane || l === stage.lane ? "#fff" : colours.ink});
            stageHit(draw, x, y, wide, high, {lane: l, title: `lane ${l}: ${elementText(C, index)}` +
                (per > 1 ? " and the next" : "")});
        }
    }
}
