// The pane "what if": other layouts of shared arrays, other tiles, other orders of blocks.
"use strict";

function whatifStart() {
    whatifLayoutStart();
    whatifTiles();
    whatifOrderStart();
}

// ---- Layouts.

function whatifLayoutStart() {
    const possible = trace.shared.filter(layoutPossible);
    byId("whatif-layout").hidden = !possible.length;
    if (!possible.length)
        return;
    for (const array of possible)
        byId("layout-array").append(new Option(array.name, array.name));
    for (const id of ["layout-array", "layout-pad", "layout-swizzle"])
        byId(id).addEventListener("input", whatifLayout);
    byId("layout-reset").addEventListener("click", () => {
        byId("layout-pad").value = 0;
        byId("layout-swizzle").selectedIndex = 0;
        whatifLayout();
    });
    whatifLayout();
}

function whatifLayout() {
    layout.array = trace.shared.find(a => a.name === byId("layout-array").value);
    layout.pad = Math.max(0, Math.min(32, Math.floor(Number(byId("layout-pad").value)) || 0));
    [layout.swizzle, layout.by] = byId("layout-swizzle").value.split(" ");
    layout.swizzle = Number(layout.swizzle);
    const cols = layoutColumns(layout.array), groups = cols / layout.swizzle;
    const fits = !layout.swizzle || Number.isInteger(Math.log2(groups));
    byId("layout-said").textContent = fits ? "" :
        `A row has ${cols} words: this swizzle needs a power of two of groups.`;
    if (!fits)
        layout.swizzle = 0;
    layout.widths.clear();
    byId("layout-badge").hidden = !layoutChanged(layout.array);
    byId("layout-badge-name").textContent = layout.array.name;
    const body = byId("layout-body");
    body.replaceChildren();
    let before = 0, after = 0, possible = true;
    trace.places.forEach((place, n) => {
        if (trace.arrays[place.array] !== layout.array || !["load", "store"].includes(place.op))
            return;
        const rows = layoutTimes(n), cost = layoutCost(n);
        const now = rows.reduce((sum, {i, times}) => sum + times * trace.cost[i], 0);
        const requests = rows.reduce((sum, {times}) => sum + times, 0);
        before += now;
        after += cost ? cost.wavefronts : 0;
        possible &&= cost !== null;
        body.append(whatifLine([`line ${place.line}: ${place.op}, ${place.size} bytes`,
            twoDigits(now / requests),
            cost ? twoDigits(cost.wavefronts / requests) : "not possible",
            cost && cost.requests > requests
                ? `${cost.requests / requests} loads, no longer merged` : ""]));
    });
    const bytes = 4 * layoutWords(layout.array);
    byId("layout-sum").textContent = possible
        ? `All wavefronts of ${layout.array.name}: ${before.toLocaleString("en")} now, ` +
            `${after.toLocaleString("en")} with this layout. It has ` +
            `${bytes.toLocaleString("en")} bytes.`
        : "A lane's words would not be neighbours at a multiple of their size, which an " +
            "access of several words needs.";
    if (main.started)
        again();
}

function whatifLine(cells) {
    const row = document.createElement("tr");
    row.append(...cells.map((text, n) => sourceCell("td", n ? "number" : "", text)));
    return row;
}

// ---- Tiles: what the model said of them when the page was made.

function whatifTiles() {
    byId("whatif-tiles").hidden = !page.tiles;
    for (const tile of page.tiles ?? []) {
        const cells = tile.gflops
            ? [tile.change, Number(tile.gflops).toLocaleString("en"), tile.ops_per_byte,
                tile.threads, tile.shared, tile.registers, tile.blocks, tile.limit,
                tile.bottleneck]
            : [tile.change, tile.note];
        const row = whatifLine(cells.map(String));
        row.lastChild.className = "";
        if (!tile.gflops)
            row.lastChild.colSpan = 8;
        if (Number(tile.gflops) > Number(page.tiles[0].gflops)) {
            row.className = "faster";
            row.children[1].textContent = `▲ ${row.children[1].textContent}`;
        }
        byId("whatif-tiles-body").append(row);
    }
}

// ---- The order of blocks: bytes of A and B that one wave of blocks needs.

const ORDERS = {
    "row by row": (n, rows, cols) => [Math.floor(n / cols), n % cols],
    "column by column": (n, rows) => [n % rows, Math.floor(n / rows)],
};
for (const group of [2, 4, 8, 16])
    ORDERS[`groups of ${group} rows`] = (n, rows, cols) => {
        const first = Math.floor(n / (group * cols)) * group;
        const high = Math.min(group, rows - first), k = n - first * cols;
        return [first + k % high, Math.floor(k / high)];
    };

function whatifOrderStart() {
    const of = name => trace.matrices.find(a => a.name === name);
    const possible = of("A") && of("B") && of("C") && page.resident;
    byId("whatif-order").hidden = !possible;
    if (!possible)
        return;
    byId("order-size").addEventListener("input", whatifOrder);
    byId("order-k").addEventListener("input", whatifOrder);
    whatifOrder();
}

// The block's tile of C, in rows and columns.
function whatifTile() {
    const {box, per} = trace.matrices.find(a => a.name === "C");
    return [box.rows, box.cols * per];
}

// Bytes of A and B that the first wave needs.
function whatifWave(order, size, K) {
    const [BM, BN] = whatifTile();
    const bytes = 4 / trace.matrices.find(a => a.name === "A").per; // of an element
    const rows = Math.ceil(size / BM), cols = Math.ceil(size / BN);
    const wave = Math.min(rows * cols, page.sms * page.resident);
    const ofA = new Set(), ofB = new Set();
    for (let n = 0; n < wave; n++) {
        const [row, col] = order(n, rows, cols);
        ofA.add(row);
        ofB.add(col);
    }
    return {wave, rows: ofA.size, cols: ofB.size,
        bytes: bytes * K * (Math.min(size, ofA.size * BM) + Math.min(size, ofB.size * BN))};
}

function whatifOrder() {
    const size = Number(byId("order-size").value), K = Number(byId("order-k").value);
    const [BM, BN] = whatifTile(), body = byId("order-body");
    body.replaceChildren();
    const all = Object.entries(ORDERS).map(([name, order]) =>
        ({name, ...whatifWave(order, size, K)}));
    const least = Math.min(...all.map(o => o.bytes));
    for (const o of all)
        body.append(whatifLine([o.name, String(o.rows), String(o.cols),
            `${(o.bytes / 1048576).toFixed(1)} MiB`,
            `${twoDigits(o.bytes / least)}`]));
    byId("order-said").textContent = `M = N = ${size}, K = ${K}, tiles of C of ${BM} x ` +
        `${BN}. The GPU holds ${page.sms * page.resident} blocks at a time, ` +
        `${page.resident} on each of its ${page.sms} SMs. ` +
        (all[0].wave < page.sms * page.resident ? `All ${all[0].wave} blocks are one wave.`
            : `That is one wave.`);
}
