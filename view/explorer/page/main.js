// The moment that all panes show, and what changes it: the scrubber, keys, play, links.
"use strict";

const main = {moment: 0, lane: null, playing: false, barriers: [], arrivals: [], wanted: false};
const SPEEDS = [1, 4, 16, 64, 256]; // requests per tenth of a second

const byId = id => document.getElementById(id);

// Go to a row, and draw it with the next picture of the screen.
function go(moment) {
    main.moment = Math.max(0, Math.min(trace.n - 1, moment));
    if (!main.wanted) {
        main.wanted = true;
        requestAnimationFrame(() => {
            main.wanted = false;
            show();
        });
    }
}

function show() {
    const i = main.moment;
    if (story.open)
        return storyShow();
    replaySeek(i);
    byId("scrub").value = i;
    byId("moment").textContent = `cycle ${trace.begin[i].toLocaleString("en")} of ` +
        `${trace.cycles_all.toLocaleString("en")}, request ` +
        `${(i + 1).toLocaleString("en")} of ${trace.n.toLocaleString("en")}`;
    byId("scrub").setAttribute("aria-valuetext", `${requestDeed(i)}, cycle ${trace.begin[i]}`);
    sourceShow(i);
    matricesShow(i);
    requestShow(i);
    if (trace.shared.length)
        sharedShow(i);
    tilesShow(i);
    warpsShow(i);
    trafficShow();
    byId("said").textContent = requestText(i);
}

// ---- Steps.

function stepWarp(by) {
    const list = trace.ofWarp[trace.warp[main.moment]];
    const n = list.indexOf(main.moment) + by;
    if (n >= 0 && n < list.length)
        go(list[n]);
}

// The arrival of the last warp at the next barrier, or at the one before.
function stepBarrier(by) {
    const at = by > 0 ? main.arrivals.find(i => i > main.moment)
        : main.arrivals.filter(i => i < main.moment).pop();
    if (at !== undefined)
        go(at);
}

function play(on) {
    main.playing = on;
    byId("play").textContent = on ? "pause" : "play";
    byId("play").setAttribute("aria-pressed", on);
    byId("said").setAttribute("aria-live", on ? "off" : "polite");
    let last = performance.now(), part = 0;
    const step = time => {
        if (!main.playing)
            return;
        part += (time - last) / 100 * SPEEDS[byId("speed").value];
        last = time;
        if (part >= 1) {
            go(main.moment + Math.floor(part));
            part %= 1;
        }
        if (main.moment >= trace.n - 1)
            return play(false);
        requestAnimationFrame(step);
    };
    if (on && main.moment >= trace.n - 1)
        main.moment = 0;
    if (on)
        requestAnimationFrame(step);
    else
        show();
}

const KEYS = {
    ArrowRight: event => event.shiftKey ? stepWarp(1) : go(main.moment + 1),
    ArrowLeft: event => event.shiftKey ? stepWarp(-1) : go(main.moment - 1),
    "]": () => stepBarrier(1), "[": () => stepBarrier(-1), k: () => play(!main.playing),
};

// The keys of the browser stay as they are: a field, a list or another slider has the arrows.
function keys(event) {
    const own = event.target.matches("input:not([type=checkbox], #scrub, #story-beat), select, textarea");
    const all = story.open ? STORY_KEYS : KEYS;
    if (own || event.ctrlKey || event.altKey || event.metaKey || !all[event.key])
        return;
    event.preventDefault();
    all[event.key](event);
}

// ---- Links: "#step=warp", "#panes", "#moment=12&element=C[3][4]".

function linkWrite() {
    const at = new URLSearchParams({moment: main.moment + 1});
    if (element.array)
        at.set("element", elementText(element.array, element.index));
    history.replaceState(null, "", `#${at}`);
    navigator.clipboard?.writeText(location.href).catch(() => {});
    byId("said").textContent = "The address of this page is a link to this moment.";
}

function linkRead() {
    const at = new URLSearchParams(location.hash.slice(1));
    const panes = ["panes", "moment", "element"].some(name => at.has(name));
    storyOpen(!panes);
    if (story.open)
        return storyGo(Math.max(0, story.steps.findIndex(s => s.id === at.get("step"))));
    if (at.has("element"))
        elementAsk(at.get("element"));
    go(at.has("moment") ? Number(at.get("moment")) - 1 || 0 : fault.moment);
}

function mainStart() {
    const opened = new Map(); // when a barrier opens, and the last row that waits for that
    for (let i = 0; i < trace.n; i++)
        if (placeOf(i).op === "barrier")
            opened.set(endOf(i), i);
    main.barriers = [...opened.keys()].sort((a, b) => a - b);
    main.arrivals = [...opened.values()].sort((a, b) => a - b);
    for (const key of ["[", "]"])
        document.querySelector(`[data-key="${key}"]`).disabled = !main.arrivals.length;
    byId("scrub").max = trace.n - 1;
    byId("scrub").addEventListener("input", event => go(Number(event.target.value)));
    byId("play").addEventListener("click", () => play(!main.playing));
    byId("speed").max = SPEEDS.length - 1;
    byId("link").addEventListener("click", linkWrite);
    byId("colours").addEventListener("click", () => {
        colours.flipped = !colours.flipped;
        again();
    });
    for (const button of document.querySelectorAll("[data-key]"))
        button.addEventListener("click", () =>
            KEYS[button.dataset.key]({shiftKey: button.dataset.shift === "yes"}));
    addEventListener("keydown", keys);
    addEventListener("resize", again);
    addEventListener("hashchange", () => location.hash === "#story-play" || linkRead());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

// Everything is measured and drawn again.
function again() {
    coloursRead();
    matricesPlace();
    requestRoom();
    if (trace.shared.length)
        sharedPlace();
    warps.drawn = null;
    show();
}

function heading() {
    document.title = `${page.lab}: explorer`;
    byId("title").textContent = page.lab;
    const [x, y, z] = page.grid, b = page.block;
    byId("about").textContent = `Block (${b[0]},${b[1]}) of ${x} x ${y}` +
        `${z > 1 ? ` x ${z}` : ""}, ${page.threads.filter((t, i) => i < 2 || t > 1).join(" x ")}` +
        ` threads, ${page.kernel}; ${page.problem}. Requests are counted. Cycles are ` +
        `modelled for an ${page.device}, with one block alone on an SM. ` +
        (page.left_out ? `${page.left_out[0]} further requests are left out.` : "");
}

async function start() {
    await dataLoad();
    coloursRead();
    heading();
    replayStart();
    trafficStart();
    mainStart();
    sourceStart();
    matricesStart();
    requestStart();
    sharedStart();
    tilesStart();
    warpsStart();
    elementStart();
    laneStart();
    faultStart();
    whatifStart();
    predictStart();
    storyStart();
    main.started = true;
    linkRead();
    document.documentElement.dataset.ready = "yes";
}

addEventListener("DOMContentLoaded", () => start().catch(error => {
    byId("said").textContent = `This page cannot be shown: ${error.message}`;
    throw error;
}));
