/* The site's pages: light or dark, the contents on a telephone, and the search, whose data
   are loaded when they are first needed. A page works without all of this. */
"use strict";

const root = document.currentScript.dataset.root;

/* --- Light or dark: as the system is, until the reader chooses. */

function chosen() {
    try {
        return localStorage.getItem("theme");
    } catch (error) { /* cookies are off */
        return null;
    }
}

function isDark() {
    const theme = document.documentElement.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

if (chosen())
    document.documentElement.dataset.theme = chosen();

function changeTheme() {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
        localStorage.setItem("theme", theme);
    } catch (error) { /* only this page, then */
    }
}

/* --- Search: sections that have all words, those with a word in a heading first. */

const MOST = 30; /* results */

function rank(section, words) {
    const [, title, heading, text] = section.lower;
    let points = 0;
    for (const word of words) {
        if (heading.includes(word))
            points += 8;
        else if (title.includes(word))
            points += 4;
        else if (text.includes(word))
            points += 1;
        else
            return 0;
    }
    return points;
}

/* The words around the first that was found, each of them marked. */
function excerpt(section, words) {
    const text = section.text, lower = section.lower[3];
    const at = words.map((w) => lower.indexOf(w)).filter((i) => i >= 0);
    let from = at.length ? Math.max(0, Math.min(...at) - 60) : 0;
    if (from > 0)
        from = text.indexOf(" ", from) + 1;
    const line = document.createElement("p");
    let rest = (from ? "… " : "") + text.slice(from, from + 200);
    for (;;) {
        const hits = words.map((w) => [rest.toLowerCase().indexOf(w), w.length])
            .filter((hit) => hit[0] >= 0).sort((a, b) => a[0] - b[0]);
        if (!hits.length)
            break;
        const [i, length] = hits[0], mark = document.createElement("mark");
        mark.textContent = rest.slice(i, i + length);
        line.append(rest.slice(0, i), mark);
        rest = rest.slice(i + length);
    }
    line.append(rest);
    return line;
}

function show(found, words, panel) {
    panel.replaceChildren();
    panel.hidden = words.length === 0;
    if (!words.length)
        return;
    const said = document.createElement("p");
    said.className = "soft";
    said.textContent = found.length === 0 ? "nothing found"
        : `${found.length} section${found.length === 1 ? "" : "s"}` +
          (found.length > MOST ? `; the first ${MOST}` : "");
    const list = document.createElement("ol");
    for (const section of found.slice(0, MOST)) {
        const item = document.createElement("li"), link = document.createElement("a");
        link.href = root + section.to;
        link.textContent = section.heading && section.heading !== section.title
            ? `${section.title}: ${section.heading}` : section.title;
        item.append(link, excerpt(section, words));
        list.append(item);
    }
    panel.append(said, list);
}

let sections = null;

function search(query, panel) {
    const words = query.toLowerCase().split(/\s+/).filter((w) => w);
    const found = words.length === 0 ? [] : sections
        .map((section) => [rank(section, words), section])
        .filter((pair) => pair[0] > 0)
        .sort((a, b) => b[0] - a[0]).map((pair) => pair[1]);
    show(found, words, panel);
}

/* A script, since pages that are opened from a file may not fetch other files. */
function withSections(then) {
    if (sections) {
        then();
        return;
    }
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => {
        sections = window.searchable.map(([to, title, heading, text]) => ({
            to, title, heading, text,
            lower: [to, title.toLowerCase(), heading.toLowerCase(), text.toLowerCase()],
        }));
        then();
    };
    document.head.append(script);
}

/* --- The page */

document.addEventListener("DOMContentLoaded", () => {
    const query = document.getElementById("query");
    const panel = document.getElementById("found");
    const menu = document.getElementById("menu");
    const theme = document.getElementById("theme");

    document.documentElement.classList.add("script");
    document.getElementById("search").hidden = false;
    theme.hidden = false;
    theme.addEventListener("click", changeTheme);
    menu.addEventListener("click", () => {
        const open = document.body.classList.toggle("open");
        menu.setAttribute("aria-expanded", String(open));
    });
    query.addEventListener("input", () => withSections(() => search(query.value, panel)));
    document.getElementById("search").addEventListener("submit", (event) => {
        event.preventDefault();
        panel.querySelector("a")?.click();
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && !panel.hidden) {
            query.value = "";
            panel.hidden = true;
            query.focus();
        }
        if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey ||
            event.target.closest("input, textarea"))
            return;
        event.preventDefault();
        query.focus();
    });
});
