// The verdict of a state (docs/live.md), its place in the kernel, and the stages of the check.
import { block, drawn, fill, isNew, make, named, number, wide } from "./elements.js";

const STAGES = {
    compiles: "it compiles",
    aligned: "correct on whole tiles",
    ragged: "correct on every shape",
    safe: "no fault",
    technique: "this lab's technique",
};
const SIGNS = { good: "✓", bad: "✗", busy: "…", unknown: "?" };

// headline("good", "PASS", "lab03"): the word, also as the tab's title.
function headline(kind, word, lab) {
    document.title = word + " - lab" + lab;
    const card = document.getElementById("verdict");
    card.style.minHeight = kind === "busy" ? card.offsetHeight + "px" : ""; // nothing jumps
    card.className = kind;
    const sign = make("span", "sign", SIGNS[kind]);
    sign.setAttribute("aria-hidden", "true");
    return make("p", "word", sign, " ", word);
}

function sourceLines(source, finding) {
    return source.lines.map((text, i) => {
        const line = source.first + i;
        const here = line === finding.line;
        const row = make("span", here ? "here" : "", here ? "▶" : " ",
            String(line).padStart(4) + "  " + text + "\n");
        if (here)
            row.setAttribute("aria-current", "true");
        return row;
    });
}

// What was got, and what is right, as a table: of an element, or of a rule of technique.
function values(finding) {
    const element = finding.array
        ? finding.array + (finding.indices || []).map((i) => "[" + i + "]").join("") : "element";
    let cells = null;
    if (finding.verdict === "WRONG" && "got" in finding)
        cells = [element, number(finding.got), number(finding.expected) +
            ("bound" in finding ? " ± " + number(finding.bound, 2) : "")];
    if ("rule" in finding)
        cells = [finding.rule, number(finding.value), finding.relation + " " + number(finding.limit)];
    if (!cells)
        return null;
    const heads = [finding.rule ? "rule" : "element", "got", "expected"];
    return wide("", "Got and expected", make("table", "",
        make("thead", "", make("tr", "", ...heads.map((text) => make("th", "", text)))),
        make("tbody", "", make("tr", "", ...cells.map((text) => make("td", "", text))))));
}

function showFinding(state) {
    const { finding, source, after } = state.check;
    const pass = finding.verdict === "PASS";
    const place = finding.file ? finding.file + (finding.line ? ":" + finding.line : "") : "";
    const shown = [headline(pass ? "good" : "bad", finding.verdict, state.number)];
    if (!pass) {
        shown.push(place ? make("p", "place", place) : null);
        shown.push(make("p", "what", finding.what || ""));
        shown.push(finding.when ? make("p", "soft", "In the call " + finding.when) : null);
        shown.push(finding.try ? make("p", "try", make("b", "", "Try: "), finding.try) : null);
        shown.push(finding.more
            ? make("p", "soft", "After this fault: " + finding.more.toLocaleString("en") + " more")
            : null);
    } else {
        shown.push(make("p", "what", "Correct, safe, and by this lab's technique."));
        shown.push(make("p", "try", make("b", "", "Next: "), state.onward || (state.next
            ? "read labs/" + state.next + "/README.md, then make live" + state.next.split("_")[0]
            : "this is the last lab; make report shows all of them")));
    }
    fill("said", ...shown);
    fill("more",
        source ? block("source", "The kernel's text", ...sourceLines(source, finding)) : null,
        values(finding),
        ...named("The compiler's message:", finding.message),
        ...named("Wrong elements:", finding.map, "map"),
        ...named("The kernel printed:", finding.output),
        make("p", "soft", (state.act || "Save") + " " + state.save + " at " + state.saved + ", checked in " +
            after.toFixed(1) + " s."));
}

export function showVerdict(state) {
    if (!isNew("verdict", state.save, state.check, state.machine))
        return;
    if (state.check && state.check.save === state.save) {
        showFinding(state);
    } else if (state.machine) {
        fill("said", headline("unknown", "not checked", state.number),
            make("p", "what", "The check could not be run. The kernel is not at fault."));
        fill("more", ...named(state.act ? "The check printed:" : "make printed:", state.machine));
    } else if (state.save) {
        fill("said", headline("busy", "checking", state.number),
            make("p", "what", (state.act || "Save") + " " + state.save + " at " + state.saved + "."));
        fill("more");
    } else {
        fill("said", headline("unknown", state.before ? "not run yet" : "no kernel", state.number),
            make("p", "what", state.before || "The file is not there yet."));
        fill("more");
    }
}

export function showLost() {
    const lab = document.title.replace(/.*lab/, "");
    if (!isNew("verdict", "lost"))
        return;
    delete drawn.stages;
    document.body.classList.add("lost");
    fill("said", headline("unknown", "no connection", lab),
        make("p", "what", "Is make live" + lab + " still running? Its address changes each " +
            "time it is started. This page tries to connect again."));
    fill("more");
    fill("stages");
}

// --- The stages

export function showStages(state) {
    const finding = state.check && state.check.finding;
    if (!isNew("stages", finding && finding.stages))
        return;
    const unsafe = finding && ["RACE", "UNINITIALIZED"].includes(finding.verdict);
    const rows = Object.keys(STAGES).map((stage) => {
        let kind = "unknown";
        let sign = "–";
        let word = finding ? "not finished" : "not yet";
        if (finding && finding.stages.includes(stage)) {
            [kind, sign, word] = ["good", SIGNS.good, "passed"];
        } else if (finding && (stage === finding.failed || (stage === "compiles" && finding.verdict === "COMPILE_ERROR") || (unsafe && stage === "safe"))) {
            [kind, sign, word] = ["bad", SIGNS.bad, "failed"];
        }
        return make("li", kind, make("b", "", sign + " " + stage), make("span", "", word),
            make("small", "", STAGES[stage]));
    });
    fill("stages", make("ol", "", ...rows));
}
