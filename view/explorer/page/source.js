// The pane of the source: what each line costs in all, and the line that each warp is on.
"use strict";

const source = {rows: [], lines: new Map()};

// What the block's warps do on each line, over all of its life.
function sourceSums() {
    let all = 0;
    for (let i = 0; i < trace.n; i++) {
        const {line, op} = placeOf(i), array = arrayOf(i);
        const sum = source.lines.get(line) ??
            {requests: 0, cycles: 0, rows: [], of: new Map()};
        source.lines.set(line, sum);
        sum.rows.push(i);
        const cycles = trace.waited[i] + (op === "barrier" ? 0 : 1);
        sum.cycles += cycles;
        all += cycles;
        if (!array || !isAccess(i))
            continue;
        sum.requests++;
        const of = sum.of.get(array) ?? {requests: 0, cost: 0};
        sum.of.set(array, of);
        of.requests++;
        of.cost += trace.cost[i];
    }
    for (const sum of source.lines.values())
        sum.share = all ? sum.cycles / all : 0;
}

function sourceStart() {
    sourceSums();
    const body = document.getElementById("source-body");
    let held = 0;
    page.source.lines.forEach((text, n) => {
        const line = n + 1, sum = source.lines.get(line), row = document.createElement("tr");
        held = text === null ? held + 1 : 0;
        if (held > 1 && !sum)
            return;
        row.append(sourceCell("td", "number", line), sourceCell("td", "who", ""),
            sourceCell("td", "number counted", sum && sum.requests ? sum.requests : ""),
            sourceCell("td", "number each", sum ? sourceCost(sum) : ""), sourceShare(sum),
            sourceCell("td", "code", text ?? `… withheld until ${page.lab} passes`));
        if (sum)
            sourceLink(row, line, sum);
        row.classList.toggle("withheld", text === null);
        source.rows[line] = row;
        body.append(row);
    });
}

function sourceCell(kind, name, text) {
    const cell = document.createElement(kind);
    cell.className = name;
    cell.textContent = text;
    return cell;
}

const twoDigits = value => String(Math.round(value * 100) / 100);

// "A 32 s, As 1 w": sectors or wavefronts per request.
function sourceCost(sum) {
    return [...sum.of].map(([array, {requests, cost}]) =>
        `${array.name} ${twoDigits(cost / requests)} ` +
        (array.space === "shared" ? "w" : "s")).join(", ");
}

function sourceShare(sum) {
    const percent = sum ? Math.round(100 * sum.share) : 0;
    const cell = sourceCell("td", "share", percent ? `${percent} %` : "");
    cell.style.setProperty("--share", percent);
    return cell;
}

// A click on a line, or Enter, goes to the next time that a warp is there.
function sourceLink(row, line, sum) {
    const button = document.createElement("button");
    button.textContent = line;
    button.title = `go to the next request of line ${line}`;
    row.firstChild.replaceChildren(button);
    row.addEventListener("click", () => {
        const n = countUpTo(sum.rows, main.moment);
        go(sum.rows[n < sum.rows.length ? n : 0]);
    });
}

function sourceShow(moment) {
    const warps = new Map(), now = placeOf(moment).line;
    for (let warp = 0; warp < trace.warps; warp++) {
        const i = lastOf(warp, moment);
        const line = i < 0 ? 0 : placeOf(i).line;
        warps.set(line, [...warps.get(line) ?? [], warp]);
    }
    source.rows.forEach((row, line) => {
        const here = warps.get(line) ?? [], cell = row.children[1];
        const text = here.length ? String(here.length) : "";
        if (cell.textContent !== text)
            cell.textContent = text;
        cell.title = here.length ? `warps ${requestLanes(here)}` : "";
        if (row.classList.contains("now") !== (line === now))
            row.classList.toggle("now", line === now);
    });
    if (source.rows[now] && source.shown !== now)
        sourceInView(source.rows[now]);
    source.shown = now;
}

// Scroll the list, and not the page.
function sourceInView(row) {
    const list = document.getElementById("source-list");
    const top = row.offsetTop, bottom = top + row.offsetHeight;
    if (top < list.scrollTop + 40 || bottom > list.scrollTop + list.clientHeight - 40)
        list.scrollTop = top - list.clientHeight / 2;
}
