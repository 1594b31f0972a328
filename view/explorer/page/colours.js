// Colours that differ for colour-blind readers, too (Okabe and Ito, 2008), in light and dark.
"use strict";

const HUES = {blue: [0, 114, 178], orange: [230, 159, 0], green: [0, 158, 115],
    red: [213, 94, 0], purple: [204, 121, 167], sky: [86, 180, 233]};
const OF_MATRIX = ["blue", "orange", "green", "purple", "sky"]; // A, B, C and further ones
const colours = {flipped: false};

// Dark or light, as the system asks for, or the other one if `flipped`.
function coloursRead() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches !== colours.flipped;
    const root = document.documentElement, used = document.createElement("i");
    root.dataset.theme = dark ? "dark" : "light";
    document.body.append(used);
    for (const name of ["code", "card", "ink", "soft", "line", "now"]) {
        used.style.color = `var(--${name})`;
        colours[name] = getComputedStyle(used).color;
    }
    used.remove();
    for (const name in HUES) // for the style
        root.style.setProperty(`--${name}`, hue(name));
}

const rgb = ([r, g, b]) => `rgb(${r},${g},${b})`;
const HUE_TEXTS = Object.fromEntries(Object.entries(HUES).map(([name, h]) => [name, rgb(h)]));
const hue = name => HUE_TEXTS[name];

// The numbers of a colour such as "rgb(255, 255, 255)".
function colourNumbers(text) {
    return text.match(/\d+/g).map(Number);
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
