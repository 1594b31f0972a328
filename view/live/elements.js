// The means to draw parts of a page: of make liveNN, and of the course in a browser (view/try).
//
// Text comes from the kernel, the compiler and the check: it is put into the page as text, never
// as HTML.
export const drawn = {}; // what each part of the page was drawn from

// make("p", "soft", child...): an element of a class, with texts and elements in it.
export function make(tag, name, ...children) {
    const element = document.createElement(tag);
    if (name)
        element.className = name;
    element.append(...children.filter((child) => child !== null));
    return element;
}

// True if a part has to be drawn again. What stays keeps its place, the keyboard's too, and
// is not read out again.
export function isNew(part, ...from) {
    const text = JSON.stringify(from);
    const before = drawn[part];
    drawn[part] = text;
    return text !== before;
}

export function fill(id, ...children) {
    document.getElementById(id).replaceChildren(...children.filter((child) => child));
}

// What may be wider than the page: it scrolls, also by the keyboard.
export function scrolls(element, label) {
    element.tabIndex = 0;
    element.setAttribute("role", "region");
    element.setAttribute("aria-label", label);
    return element;
}
export function block(name, label, ...children) {
    return scrolls(make("pre", name, ...children), label);
}
export function named(label, text, name = "text") {
    return text ? [make("p", "soft", label), block(name, label, text)] : [];
}
export function wide(name, label, ...children) {
    return scrolls(make("div", "wide " + name, ...children), label);
}

export function number(value, digits = 7) {
    return typeof value === "number" ? String(Number(value.toPrecision(digits))) : String(value);
}

