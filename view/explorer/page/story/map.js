// A tensor map: one instruction copies a box, and the swizzle sends the pieces of a row to other
// places in shared memory, so that those of one column are in different banks.
"use strict";

const MAP_ROWS = 8;

function mapStep() {
    const i = [...trace.async.keys()].sort((a, b) => a - b).find(n =>
        placeOf(n).op === "copy" && asyncOf(n).to !== undefined && asyncOf(n).box);
    if (i === undefined)
        return null;
    const a = asyncOf(i), pieces = Math.min(8, Math.ceil(a.box[0] * a.element / PIECE));
    const rows = Math.min(MAP_ROWS, a.box[1]);
    return {id: "map", name: "Tensor map and swizzle", pane: ["tiles"], beats: rows + 1,
        numbers: {i, box: a.box, bytes: a.bytes, swizzle: a.swizzle}, moment: () => i,
        caption: () => `One instruction copies ${a.box[1]} x ${a.box[0]} elements of ${a.array}: ` +
            `${stageBig(a.bytes)} bytes` + (a.swizzle
            ? `. The swizzle spreads a column over the banks.` : ", without a swizzle."),
        draw: (draw, room, beat) => mapDraw(draw, room, a, pieces, rows, beat)};
}

// Where piece p of a row goes: as the copy engine exchanges them.
function mapPlace(a, row, p) {
    const wide = (a.swizzle || PIECE) / PIECE, line = Math.floor((a.to + (page.window ?? 0) +
        row * tilesPitch(a)) / TILE_LINE);
    return p ^ (line & (wide - 1));
}

const mapHue = p => rgb(mix(0.45 + 0.07 * (p % 8), p % 2 ? HUES.blue : HUES.orange,
    colourNumbers(colours.card)));

function mapDraw(draw, {w, h, s}, a, pieces, rows, beat) {
    const small = w < 560, gap = small ? 44 : 100, left = small ? 20 : 44;
    const wide = (w - gap - left) / 2 / pieces, top = s * 6.4;
    const high = Math.min((h - top - s * 4) / rows, small ? 24 : 38);
    const right = left + wide * pieces + gap;
    stageText(draw, `${a.array}, in global memory`, left, s * 1.3, {size: s, weight: 700});
    stageText(draw, small ? `box at row ${a.at[1]}, col ${a.at[0]}`
        : `the box at row ${a.at[1]}, column ${a.at[0]}: ${rows} of ${a.box[1]} rows, each of ${plural(pieces, "piece")} of 16 bytes`,
        left, s * 2.8, {size: s * 0.85, colour: colours.soft});
    stageText(draw, "shared memory", right, s * 1.3 + (small ? s * 3.2 : 0), {size: s, weight: 700});
    if (!small)
        stageText(draw, wide < 44 ? "first bank of each piece:" : a.swizzle ? `swizzle of ${a.swizzle} bytes` : "no swizzle", right, s * 2.8,
            {size: s * 0.85, colour: colours.soft});
    for (let p = 0; p < pieces; p++)
        stageText(draw, wide < 44 ? String(p * 4) : `bank ${p * 4}`, right + p * wide + wide / 2, top - s * 0.4,
            {size: s * 0.7, align: "center", colour: colours.soft});
    const mark = 0; // the piece whose column is followed
    for (let row = 0; row < rows; row++) {
        const y = top + row * high;
        stageText(draw, String(row), left - 8, y + high / 2 + 4,
            {size: s * 0.8, align: "right", colour: colours.soft});
        for (let p = 0; p < pieces; p++) {
            mapPiece(draw, left + p * wide, y, wide, high, p, p === mark, s);
            if (row < beat)
                mapPiece(draw, right + mapPlace(a, row, p) * wide, y, wide, high, p, p === mark, s);
            else
                stageBox(draw, right + p * wide + 1, y + 1, wide - 2, high - 2, colours.code);
        }
        if (row === beat - 1)
            stageArrow(draw, left + wide * pieces + 8, y + high / 2, right - 8, y + high / 2,
                hue("red"), 2.5);
    }
    const banks = new Set(Array.from({length: Math.min(beat, rows)}, (_, r) => mapPlace(a, r, mark)));
    const y = top + rows * high + s * 1.8;
    stageText(draw, small ? "column 0: 1 group of banks" : "column 0: one group of 4 banks", left, y, {size: s * 0.9});
    stageText(draw, `column 0: ${plural(banks.size, "group")}` + (small ? "" : " of 4 banks"), right, y,
        {size: s * 0.9, weight: 700});
}

function mapPiece(draw, x, y, wide, high, p, followed, s) {
    stageBox(draw, x + 1, y + 1, wide - 2, high - 2, followed ? hue("red") : mapHue(p));
    stageText(draw, String(p), x + wide / 2, y + high / 2 + s * 0.3,
        {size: s * 0.85, align: "center", colour: followed ? "#fff" : "#111"});
}
