// The pane of matrices: what was touched so far, and how often; what is touched now, as
// sectors; what is in flight; which parts are in shared memory.
"use strict";

const matrices = {whole: false, placed: []};

function matricesStart() {
    matrices.canvas = document.getElementById("matrices-canvas");
    matrices.most = replay.now.touched.map(t => t.times.reduce((a, b) => Math.max(a, b), 1));
    document.getElementById("matrices-whole").addEventListener("change", event => {
        matrices.whole = event.target.checked;
        matricesPlace();
        show();
    });
    matrices.canvas.addEventListener("pointermove", matricesPoint);
    matrices.canvas.addEventListener("click", event => {
        const hit = matricesAt(event);
        if (hit) {
            elementShow(hit.array, hit.index);
            document.getElementById("pane-element").scrollIntoView({block: "nearest"});
        }
    });
    for (const key of document.querySelectorAll(".matrix-key"))
        for (const {name} of trace.matrices) {
            const box = document.createElement("i");
            box.style.background = rgb(hueOf(name));
            key.append(box, `${name} `);
        }
    matricesPlace();
}

// The part of a matrix that is drawn.
function matricesPart(array) {
    return matrices.whole
        ? {top: 0, left: 0, rows: array.rows, cols: array.cols} : array.box;
}

// A vector is drawn in rows of 32.
function matricesSize(part) {
    return part.rows === 1 && part.cols > 64
        ? {cols: LANES, rows: Math.ceil(part.cols / LANES)} : part;
}

// True if B is stored as B', N x K: then it is drawn transposed, with the rows that are
// columns of C.
function matricesTurned(A, B, C) {
    return A.cols === B.cols && B.rows === C.cols * C.per &&
        !(B.rows === A.cols * A.per && B.cols === C.cols);
}

// Where each matrix is drawn: A to the left of C, and B above it; others below each other.
function matricesPlace() {
    Object.assign(matrices, matricesPlan(matrices.canvas.clientWidth || 300, 620));
}

// {placed, scale: pixels of an element, height} in a room, which it fills if `whole` pixels do
// not matter. wide, high: of an element's word.
function matricesPlan(width, most, fill) {
    const GAP = 14, TOP = 18, size = a => matricesSize(matricesPart(a));
    const {A, B, C, turned} = productOf() ?? {};
    if (C) {
        const above = turned ? size(B).cols : size(B).rows;
        const cols = size(A).cols + size(C).cols, rows = above + size(C).rows;
        const fit = Math.min((width - GAP - 2) / cols, (most - 2 * TOP - GAP) / rows, 8);
        const scale = fit >= 1 && !fill ? Math.floor(fit) : fit;
        const x = size(A).cols * scale + GAP, y = TOP + above * scale + GAP + TOP;
        const cell = {wide: scale, high: scale};
        const placed = [{array: B, x, y: TOP, turned, ...cell}, {array: A, x: 0, y, ...cell},
            {array: C, x, y, ...cell}];
        if (turned)
            placed[0].wide = scale / C.per;
        return {placed, scale, height: Math.ceil(y + size(C).rows * scale + 4)};
    }
    const scale = Math.max(1, Math.min(12, Math.floor((width - 4) /
        Math.max(1, ...trace.matrices.map(a => size(a).cols)))));
    const placed = [];
    let y = TOP;
    for (const array of trace.matrices) {
        placed.push({array, x: 0, y, wide: scale, high: scale});
        y += size(array).rows * scale + GAP + TOP;
    }
    return fill && y > most ? matricesBeside(width, most, GAP, TOP) : {placed, scale, height: y};
}

// The matrices beside each other, each with all of its rows in the room.
function matricesBeside(width, most, gap, top) {
    const sizes = trace.matrices.map(a => matricesSize(matricesPart(a)));
    const across = sizes.reduce((sum, {cols}) => sum + cols, 0), down = Math.max(...sizes.map(({rows}) => rows));
    const widest = Math.min(12, (width - gap * sizes.length) / across), scale = Math.min(widest, (most - top) / down);
    const wide = Math.min(widest, 3 * scale); // of tall ones
    let x = 0;
    const placed = trace.matrices.map((array, n) => {
        const at = {array, x, y: top, wide, high: scale};
        x += sizes[n].cols * wide + gap;
        return at;
    });
    return {placed, scale, height: Math.ceil(top + down * scale + 4)};
}

