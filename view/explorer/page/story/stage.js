// The stage: one large picture, and what all scenes draw with. A scene gets its room in
// CSS pixels, and draws into it; `stage.texts` has what was written, for the tests.
"use strict";

const stage = {lane: null, hits: [], texts: []};

// Font pixels: of a label, of a large number.
const stageFont = room => room.w < 400 ? 11 : room.w < 560 ? 12.5 : 14;

// Write text with its baseline at y; align: "left", "center", "right". Returns its width.
function stageText(draw, text, x, y, {size, weight = 400, colour, align = "left", mono} = {}) {
    draw.font = `${weight} ${size}px ` + (mono ? '"DejaVu Sans Mono", monospace'
        : 'system-ui, "DejaVu Sans", sans-serif');
    draw.fillStyle = colour ?? colours.ink;
    draw.textAlign = align;
    draw.fillText(text, x, y);
    draw.textAlign = "left";
    const wide = draw.measureText(text).width;
    const left = x - (align === "center" ? wide / 2 : align === "right" ? wide : 0);
    const m = draw.getTransform(), ratio = window.devicePixelRatio || 1;
    stage.texts.push({text, x: left + m.e / ratio, y: y + m.f / ratio - size, w: wide, h: size});
    return wide;
}

function stageBox(draw, x, y, w, h, fill, frame, width = 1) {
    if (fill) {
        draw.fillStyle = fill;
        draw.fillRect(x, y, w, h);
    }
    if (frame) {
        draw.strokeStyle = frame;
        draw.lineWidth = width;
        draw.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    }
}

// A part of the stage that pointing at says something about, or a lane.
function stageHit(draw, x, y, w, h, {lane = null, title = ""}) {
    const m = draw.getTransform(), ratio = window.devicePixelRatio || 1;
    stage.hits.push({x: x + m.e / ratio, y: y + m.f / ratio, w, h, lane, title});
}

// Draw in a part of the stage, as if it were a stage of its own.
function stagePart(draw, x, y, w, h, scene) {
    draw.save();
    draw.translate(x, y);
    scene({w, h, s: stageFont({w})});
    draw.restore();
}

// A matrix's colour: full, or mixed with the ground.
function stageHue(name, share = 1) {
    const key = `${page.lab} ${name} ${share} ${colours.card}`;
    stageHue.of ??= new Map();
    if (!stageHue.of.has(key))
        stageHue.of.set(key, rgb(mix(share, hueOf(name), colourNumbers(colours.card))));
    return stageHue.of.get(key);
}

const stageBig = n => n.toLocaleString("en", {maximumFractionDigits: n < 10 ? 2 : n < 100 ? 1 : 0});

// A hue, pale.
const stageTint = name => rgb(mix(0.25, HUES[name], colourNumbers(colours.card)));

// Text that fits: cut, with an ellipsis.
function stageFit(draw, text, wide, size) {
    const most = Math.floor(wide / (size * 0.603));
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

// "03": the number of the lab that `page` has.
const stageLab = () => page.lab.slice(0, 2);
const stageLabBefore = () => dataOf(before, stageLab);

// The name of an array of shared memory that the source has; that of dynamic memory has none.
const stageNamed = array => /^\w+$/.test(array.name);

// An arrow from one point to another.
function stageArrow(draw, x0, y0, x1, y1, colour, width = 1.5) {
    const angle = Math.atan2(y1 - y0, x1 - x0), head = 4 + width * 2;
    draw.strokeStyle = draw.fillStyle = colour;
    draw.lineWidth = width;
    draw.beginPath();
    draw.moveTo(x0, y0);
    draw.lineTo(x1 - Math.cos(angle) * head, y1 - Math.sin(angle) * head);
    draw.stroke();
    draw.beginPath();
    draw.moveTo(x1, y1);
    for (const side of [-0.45, 0.45])
        draw.lineTo(x1 - Math.cos(angle + side) * head, y1 - Math.sin(angle + side) * head);
    draw.fill();
}

// 32 boxes, one per lane; those that take part are full. Pointing at one follows that lane.
function stageLanes(draw, x, y, w, high, active) {
    const wide = w / LANES;
    for (let lane = 0; lane < LANES; lane++) {
        const on = active(lane), left = x + lane * wide;
        stageBox(draw, left + 0.5, y, wide - 1.5, high,
            stage.lane === lane ? hue("red") : on ? colours.ink : colours.code, colours.line);
        if (wide >= 15 || lane % 4 === 0 && wide >= 7)
            stageText(draw, String(lane), left + wide / 2 - 0.5, y + high / 2 + 4,
                {size: wide >= 15 ? 10 : 8, align: "center",
                    colour: on || stage.lane === lane ? colours.card : colours.soft});
        stageHit(draw, left, y, wide, high, {lane, title: `lane ${lane}`});
    }
}
