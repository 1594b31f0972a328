// What holds each piece of a tile at a moment: the copy engine, a phase that is over, wgmma, or
// stores that are not fenced yet. Computed from the rows of the trace, in the order of time.
"use strict";

const PIECE = 16, TILE_LINE = 128; // bytes
const [NOTHING, FLYING, COMPLETE, READ, STORED] = [0, 1, 2, 3, 4];
const tiles = {list: [], barriers: [], events: []};

// Bytes from row to row of a box in shared memory; of all of it.
const tilesPitch = a => a.swizzle || (a.box ? a.box[0] * a.element : TILE_LINE);
const tilesRoom = a => a.box
    ? a.box.slice(1).reduce((n, size) => n * size, 1) * tilesPitch(a) : a.bytes;

// ---- Before anything is drawn: the tiles, the mbarriers, and what changes them.

function tilesFind() {
    const rows = [...trace.async.keys()].sort((a, b) => a - b), parts = new Map();
    const add = (from, bytes, name) => {
        if (!parts.has(from) || parts.get(from).bytes < bytes)
            parts.set(from, {from, bytes, name});
    };
    for (const i of rows)
        if (placeOf(i).op === "copy" && asyncOf(i).to !== undefined)
            add(asyncOf(i).to, tilesRoom(asyncOf(i)), asyncOf(i).array);
    for (const i of rows) // operands that no copy has brought
        if (placeOf(i).op === "product")
            for (const at of tilesOperands(i))
                if (![...parts.values()].some(p => at >= p.from && at < p.from + p.bytes))
                    add(at - at % TILE_LINE, TILE_LINE, "operand");
    tiles.list = tilesJoin([...parts.values()].sort((a, b) => a.from - b.from));
    tiles.events = [...rows, ...tilesStores()].sort((a, b) => a - b);
}

// Lines of operands that are next to each other are one tile.
function tilesJoin(parts) {
    const joined = [];
    for (const p of parts) {
        const last = joined[joined.length - 1];
        if (last && p.name === "operand" && last.name === "operand" &&
            last.from + last.bytes === p.from)
            last.bytes += p.bytes;
        else
            joined.push(p);
    }
    return joined.map(p => ({...p, pieces: p.bytes / PIECE,
        lines: Math.ceil(p.bytes / TILE_LINE)}));
}

const tileOf = at => tiles.list.find(t => at >= t.from && at < t.from + t.bytes);

// Rows in which threads store to a tile.
function tilesStores() {
    const rows = [];
    for (let i = 0; i < trace.n && tiles.list.length; i++)
        if (placeOf(i).op === "store" && arrayOf(i)?.space === "shared" &&
            tilesStored(i).some(tileOf))
            rows.push(i);
    return rows;
}

// The places in shared memory that a row's lanes store to.
function tilesStored(i) {
    const start = page.place[arrayOf(i).name] ?? 0;
    return offsetsOf(i).filter(o => o !== NOT_THERE).map(o => start + o);
}

// The pieces that a wgmma reads, as its descriptors say (emu/tensor/operand.h).
function tilesOperands(i) {
    const {a, b, group: _, ...rest} = asyncOf(i), key = `${a} ${b}`;
    tilesOperands.of ??= new Map();
    if (!tilesOperands.of.has(key))
        tilesOperands.of.set(key, [a, b].filter(Boolean).flatMap(o => tilesOperand(o, rest.k)));
    return tilesOperands.of.get(key);
}

function tilesOperand([start, rows, leading, stride, swizzle, base, along], k) {
    const span = swizzle || PIECE, wide = span / PIECE, found = [];
    const put = at => found.push(at ^
        (((Math.floor((at + (page.window ?? 0)) / TILE_LINE) - base) & (wide - 1)) * PIECE));
    if (along === "k") {
        for (let row = 0; row < rows; row++)
            for (let half = 0; half < 2; half++)
                put(start + (row >> 3) * stride + (row & 7) * span +
                    half * (swizzle ? PIECE : leading));
        return found;
    }
    for (let i = 0; i < rows / 8; i++) // pieces along M or N; rows of k
        for (let j = 0; j < k; j++)
            put(start + (swizzle
                ? Math.floor(i / wide) * leading + i % wide * PIECE + (j >> 3) * stride +
                    (j & 7) * span
                : i * stride + (j >> 3) * leading + (j & 7) * PIECE));
    return found;
}

// ---- The mbarriers: each phase, and when it is over.

function tilesBarriers() {
    const of = new Map();
    for (const i of tiles.events) {
        const {op} = placeOf(i), a = asyncOf(i);
        if (op === "init")
            of.set(a.barrier, {at: a.barrier, row: i, expected: a.arrivals, phases: []});
        const barrier = of.get(a.barrier);
        if (!barrier || op === "init")
            continue;
        const phase = barrier.phases[a.phase] ??= {arrivals: [], copies: [], waits: []};
        (op === "copy" ? phase.copies : op === "wait" ? phase.waits : phase.arrivals).push(i);
    }
    tiles.barriers = [...of.values()].sort((a, b) => a.at - b.at);
    for (const b of tiles.barriers)
        for (const phase of b.phases.filter(Boolean))
            phase.over = tilesOver(b, phase);
}