// One pixel per element: the paler, the less often it was touched.
function matricesPicture(array) {
    const part = matricesPart(array), {rows, cols} = matricesSize(part);
    const box = array.box, n = trace.matrices.indexOf(array);
    const {times} = replay.now.touched[n], most = matrices.most[n];
    const empty = colourNumbers(colours.code), full = hueOf(array.name);
    const shades = Uint32Array.from({length: most + 1}, (_, i) =>
        (i ? mix(0.3 + 0.7 * i / most, full, empty) : empty)
            .reduce((sum, value, k) => sum | value << 8 * k, 255 << 24));
    const picture = new ImageData(cols, rows), pixels = new Uint32Array(picture.data.buffer);
    pixels.fill(shades[0]);
    const wrapped = rows !== part.rows;
    const at = (box.top - part.top) * cols + box.left - part.left;
    for (let row = 0, i = 0; row < box.rows; row++) {
        const from = wrapped ? box.left - part.left : at + row * cols;
        for (let col = 0; col < box.cols; col++, i++)
            pixels[from + col] = shades[times[i]];
    }
    return picture;
}

// The corner of an element on the canvas; null if it is not drawn.
function matricesXY(placed, row, col) {
    const part = matricesPart(placed.array), {rows, cols} = matricesSize(part);
    let r = row - part.top, c = col - part.left;
    if (r < 0 || c < 0 || r >= part.rows || c >= part.cols)
        return null;
    if (rows !== part.rows)
        [r, c] = [Math.floor(c / cols), c % cols];
    if (placed.turned)
        [r, c] = [c, r];
    return [placed.x + c * placed.wide, placed.y + r * placed.high];
}

function matricesMark(draw, array, words, fill) {
    const placed = matrices.placed.find(p => p.array === array);
    draw.fillStyle = fill;
    for (const word of placed ? words : []) {
        const at = matricesXY(placed, Math.floor(word / array.cols), word % array.cols);
        if (at)
            draw.fillRect(at[0], at[1], Math.max(placed.wide, 1.5), Math.max(placed.high, 1.5));
    }
}

// The words of all sectors that a row moves, and those that its lanes access.
function matricesWords(i) {
    const array = arrayOf(i), words = new Set(), sectors = new Set();
    eachWord(i, (lane, word) => {
        words.add(word);
        const first = word * 4 + array.base;
        for (let b = first - first % SECTOR; b < first - first % SECTOR + SECTOR; b += 4)
            sectors.add((b - array.base) / 4);
    });
    return {words, sectors};
}

// A frame around elements of a matrix.
function matricesFrame(draw, array, top, left, bottom, right, colour, width) {
    const placed = matrices.placed.find(p => p.array === array);
    const from = placed && matricesXY(placed, top, left);
    const to = placed && matricesXY(placed, bottom, right);
    if (!from || !to)
        return;
    draw.strokeStyle = colour;
    draw.lineWidth = width;
    draw.strokeRect(from[0] - 0.5, from[1] - 0.5, to[0] - from[0] + placed.wide + 1,
        to[1] - from[1] + placed.high + 1);
}

// The parts of A and B that shared memory holds now.
function matricesShared(draw) {
    for (const {origin} of replay.now.shared) {
        const part = new Map();
        for (const o of origin) {
            const m = o >= 0 ? markOf(o) : null;
            if (!m || !m.array)
                continue;
            const row = Math.floor(m.index / m.array.cols), col = m.index % m.array.cols;
            const p = part.get(m.array) ?? [row, col, row, col];
            part.set(m.array, [Math.min(p[0], row), Math.min(p[1], col),
                Math.max(p[2], row), Math.max(p[3], col)]);
        }
        for (const [array, p] of part)
            matricesFrame(draw, array, ...p, colours.ink, 1.5);
    }
}

function matricesShow(moment) {
    const draw = canvasFit(matrices.canvas, matrices.height);
    matricesPaint(draw);
    for (const i of replayInFlight(moment))
        matricesMark(draw, arrayOf(i), matricesWords(i).words, hue("purple"));
    matricesShared(draw);
    matricesTile(draw);
    matricesNow(draw, moment);
    laneMark(draw, moment);
    elementMark(draw);
}

