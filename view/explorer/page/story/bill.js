// The bill: what has moved through each level, as pipes; of the kernel of the lab before, too.
"use strict";

// {needed, moved, served, products} of a block: bytes of different elements; bytes of sectors
// and of boxes; bytes that wavefronts and L1 bring to registers, or that tensor cores read.
function billOf() {
    const sum = {needed: 0, moved: 0, served: 0, fromL1: 0, shared: 0, products: 0}, seen = new Map();
    const p = productOf(); // cp.async copies to shared memory, and not to registers
    const copies = copyLines();
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
            sum.shared += PIECE * tilesOperands(i).length;
        if (!array || !isAccess(i))
            continue;
        if (array.space === "shared") {
            sum.shared += 128 * trace.cost[i];
            continue;
        }
        sum.moved += SECTOR * trace.cost[i];
        sum.fromL1 += copies.has(placeOf(i).line) ? 0 : lanesOf(i) * size;
        if (array.box)
            eachWord(i, (lane, word) => billSee(seen, array, word));
    }
    sum.served = sum.fromL1 + sum.shared;
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

// Which place the model's limit is about, from the left; 4: shared memory, below L1; -1: none.
function billLimit(limit) {
    return /DRAM/.test(limit) ? 0 : /L2/.test(limit) ? 1 : /shared/.test(limit) ? 4
        : /L1/.test(limit) ? 2 : /arithmetic|tensor/.test(limit) ? 3 : -1;
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
    {of: "served", from: "L1", what: "read there"},
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
    const rows = [both ? {name: `before: lab ${stageLabBefore()}${each}`, bill: other,
        speed: billSpeed(before.page.tiles)} : null,
        {name: `this kernel: lab ${stageLab()}${each}`, bill: mine,
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
                    ? ` (lab ${stageLabBefore()}: ${billFlops(old.gflops)}). ` : ". ") +
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
        billRow(draw, {...room, s}, r, beat, of => said(r, of), of => value(r, of) / most)));
}

function billRow(draw, {w, h, s}, r, beat, said, share) {
    const tensor = /tensor/.test(r.speed?.limit) || tiles.events.some(i => placeOf(i).op === "product");
    const small = w < 560, wide = small ? 44 : 118, last = tensor ? "tensor cores" : "registers, FP32 units";
    const places = [...BILL.map(b => b.from), last];
    const pipe = (w - wide * places.length) / BILL.length, top = s * (small ? 4.4 : 2.6);
    const y = top + (h - top - s * 2) / 2, tall = Math.min(h - top - s * 1.2, 230);
    const limit = r.speed ? billLimit(r.speed.limit) : -1;
    stageText(draw, r.name, 0, s * 1.4, {size: s, weight: 700});
    if (r.speed)
        stageText(draw, `${billFlops(r.speed.gflops)}, modelled` + (limit < 0 ? `; limit: ${r.speed.limit}` : ""), small ? 0 : w - 2,
            small ? s * 3 : s * 1.5, {size: s * 1.3, weight: 700, align: small ? "left" : "right"});
    const hues = [hue("blue"), hue("sky"), hue("orange")];
    const draws = (n, middle, most, value, text) => {
        const x = n * (wide + pipe) + wide, thick = Math.max(2, most * value);
        stageBox(draw, x, middle - thick / 2, pipe, thick, hues[n]);
        stageText(draw, small ? text.replace(" bytes", "") : text, x + pipe / 2, middle - thick / 2 - s * 0.5,
            {size: s * (small ? 0.85 : 1.1), weight: 700, align: "center"});
        return middle + thick / 2 + s * 1.1;
    };
    const full = tall * 0.5 - s * 1.8; // pixels of the most bytes, the same for all pipes
    const part = of => of === "fromL1" ? y - tall * 0.25 : y + tall * 0.27;
    BILL.slice(0, beat).forEach((b, n) => {
        if (b.of !== "served")
            return stageText(draw, b.what, n * (wide + pipe) + wide + pipe / 2,
                draws(n, y, full, share(b.of), said(b.of)),
                {size: s * (small ? 0.72 : 0.85), align: "center", colour: colours.soft});
        for (const of of ["fromL1", "shared"])
            if (r.bill[of])
                draws(n, r.bill.shared ? part(of) : y, full, share(of), said(of));
    });
    const place = (name, x, top, high, limited) => {
        stageBox(draw, x, top, wide, high, colours.code, limited ? hue("red") : colours.line, limited ? 3 : 1);
        const lines = [...name.split(", "), ...limited ? ["the limit"] : []];
        lines.forEach((line, n) => stageText(draw, line, x + wide / 2,
            top + high / 2 + 4 + (n - (lines.length - 1) / 2) * s * 1.3,
            {size: s * (small ? 0.76 : 0.9), weight: 600, align: "center",
                colour: line === "the limit" ? hue("red") : colours.ink}));
    };
    places.forEach((name, n) => {
        const x = n * (wide + pipe), short = {"registers, FP32 units": "FP32", "tensor cores": "tensor"};
        const words = small ? short[name] ?? name : name, half = n === 2 && r.bill.shared > 0;
        if (half) // both are in the SM
            stageBox(draw, x - 5, y - tall / 2 - 5, wide + 10, tall + 10, null, colours.soft);
        place(words, x, y - tall / 2, half ? tall * 0.46 : tall, n === limit);
        if (half)
            place(small ? "shared" : "shared memory", x, y + tall * 0.04, tall * 0.46, limit === 4);
    });
}
