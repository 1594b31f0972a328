// The pane of shared memory, bank by bank: each word has the colour of the matrix that it
// comes from; pale, what is left of an earlier tile.
"use strict";

const shared = {placed: [], cell: 10, high: 7};

function sharedStart() {
    shared.canvas = document.getElementById("shared-canvas");
    document.getElementById("pane-shared").hidden = trace.shared.length === 0;
    shared.canvas.addEventListener("pointermove", sharedPoint);
    shared.canvas.addEventListener("click", event => {
        const hit = sharedAt(event), from = hit && markOf(sharedOrigin(hit));
        if (from && from.array)
            elementShow(from.array, from.index);
    });
    sharedPlace();
}

const sharedOrigin = hit => replay.now.shared[hit.n].origin[hit.word];

function sharedPlace() {
    let y = 18;
    shared.cell = Math.max(4, Math.floor((shared.canvas.clientWidth - 2) / BANKS));
    shared.placed = trace.shared.map((array, n) => {
        const first = bankOf(array, 0), rows = Math.ceil((first + layoutWords(array)) / BANKS);
        const high = rows > 400 ? 400 / rows : rows > 96 ? 3 : rows > 40 ? 5 : 8;
        const placed = {array, n, y, rows, high, first};
        y += rows * high + 26;
        return placed;
    });
    shared.height = Math.max(24, y - 8);
}

// When the last barrier opened before the array was last written.
function sharedSince(rows) {
    const last = rows.reduce((a, b) => Math.max(a, b), -1);
    const n = last < 0 ? 0 : countUpTo(main.barriers, trace.begin[last]);
    return n ? main.barriers[n - 1] : -1;
}

function sharedShow(moment) {
    const draw = canvasFit(shared.canvas, shared.height);
    const empty = colourNumbers(colours.code), marks = trace.marks;
    for (const {array, n, y, high, first, rows} of shared.placed) {
        const {origin, row} = replay.now.shared[n], since = sharedSince(row);
        draw.fillStyle = colours.ink;
        draw.font = "600 12px system-ui, sans-serif";
        draw.fillText(array.name, 0, y - 5);
        const wide = draw.measureText(array.name).width;
        draw.font = "11px system-ui, sans-serif";
        draw.fillStyle = colours.soft;
        draw.fillText(array.extent.map(e => `[${e}]`).join("") +
            `${array.extent.length ? ", " : ""}${(array.words * 4).toLocaleString("en")} bytes`,
            10 + wide, y - 5);
        let last = "";
        for (let word = 0; word < array.words; word++) {
            const o = origin[word];
            const mark = o >= 0 ? marks.find(m => o >= m.start) : null;
            const fresh = row[word] >= 0 && trace.begin[row[word]] >= since;
            const key = o === UNSET ? "unset" : (mark ? mark.name : o) + fresh;
            if (key !== last) {
                const full = mark ? hueOf(mark.name)
                    : o === ZERO ? colourNumbers(colours.soft) : HUES.purple;
                draw.fillStyle = o === UNSET ? colours.code
                    : rgb(mix(fresh ? 0.95 : 0.45, full, empty));
                last = key;
            }
            const at = first + layoutWord(array, word);
            draw.fillRect(at % BANKS * shared.cell, y + Math.floor(at / BANKS) * high,
                shared.cell - 1, high - (high > 4 ? 1 : 0));
        }
        draw.strokeStyle = colours.line;
        draw.strokeRect(-0.5, y - 0.5, BANKS * shared.cell, rows * high);
    }
    sharedNow(draw, moment);
    document.getElementById("shared-said").textContent = sharedText(moment);
}

// The words of the request, and those that share a bank with another one of its pass.
function sharedNow(draw, moment) {
    const placed = shared.placed.find(p => p.array === arrayOf(moment));
    if (!placed || !isAccess(moment))
        return;
    const {array, y, high, first} = placed;
    const groups = layoutGroups(moment);
    for (const group of groups)
        for (const words of group.words)
            for (const word of words) {
                const at = first + word - (array.base >> 2);
                draw.fillStyle = words.length > 1 ? hue("red") : colours.ink;
                draw.fillRect(at % BANKS * shared.cell, y + Math.floor(at / BANKS) * high,
                    shared.cell - 1, Math.max(2, high - 1));
            }
}

function sharedText(moment) {
    const array = arrayOf(moment);
    let flight = 0;
    for (const i of replayInFlight(moment))
        flight += lanesOf(i) * placeOf(i).size;
    const said = `${flight.toLocaleString("en")} bytes from global memory are in flight.`;
    if (!array || array.space !== "shared" || !isAccess(moment))
        return said;
    const deed = placeOf(moment).op === "load" ? "reads" : "writes";
    return `Warp ${trace.warp[moment]} ${deed} ${array.name} in ` +
        `${requestWavefronts(moment)} ${said}`;
}

function sharedAt(event) {
    const edge = shared.canvas.getBoundingClientRect();
    const x = event.clientX - edge.left, y = event.clientY - edge.top;
    const bank = Math.floor(x / shared.cell);
    for (const p of shared.placed) {
        const word = Math.floor((y - p.y) / p.high) * BANKS + bank - p.first;
        if (y < p.y || bank >= BANKS || word < 0 || y >= p.y + p.rows * p.high)
            continue;
        const real = sharedWord(p.array, word);
        return real < 0 ? null : {...p, word: real, bank};
    }
    return null;
}

// The word of the array that is drawn at this place; -1 if that is padding.
function sharedWord(array, at) {
    for (let word = 0; word < array.words; word++)
        if (layoutWord(array, word) === at)
            return word;
    return -1;
}

function sharedPoint(event) {
    const hit = sharedAt(event), said = document.getElementById("shared-point");
    if (!hit) {
        said.textContent = "";
        return;
    }
    const row = replay.now.shared[hit.n].row[hit.word];
    said.textContent = `bank ${hit.bank}: ` +
        `${elementText(hit.array, Math.floor(hit.word * 4 / hit.array.element))} ` +
        `holds ${originText(sharedOrigin(hit))}` +
        (row >= 0 ? `, written by line ${placeOf(row).line} ` +
            `${(trace.begin[main.moment] - trace.begin[row]).toLocaleString("en")} cycles ago`
            : "");
}