// What was touched so far.
function matricesPaint(draw) {
    draw.imageSmoothingEnabled = matrices.scale < 1;
    for (const placed of matrices.placed) {
        const picture = matricesPicture(placed.array);
        matrices.buffer ??= document.createElement("canvas");
        matrices.buffer.width = picture.width;
        matrices.buffer.height = picture.height;
        matrices.buffer.getContext("2d").putImageData(picture, 0, 0);
        const {x, y, wide, high, turned} = placed;
        const width = (turned ? picture.height : picture.width) * wide;
        const height = (turned ? picture.width : picture.height) * high;
        draw.save();
        draw.transform(...turned ? [0, high, wide, 0, x, y] : [wide, 0, 0, high, x, y]);
        draw.drawImage(matrices.buffer, 0, 0);
        draw.restore();
        draw.strokeStyle = colours.line;
        draw.lineWidth = 1;
        draw.strokeRect(placed.x - 0.5, placed.y - 0.5, width + 1, height + 1);
        matricesLabel(draw, placed);
    }
}

function matricesLabel(draw, {array, x, y}) {
    const {top, left, rows, cols} = matricesPart(array);
    const part = (array.rows > 1 ? `[${top}–${top + rows - 1}]` : "") +
        `[${left * array.per}–${(left + cols) * array.per - 1}]`;
    draw.font = "600 12px system-ui, sans-serif";
    const name = draw.measureText(array.name).width;
    draw.font = "11px system-ui, sans-serif";
    const next = matrices.placed.find(p => p.y === y && p.x > x);
    const right = next ? next.x : matrices.canvas.clientWidth, wide = draw.measureText(part).width;
    const at = next ? x : Math.min(x, Math.max(0, right - wide - name - 4));
    draw.fillStyle = colours.soft;
    if (at + name + 2 + wide < right)
        draw.fillText(part, at + name + 2, y - 5);
    draw.font = "600 12px system-ui, sans-serif";
    draw.fillStyle = colours.ink;
    draw.fillText(array.name, at, y - 5);
}

// The block's part of each matrix, where all of it is drawn.
function matricesTile(draw) {
    for (const {array} of matrices.whole ? matrices.placed : [])
        matricesFrame(draw, array, array.box.top, array.box.left, array.box.bottom,
            array.box.right, rgb(hueOf(array.name)), 1.5);
}

function matricesNow(draw, moment) {
    const array = arrayOf(moment), origins = new Map();
    if (!array || !isAccess(moment))
        return;
    if (array.box) {
        const {words, sectors} = matricesWords(moment);
        matricesMark(draw, array, sectors, colours.now);
        matricesMark(draw, array, words, colours.ink);
    } else if (array.space === "shared") {
        eachWord(moment, (lane, word, k) => {
            const m = markOf(originOf(moment, lane, k));
            if (m && m.array)
                origins.set(m.array, (origins.get(m.array) ?? new Set()).add(m.index));
        });
        for (const [from, words] of origins)
            matricesMark(draw, from, words, colours.ink);
    }
}

// ---- The mouse.

function matricesAt(event) {
    const edge = matrices.canvas.getBoundingClientRect();
    const x = event.clientX - edge.left, y = event.clientY - edge.top;
    for (const placed of matrices.placed) {
        const part = matricesPart(placed.array), {rows, cols} = matricesSize(part);
        let c = Math.floor((x - placed.x) / placed.wide);
        let r = Math.floor((y - placed.y) / placed.high);
        if (placed.turned)
            [r, c] = [c, r];
        if (r < 0 || c < 0 || r >= rows || c >= cols)
            continue;
        if (rows !== part.rows)
            [r, c] = [0, r * cols + c];
        if (c < part.cols)
            return {array: placed.array,
                index: (part.top + r) * placed.array.cols + part.left + c};
    }
    return null;
}

function matricesPoint(event) {
    const hit = matricesAt(event), said = document.getElementById("matrices-said");
    if (!hit) {
        said.textContent = "";
        return;
    }
    const box = hit.array.box, n = trace.matrices.indexOf(hit.array);
    const row = Math.floor(hit.index / hit.array.cols) - box.top;
    const col = hit.index % hit.array.cols - box.left;
    const inside = row >= 0 && col >= 0 && row < box.rows && col < box.cols;
    const times = inside ? replay.now.touched[n].times[row * box.cols + col] : 0;
    said.textContent = `${elementText(hit.array, hit.index)}: ` +
        (times ? `accessed by ${times} request${times > 1 ? "s" : ""} so far`
            : "not accessed so far");
}
