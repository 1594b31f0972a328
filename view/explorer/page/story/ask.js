// The question of a step: over its picture, before that shows the answer. It can be skipped.
"use strict";

function askStart() {
    byId("ask").addEventListener("submit", event => {
        event.preventDefault();
        const q = story.steps[story.at].question, said = byId("ask-said");
        predictAnswer(q, byId("ask-number").value, said);
        q.reply = q.done ? said.textContent : "";
        if (q.done)
            askAnswered();
    });
    byId("ask-skip").addEventListener("click", () => {
        const q = story.steps[story.at].question;
        q.reply = `Here ${predictExplain(q)}`;
        askSkip(story.steps[story.at]);
        askAnswered();
    });
}

const askOpen = step => Boolean(step.question && !step.question.done && !step.question.skipped);

function askSkip(step) {
    if (step.question)
        step.question.skipped = true;
}

// The picture shows the answer.
function askAnswered() {
    storyBeat(story.steps[story.at].rest);
}

function askShow(step) {
    const open = askOpen(step), q = step.question;
    byId("ask").hidden = !open;
    byId("ask-reply").textContent = !open && q && q.reply ? q.reply : "";
    if (open && byId("ask").dataset.id !== q.id) {
        byId("ask-text").textContent = q.ask;
        byId("ask-number").value = "";
        byId("ask-said").textContent = "";
    }
    byId("ask").dataset.id = open ? q.id : "";
}
