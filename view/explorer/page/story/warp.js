// One warp: its 32 lanes make one request, and whole sectors move. With the kernel of the lab
// before beside it: the same warp, the same k.
"use strict";

const WARP_K = 32; // of which the requests are counted
const WARP_LINES = 64, WARP_NAMED = 9; // lines that are drawn at most; requests with a text each

const isGlobal = i => arrayOf(i)?.space === "global" && isAccess(i);

// The requests of a warp for k in [from, from + WARP_K), in the order of k; of another kernel
// than a product, its first ones.
function warpRequests(warp, from) {
    const rows = trace.ofWarp[warp].filter(i => isGlobal(i) && arrayOf(i).box);
    if (!productOf())
        return rows.slice(0, 8).map((i, n) => ({i, k: n}));
    return rows.filter(i => placeOf(i).op === "load").map(i => ({i, k: kOfRow(i)}))
        .filter(({k}) => k >= from && k < from + WARP_K)
        .sort((a, b) => a.k - b.k || a.i - b.i);
}

// The products that a warp computes per k; 0 if it stores no results of its own.
function warpResults(warp) {
    const C = productOf()?.C;
    if (!C || !threadFind() && !fragmentsStep())
        return 0;
    return laneWords(warp, C).flat().length * C.per;
}

// {warp, from, rows, sectors, results} of the kernel that page and trace have.
function warpFind(from) {
    let lanes = 0, copied = 0;
    for (let i = 0; i < trace.n; i++) {
        if (isGlobal(i) && placeOf(i).op === "load")
            lanes += lanesOf(i) * placeOf(i).size;
        copied += placeOf(i).op === "copy" ? asyncOf(i).bytes ?? 0 : 0;
    }
    for (let warp = 0; lanes >= copied && warp < trace.warps; warp++) {
        const rows = warpRequests(warp, from);
        if (rows.length)
            return {warp, from, rows, results: warpResults(warp),
                sectors: rows.reduce((n, {i}) => n + trace.cost[i], 0)};
    }
    return null;
}

// In the middle of K, where no kernel begins or ends.
function warpFrom() {
    const deep = () => productOf() ? productOf().A.cols * productOf().A.per : 0;
    const K = Math.min(deep(), before ? dataOf(before, deep) || Infinity : Infinity);
    return Math.floor(K / 2 / WARP_K) * WARP_K;
}

const warpMoved = (f, k) => f.rows.filter(r => r.k <= k)
    .reduce((n, {i}) => n + trace.cost[i], 0);

