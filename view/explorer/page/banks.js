// Wavefronts of a request to shared memory, by the rule of emu/count/wavefronts.c: words of
// one bank need a pass each; a pass serves 32 lanes with 4 bytes, 16 with 8, 8 with 16, and
// twice as many if lanes that are neighbours, or next but one, have one address.
"use strict";

const BANKS = 32;

// True if in lanes [first, first + n) each active pair i, i ^ step has one address.
function banksPaired(offsets, first, n, step) {
    for (let lane = first; lane < first + n; lane++)
        if (offsets[lane] !== NOT_THERE && offsets[lane ^ step] !== NOT_THERE &&
            offsets[lane] !== offsets[lane ^ step])
            return false;
    return true;
}

// How many lanes are served together with this one.
function banksTogether(offsets, size, lane) {
    if (size <= 4)
        return LANES;
    const n = size === 8 ? 32 : 16, first = lane - lane % n;
    return banksPaired(offsets, first, n, 1) || banksPaired(offsets, first, n, 2)
        ? n : n / 2;
}

// The passes of a request: [{words: [bank -> [word, ...]], first, end, passes}], one entry per
// group of lanes that are served together, from `first` to before `end`.
// base: address of offset 0, modulo 128.
function banksGroups(offsets, size, base) {
    const groups = [];
    for (let lane = 0; lane < LANES;) {
        const together = banksTogether(offsets, size, lane);
        const end = lane - lane % together + together;
        const words = Array.from({length: BANKS}, () => []), first = lane;
        let any = false;
        for (; lane < end; lane++) {
            if (offsets[lane] === NOT_THERE)
                continue;
            any = true;
            const from = (offsets[lane] + base) >> 2;
            const to = (offsets[lane] + base + size - 1) >> 2;
            for (let word = from; word <= to; word++)
                if (!words[word % BANKS].includes(word))
                    words[word % BANKS].push(word);
        }
        if (any)
            groups.push({words, first, end, passes: Math.max(...words.map(w => w.length))});
    }
    return groups;
}

function banksWavefronts(offsets, size, base) {
    return banksGroups(offsets, size, base).reduce((n, g) => n + g.passes, 0);
}

// The offsets of a row, one per lane.
function offsetsOf(i) {
    return Array.from({length: LANES}, (_, lane) => offsetOf(i, lane));
}

const bankOf = (array, word) => (word + (array.base >> 2)) % BANKS;
