// The pane of one request: 32 lanes, and the sectors or the banks that serve them.
"use strict";

const request = {};

function requestStart() {
    request.canvas = document.getElementById("request-canvas");
    request.canvas.addEventListener("pointermove", requestPoint);
    requestRoom();
}

// As high as the highest request: the page does not jump.
function requestRoom() {
    const done = new Set();
    request.high = 20;
    for (let i = 0; i < trace.n; i++) {
        const key = trace.place[i] * 1e6 + trace.pattern[i];
        if (!done.has(key))
            request.high = Math.max(request.high, requestHeight(i));
        done.add(key);
    }
}

function requestShow(moment) {
    const place = placeOf(moment), array = arrayOf(moment);
    document.getElementById("request-said").textContent = requestText(moment);
    request.cells = [];
    const draw = canvasFit(request.canvas, request.high);
    if (!array || !isAccess(moment) && place.op !== "land")
        return;
    if (array.space === "shared")
        requestBanks(draw, moment);
    else
        requestLines(draw, moment);
}

const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

// "line 30 loads A": who does what.
function requestDeed(moment) {
    const {op, line, array} = placeOf(moment);
    const name = array >= 0 ? trace.arrays[array].name : "";
    const who = `warp ${trace.warp[moment]}, line ${line}`;
    return {
        load: `${who}: loads from ${name}`, store: `${who}: stores to ${name}`,
        atomic: `${who}: atomic operations on ${name}`,
        land: `${who}: an asynchronous copy to ${name} arrives`,
        ...requestAsync(who, asyncOf(moment)),
        barrier: `${who}: waits at a barrier`, fault: `${who}: the fault`,
        other: `${who}: the other side of the fault`,
    }[op];
}

// Of the copy engine, mbarriers and wgmma.
function requestAsync(who, {barrier, phase, bytes, arrivals, array, group, outside}) {
    const at = barrier === undefined ? "" : ` ${tilesBarrierName(barrier)}`;
    const big = n => (n ?? 0).toLocaleString("en");
    return {
        copy: `${who}: the copy engine begins to copy ${big(bytes)} bytes of ${array}` +
            (outside ? `, ${big(outside)} of them outside of it: zeros` : "") + `, for${at}`,
        init: `${who}: initialises${at} for ${plural(arrivals ?? 0, "arrival")}`,
        arrive: `${who}: ${plural(arrivals ?? 0, "thread")} arrived at${at}, whose phase ` +
            `${phase} expects ${big(bytes)} bytes`,
        wait: `${who}: phase ${phase} of${at} is complete, and the warp has seen it`,
        product: `${who}: begins its part of a wgmma, of group ${group}`,
        multiplied: `${who}: has waited for its products up to group ${group}`,
        fence: `${who}: fence.proxy.async: its stores are seen by copy engine and wgmma`,
    };
}

function requestText(moment) {
    const place = placeOf(moment), array = arrayOf(moment);
    let text = `${requestDeed(moment)}.`;
    if (place.op === "barrier")
        text += ` It waits ${plural(trace.waited[moment], "cycle")} for the other warps.`;
    if (trace.async.has(moment) && trace.waited[moment])
        text += ` The warp waited ${plural(trace.waited[moment], "cycle")} for it.`;
    if (!array || !isAccess(moment))
        return text;
    const words = new Set(), lanes = lanesOf(moment);
    eachWord(moment, (lane, word) => words.add(word));
    text += ` ${plural(lanes, "lane")}, ${place.size} bytes each` +
        (place.loads > 1 ? ` (nvcc merges ${place.loads} loads of the source)` : "") +
        `: ${plural(words.size, "different word")} in `;
    text += array.space === "shared" ? requestWavefronts(moment)
        : `${plural(trace.cost[moment], "sector")}. Of the ` +
            `${plural(trace.cost[moment] * SECTOR / 4, "word")} that move, ${words.size} ` +
            `${words.size === 1 ? "is" : "are"} used.`;
    if (trace.waited[moment])
        text += ` Before it, the warp waited ${plural(trace.waited[moment], "cycle")} for ` +
            `${WHY[whyOf(moment)]}.`;
    return text;
}

// "8 wavefronts, 4 without bank conflicts": each group of lanes needs one at least.
function requestWavefronts(moment) {
    const groups = layoutGroups(moment);
    const n = groups.reduce((sum, g) => sum + g.passes, 0);
    const lanes = groups.length > 1 ? ` ${groups[0].end} lanes are served at a time.` : "";
    return (n > groups.length ? `${plural(n, "wavefront")}, ${groups.length} without bank conflicts.`
        : `${plural(n, "wavefront")}, no bank conflict.`) + lanes +
        (layoutChanged(arrayOf(moment)) ? " This is with the layout of What if." : "");
}

const whyOf = i => page.trace.why[trace.why[i]];
const WHY = {memory: "global memory", pipe: "the memory pipe", arithmetic: "FMA units",
    barrier: "a barrier", mbarrier: "an mbarrier", tensor: "tensor cores", "-": "nothing"};

