// Colours that differ for colour-blind readers, too (Okabe and Ito, 2008), in light and dark.
"use strict";

const HUES = {blue: [0, 114, 178], orange: [230, 159, 0], green: [0, 158, 115],
    red: [213, 94, 0], purple: [204, 121, 167], sky: [86, 180, 233]};
const OF_MATRIX = ["blue", "orange", "green", "purple", "sky"]; // A, B, C and further ones
const colours = {flipped: false};

// Dark or light, as the system asks for, or the other one if `flipped`.
function coloursRead() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches !== colours.flipped;
    document.documentElement.dataset.dark = dark ? "yes" : "no";
    const style = getComputedStyle(document.documentElement);
    for (const name of ["paper", "card", "ink", "soft", "line", "now"])
        colours[name] = style.getPropertyValue(`--${name}`).trim();
}

const rgb = ([r, g, b]) => `rgb(${r},${g},${b})`;
const HUE_TEXTS = Object.fromEntries(Object.entries(HUES).map(([name, h]) => [name, rgb(h)]));
const hue = name => HUE_TEXTS[name];

// The numbers of a colour such as "#ffffff".
function colourNumbers(text) {
    return [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16));
}

// A share of one colour, and the rest of another.
function mix(share, a, b) {
    return a.map((value, i) => Math.round(share * value + (1 - share) * b[i]));
}

// A matrix's, by its place among all; an origin's.
function hueOf(name) {
    const marks = Object.keys(page.mark);
    const i = marks.indexOf(name);
    return HUES[OF_MATRIX[(i < 0 ? marks.length : i) % OF_MATRIX.length]];
}

// A canvas that is as large as its box on the screen; `height` in CSS pixels.
function canvasFit(canvas, height) {
    const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth;
    if (canvas.width !== Math.round(width * ratio) ||
        canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.height = `${height}px`;
    }
    const draw = canvas.getContext("2d");
    draw.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw.clearRect(0, 0, width, height);
    return draw;
}
