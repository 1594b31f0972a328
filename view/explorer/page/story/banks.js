// Inside shared memory: the wavefronts of one request, a row each, and beside it the same
// request with rows of another length, or columns exchanged.
"use strict";

// What is tried beside the kernel's own layout: {pad, swizzle, by, name}.
const BANKS_OTHERS = [
    {pad: 1, swizzle: 0, by: "row", name: "1 word of padding per row"},
    {pad: 4, swizzle: 0, by: "row", name: "4 words of padding per row"},
    {pad: 0, swizzle: 1, by: "row", name: "column numbers XOR the row's"},
    {pad: 0, swizzle: 4, by: "row", name: "groups of 4 columns XOR the row"},
    {pad: 0, swizzle: 4, by: "column", name: "groups of 4 columns exchanged (XOR)"},
];

// The wavefronts of a request: [{group, banks: [word, ...] or null}], as requestPasses() has them,
// with another layout of its array.
function banksWith(i, other) {
    const kept = {...layout};
    Object.assign(layout, {array: arrayOf(i), ...other, widths: new Map()});
    const passes = layoutWidth(trace.place[i]) ? requestPasses(i) : null;
    Object.assign(layout, kept);
    return passes;
}

// Requests of different kinds; first the one that needs the most wavefronts more than it must;
// of equals, the most frequent.
function banksFind() {
    const seen = new Map();
    for (let i = 0; i < trace.n; i++) {
        if (!isAccess(i) || arrayOf(i)?.space !== "shared" || placeOf(i).op === "atomic" ||
            placeOf(i).size < 4 || lanesOf(i) < 2 || tilesEngine(i))
            continue;
        const key = `${trace.place[i]} ${trace.pattern[i]}`;
        const s = seen.get(key) ?? {i, times: 0, load: placeOf(i).op === "load",
            more: trace.cost[i] - layoutGroups(i).length};
        s.times++;
        seen.set(key, s);
    }
    return [...seen.values()].sort((a, b) => b.more - a.more || b.load - a.load ||
        b.times - a.times).map(s => s.i);
}

// True if threads initialise an mbarrier here, and store no element.
const tilesEngine = i => tiles.events.some(k => placeOf(k).op === "init" &&
    placeOf(k).line === placeOf(i).line);

function banksStep() {
    const kinds = banksFind(), i = kinds[0];
    if (i === undefined)
        return null;
    const mine = requestPasses(i), least = layoutGroups(i).length, array = arrayOf(i);
    const odd = layoutPossible(array) ? layoutColumns(array) % BANKS : 0;
    const tried = !layoutPossible(array) ? [] : mine.length > least ? BANKS_OTHERS
        : odd ? [{pad: -odd, swizzle: 0, by: "row",
            name: `${plural(odd, "word")} less in each row`}] : [];
    const other = tried.map(o => ({...o, passes: banksWith(i, o)})).filter(o => o.passes &&
        o.passes.length !== mine.length)
        .sort((a, b) => a.passes.length - b.passes.length)[0] ?? null;
    const deed = placeOf(i).op === "load" ? "reads" : "writes";
    const rest = kinds.filter(k => trace.place[k] !== trace.place[i]);
    const shown = other ? [i] : [i, ...rest.filter((k, n) =>
        rest.findIndex(r => trace.place[r] === trace.place[k]) === n).slice(0, 2)];
    const n = Math.max(...shown.map(k => requestPasses(k).length), other ? other.passes.length : 0);
    return {id: "banks", name: "Inside shared memory", pane: ["shared"], beats: n + 1,
        numbers: {i, mine: mine.length, least, other: other?.passes.length ?? null},
        moment: () => i,
        caption: () => `Warp ${trace.warp[i]} ${deed} ` +
            `${stageNamed(array) ? array.name : "shared memory"} in ` +
            `${plural(mine.length, "wavefront")}` + (other
            ? `. With ${other.name} it would need ${other.passes.length}.`
            : mine.length > least ? `; ${least} would do.`
            : `, the fewest: ${banksTogetherText(i)} at a time.`),
        draw: (draw, room, beat) => banksDraw(draw, room, shown, beat, other)};
}

