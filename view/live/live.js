// The means to draw parts of the page, and the connection to the server: each event is the whole
// state, which show.js and verdict.js draw. Without a connection no verdict is shown: the kernel
// may have been saved since.
//
// Text comes from the kernel, the compiler and the check: it is put into the page as text, never
// as HTML.
const drawn = {}; // what each part of the page was drawn from

// make("p", "soft", child...): an element of a class, with texts and elements in it.
function make(tag, name, ...children) {
    const element = document.createElement(tag);
    if (name)
        element.className = name;
    element.append(...children.filter((child) => child !== null));
    return element;
}

// True if a part has to be drawn again. What stays keeps its place, the keyboard's too, and
// is not read out again.
function isNew(part, ...from) {
    const text = JSON.stringify(from);
    const before = drawn[part];
    drawn[part] = text;
    return text !== before;
}

function fill(id, ...children) {
    document.getElementById(id).replaceChildren(...children.filter((child) => child));
}

// What may be wider than the page: it scrolls, also by the keyboard.
function scrolls(element, label) {
    element.tabIndex = 0;
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", label);
    return element;
}
function block(name, label, ...children) {
    return scrolls(make("pre", name, ...children), label);
}
function named(label, text, name = "text") {
    return text ? [make("p", "soft", label), block(name, label, text)] : [];
}
function wide(name, label, ...children) {
    return scrolls(make("div", "wide " + name, ...children), label);
}

function number(value, digits = 7) {
    return typeof value === "number" ? String(Number(value.toPrecision(digits))) : String(value);
}

// --- The connection

const SILENCE = 12000; // milliseconds; the server sends something every 5 seconds
let stream;
let watchdog;

function alive() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
        lost();
        connect();
    }, SILENCE);
}

function lost() {
    clearTimeout(watchdog);
    showLost();
}

function connect() {
    if (stream)
        stream.close();
    const mine = (stream = new EventSource("events"));
    mine.addEventListener("state", (event) => {
        alive();
        showState(JSON.parse(event.data));
    });
    mine.addEventListener("alive", alive);
    mine.addEventListener("error", () => {
        if (mine !== stream)
            return;
        lost();
        // It tries again by itself, unless the server refused it.
        if (mine.readyState === EventSource.CLOSED)
            setTimeout(connect, 2000);
    });
    alive();
}

connect();
