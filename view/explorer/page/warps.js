// The pane of warps over time: a lane per warp. What a warp does is a mark at its time, and
// what it waits for is the colour of the line before it.
"use strict";

const warps = {from: 0, span: 0, high: 12, left: 58};
const WAITS = {memory: () => hue("purple"), pipe: () => hue("red"),
    arithmetic: () => hue("orange"), barrier: () => colours.ink,
    mbarrier: () => hue("blue"), tensor: () => hue("green")};

function warpsStart() {
    warps.canvas = document.getElementById("warps-canvas");
    warps.high = trace.warps > 16 ? 9 : 14;
    warps.span = Math.min(trace.cycles_all, Math.max(400, trace.cycles_all / 8));
    document.getElementById("warps-zoom").addEventListener("input", event => {
        warps.span = trace.cycles_all * Math.pow(2, -event.target.value / 10);
        warps.drawn = null;
        show();
    });
    document.getElementById("warps-zoom").value =
        -10 * Math.log2(warps.span / trace.cycles_all);
    warps.canvas.addEventListener("click", event => {
        const edge = warps.canvas.getBoundingClientRect();
        const warp = Math.floor((event.clientY - edge.top - 16) / warps.high);
        const x = event.clientX - edge.left - warps.left;
        const cycle = warps.from + x / warpsWidth() * warps.span;
        if (warp >= 0 && warp < trace.warps)
            go(warpsNearest(warp, cycle));
    });
    warpsGaps();
}

const warpsWidth = () => warps.width - warps.left - 4;

// The warp's row whose time is nearest.
function warpsNearest(warp, cycle) {
    return trace.ofWarp[warp].reduce((best, i) =>
        Math.abs(trace.begin[i] - cycle) < Math.abs(trace.begin[best] - cycle) ? i : best);
}

// A part of the time is drawn once, and then only the line of now, until now leaves it.
function warpsShow(moment) {
    const now = trace.begin[moment], height = 20 + trace.warps * warps.high;
    warps.width = warps.canvas.clientWidth;
    if (now < warps.from || now > warps.from + warps.span || !warps.drawn) {
        warps.from = Math.max(0, Math.min(now - warps.span / 10,
            trace.cycles_all - warps.span));
        warps.drawn = null;
    }
    const key = [warps.canvas.clientWidth, warps.from, warps.span, colours.ink].join();
    if (warps.drawn !== key) {
        warps.picture ??= document.createElement("canvas");
        const draw = canvasFit(warps.canvas, height);
        warpsDraw(draw);
        warps.picture.width = warps.canvas.width;
        warps.picture.height = warps.canvas.height;
        if (warps.canvas.width && warps.canvas.height) // not where the pane is hidden
            warps.picture.getContext("2d").drawImage(warps.canvas, 0, 0);
        warps.drawn = key;
    } else {
        const draw = warps.canvas.getContext("2d");
        draw.setTransform(1, 0, 0, 1, 0, 0);
        draw.clearRect(0, 0, warps.canvas.width, warps.canvas.height);
        if (warps.picture.width && warps.picture.height)
            draw.drawImage(warps.picture, 0, 0);
    }
    warpsNow(moment, height);
}

const warpsX = cycle =>
    warps.left + (cycle - warps.from) / warps.span * warpsWidth();

function warpsNow(moment, height) {
    const ratio = window.devicePixelRatio || 1, draw = warps.canvas.getContext("2d");
    draw.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw.fillStyle = colours.ink;
    draw.fillRect(warpsX(trace.begin[moment]) - 0.75, 14, 1.5, height);
    draw.strokeStyle = colours.ink;
    draw.strokeRect(0.5, 16 + trace.warp[moment] * warps.high + 0.5, warps.left - 4,
        warps.high - 1);
}

function warpsDraw(draw) {
    const end = warps.from + warps.span;
    draw.font = "10px system-ui, sans-serif";
    draw.fillStyle = colours.soft;
    draw.fillText(`cycle ${Math.round(warps.from).toLocaleString("en")}`, warps.left, 10);
    const right = Math.round(end).toLocaleString("en");
    draw.fillText(right, warps.canvas.clientWidth - 4 - draw.measureText(right).width, 10);
    for (let warp = 0; warp < trace.warps; warp++) {
        const y = 16 + warp * warps.high;
        draw.fillStyle = colours.soft;
        draw.fillText(`warp ${warp}`, 2, y + warps.high - 2);
        warpsLane(draw, warp, y, end);
    }
}

