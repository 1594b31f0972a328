// What if a shared array were laid out otherwise: with padding after each row, or with the
// columns of a row exchanged (an XOR swizzle). The conflicts come from the real addresses.
"use strict";

// swizzle: words that stay together, 0 for none; by: "row" or "column", what the number of
// their group is exchanged by; widths: what layoutWidth() has found for this layout.
const layout = {array: null, pad: 0, swizzle: 0, by: "row", widths: new Map()};

const layoutColumns = array => array.extent[array.extent.length - 1];
const layoutPossible = array => array.extent.length > 1 && array.element === 4;
const layoutChanged = array => array === layout.array && (layout.pad || layout.swizzle);

// Where a word of the array would be, counted in words from the array's start.
function layoutWord(array, word) {
    if (!layoutChanged(array))
        return word;
    const cols = layoutColumns(array), row = Math.floor(word / cols);
    let col = word % cols;
    if (layout.swizzle) {
        const group = Math.floor(col / layout.swizzle), groups = cols / layout.swizzle;
        const by = layout.by === "row" ? row % groups : Math.floor(col / BANKS);
        col = (group ^ by) * layout.swizzle + col % layout.swizzle;
    }
    return row * (cols + layout.pad) + col;
}

// Words of the array, with the padding.
function layoutWords(array) {
    if (!layoutChanged(array) || !layout.pad)
        return array.words;
    const cols = layoutColumns(array);
    return Math.ceil(array.words / cols) * (cols + layout.pad);
}

// How many words one instruction at a place can access at once in this layout: those of a
// lane must stay neighbours, at a multiple of their size, in every request. Loads that nvcc
// has merged may fall apart; 0: the source itself accesses more words at once.
function layoutWidth(place) {
    if (!layout.widths.has(place))
        layout.widths.set(place, layoutWidthOf(place));
    return layout.widths.get(place);
}

function layoutWidthOf(place) {
    const {size, loads, array: n} = trace.places[place];
    let words = Math.max(1, size / 4);
    if (!layoutChanged(trace.arrays[n]))
        return words;
    for (const i of layoutRows(place))
        for (const offset of offsetsOf(i))
            for (; offset !== NOT_THERE && words > 1 &&
                !layoutFits(trace.arrays[n], offset >> 2, words); words /= 2)
                if (loads === 1)
                    return 0;
    return words;
}

// True if these words are neighbours, and begin at a multiple of their number.
function layoutFits(array, word, words) {
    for (let first = word; first < word + 4 && (first === word); first += words) {
        const to = layoutWord(array, first);
        if ((to + (array.base >> 2)) % words)
            return false;
        for (let k = 1; k < words; k++)
            if (layoutWord(array, first + k) !== to + k)
                return false;
    }
    return true;
}

// One row for each pattern of a place at each offset: the others repeat them.
function layoutRows(place) {
    layoutRows.of ??= new Map();
    if (!layoutRows.of.has(place)) {
        const seen = new Map();
        for (let i = 0; i < trace.n; i++) {
            const key = trace.pattern[i] * 1e7 + trace.at[i];
            if (trace.place[i] !== place)
                continue;
            if (!seen.has(key))
                seen.set(key, {i, times: 0});
            seen.get(key).times++;
        }
        layoutRows.of.set(place, seen);
    }
    return [...layoutRows.of.get(place).values()].map(s => s.i);
}

const layoutTimes = place => (layoutRows(place), [...layoutRows.of.get(place).values()]);

// The requests that a row becomes: the addresses of its lanes, and bytes per lane.
function layoutRequests(i, words) {
    const array = arrayOf(i), size = placeOf(i).size, requests = [];
    if (!layoutChanged(array) || size < 4)
        return [{offsets: offsetsOf(i), size}];
    for (let k = 0; k < size / 4; k += words)
        requests.push({size: 4 * words, offsets: offsetsOf(i).map(offset =>
            offset === NOT_THERE ? offset : 4 * layoutWord(array, (offset >> 2) + k))});
    return requests;
}

// Of a place: {requests, wavefronts}; null if this layout is not possible there.
function layoutCost(place) {
    const words = layoutWidth(place), array = trace.arrays[trace.places[place].array];
    const sum = {requests: 0, wavefronts: 0};
    if (!words)
        return null;
    for (const {i, times} of layoutTimes(place))
        for (const {offsets, size} of layoutRequests(i, words)) {
            sum.requests += times;
            sum.wavefronts += times * banksWavefronts(offsets, size, array.base);
        }
    return sum;
}

// The groups of lanes of a row, as this layout serves them.
function layoutGroups(i) {
    const words = layoutWidth(trace.place[i]) || Math.max(1, placeOf(i).size / 4);
    return layoutRequests(i, words).flatMap(({offsets, size}) =>
        banksGroups(offsets, size, arrayOf(i).base));
}