function warpStep() {
    const found = warpFind(warpFrom());
    if (!found)
        return null;
    const found2 = before && found.results ? dataOf(before, () => warpFind(found.from)) : null;
    const other = found2 && found2.results ? found2 : null;
    const product = productOf() !== null;
    const beats = 1 + (product ? WARP_K : found.rows.length);
    const k = beat => beat - 1 + (product ? found.from : 0);
    const now = (f, beat) => f.rows.filter(r => r.k <= k(beat)).pop()?.i ?? f.rows[0].i;
    // Sectors per k, if both have as many results; else per 1,024 products.
    const alike = !other || other.results === found.results;
    const share = (f, sectors, deep) => alike ? sectors / deep : sectors / (f.results * deep) * 1024;
    const per = f => product ? share(f, f.sectors, WARP_K) : 0;
    const unit = !product ? "" : alike ? "k" : "1,024 products";
    const deep = product ? warpDeep(found, other) : WARP_K;
    const each = new Set(found.rows.map(r => r.k)).size === WARP_K ? WARP_K : 1; // per k, or in all
    const numbers = {warp: found.warp, mine: per(found), before: other ? per(other) : null};
    // Where as many sectors move, but with fewer requests, that is what has changed.
    const asked = other && alike && Math.abs(numbers.mine / numbers.before - 1) < 0.2 &&
        other.rows.length !== found.rows.length;
    return {id: "warp", name: other ? "Before | after" : "One warp", pane: ["request"],
        beats, numbers, unit, found, other,
        moment: beat => now(found, beat),
        caption(beat) {
            if (asked)
                return `For ${WARP_K} steps of k, a warp made ${plural(other.rows.length, "load")} in lab ` +
                    `${stageLabBefore()}. Here ${found.rows.length}: ` +
                    `${warpWidest(found)} bytes per lane.`;
            if (other)
                return `For each ${unit}, a warp moved ${plural1(numbers.before, "sector")} in ` +
                    `lab ${stageLabBefore()}. Here it moves ` +
                    `${stageBig(numbers.mine)}.`;
            if (product)
                return `For ${each > 1 ? "each k" : `k = ${found.from} to ${found.from + WARP_K - 1}`}, ` +
                    `warp ${found.warp} makes ${plural1(found.rows.length / each, "load")}: ` +
                    `${plural1(found.sectors / each, "sector")}.`;
            const upTo = found.rows.slice(0, Math.max(1, beat)).map(r => r.i);
            const used = upTo.reduce((n, r) => n + warpWords(r), 0);
            const moved = upTo.reduce((n, r) => n + trace.cost[r], 0);
            return `Warp ${found.warp} makes ${plural(upTo.length, "request")}: ` +
                `${plural(moved, "sector")} move, and ${stageBig(used)} of their ` +
                `${plural(moved * SECTOR / 4, "word")} are used.`;
        },
        draw: (draw, room, beat) => warpDraw(draw, room, {found, other, head: (f, moved, loads) =>
            asked ? [plural(loads, "load"), `${plural(moved, "sector")} for ${plural(beat, "step")} of k`]
            : other ? [`${plural1(beat ? share(f, moved, beat) : 0, "sector")}`,
                alike ? `for each k: ${stageBig(moved)} for ${beat} of them` : "for 1,024 products"]
            : each > 1 ? [plural1(beat ? moved / beat : 0, "sector"), `for each k: ${stageBig(moved)} for ${beat} of them`]
            : [plural(moved, "sector"), plural(loads, "request") + (product ? ` for ${plural(beat, "step")} of k` : "")],
        blocks: alike || !other ? null : f => per(f), deep, asked},
        beat, k(beat))};
}

const warpWidest = f => Math.max(...f.rows.map(({i}) => placeOf(i).size));
// What is drawn of a request again and again: its lines; its words and those of its sectors.
function warpLineList(i) {
    trace.lists ??= new Map();
    if (!trace.lists.has(i))
        trace.lists.set(i, requestLineList(i));
    return trace.lists.get(i);
}

function warpSizes(i) {
    trace.sizes ??= new Map();
    if (!trace.sizes.has(i)) {
        const {words, sectors} = matricesWords(i);
        trace.sizes.set(i, {words: words.size, sectors: sectors.size});
    }
    return trace.sizes.get(i);
}

const warpWords = i => warpSizes(i).words;
const plural1 = (n, word) => `${stageBig(n)} ${word}${n === 1 ? "" : "s"}`;

// The requests up to k that are drawn: those of the last `deep` k; of no product, all.
function warpShown(found, beat, k, deep) {
    const first = found.from + Math.floor((k - found.from) / deep) * deep;
    return found.rows.filter(r => beat && r.k <= k && (!productOf() || r.k >= first)).map(r => r.i);
}

// How many k are drawn at a time: as many as fit, of both kernels.
function warpDeep(found, other) {
    const lines = (f, deep) => f.rows.filter(r => r.k >= f.from + WARP_K - deep)
        .reduce((n, {i}) => n + warpLineList(i).length, 0);
    let deep = WARP_K;
    while (deep > 1 && Math.max(lines(found, deep), other
        ? dataOf(before, () => lines(other, deep)) : 0) > WARP_LINES)
        deep /= 2;
    return deep;
}

