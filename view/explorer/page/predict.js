// Questions before a pane is shown: their answers are counts of this kernel
// (docs/predictions.md). What was predicted is kept in this browser.
"use strict";

const predict = {questions: []};

const predictKey = q => `predict ${page.lab} ${q.id} ${q.answer}`;

function predictKept(q) {
    try {
        return localStorage.getItem(predictKey(q));
    } catch {
        return null; // a browser may keep nothing for a file
    }
}

function predictKeep(q, text) {
    try {
        localStorage.setItem(predictKey(q), text);
    } catch {
        return;
    }
}

function predictStart() {
    predict.questions = (page.questions ?? []).filter(q => q.note === "-");
    for (const q of predict.questions)
        predictAsk(q);
}

// The question, in its pane.
function predictAsk(q) {
    const pane = byId(`pane-${q.pane}`) ?? byId("pane-request");
    const form = document.createElement("form"), label = document.createElement("label");
    const input = document.createElement("input"), said = document.createElement("p");
    form.className = "predict";
    form.noValidate = true;
    label.textContent = `Predict: ${q.ask} `;
    input.inputMode = "decimal";
    input.autocomplete = "off";
    label.append(input);
    said.setAttribute("aria-live", "polite");
    form.append(label, predictButton("predict", "submit"));
    const skip = predictButton("tell me", "button");
    skip.addEventListener("click", () => {
        q.skipped = true;
        said.textContent = predictExplain(q);
        skip.hidden = true;
    });
    form.append(skip, said);
    form.addEventListener("submit", event => {
        event.preventDefault();
        predictAnswer(q, input.value, said);
    });
    [...pane.querySelectorAll("h2, .predict")].pop().after(form);
    Object.assign(q, {form, said, skip, input, section: pane});
    const kept = predictKept(q);
    if (kept !== null)
        predictAnswer(q, kept, said);
}

function predictButton(text, type) {
    const button = document.createElement("button");
    button.type = type;
    button.textContent = text;
    return button;
}

// A number such as 4, 0.125, 1/8 or 1,024; NaN if the text is none. The rules are those of
// view/predict/judge.awk.
function predictNumber(text) {
    let plain = text.trim();
    if (/^[1-9]\d?\d?(,\d{3})+(\.\d*)?$/.test(plain))
        plain = plain.replaceAll(",", "");
    const [, above, below] = plain.match(/^(\d+\.?\d*|\.\d+)(?: *\/ *(\d+\.?\d*|\.\d+))?$/) ?? [];
    if (above === undefined || Number(below) === 0)
        return {value: NaN};
    if (below !== undefined)
        return {value: above / below, half: 0};
    const digits = above.replace(".", "").replace(/^0+/, "");
    const decimals = above.includes(".") ? above.length - above.indexOf(".") - 1 : 0;
    return {value: Number(above), half: digits.length >= 2 ? 0.5 * 10 ** -decimals : 0};
}

// Within 0.5 % of the count, or the count rounded to the digits that were typed, two or more.
function predictMet(text, expected) {
    const {value, half} = predictNumber(text), off = Math.abs(value - expected);
    return off <= 0.005 * expected || off <= half * 1.000001;
}

const predictExplain = q => `the count is ${q.answer}. ${q.why === "-" ? "" : q.why}`;

function predictAnswer(q, text, said) {
    const expected = Number(q.answer);
    if (Number.isNaN(predictNumber(text).value)) {
        said.textContent = "Type a number, such as 4, 1/8 or 1,024.";
        return;
    }
    q.met = predictMet(text, expected);
    q.done = true;
    predictKeep(q, text);
    q.input.value = text;
    said.textContent = `${q.met ? "Right" : "Not right"}: ${predictExplain(q)}`;
    q.form.classList.add("done");
    q.skip.hidden = true;
}
