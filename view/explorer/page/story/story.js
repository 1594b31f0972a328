// The story of a kernel: up to six steps, each one large picture with one caption. A step is
// data, which a scene finds in the trace; one that the kernel has not is left out.
//
//   id, name     of the step, in links and in the list
//   beats        how many pictures play goes through; rest: the one that is shown at first
//   moment(b)    the request that the picture is about: its line is the current one; or -1
//   caption(b)   at most 20 words, whose numbers come from the trace: `numbers` has them
//   draw(...)    the picture of a beat, in a room
//   pane         the panes whose first question is asked here
"use strict";

const story = {steps: [], at: 0, beat: 0, playing: false, open: false};
const STORY_SECONDS = 12; // that a step plays
const STORY_LINES = 12;

function storyStart() {
    story.steps = [faultStep, vectorsStep, indexStep, threadStep, fragmentsStep, warpStep, mapStep, stagesStep, blockStep,
        banksStep, timeStep, billStep].map(find => find()).filter(Boolean);
    const has = id => story.steps.some(s => s.id === id);
    const least = ["block", "banks"]; // what another step says, too
    story.steps = story.steps.filter(s => s.id !== "block" || !has("ring"));
    while (story.steps.length > 6) {
        const out = least.pop() ?? story.steps[1].id;
        story.steps = story.steps.filter(s => s.id !== out);
    }
    story.canvas = byId("stage");
    story.steps.forEach((step, n) => {
        const item = document.createElement("li"), button = document.createElement("button");
        button.textContent = step.name;
        button.dataset.n = n + 1;
        button.addEventListener("click", () => storyGo(n));
        item.append(button);
        byId("steps").append(item);
        step.rest ??= step.beats - 1;
        step.question = predict.questions.find(q => !q.taken && q.change === "-" &&
            step.pane.includes(q.pane));
        if (step.question)
            step.question.taken = true;
    });
    byId("story-play").addEventListener("click", () => storyPlay(!story.playing));
    byId("story-beat").addEventListener("input", event => storyBeat(Number(event.target.value)));
    byId("story-next").addEventListener("click", () => storyGo(story.at + 1));
    byId("story-last").addEventListener("click", () => storyGo(story.at - 1));
    byId("to-panes").addEventListener("click", () => storyOpen(!story.open));
    story.canvas.addEventListener("pointermove", storyPoint);
    story.canvas.addEventListener("pointerleave", () => storyLane(null, ""));
    storySwipe();
    askStart();
}

// The story, or all panes.
function storyOpen(open) {
    story.open = open && story.steps.length > 0;
    byId("story").hidden = !story.open;
    byId("panes").hidden = story.open;
    byId("to-panes").textContent = story.open ? "all panes" : "the story";
    byId("to-panes").hidden = !story.steps.length;
    if (story.playing)
        storyPlay(false);
    if (main.playing)
        play(false);
    if (main.started)
        again();
}

function storyGo(n) {
    if (n < 0 || n >= story.steps.length)
        return;
    storyPlay(false);
    story.at = n;
    const step = story.steps[n];
    [...byId("steps").querySelectorAll("button")].forEach((b, i) =>
        i === n ? b.setAttribute("aria-current", "step") : b.removeAttribute("aria-current"));
    byId("story-last").disabled = n === 0;
    byId("story-next").disabled = n === story.steps.length - 1;
    byId("story-play").disabled = step.beats < 2;
    byId("story-beat").max = step.beats - 1;
    byId("story-beat").hidden = step.beats < 2;
    storyBeat(askOpen(step) ? 0 : step.rest);
}

function storyBeat(beat) {
    story.beat = Math.max(0, Math.min(story.steps[story.at].beats - 1, beat));
    storyShow();
}

