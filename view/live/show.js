// The page from a state (docs/live.md): its speeds, predictions and explorer. verdict.js draws
// the rest.
import { fill, isNew, make, named, wide } from "./elements.js";
import { showStages, showVerdict } from "./verdict.js";

let pictured = 0; // the versions of the plot and of the explorer that are shown
let explored = 0;

// "These are of save 3, an earlier text.", where they are not of the last one.
function ofSave(state, save, these = "These are") {
    return save === state.save ? "" : " " + these + " of save " + save + ", an earlier text.";
}

function gflops(value) {
    const digits = value < 100 ? 1 : 0;
    return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function speedRow(row) {
    const notes = row.whose + (row.changed ? ", its kernel has changed since" : "");
    const head = make("th", "", row.lab, make("small", "", notes));
    head.scope = "row";
    return make("tr", row.own ? "own" : "", head, make("td", "", row.source),
        ...row.gflops.map((value) => make("td", "number",
            value === null ? "–" : gflops(value))));
}

function speedTable(speeds) {
    const heads = ["lab", "time is", ...speeds.sizes].map((text, i) => {
        const head = make("th", i > 1 ? "number" : "", text);
        head.scope = "col";
        return head;
    });
    return wide("", "Table of speeds",
        make("table", "", make("thead", "", make("tr", "", ...heads)),
            make("tbody", "", ...speeds.rows.map(speedRow))));
}

function showSpeeds(state) {
    const { speeds, plot } = state;
    const timing = state.doing === "timing";
    if (!isNew("speeds", state.save, timing, speeds, plot, state.no_speeds))
        return;
    let text = "The speeds come when the kernel passes.";
    if (speeds)
        text = "GFLOP/s for " + speeds.device + (speeds.sizes.some((size) => /^\d+$/.test(size))
            ? ", by M = N = K." : ".") + ofSave(state, speeds.save);
    if (timing)
        text = "Timing save " + state.save + " … " + (speeds ? text : "");
    if (state.no_speeds)
        text = "There are no speeds of save " + state.save + ":";
    let picture = document.querySelector("#speeds .picture");
    if (plot && plot.version !== pictured) {
        const image = make("img");
        image.src = "plot?v=" + plot.version;
        image.alt = "GFLOP/s over the size, this lab and those before it: the table above";
        picture = wide("picture", "Plot of the speeds", image);
        pictured = plot.version;
    }
    fill("speeds", make("h2", "", "Speeds"), make("p", "soft", text),
        ...named("make printed:", state.no_speeds),
        speeds ? speedTable(speeds) : null, picture);
}

function showPredictions(state) {
    if (!isNew("predictions", state.predictions))
        return;
    const rows = (state.predictions || []).map(([id, got, expected, met]) =>
        make("li", "", id + ": got " + got + ", expected " + expected + ", met: " + met));
    fill("predictions", rows.length ? make("h2", "", "Predictions") : null,
        rows.length ? make("ul", "", ...rows) : null);
}

// A new frame for each version, so that the browser's Back does not go through them.
function showExplorer(state) {
    const { explorer } = state;
    const place = document.getElementById("explorer");
    if (!state.explores || (!explorer && !state.no_explorer))
        return;
    let frame = place.querySelector("iframe");
    if (explorer && explorer.version !== explored) {
        frame = make("iframe");
        frame.title = "Explorer of the kernel";
        frame.src = "explorer?v=" + explorer.version + (explorer.fault ? "#fault" : "");
        explored = explorer.version;
    }
    const text = state.no_explorer
        ? "There is no explorer of save " + state.save + ". " : "";
    const note = make("p", "soft", text + (explorer ? ofSave(state, explorer.save, "It is") : ""));
    if (frame && frame.parentNode === place) {
        place.querySelector("p").replaceWith(note); // a frame that is moved loads again
        return;
    }
    fill("explorer", make("h2", "", "Explorer"), note, frame);
}

export function showState(state) {
    document.body.classList.remove("lost");
    document.getElementById("lab").textContent = "Lab " + state.lab.replace("_", " ");
    document.getElementById("kernel").textContent = state.kernel;
    showVerdict(state);
    showStages(state);
    showSpeeds(state);
    showPredictions(state);
    showExplorer(state);
}
