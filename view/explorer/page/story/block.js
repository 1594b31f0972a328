// One block: tiles of the matrices enter shared memory, and each word there is read by many
// lanes. Without shared memory: how often the block asks for the same elements.
"use strict";

const BLOCK_BEATS = 12;

// Words that lanes store to and load from shared memory, and load from global memory, of A and
// of B: {A: {stored, loaded, asked, different}, B: ...}.
function blockReuse() {
    const p = productOf(), sums = new Map(), lands = copyLines();
    const of = array => {
        if (!sums.has(array))
            sums.set(array, {stored: 0, loaded: 0, asked: 0, seen: new Set()});
        return sums.get(array);
    };
    for (let i = 0; i < trace.n; i++) {
        const {op} = placeOf(i), array = arrayOf(i);
        if (!array || !isAccess(i) && op !== "land")
            continue;
        eachWord(i, (lane, word, k) => {
            if (array.space === "shared") { // of a copy that lands later, what it brings
                const m = markOf(originOf(i, lane, k));
                if (m && m.array && !(op === "store" && lands.has(placeOf(i).line)))
                    of(m.array)[op === "load" ? "loaded" : "stored"]++;
            } else if (op === "load" && array.box && array !== p?.C) {
                of(array).asked++;
                of(array).seen.add(word);
            }
        });
    }
    return [...sums].map(([array, s]) => ({name: array.name, array, stored: s.stored,
        loaded: s.loaded, asked: s.asked, different: s.seen.size}));
}

function blockStep() {
    const sums = blockReuse(), A = sums[0];
    const inShared = sums.filter(s => s.stored && s.loaded);
    if (!A || !inShared.length && (!sums.some(s => s.asked) || tiles.list.length))
        return null;
    const moments = blockMoments(inShared.length > 0);
    const once = s => s.different ? s.asked / s.different : null; // from global memory
    const times = inShared.length ? inShared.map(s => ({name: s.name, n: s.loaded / s.stored, once: once(s)}))
        : sums.filter(s => s.different).map(s => ({name: s.name, n: once(s)}));
    const list = times.map(t => `${t.name} ${times1(t.n)}`).join(", ").replace(/, ([^,]*)$/, " and $1");
    return {id: "block", name: "One block", pane: ["matrices"],
        beats: moments.length, rest: moments.length >> 1, numbers: {times, shared: inShared.length > 0},
        moment: beat => blockRow(moments[beat], inShared.length > 0),
        caption: () => inShared.length
            ? `Tiles enter shared memory. Lanes read each word of ${list}.`
            : `Without shared memory, lanes load each word of ${list} from global memory.`,
        draw: (draw, room, beat) => {
            replaySeek(moments[beat]);
            blockDraw(draw, room, [moments[Math.max(0, beat - 1)], moments[beat]], inShared, times);
        }};
}

// The row whose line is shown: the last store to shared memory, or the last load from a matrix.
function blockRow(moment, staged) {
    for (let i = moment; i >= 0; i--)
        if (staged ? placeOf(i).op === "store" && arrayOf(i)?.space === "shared"
            : placeOf(i).op === "load")
            return i;
    return moment;
}

const times1 = n => n === 1 ? "once" : `${stageBig(n)} times`;

// Arrivals at barriers, from the block's begin on; or parts of its life.
function blockMoments(staged) {
    const last = main.arrivals.filter(i => i < trace.n - 1);
    if (staged && last.length >= 4) {
        const every = Math.ceil(last.length / BLOCK_BEATS);
        return [0, ...last.filter((_, n) => n % every === 0), trace.n - 1];
    }
    return Array.from({length: BLOCK_BEATS + 1}, (_, n) =>
        Math.round((trace.n - 1) * n / BLOCK_BEATS));
}

// What a lane of warp 0 reads in [from, moment]: {words: of each shared array, elements}.
function blockLane([from, moment]) {
    const words = trace.shared.map(() => new Set()), elements = [];
    for (const i of stage.lane === null ? [] : trace.ofWarp[0]) {
        if (i <= from || i > moment || placeOf(i).op !== "load" || !isAccess(i) ||
            offsetOf(i, stage.lane) === NOT_THERE)
            continue;
        for (let k = 0; k < Math.max(1, placeOf(i).size / 4); k++) {
            const m = markOf(originOf(i, stage.lane, k)), n = trace.shared.indexOf(arrayOf(i));
            if (n >= 0)
                words[n].add((offsetOf(i, stage.lane) >> 2) + k);
            if (m && m.array)
                elements.push(m);
        }
    }
    return {words, elements};
}

