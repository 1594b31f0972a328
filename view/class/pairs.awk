# The pairs of kernels of one lab that are much more alike than the others.
#
# usage: awk -v lab=LAB -f pairs.awk SAID SAME
#   SAID   what 'sim_c -p -e ID.c...' printed
#   SAME   rows "ID<tab>ID": the second one's file is the same as the first one's, which
#          alone is in SAID
# Prints rows that begin with the lab:
#   compared COUNT TOKENS MEDIAN   kernels, the median of their tokens, and the median
#                                  similarity of two; if TOKENS < LEAST, no more rows
#   same ID ID                     of those that are long enough
#   pair ID ID PERCENT             the LISTED most similar pairs; "more COUNT" others
#
# Two kernels are alike by x % if each consists for x % or more of what is in the other.
# Kernels of less than LEAST tokens are not compared: short ones are alike by themselves.
# Of the independent kernels in tests/variants, no two of one lab are alike by more than
# 75 %; copies in which one line was edited are alike by more than 90 %.
BEGIN { FS = "[ \t]+"; OFS = "\t"; LEAST = 120; ALIKE = 85; ABOVE = 25; PAIRS = 10; LISTED = 10 }

function id(file) { sub(/[.]c$/, "", file); return file }
function min(a, b) { return a < b ? a : b }
# The value below which half of n values are; histogram[v] of them are v, up to `most`.
function median(histogram, n, most,    v, seen) {
    for (v = 0; v < most && (seen += histogram[v]) * 2 <= n; v++)
        ;
    return v
}

/^File .*: [0-9]+ tokens/ {
    sub(/:$/, "", $2)
    tokens[id($2)] = $3
    lengths[$3]++
    longest = $3 > longest ? $3 : longest
    files++
    enough += $3 >= LEAST
}
/ consists for / {
    a = id($1)
    b = id($7)
    if (tokens[a] < LEAST || tokens[b] < LEAST)
        next
    percent = int(min($4, $4 * tokens[a] / tokens[b]))
    alike[percent]++
    found++
    if (percent >= ALIKE)
        pair[++pairs] = percent "\t" a "\t" b
}
FILENAME == ARGV[2] { same[++sames] = $0 }

END {
    if (files + sames < 2)
        exit
    all = enough * (enough - 1) / 2
    alike[0] += all - found
    usual = median(alike, all, 100)
    size = median(lengths, files, longest)
    print lab, "compared", enough + 0, size, usual
    if (size < LEAST)
        exit
    for (i = 1; i <= sames; i++) {
        split(same[i], p, "\t")
        if (tokens[p[1]] >= LEAST)
            print lab, "same", p[1], p[2]
    }
    if (all < PAIRS)
        usual = 0 # too few to know what is usual
    for (percent = 100; percent >= ALIKE && percent >= usual + ABOVE; percent--)
        for (i = 1; i <= pairs; i++) {
            split(pair[i], p, "\t")
            if (p[1] == percent && ++listed <= LISTED)
                print lab, "pair", p[2], p[3], percent
        }
    if (listed > LISTED)
        print lab, "more", listed - LISTED
}
