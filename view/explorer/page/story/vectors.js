// One thread of a kernel on vectors: the elements that it loads and stores.
"use strict";

// The first access of a lane to each vector, in order: [{array, op, index, i}].
function vectorsOf(warp, lane) {
    const seen = new Set(), found = [];
    for (const i of trace.ofWarp[warp]) {
        const array = arrayOf(i), {op} = placeOf(i), key = op + (array?.name ?? "");
        if (!isGlobal(i) || !array.box || offsetOf(i, lane) === NOT_THERE || seen.has(key))
            continue;
        seen.add(key);
        found.push({array, op, index: offsetOf(i, lane) / 4, i});
    }
    return found;
}

function vectorsStep() {
    if (!trace.matrices.length || trace.matrices.some(a => a.rows > 1) || billK())
        return null; // or a product, of sizes of 1
    const warp = trace.ofWarp.findIndex((_, w) => vectorsOf(w, 0).length > 1);
    const all = Array.from({length: LANES}, (_, l) => warp < 0 ? [] : vectorsOf(warp, l));
    if (!all[0].some(v => v.op === "store"))
        return null;
    const lanes = all.map((_, l) => l).filter(l => all[l].length === all[0].length && l % 2 === 1);
    return {id: "thread", name: "One thread", pane: [], beats: lanes.length,
        rest: Math.min(2, lanes.length - 1), numbers: {all, warp, lanes},
        moment: beat => all[lanes[beat]][0].i,
        caption(beat) {
            const list = all[lanes[beat]], of = op => list.filter(v => v.op === op)
                .map(v => elementText(v.array, v.index)).join(" and ");
            return `Lane ${lanes[beat]}, thread ${threadText(warp, lanes[beat])}, loads ` +
                `${of("load")}, and stores ${of("store")}.`;
        },
        draw: (draw, room, beat) => vectorsDraw(draw, room, warp, all, lanes[beat])};
}

function vectorsDraw(draw, {w, h, s}, warp, all, lane) {
    const rows = all[0].length, left = s * 5.5, wide = (w - left) / LANES;
    const high = Math.min(44, h / (rows * 3)), gap = (h - (rows + 1) * high) / (rows + 1);
    const y = n => gap / 2 + n * (high + gap), middle = l => left + (l + 0.5) * wide;
    stageText(draw, `warp ${warp}`, 0, y(0) + high / 2 + 4, {size: s, weight: 700});
    stageLanes(draw, left, y(0), w - left, high, () => true);
    all[0].forEach(({array, op}, n) => {
        stageText(draw, `${op} ${array.name}`, 0, y(n + 1) + high / 2 + 4,
            {size: s, weight: 700, colour: stageHue(array.name)});
        for (let l = 0; l < LANES; l++) {
            const v = all[l][n], on = l === lane || l === stage.lane;
            if (!v)
                continue;
            stageBox(draw, left + l * wide + 0.5, y(n + 1), wide - 1.5, high,
                on ? hue("red") : stageHue(array.name, 0.35));
            stageHit(draw, left + l * wide, y(n + 1), wide, high,
                {lane: l, title: `lane ${l}: ${elementText(array, v.index)}`});
        }
        if (all[lane][n])
            stageText(draw, elementText(array, all[lane][n].index), Math.max(left + 28,
                Math.min(w - 40, middle(lane))), y(n + 1) + high + s * 1.3,
            {size: s, weight: 700, align: "center"});
    });
    stageArrow(draw, middle(lane), y(0) + high + 4, middle(lane), y(1) - 6, hue("red"), 2.5);
}