function banksDraw(draw, {w, h}, shown, beat, other) {
    const stacked = w < 560, gap = 24;
    if (!other) // one below the other
        return shown.forEach((i, n) => stagePart(draw, 0, n * h / shown.length, w,
            h / shown.length - (n < shown.length - 1 ? gap : 0), room =>
                banksHalf(draw, room, i, beat, requestPasses(i), banksName(i), null)));
    const part = stacked ? w : (w - gap) / 2, high = stacked ? (h - gap) / 2 : h;
    stagePart(draw, 0, 0, part, high, room =>
        banksHalf(draw, room, shown[0], beat, requestPasses(shown[0]), "this kernel", null));
    stagePart(draw, stacked ? 0 : part + gap, stacked ? high + gap : 0, part, high, room =>
        banksHalf(draw, room, shown[0], beat, other.passes, `with ${other.name}`, other));
}

// "8 lanes of 16 bytes": those that the banks serve together.
function banksTogetherText(i) {
    const [{first, end}] = layoutGroups(i);
    return `${end - first} lanes of ${placeOf(i).size} bytes`;
}

const banksName = i => `${placeOf(i).op === "load" ? "a load from" : "a store to"} ` +
    `${stageNamed(arrayOf(i)) ? arrayOf(i).name : "shared memory"}, line ${placeOf(i).line}`;

function banksHalf(draw, {w, h, s}, i, beat, passes, title, other) {
    const array = arrayOf(i), shown = Math.min(beat, passes.length), readers = new Map();
    const kept = {...layout};
    if (other)
        Object.assign(layout, {array, ...other, widths: new Map()});
    eachWord(i, (lane, word) => {
        const to = layoutWord(array, word);
        readers.set(to, [...readers.get(to) ?? [], lane]);
    });
    Object.assign(layout, kept);
    stageText(draw, title, 0, s * 1.3, {size: s, weight: 700});
    stageText(draw, plural(shown, "wavefront"), w, s * 3.4,
        {size: s * 1.7, weight: 700, align: "right"});
    const y = s * 6, wide = w / BANKS;
    const high = Math.min(s * 4, (h - y) / Math.max(passes.length, other === null ? 1 : 4));
    stageText(draw, "bank", 0, y - s * 1.4, {size: s * 0.85, colour: colours.soft});
    for (let bank = 0; bank < BANKS; bank += 4)
        stageText(draw, String(bank), bank * wide, y - s * 0.35, {size: s * 0.75, colour: colours.soft});
    passes.forEach(({group, banks}, n) => banks.forEach((word, bank) => {
        const at = word === null ? null : word - (array.base >> 2);
        const lanes = n < shown && at !== null
            ? (readers.get(at) ?? []).filter(l => l >= group.first && l < group.end) : [];
        const m = lanes.length ? markOf(banksOrigin(i, lanes[0])) : null;
        const fill = !lanes.length ? colours.code : lanes.includes(stage.lane) ? hue("red")
            : m ? stageHue(m.name) : colours.ink;
        stageBox(draw, bank * wide + 0.5, y + n * high, wide - 1, Math.max(1, high - 2), fill);
        if (lanes.length && wide >= 12 && high >= 12)
            stageText(draw, lanes.length > 1 && wide >= 18 ? `×${lanes.length}` : String(lanes[0]),
                bank * wide + wide / 2, y + n * high + high / 2 + 3,
                {size: wide >= 20 ? 10 : 8, align: "center", colour: "#fff"});
        if (lanes.length)
            stageHit(draw, bank * wide, y + n * high, wide, high, {lane: lanes[0],
                title: `wavefront ${n + 1}, bank ${bank}: ` +
                    `lane${lanes.length > 1 ? "s" : ""} ${requestLanes(lanes)}`});
    }));
}

const banksOrigin = (i, lane) => originOf(i, lane, 0);