// Where things are: shared memory is in the corner over A and beside B, where there is a product
// and the room; else at the right, or below.
function blockPlan({w, h, s}, staged) {
    const narrow = w < 560, corner = staged && !narrow && Boolean(productOf()?.C);
    const side = !staged || corner ? 0 : narrow ? w : Math.min(w * 0.38, 340);
    const left = corner || narrow ? w : w - (side ? side + 24 : 170);
    const high = (narrow && side ? h * 0.52 : h) - s * 4;
    Object.assign(matrices, {whole: false, canvas: {clientWidth: left}});
    Object.assign(matrices, matricesPlan(left, high, true));
    if (!corner)
        return {narrow, left, high, shared: narrow ? {x: 0, y: high + s * 4, w: side, h: h - high - s * 4}
            : {x: w - side, y: 0, w: side, h}};
    const [B, A, C] = matrices.placed;
    const free = w - 6 - C.x - C.array.box.cols * C.wide;
    for (const placed of matrices.placed)
        placed.x += free;
    return {narrow, left, high, shared: {x: 0, y: 0, w: B.x - s * 3, h: A.y - s * 2.2}};
}

function blockDraw(draw, room, span, inShared, times) {
    const {w, h, s} = room, lit = blockLane(span), moment = span[1], kept = {...matrices};
    const {narrow, left, high, shared: at} = blockPlan(room, inShared.length > 0);
    matricesPaint(draw);
    matricesShared(draw);
    for (const i of story.playing || !inShared.length ? replayInFlight(moment) : [])
        matricesMark(draw, arrayOf(i), matricesWords(i).words, hue("purple"));
    for (const m of lit.elements)
        matricesMark(draw, m.array, [m.index], hue("red"));
    for (const r of stage.lane === null ? [] : laneResults(0, stage.lane))
        matricesMark(draw, r.array, [r.index], hue("red"));
    const follow = inShared.length && stage.lane === null && !narrow ? blockUses(draw,
        Math.round(times.find(t => t.name === productOf()?.A.name)?.n ?? 0)) : null;
    if (!narrow)
        blockFrames(draw, room);
    Object.assign(matrices, kept);
    stageText(draw, "warp 0: its lanes", 0, high + s * 1.2, {size: s * 0.85, colour: colours.soft});
    stageLanes(draw, 0, high + s * 1.6, left, s * 1.6, () => true);
    if (!inShared.length)
        return times.forEach((t, n) => blockTimes(draw, t, narrow ? n * w / 2 : w - 150,
            narrow ? s * 3 : s * 6 + n * s * 5, s));
    stagePart(draw, at.x, at.y, at.w, at.h, part => {
        const place = blockShared(draw, {...part, s}, times, lit.words, follow);
        draw.translate(-at.x, -at.y);
        if (place && follow)
            blockFollow(draw, room, follow, [place[0] + at.x, place[1] + at.y],
                times.find(t => t.name === productOf().A.name));
    });
}

// One word of A that shared memory holds, and the row of C that it is for: {index: the word, n, word:
// its place in shared memory, at, uses: where these are drawn}; null if A is not there.
function blockUses(draw, reads) {
    const {A, C} = productOf() ?? {};
    const n = C ? replay.now.shared.findIndex(({origin}) => origin.some(o => markOf(o)?.array === A)) : -1;
    if (n < 0)
        return null;
    const words = [...replay.now.shared[n].origin.keys()]
        .filter(w => markOf(replay.now.shared[n].origin[w])?.array === A);
    const word = words[Math.min(words.length - 1, words.length * 3 >> 2 | 31)], {index} = markOf(replay.now.shared[n].origin[word]);
    const row = Math.floor(index / A.cols), placed = array => matrices.placed.find(p => p.array === array);
    const at = matricesXY(placed(A), row, index % A.cols);
    const uses = Array.from({length: Math.min(reads, C.box.cols)}, (_, c) =>
        matricesXY(placed(C), row, C.box.left + Math.floor((c + 0.5) * C.box.cols / Math.min(reads, C.box.cols))));
    if (!at || !uses.length || uses.includes(null))
        return null;
    matricesMark(draw, C, Array.from({length: C.box.cols}, (_, c) => row * C.cols + C.box.left + c), hue("red"));
    return {n, word, at, uses};
}

// The word that is followed: copied once, and read for each element of its row of C.
function blockFollow(draw, {w, s}, {at, uses}, to, {once, n}) {
    stageBox(draw, at[0] - 4, at[1] - 4, 10, 10, hue("red"));
    stageArrow(draw, at[0] + 6, at[1] - 4, to[0] - 2, to[1], hue("red"), 3.5);
    for (const [x, y] of uses)
        stageArrow(draw, to[0] - 2, to[1] + 2, x + 2, y - 2, rgb(mix(0.6, HUES.red, colourNumbers(colours.card))), 0.8);
    const label = (text, x, y) => {
        draw.font = `700 ${s}px system-ui, "DejaVu Sans", sans-serif`;
        const wide = draw.measureText(text).width, left = Math.max(3, Math.min(x, w - wide - 4));
        stageBox(draw, left - 3, y - s, wide + 6, s * 1.4, colours.card);
        stageText(draw, text, left, y, {size: s, weight: 700, colour: hue("red")});
    };
    const middle = part => [at[0] + (to[0] - at[0]) * part, at[1] + (to[1] - at[1]) * part];
    if (once)
        label(`loaded ${stageBig(once)}×`, ...middle(0.3));
    const use = uses[uses.length >> 1];
    label(`read ${stageBig(n)}×`, to[0] + (use[0] - to[0]) * 0.6 - s * 2, to[1] + (use[1] - to[1]) * 0.6);
}

