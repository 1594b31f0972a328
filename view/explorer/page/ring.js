// The pane of tiles: a picture of each tile with the state of its pieces, the same in words, and
// the mbarriers.
"use strict";

const HELD = ["nothing yet", "in flight", "complete", "read by wgmma", "stored, not fenced"];
const ring = {placed: [], drop: 4};

function tilesStart() {
    tilesFind();
    tilesBarriers();
    ring.canvas = byId("tiles-canvas");
    byId("pane-tiles").hidden = !tiles.list.length;
    byId("warps-engine").hidden = !trace.async.size;
    if (!tiles.list.length)
        return;
    ring.canvas.addEventListener("pointermove", ringPoint);
    tiles.list.forEach((t, n) => byId("tiles-body").append(ringRow(ringName(t), () =>
        ringNext(i => asyncOf(i).to === t.from ||
            placeOf(i).op === "product" && tilesOperands(i).some(at => tileOf(at) === t)), 2)));
    tiles.barriers.forEach((b, n) => byId("tiles-barriers").append(ringRow(`mbarrier ${n}`,
        () => ringNext(i => asyncOf(i).barrier === b.at), 4)));
}

// A row of a table, whose name goes to the next request that is about it.
function ringRow(name, next, cells) {
    const row = document.createElement("tr"), first = sourceCell("td", "", "");
    const button = document.createElement("button");
    button.textContent = name;
    button.title = "go to the next request that is about it";
    button.addEventListener("click", next);
    first.append(button);
    row.append(first, ...Array.from({length: cells}, () => sourceCell("td", "", "")));
    return row;
}

function ringNext(about) {
    const rows = [...trace.async.keys()].filter(about).sort((a, b) => a - b);
    go(rows.find(i => i > main.moment) ?? rows[0] ?? main.moment);
}

// "A, byte 0": from the first byte of its array on.
function ringName(tile) {
    const start = Object.values(page.place).filter(p => p <= tile.from);
    return `${tile.name}, byte ${(tile.from - Math.max(0, ...start)).toLocaleString("en")}`;
}

// "rows 0–127, k 64–127": the box that the tile's last copy took.
function ringHolds(copy) {
    if (copy < 0)
        return "";
    const {array, at, box, outside, bytes} = asyncOf(copy);
    return !at ? `${array}: ${bytes.toLocaleString("en")} bytes`
        : `rows ${at[1]}–${at[1] + box[1] - 1}, k ${at[0]}–${at[0] + box[0] - 1}` +
            (outside ? `; ${outside.toLocaleString("en")} bytes outside` : "");
}

// "complete", or "256 of 1,024 read by wgmma, the others complete".
function ringState(pieces) {
    const count = new Array(HELD.length).fill(0);
    for (const held of pieces)
        count[held]++;
    const there = count.map((n, held) => ({n, held})).filter(c => c.n)
        .sort((a, b) => b.held - a.held);
    return there.length === 1 ? HELD[there[0].held] : there.map(({n, held}, i) =>
        i ? `${n.toLocaleString("en")} ${HELD[held]}`
            : `${n.toLocaleString("en")} of ${pieces.length.toLocaleString("en")} pieces ` +
                HELD[held]).join(", ");
}

// "k 64–127: complete", beside the picture of a tile.
function ringLabel({copy, pieces}) {
    const {at, box} = copy < 0 ? {} : asyncOf(copy);
    return (at ? `k ${at[0]}–${at[0] + box[0] - 1}: ` : "") + ringState(pieces);
}

function tilesShow(moment) {
    if (!tiles.list.length)
        return;
    ring.state = tilesAt(moment);
    ringDraw();
    [...byId("tiles-body").children].forEach((row, n) => {
        row.children[1].textContent = ringHolds(ring.state[n].copy);
        row.children[2].textContent = ringState(ring.state[n].pieces);
    });
    [...byId("tiles-barriers").children].forEach((row, n) => {
        const b = tiles.barriers[n], at = tilesBarrierAt(b, moment);
        const waiting = requestLanes(tilesWaiting(b, moment));
        ["phase", "arrivals", "bytes"].forEach((name, k) => {
            row.children[k + 1].textContent = at ? at[name].toLocaleString("en") : "–";
        });
        row.children[4].textContent = waiting || "none";
    });
    const flying = ring.state.reduce((n, t) =>
        n + t.pieces.filter(held => held === FLYING).length, 0);
    const read = ring.state.reduce((n, t) =>
        n + t.pieces.filter(held => held === READ).length, 0);
    byId("tiles-said").textContent = `${(flying * PIECE).toLocaleString("en")} bytes are in ` +
        `flight to tiles; wgmma reads ${(read * PIECE).toLocaleString("en")} bytes.`;
}

// ---- The picture: a column is a line of 128 bytes, a dot a piece.

function ringColours() {
    return [colours.code, hue("purple"), hue("sky"), colours.now, hue("red")];
}

function ringPlace() {
    const width = ring.canvas.clientWidth - 2;
    const most = Math.max(...tiles.list.map(t => t.lines));
    ring.line = width / most >= 2 ? Math.floor(Math.min(8, width / most)) : width / most;
    let y = 14;
    ring.placed = tiles.list.map(tile => {
        const placed = {tile, y};
        y += 8 * ring.drop + 20;
        return placed;
    });
    return y - 8;
}

function ringDraw() {
    const draw = canvasFit(ring.canvas, ringPlace()), fills = ringColours();
    ring.placed.forEach(({tile, y}, n) => {
        draw.font = "11px system-ui, sans-serif";
        draw.fillStyle = colours.ink;
        draw.fillText(ringName(tile), 0, y - 4);
        draw.fillStyle = colours.soft;
        draw.fillText(ringLabel(ring.state[n]), 110, y - 4);
        for (let place = 0; place < 8; place++)
            ringRun(draw, ring.state[n].pieces, place, y + place * ring.drop, fills);
        draw.strokeStyle = colours.line;
        draw.strokeRect(-0.5, y - 0.5, tile.lines * ring.line + 1, 8 * ring.drop + 1);
    });
}

// The pieces at one place of each line. Narrow lines of one state are drawn as one box.
function ringRun(draw, pieces, place, y, fills) {
    const narrow = ring.line < 3, gap = narrow ? 0 : 1;
    for (let p = place; p < pieces.length;) {
        let end = p + 8;
        while (narrow && end < pieces.length && pieces[end] === pieces[p])
            end += 8;
        draw.fillStyle = fills[pieces[p]];
        draw.fillRect((p >> 3) * ring.line, y, ((end - p) >> 3) * ring.line - gap,
            ring.drop - gap);
        p = end;
    }
}

function ringPoint(event) {
    const edge = ring.canvas.getBoundingClientRect(), said = byId("tiles-point");
    const x = Math.floor((event.clientX - edge.left) / ring.line);
    const y = event.clientY - edge.top;
    const n = ring.placed.findIndex(p => y >= p.y && y < p.y + 8 * ring.drop &&
        x < p.tile.lines);
    said.textContent = "";
    if (n < 0)
        return;
    const {tile} = ring.placed[n], state = ring.state[n];
    const piece = x * 8 + Math.floor((y - ring.placed[n].y) / ring.drop), by = state.row[piece];
    said.textContent = `${ringName(tile)} + ${piece * PIECE}: ${HELD[state.pieces[piece]]}` +
        (by >= 0 ? `, since line ${placeOf(by).line} of warp ${trace.warp[by]}` : "");
}
