// What lies under the mouse, or was tapped, in a picture: its <title>, shown at once.
const tip = document.getElementById("tip");
const text = new WeakMap();
for (const title of document.querySelectorAll("figure svg title")) {
    if (title.parentNode.localName !== "svg")
        text.set(title.parentNode, title.textContent);
    title.remove(); // or the browser would show it as well, later
}
function show(event) {
    let mark = event.target;
    while (mark instanceof SVGElement && !text.has(mark))
        mark = mark.parentNode;
    const said = text.get(mark);
    tip.style.display = said ? "block" : "none";
    if (!said)
        return;
    tip.textContent = said;
    const right = innerWidth - tip.offsetWidth - 8;
    tip.style.left = Math.max(8, Math.min(event.clientX + 14, right)) + "px";
    tip.style.top = Math.max(8, event.clientY - tip.offsetHeight - 12) + "px";
}
addEventListener("pointermove", show);
addEventListener("pointerdown", show);
addEventListener("scroll", () => (tip.style.display = "none"), true);