function storyPlay(on) {
    const step = story.steps[story.at];
    story.playing = on && step.beats > 1;
    byId("story-play").textContent = story.playing ? "pause" : "play";
    byId("story-play").setAttribute("aria-pressed", story.playing);
    byId("caption").setAttribute("aria-live", story.playing ? "off" : "polite");
    if (!story.playing)
        return;
    if (story.beat >= step.beats - 1)
        storyBeat(0);
    askSkip(step);
    const begin = performance.now(), from = story.beat;
    const frame = time => {
        if (!story.playing)
            return;
        const beat = from + Math.floor(Math.max(0, time - begin) / 1000 * step.beats / STORY_SECONDS);
        if (beat !== story.beat)
            storyBeat(beat);
        if (story.beat >= step.beats - 1)
            return storyPlay(false);
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

// ---- The picture.

function storyShow() {
    if (!story.open)
        return;
    const step = story.steps[story.at], wide = story.canvas.clientWidth || 900;
    const high = Math.round(wide >= 560 ? Math.min(560, wide * 0.62) : wide * 1.25);
    const draw = canvasFit(story.canvas, high);
    stage.hits = [];
    stage.texts = [];
    step.draw(draw, {w: wide, h: high, s: stageFont({w: wide})}, story.beat);
    const asked = askOpen(step);
    byId("caption").textContent = asked ? "Predict first, or skip the question."
        : step.caption(story.beat);
    byId("story-beat").value = story.beat;
    story.canvas.setAttribute("aria-label", `${step.name}. ${byId("caption").textContent}`);
    askShow(step);
    storySource(step.moment(story.beat));
    if (stage.lane === null)
        byId("pointed").textContent = stage.hits.length
            ? "Point at a lane: all that it accesses lights up." : "";
}

// The lines around the current one; the arrays that the current request is about are marked.
// Of lines that are withheld, nothing is shown.
function storySource(i) {
    const {line, array} = i < 0 ? {line: 0} : placeOf(i), lines = page.source.lines;
    const list = byId("story-lines");
    const box = byId("story-source");
    box.hidden = !line || lines[line - 1] === null || lines[line - 1] === undefined;
    if (box.hidden || story.lined === `${line} ${array}`)
        return;
    story.lined = `${line} ${array}`;
    const first = Math.max(1, Math.min(line - (STORY_LINES >> 1), lines.length - STORY_LINES + 1));
    list.start = first;
    list.replaceChildren(...lines.slice(first - 1, first - 1 + STORY_LINES)
        .map((text, n) => storyLine(text, first + n === line, array)));
}

function storyLine(text, now, array) {
    const item = document.createElement("li"), code = document.createElement("code");
    item.classList.toggle("now", now);
    const names = now && array >= 0 ? [trace.arrays[array].name] : [];
    const parts = names.length && /^\w+$/.test(names[0])
        ? (text ?? "").split(new RegExp(`(\\b${names[0]}\\b(?:\\[[^\\]]*\\])*)`)) : [text ?? " "];
    parts.forEach((part, n) => {
        const mark = document.createElement(n % 2 ? "mark" : "span");
        mark.textContent = part;
        code.append(mark);
    });
    item.append(code);
    return item;
}

// Pointing at a lane lights up all that it has on the stage.
function storyPoint(event) {
    const edge = story.canvas.getBoundingClientRect();
    const x = event.clientX - edge.left, y = event.clientY - edge.top;
    const hit = stage.hits.findLast(b => x >= b.x && x < b.x + b.w && y >= b.y && y < b.y + b.h);
    storyLane(hit ? hit.lane : null, hit ? hit.title : "");
}

function storyLane(lane, title) {
    if (title)
        byId("pointed").textContent = title;
    byId("story-source").classList.toggle("lit", lane !== null);
    if (stage.lane === lane)
        return;
    stage.lane = lane;
    storyShow();
}

function storySwipe() {
    let from = null;
    story.canvas.addEventListener("touchstart", event => {
        from = event.touches[0].clientX;
    }, {passive: true});
    story.canvas.addEventListener("touchend", event => {
        const by = event.changedTouches[0].clientX - from;
        if (Math.abs(by) > 50)
            storyGo(story.at - Math.sign(by));
    }, {passive: true});
}

const STORY_KEYS = {
    ArrowRight: () => storyBeat(story.beat + 1), ArrowLeft: () => storyBeat(story.beat - 1),
    "]": () => storyGo(story.at + 1), "[": () => storyGo(story.at - 1),
    k: () => storyPlay(!story.playing),
};