// How high a line may be, so that all of them have room in h pixels.
function warpHigh(shown, h, s, named) {
    const lines = shown.reduce((n, i) => n + warpLineList(i).length, 0);
    const texts = shown.length * (named ? s * 2.1 : 3);
    return Math.max(2.5, Math.min(40, (h - texts) / Math.max(1, lines)));
}

// Where loads are what has changed: those that bring as many words of one matrix, of which a load
// touches the fewest lines.
function warpSame(found, beat, k, words) {
    const p = productOf(), one = array => found.rows.find(r => arrayOf(r.i) === array);
    const array = [p.A, p.B].filter(one).sort((a, b) =>
        warpLineList(one(a).i).length - warpLineList(one(b).i).length)[0];
    const rows = found.rows.filter(r => beat && r.k <= k && arrayOf(r.i) === array);
    const each = rows.length ? warpWords(rows[0].i) : 1;
    return rows.slice(-Math.max(1, Math.round(words / each))).map(r => r.i);
}

function warpDraw(draw, room, {found, other, head, blocks, deep, asked}, beat, k) {
    if (!other)
        return warpHalf(draw, room, found, beat, k, {title: "", head, most: 40,
            shown: warpShown(found, beat, k, deep), named: warpShown(found, beat, k, deep).length <= WARP_NAMED});
    const stacked = room.w < 560, gap = stacked ? 10 : 24;
    const w = stacked ? room.w : (room.w - gap) / 2, h = stacked ? (room.h - gap) / 2 : room.h;
    const words = f => Math.max(...f.rows.map(({i}) => warpWords(i)));
    const widest = asked ? Math.max(words(found), dataOf(before, () => words(other))) : 0;
    const pick = f => asked ? warpSame(f, beat, k, widest) : blocks
        ? warpShown(f, beat, k, deep).filter((i, n, all) =>
            all.findIndex(a => arrayOf(a) === arrayOf(i)) === n) // one of each matrix
        : warpShown(f, beat, k, deep);
    const s = stageFont({w}), space = h - s * (asked || blocks ? 14 : 8), mine = pick(found);
    const theirs = dataOf(before, () => pick(other));
    const named = blocks || Math.max(mine.length, theirs.length) <= WARP_NAMED;
    const most = Math.min(warpHigh(mine, space, s, named),
        dataOf(before, () => warpHigh(theirs, space, s, named)));
    dataOf(before, () => stagePart(draw, 0, 0, w, h, part =>
        warpHalf(draw, part, other, beat, k,
            {title: `before: lab ${stageLab()}`, head, most, blocks, named, asked, shown: theirs})));
    stagePart(draw, stacked ? 0 : w + gap, stacked ? h + gap : 0, w, h, part =>
        warpHalf(draw, part, found, beat, k,
            {title: `this kernel: lab ${stageLab()}`, head, most, blocks, named, asked, shown: mine}));
}

// One kernel: its lanes, what its last requests move, and how much all of them have moved.
function warpHalf(draw, {w, h, s}, found, beat, k, {title, head, most, blocks, named, asked, shown}) {
    const top = s * 1.3;
    const loads = beat ? found.rows.filter(r => r.k <= k).length : 0;
    const [big, small] = head(found, beat ? warpMoved(found, k) : 0, loads);
    if (title)
        stageText(draw, title, 0, top, {size: s, weight: 700});
    stageText(draw, big, w, top + s * 0.5, {size: s * 1.7, weight: 700, align: "right"});
    stageText(draw, small, w, top + s * 2, {size: s * 0.9, align: "right", colour: colours.soft});
    const squares = blocks ? ["sectors for 1,024 products", beat ? blocks(found) : 0]
        : asked ? [`loads for ${plural(beat, "step")} of k`, loads] : null;
    const y = top + s * 2.6 + (squares ? warpBlocks(draw, {w, s}, top + s * 3, ...squares) : 0);
    stageText(draw, `warp ${found.warp}: 32 lanes`, 0, y - s * 0.4, {size: s * 0.9, colour: colours.soft});
    stageLanes(draw, 0, y, w * 0.72, s * 1.5, lane => shown.some(i => offsetOf(i, lane) !== NOT_THERE));
    const high = Math.min(most, warpHigh(shown, h - y - s * 4, s, named));
    warpLines(draw, {w, h: h - s * 1.6, s}, y + s * 2.2, shown, high, {named, lane: stage.lane ?? (asked ? 5 : null)});
    if (shown.length < loads)
        stageText(draw, `drawn: ${shown.length} of ${plural(loads, "load")}`, w, h - s * 0.35,
            {size: s * 0.9, align: "right", colour: colours.soft});
    if (shown.some(i => warpSizes(i).sectors > warpWords(i))) {
        stageBox(draw, 0, h - s * 1.2, s, s, colours.now);
        stageText(draw, "moved, and not used", s * 1.4, h - s * 0.35, {size: s * 0.9});
    }
}