// One warp: at most one mark of a kind per pixel, and no wait of less than one.
function warpsLane(draw, warp, y, end) {
    const list = trace.ofWarp[warp], high = warps.high - 3, right = warpsX(end);
    const scale = warpsWidth() / warps.span;
    let last = -1, kind = "";
    for (let n = warpsFirst(list); n < list.length; n++) {
        const i = list[n], x = warpsX(trace.begin[i]), waited = trace.waited[i];
        if (trace.begin[i] - waited > end)
            break;
        if (waited * scale > 1)
            warpsWait(draw, i, y + high / 2 - 1, right);
        const what = warpsKind(i);
        if (x < warps.left || x > right || (Math.floor(x) === last && what === kind))
            continue;
        warpsMark(draw, what, x, y, high);
        last = Math.floor(x);
        kind = what;
    }
}

// What the warp waits for before the row; of a barrier, after it.
function warpsWait(draw, i, y, right) {
    const barrier = placeOf(i).op === "barrier";
    const from = warpsX(barrier ? trace.begin[i] : trace.begin[i] - trace.waited[i]);
    const to = Math.min(warpsX(barrier ? endOf(i) : trace.begin[i]), right);
    const left = Math.max(warps.left, from);
    if (to <= left || !WAITS[whyOf(i)])
        return;
    draw.fillStyle = WAITS[whyOf(i)]();
    draw.fillRect(left, y, to - left, barrier ? 1 : 2);
}

// The first row that may be seen: binary search by time.
function warpsFirst(list) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (endOf(list[middle]) < warps.from && trace.begin[list[middle]] < warps.from)
            low = middle + 1;
        else
            high = middle;
    }
    return Math.max(0, low - 1);
}

// "shared load", or "barrier".
function warpsKind(i) {
    const place = placeOf(i);
    place.kind ??= isAccess(i)
        ? `${place.of.space} ${place.op === "load" ? "load" : "store"}` : place.op;
    return place.kind;
}

// Loads fill the lane's height, stores its lower half.
function warpsMark(draw, kind, x, y, high) {
    const store = kind.endsWith("store"), wide = Math.max(1.5, warpsWidth() / warps.span);
    if (kind === "fault" || kind === "other") {
        draw.fillStyle = hue("red");
        draw.fillRect(x - 3, y - 1, 6, high + 2);
        return;
    }
    draw.fillStyle = kind === "barrier" ? colours.ink
        : kind === "product" ? hue("green") : kind === "copy" ? hue("purple")
        : kind.startsWith("global") ? hue("sky") : colours.soft;
    draw.fillRect(x, store ? y + high / 2 : y, Math.min(wide, 6), store ? high / 2 : high);
}

// ---- The longest waits, by line and reason.

function warpsGaps() {
    const gaps = new Map();
    let all = 0;
    for (let i = 0; i < trace.n; i++) {
        if (!trace.waited[i])
            continue;
        const key = `${placeOf(i).line} ${whyOf(i)}`;
        const gap = gaps.get(key) ?? {line: placeOf(i).line, why: whyOf(i), cycles: 0,
            times: 0, longest: i};
        gaps.set(key, gap);
        gap.cycles += trace.waited[i];
        gap.times++;
        if (trace.waited[i] > trace.waited[gap.longest])
            gap.longest = i;
        all += trace.waited[i];
    }
    const body = document.getElementById("gaps-body");
    for (const gap of [...gaps.values()].sort((a, b) => b.cycles - a.cycles).slice(0, 6)) {
        const row = document.createElement("tr"), go_there = document.createElement("button");
        go_there.textContent = `line ${gap.line}`;
        go_there.title = "go to the longest of these waits";
        go_there.addEventListener("click", () => go(gap.longest));
        const first = sourceCell("td", "", "");
        first.append(go_there);
        row.append(first, sourceCell("td", "", WHY[gap.why]),
            sourceCell("td", "number", gap.times.toLocaleString("en")),
            sourceCell("td", "number", Math.round(gap.cycles / gap.times).toLocaleString("en")),
            sourceCell("td", "number", `${Math.round(100 * gap.cycles / all)} %`));
        body.append(row);
    }
}
