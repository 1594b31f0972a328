// The bill: what has moved through each level, as pipes; of the kernel of the lab before, too.
"use strict";

// {needed, moved, served, products} of a block: bytes of different elements; bytes of sectors
// and of boxes; bytes that wavefronts and L1 bring to registers, or that tensor cores read.
function billOf() {
    const sum = {needed: 0, moved: 0, served: 0, products: 0}, seen = new Map();
    const p = productOf();
    for (let i = 0; i < trace.n; i++) {
        const array = arrayOf(i), {op, size} = placeOf(i);
        if (op === "copy") {
            const {bytes, outside} = asyncOf(i), part = copiedBox(i); // of a load or a store
            sum.moved += bytes - (outside ?? 0);
            for (let row = part ? part.top : 0; part && row <= part.bottom; row++)
                for (let col = part.left; col <= part.right; col++)
                    billSee(seen, part.array, row * part.array.cols + col);
        }
        if (op === "product" && trace.warp[i] % 4 === 0) // once for the warpgroup
            sum.served += PIECE * tilesOperands(i).length;
        if (!array || !isAccess(i))
            continue;
        if (array.space === "shared") {
            sum.served += 128 * trace.cost[i];
            continue;
        }
        sum.moved += SECTOR * trace.cost[i];
        sum.served += lanesOf(i) * size;
        if (array.box)
            eachWord(i, (lane, word) => billSee(seen, array, word));
    }
    for (const [array, words] of seen) {
        sum.needed += 4 * words.size;
        if (p && array === p.C)
            sum.products = billOwn() ? words.size * array.per * billK() : 0;
    }
    return sum;
}

// True if the block's stores are of products that it has computed.
const billOwn = () => Boolean(threadFind() || fragmentsStep() ||
    [...trace.async.values()].some(a => a.array === productOf().C.name));

// Which place or pipe the model's limit is about: an index into BILL, or a place.
function billLimit(limit) {
    return /DRAM/.test(limit) ? 0 : /L2/.test(limit) ? 1 : /L1|wavefront|memory/.test(limit) ? 2
        : /arithmetic|tensor/.test(limit) ? 3 : -1;
}

function billSee(seen, array, word) {
    if (!seen.has(array))
        seen.set(array, new Set());
    seen.get(array).add(word);
}

const billK = () => Number((page.problem.match(/\bK=(\d+)/) ?? [])[1] ?? 0);

// The pipes: the name of a bill's number, and the places that it is between.
const BILL = [
    {of: "needed", from: "DRAM", what: "at least"},
    {of: "moved", from: "L2", what: "sectors"},
    {of: "served", from: "SM: L1, shared memory", what: "read there"},
];

const billSpeed = tiles => tiles && tiles[0] && Number(tiles[0].gflops) > 0
    ? {gflops: Number(tiles[0].gflops), limit: (tiles[0].bottleneck ?? "").split(":")[0]} : null;
const billFlops = g => g >= 1000
    ? `${(g / 1000).toLocaleString("en", {maximumFractionDigits: 1})} TFLOP/s`
    : `${Math.round(g).toLocaleString("en")} GFLOP/s`;