// What as much work needs in both kernels, a square each. Returns its height.
function warpBlocks(draw, {w, s}, y, text, many) {
    const size = Math.min(s * 3, w / 32 * (text.startsWith("loads") ? 1 : 3));
    stageText(draw, text, 0, y + s, {size: s * 0.9});
    for (let n = 0; n < many; n++)
        stageBox(draw, n * size, y + s * 1.6, size * Math.min(1, many - n) - 2, size - 2, hue("sky"));
    return s * 6;
}

// The lines of 128 bytes that requests touch: 4 sectors of 8 words each.
function warpLines(draw, {w, h, s}, y, shown, high, {named, lane}) {
    const wide = w / 32;
    for (const i of shown) {
        const lines = warpLineList(i), array = arrayOf(i), op = placeOf(i).op, cost = trace.cost[i];
        if (y + high > h)
            break;
        if (named) {
            stageText(draw, `${op} ${array.name}${w < 420 ? "" : `, ${placeOf(i).size} bytes per lane`}: ` +
                `${plural(cost, "sector")}, ${warpWords(i)} of ${plural(cost * SECTOR / 4, "word")} used`, 0, y + s,
                {size: s, weight: 600, colour: stageHue(array.name)});
            y += s * 1.5;
        }
        for (const [line, used] of lines) {
            if (y + high > h)
                break;
            for (let word = 0; word < 32; word++) {
                const moves = [...used.keys()].some(n => n >> 3 === word >> 3);
                const lanes = used.get(word) ?? [], at = (line * LINE - array.base) / 4 + word;
                const fill = lanes.includes(lane) ? hue("red")
                    : lanes.length ? stageHue(array.name) : moves ? colours.now : colours.code;
                const same = n => lanes.length === 1 && used.get(n)?.[0] === lanes[0];
                let run = 1; // one lane's words are one box
                while (same(word + run) && (word + run) % 32)
                    run++;
                if (!same(word - 1) || word === 0)
                    stageBox(draw, word * wide + (word % 8 ? 0 : 1), y, run * wide - (word % 8 ? 1 : 2),
                        high - (high > 4 ? 1 : 0.5), fill);
                const text = lanes.length > 1 ? `×${lanes.length}` : String(lanes[0]);
                if (lanes.length && !same(word - 1) && run * wide >= (lanes.length > 1 ? 19 : 12) && high >= 8)
                    stageText(draw, text, word * wide + run * wide / 2, y + high / 2 + 3,
                        {size: Math.min(10, high - 1, run * wide * 0.52), align: "center", colour: "#fff"});
                if (lanes.length)
                    stageHit(draw, word * wide, y, wide, high, {lane: lanes[0],
                        title: `${elementText(array, at)}: lane${lanes.length > 1 ? "s" : ""} ` +
                            requestLanes(lanes)});
            }
            y += high;
        }
        y += named ? s * 0.6 : 3;
    }
}