// The part of a matrix that an array of shared memory holds has the array's name.
function blockFrames(draw, {w, s}) {
    replay.now.shared.forEach(({origin}, n) => {
        const {name} = trace.shared[n];
        const found = [...origin].filter(o => o >= 0).map(markOf).filter(m => m && m.array);
        const placed = found.length && matrices.placed.find(p => p.array === found[0].array);
        if (!placed || !/^\w+$/.test(name))
            return;
        const at = found.map(m => matricesXY(placed, Math.floor(m.index / m.array.cols),
            m.index % m.array.cols)).filter(Boolean);
        const middle = of => (Math.min(...at.map(of)) + Math.max(...at.map(of))) / 2;
        const wide = s * 0.62 * (name.length + 3), x = Math.max(Math.min(middle(p => p[0]), w - wide / 2), wide / 2);
        const y = middle(p => p[1]);
        stageBox(draw, x - wide / 2, y - s * 0.8, wide, s * 1.4, colours.card);
        stageText(draw, `→ ${name}`, x, y + s * 0.3, {size: s * 0.9, weight: 700, align: "center"});
    });
}

function blockTimes(draw, {name, n}, x, y, s) {
    stageText(draw, `${stageBig(n)}×`, x, y, {size: s * 2, weight: 700, colour: stageHue(name)});
    stageText(draw, `each word of ${name}`, x, y + s * 1.4, {size: s * 0.9, colour: colours.soft});
}

// What shared memory holds: a cell a word, a row 32 banks, in the colour of its matrix.
function blockShared(draw, {w, h, s}, times, lit, follow) {
    const arrays = trace.shared, columns = arrays.length > 1 && arrays.length <= 3 ? arrays.length : 1;
    const top = s * 2.8, foot = s * 5, deep = arrays.map(a => Math.ceil(a.words / BANKS));
    const rows = columns > 1 ? Math.max(...deep) : deep.reduce((n, d) => n + d + 2, 0);
    const part = w / columns, wide = (part - (columns > 1 ? s : 0)) / BANKS;
    const high = Math.max(0.1, Math.min(wide, (h - top - foot - (columns > 1 ? 0 : s * arrays.length)) / rows));
    const unset = replay.now.shared.some(({origin}) => origin.includes(UNSET));
    let y = top, found = null; // where the word that is followed is drawn
    stageText(draw, unset ? "shared memory; grey: not written" : "shared memory", 0, s * 1.2,
        {size: s, weight: 700});
    arrays.forEach((array, n) => {
        const {origin} = replay.now.shared[n], x = columns > 1 ? (columns - 1 - n) * part : 0; // the first is nearest to the matrices
        for (let word = 0; word < array.words; word++) {
            const m = markOf(origin[word]), at = bankOf(array, 0) + word;
            const place = [x + at % BANKS * wide, y + Math.floor(at / BANKS) * high];
            if (follow && n === follow.n && word === follow.word)
                found = place;
            stageBox(draw, ...place, wide - (wide > 3 ? 1 : 0.5), Math.max(0.4, high - (high > 3 ? 1 : 0)),
                lit[n].has(word) ? hue("red") : m ? stageHue(m.name, follow ? 0.4 : 1)
                    : origin[word] === UNSET ? colours.code : colours.soft);
        }
        if (stageNamed(array))
            stageText(draw, array.name, x + part - s * 1.2, y - 3, {size: s * 0.9, weight: 700, align: "right"});
        if (columns === 1)
            y += Math.max(deep[n] * high + high + (high > 3 ? 4 : 1), deep[n] * high + s * 1.2);
    });
    times.forEach((t, n) => {
        const x = (times.length - 1 - n) * w / times.length, most = Math.max(t.n, t.once ?? 0);
        const y = h - s * 4.8;
        const room = w / times.length - s;
        const bar = (value, at) => stageBox(draw, x, at, Math.max(2, room * value / most), s * 0.7,
            stageHue(t.name));
        if (t.once !== null) {
            bar(t.once, y);
            stageText(draw, `loaded ${stageBig(t.once)}×`, x, y + s * 1.7, {size: s * 0.9, colour: colours.soft});
        }
        bar(t.n, y + s * 2.2);
        stageText(draw, `read ${stageBig(t.n)}×`, x, h - s * 0.4, {size: s * 1.3, weight: 700,
            colour: stageHue(t.name)});
    });
    if (found)
        stageBox(draw, found[0] - 2, found[1] - 2, wide + 4, high + 4, hue("red"));
    return found;
}