function billStep() {
    const mine = billOf(), p = productOf();
    if (!mine.moved)
        return null;
    const other = before && p && mine.products ? dataOf(before, () => productOf() && billOf()) : null;
    // Blocks differ in size: bytes per 1,000 products; else bytes of the block.
    const both = Boolean(other && other.products && mine.products);
    const each = both ? ", bytes per 1,000 products" : ", bytes of one block";
    const rows = [both ? {name: `before: lab ${before.page.lab.slice(0, 2)}${each}`, bill: other,
        speed: billSpeed(before.page.tiles)} : null,
        {name: `this kernel: lab ${page.lab.slice(0, 2)}${each}`, bill: mine,
            speed: billSpeed(page.tiles)}].filter(Boolean);
    const speed = rows[rows.length - 1].speed, old = both ? rows[0].speed : null;
    const value = (r, of) => both ? 1000 * r.bill[of] / r.bill.products : r.bill[of];
    const last = rows[rows.length - 1];
    const said = (r, of) => both ? `${stageBig(value(r, of))} bytes` : trafficBytes(value(r, of));
    return {id: "bill", name: "The bill", pane: ["traffic"], beats: BILL.length + 1,
        numbers: {rows: rows.map(r => r.bill), both, speed, old},
        moment: () => -1, // no line has it alone
        caption() {
            if (speed)
                return `Modelled: ${billFlops(speed.gflops)}` + (old
                    ? ` (lab ${before.page.lab.slice(0, 2)}: ${billFlops(old.gflops)}). ` : ". ") +
                    (speed.limit ? `The limit now: ${speed.limit}.` : "");
            return `${said(last, "moved")} move to the SM, ${said(last, "served")} to registers` +
                (both ? ", per 1,000 products." : ".");
        },
        draw: (draw, room, beat) => billDraw(draw, room, rows, beat, said, value)};
}

function billDraw(draw, {w, h, s}, rows, beat, said, value) {
    const most = Math.max(...rows.flatMap(r => BILL.map(b => value(r, b.of))));
    const high = h / rows.length;
    rows.forEach((r, n) => stagePart(draw, 0, n * high, w, high, room =>
        billRow(draw, {...room, s}, r, beat, b => said(r, b.of), b => value(r, b.of) / most)));
}

function billRow(draw, {w, h, s}, r, beat, said, share) {
    const small = w < 560, wide = small ? 44 : 118, last = /tensor/.test(r.speed?.limit) ? "tensor cores" : "registers, FP32 units";
    const places = [...BILL.map(b => b.from), last];
    const pipe = (w - wide * places.length) / BILL.length, top = s * (small ? 4.4 : 2.6);
    const y = top + (h - top - s * 2) / 2, tall = Math.min(h - top - s * 2.2, 190);
    const limit = r.speed ? billLimit(r.speed.limit) : -1;
    stageText(draw, r.name, 0, s * 1.4, {size: s, weight: 700});
    if (r.speed)
        stageText(draw, `${billFlops(r.speed.gflops)}, modelled` + (limit < 0 ? `; limit: ${r.speed.limit}` : ""), small ? 0 : w - 2,
            small ? s * 3 : s * 1.5, {size: s * 1.3, weight: 700, align: small ? "left" : "right"});
    BILL.forEach((b, n) => {
        const x = n * (wide + pipe) + wide, thick = Math.max(2, (tall - s * 3.4) * share(b));
        if (n < beat) {
            stageBox(draw, x, y - thick / 2, pipe, thick,
                [hue("blue"), hue("sky"), hue("orange")][n]);
            stageText(draw, small ? said(b).replace(" bytes", "") : said(b), x + pipe / 2, y - thick / 2 - s * 0.5,
                {size: s * (small ? 0.85 : 1.1), weight: 700, align: "center"});
            stageText(draw, b.what, x + pipe / 2, y + thick / 2 + s * 1.1,
                {size: s * (small ? 0.72 : 0.85), align: "center", colour: colours.soft});
        }
    });
    places.forEach((name, n) => {
        const x = n * (wide + pipe);
        const words = small ? name.replace("SM: L1, shared memory", "SM").replace("registers, FP32 units", "FP32").replace("tensor cores", "tensor") : name;
        stageBox(draw, x, y - tall / 2, wide, tall, colours.code,
            n === limit ? hue("red") : colours.line, n === limit ? 3 : 1);
        if (n === limit)
            stageText(draw, "the limit", x + wide / 2, y + tall / 2 - s * 0.6,
                {size: s * (small ? 0.75 : 0.9), weight: 700, align: "center", colour: hue("red")});
        words.split(", ").forEach((word, line, all) => stageText(draw, word, x + wide / 2,
            y + 4 + (line - (all.length - 1) / 2) * s * 1.3,
            {size: s * (small ? 0.78 : 0.9), weight: 600, align: "center"}));
    });
}