// The cycle at which a phase is over; Infinity if it never is. Another block of the cluster may
// copy a part, which is not in this trace: then the first warp that has seen it says when.
function tilesOver(barrier, {arrivals, copies, waits}) {
    const arrived = arrivals.reduce((n, i) => n + asyncOf(i).arrivals, 0);
    const expected = Math.max(0, ...arrivals.map(i => asyncOf(i).bytes));
    const copied = copies.reduce((n, i) => n + asyncOf(i).bytes, 0);
    return arrived < barrier.expected || copied !== expected
        ? Math.min(Infinity, ...waits.map(i => trace.begin[i]))
        : Math.max(...arrivals.map(i => trace.begin[i]), ...copies.map(endOf));
}

const tilesPhase = ({barrier, phase}) =>
    tiles.barriers.find(b => b.at === barrier)?.phases[phase];

function tilesBarrierName(at) {
    const n = tiles.barriers.findIndex(b => b.at === at);
    return n < 0 ? "an mbarrier" : `mbarrier ${n}`;
}

// What an mbarrier has at a moment: {phase, arrivals, bytes}, the last two still missing.
function tilesBarrierAt(barrier, moment) {
    const now = trace.begin[moment];
    if (barrier.row > moment)
        return null;
    let number = 0;
    while (barrier.phases[number] && barrier.phases[number].over <= now &&
        barrier.phases[number].arrivals.every(i => i <= moment))
        number++;
    const {arrivals = [], copies = []} = barrier.phases[number] ?? {};
    const made = arrivals.filter(i => i <= moment);
    const came = copies.filter(i => i <= moment && endOf(i) <= now);
    return {phase: number,
        arrivals: barrier.expected - made.reduce((n, i) => n + asyncOf(i).arrivals, 0),
        bytes: Math.max(0, ...made.map(i => asyncOf(i).bytes)) -
            came.reduce((n, i) => n + asyncOf(i).bytes, 0)};
}

// The warps whose wait for this mbarrier has begun, and not ended; in a deadlock, those that
// ask it in vain.
function tilesWaiting(barrier, moment) {
    const now = trace.begin[moment];
    const waits = tiles.events.filter(i => i > moment && placeOf(i).op === "wait" &&
        asyncOf(i).barrier === barrier.at && trace.begin[i] - trace.waited[i] <= now)
        .map(i => trace.warp[i]);
    for (let warp = 0; warp < trace.warps; warp++)
        if (tilesAsks(lastOf(warp, moment), barrier))
            waits.push(warp);
    return waits;
}

// True if the row only asks the mbarrier whether a phase is over.
function tilesAsks(i, barrier) {
    tilesAsks.others ??= new Set(tiles.events.filter(k =>
        ["arrive", "copy", "init"].includes(placeOf(k).op)).map(k => placeOf(k).line));
    return i >= 0 && placeOf(i).op === "atomic" && arrayOf(i)?.space === "shared" &&
        !tilesAsks.others.has(placeOf(i).line) && tilesStored(i)[0] === barrier.at;
}

// ---- The state of each piece.

// A fence is for stores of its own warp, and for those before a barrier that has opened.
function tilesFence(state, fence) {
    const opened = main.barriers.filter(b => b <= trace.begin[fence]).pop() ?? -1;
    for (const t of state)
        t.pieces.forEach((held, p) => {
            const by = t.row[p];
            if (held === STORED &&
                (trace.warp[by] === trace.warp[fence] || trace.begin[by] <= opened))
                t.pieces[p] = COMPLETE;
        });
}

function tilesSet(state, at, held, i) {
    const n = tiles.list.findIndex(t => at >= t.from && at < t.from + t.bytes);
    if (n < 0)
        return;
    const p = Math.floor((at - tiles.list[n].from) / PIECE);
    state[n].pieces[p] = held;
    state[n].row[p] = i;
}

// What each tile holds, and what holds it: {pieces, row: that wrote it, copy}.
function tilesAt(moment) {
    const now = trace.begin[moment], reading = [];
    const state = tiles.list.map(t => ({pieces: new Uint8Array(t.pieces),
        row: new Int32Array(t.pieces).fill(-1), copy: -1}));
    for (const i of tiles.events) {
        if (i > moment)
            break;
        const {op} = placeOf(i), a = asyncOf(i);
        if (op === "copy" && a.to !== undefined) {
            const n = tiles.list.indexOf(tileOf(a.to)), t = state[n];
            const over = (tilesPhase(a)?.over ?? Infinity) <= now;
            const first = (a.to - tiles.list[n].from) / PIECE;
            t.pieces.fill(over ? COMPLETE : FLYING, first, first + tilesRoom(a) / PIECE);
            t.row.fill(i, first, first + tilesRoom(a) / PIECE);
            t.copy = i;
        } else if (op === "store") {
            for (const at of tilesStored(i))
                tilesSet(state, at, STORED, i);
        } else if (op === "fence") {
            tilesFence(state, i);
        } else if (op === "product" && !tilesWaited(i, moment)) {
            reading.push(i);
        }
    }
    for (const i of reading)
        for (const at of tilesOperands(i))
            tilesSet(state, at, READ, i);
    return state;
}

// True if some warp of the warpgroup has waited for this product, up to the moment.
function tilesWaited(product, moment) {
    tilesWaited.of ??= tiles.events.filter(i => placeOf(i).op === "multiplied");
    const group = i => trace.warp[i] >> 2;
    return tilesWaited.of.some(i => i > product && i <= moment &&
        group(i) === group(product) && asyncOf(i).group >= asyncOf(product).group);
}
