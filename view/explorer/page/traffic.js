// The pane of traffic: what has moved so far through each level of memory, and in all.
"use strict";

const traffic = {};

function trafficStart() {
    replaySeek(trace.n - 1);
    traffic.all = replay.now.sums.slice();
    let once = 0; // elements that are loaded at least once
    const loaded = new Set(trace.places.filter(p => p.op === "load").map(p => p.array));
    const copied = new Set([...trace.async.values()].map(a => a.array));
    trace.matrices.forEach((a, n) => {
        if (copied.has(a.name) || loaded.has(trace.arrays.indexOf(a)))
            once += replay.now.touched[n].times.filter(t => t).length;
    });
    traffic.once = once * 4;
    const body = document.getElementById("traffic-body");
    for (const level of TRAFFIC) {
        if (level.engine && !trace.async.size)
            continue;
        const row = document.createElement("tr");
        row.append(sourceCell("th", "", level.name), sourceCell("td", "number", ""),
            sourceCell("td", "number", trafficBytes(level.of(traffic.all))),
            sourceCell("td", "bar", ""));
        row.title = level.title;
        body.append(row);
        level.row = row;
    }
    traffic.most = Math.max(...TRAFFIC.map(l => l.of(traffic.all)), 1);
    document.getElementById("traffic-said").textContent =
        `The block needs ${trafficBytes(traffic.once)} of different elements. ` +
        `Its lanes ask for ${trafficBytes(TRAFFIC[0].of(traffic.all))}.`;
}

const TRAFFIC = [
    {name: "asked for by lanes", title: "bytes that lanes load and store, all spaces",
        of: s => s[SUM.loaded] + s[SUM.stored] + s[SUM.shared_loaded] + s[SUM.shared_stored]},
    {name: "shared memory", title: "128 bytes per wavefront",
        of: s => 128 * s[SUM.wavefronts]},
    {name: "global memory, sectors", title: "32 bytes per sector, at L1",
        of: s => SECTOR * s[SUM.sectors]},
    {name: "global memory, copy engine", title: "bytes of boxes that are in the matrix",
        engine: true, of: s => s[SUM.copied]},
];

function trafficBytes(bytes) {
    return bytes < 10000 ? `${bytes.toLocaleString("en")} B`
        : `${(bytes / 1024).toLocaleString("en", {maximumFractionDigits: 1})} KiB`;
}

function trafficShow() {
    for (const level of TRAFFIC.filter(l => l.row)) {
        const now = level.of(replay.now.sums), cells = level.row.children;
        cells[1].textContent = trafficBytes(now);
        cells[3].style.setProperty("--share", 100 * now / traffic.most);
        cells[3].style.setProperty("--rest", 100 * level.of(traffic.all) / traffic.most);
    }
}