// The lines of 128 bytes that the lanes access, in order.
function requestLineList(moment) {
    const base = arrayOf(moment).base, lines = new Map();
    eachWord(moment, (lane, word) => {
        const address = word * 4 + base, line = Math.floor(address / LINE);
        const used = lines.get(line) ?? new Map();
        const in_line = (address - line * LINE) / 4;
        used.set(in_line, [...used.get(in_line) ?? [], lane]);
        lines.set(line, used);
    });
    return [...lines].sort((a, b) => a[0] - b[0]);
}

const ROW = 15; // pixels

function requestHeight(moment) {
    const array = arrayOf(moment);
    if (!array || !isAccess(moment) && placeOf(moment).op !== "land")
        return 20;
    if (array.space === "shared")
        return 22 + ROW * Math.max(1, requestPasses(moment).length);
    return 22 + ROW * requestLineList(moment).length;
}

// One box, with the lanes that use it.
function requestCell(draw, x, y, width, fill, lanes, title) {
    draw.fillStyle = lanes.includes(main.lane) ? hue("red") : fill;
    draw.fillRect(x + 0.5, y + 0.5, width - 1, ROW - 2);
    if (lanes.length && width > 14) {
        draw.fillStyle = colours.card;
        draw.font = "10px system-ui, sans-serif";
        draw.fillText(lanes.length > 1 ? `×${lanes.length}` : lanes[0], x + 2, y + ROW - 4);
    }
    request.cells.push({x, y, width, title});
}

function requestLines(draw, moment) {
    const array = arrayOf(moment), LEFT = 84;
    const width = (request.canvas.clientWidth - LEFT - 4) / 32;
    draw.font = "11px system-ui, sans-serif";
    draw.fillStyle = colours.soft;
    draw.fillText("lines of 128 bytes: 4 sectors of 8 words", LEFT, 12);
    requestLineList(moment).forEach(([line, used], n) => {
        const y = 20 + n * ROW, first = (line * LINE - array.base) / 4;
        draw.fillStyle = colours.soft;
        draw.font = "10px system-ui, sans-serif";
        draw.fillText(elementText(array, Math.max(0, first)), 0, y + ROW - 4, LEFT - 6);
        for (let w = 0; w < 32; w++) {
            const sector = [...used.keys()].some(k => k >> 3 === w >> 3);
            const lanes = used.get(w) ?? [];
            const fill = lanes.length ? colours.ink : sector ? colours.now : colours.code;
            requestCell(draw, LEFT + w * width, y, width, fill, lanes,
                `${elementText(array, Math.max(0, first + w))}: ` +
                (lanes.length ? `lane${lanes.length > 1 ? "s" : ""} ${requestLanes(lanes)}`
                    : sector ? "moves, and is not used" : "does not move"));
        }
        draw.fillStyle = colours.line;
        for (let s = 0; s <= 4; s++)
            draw.fillRect(LEFT + s * 8 * width - 0.5, y, 1, ROW - 1);
    });
}

// "0–31" or "0, 2, 4".
function requestLanes(lanes) {
    const list = [...new Set(lanes)].sort((a, b) => a - b);
    const row = list.every((lane, i) => !i || lane === list[i - 1] + 1);
    return row && list.length > 2 ? `${list[0]}–${list[list.length - 1]}` : list.join(", ");
}

// The passes of a request to shared memory: the group of lanes, and the word of each bank.
function requestPasses(moment) {
    const passes = [];
    for (const group of layoutGroups(moment))
        for (let p = 0; p < group.passes; p++)
            passes.push({group, banks: group.words.map(words => words[p] ?? null)});
    return passes;
}

function requestBanks(draw, moment) {
    const array = arrayOf(moment), LEFT = 84, readers = new Map(), names = new Map();
    const width = (request.canvas.clientWidth - LEFT - 4) / 32;
    eachWord(moment, (lane, word) => {
        const to = layoutWord(array, word);
        readers.set(to, [...readers.get(to) ?? [], lane]);
        names.set(to, elementText(array, word));
    });
    draw.font = "11px system-ui, sans-serif";
    draw.fillStyle = colours.soft;
    draw.fillText("banks 0 to 31: a row is one wavefront", LEFT, 12);
    requestPasses(moment).forEach(({group, banks}, n) => {
        const y = 20 + n * ROW;
        draw.fillStyle = colours.soft;
        draw.font = "10px system-ui, sans-serif";
        draw.fillText(`lanes ${group.first}–${group.end - 1}`, 0, y + ROW - 4);
        banks.forEach((word, bank) => {
            const at = word === null ? null : word - (array.base >> 2);
            const lanes = (at === null ? [] : readers.get(at) ?? [])
                .filter(lane => lane >= group.first && lane < group.end);
            requestCell(draw, LEFT + bank * width, y, width,
                at === null ? colours.code : colours.ink, lanes,
                at === null ? `wavefront ${n + 1}, bank ${bank}: idle`
                    : `wavefront ${n + 1}, bank ${bank}: ${names.get(at)}, ` +
                        `lane${lanes.length > 1 ? "s" : ""} ${requestLanes(lanes)}`);
        });
    });
}

function requestPoint(event) {
    const edge = request.canvas.getBoundingClientRect();
    const x = event.clientX - edge.left, y = event.clientY - edge.top;
    const hit = request.cells.find(c => x >= c.x && x < c.x + c.width && y >= c.y &&
        y < c.y + ROW);
    document.getElementById("request-point").textContent = hit ? hit.title : "";
}
