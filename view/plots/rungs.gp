# One bar per lab about a product, from the first to the last: FP32, and below it those on
# tensor cores, on an axis of its own. Between two bars is how many times as fast the second one is.
# tools/plot sets `text` (1 for a terminal, 0 for a picture) and what rungs.awk prints:
#   n                  the number of bars
#   name[] idea[]      of a bar: its lab, or library; the lab's idea
#   value[]            its TFLOP/s
#   kind[]             0: a lab in FP32, 1: one on tensor cores, 2: a library
#   panel[]            0: above, 1: below; there the first bar is the fastest of FP32
#   times[]            "× 2.1": of the bar before; "": no factor is said
#   most_0 most_1      of the values above and below
#   heading
unset key
longest = 0
do for [i = 1:n] { longest = strlen(name[i]) > longest ? strlen(name[i]) : longest }

if (text) {
    set terminal dumb size 78, n + 5
    unset border
    unset tics
    set margins 0, 0, 0, 0
    set xrange [0 : 78]
    set yrange [n + 2.5 : -2]
    set label heading at 0, -1 noenhanced
    bar = "============================"
    do for [i = 1:n] {
        set label name[i] at 0, i + panel[i] noenhanced
        set label bar[1:int(strlen(bar) * value[i] / (panel[i] ? most_1 : most_0) + 0.5)] . \
            " " . said(value[i]) at longest + 2, i + panel[i] noenhanced
        set label times[i] at longest + 42, i + panel[i]
    }
    plot NaN notitle
    exit
}

shade(k) = k == 0 ? 0x0b5394 : k == 1 ? 0xb45f06 : 0x8a8a8a
bars(p) = sum [i = 1:n] (panel[i] == p)
all = n + 3.0 # rows, with the panels' titles and axes
top = 0.90
row = (top - 0.05) / all
set border 0
unset tics
set style fill solid 1.0
set lmargin at screen 0.36
set rmargin at screen 0.86
set multiplot
set label 1 heading at screen 0.015, screen 0.955 noenhanced font "DejaVu Sans:Bold,17"
low = top
do for [p = 0 : 1] {
    if (bars(p) > 0) {
        first = p == 0 ? 1 : bars(0) + 1
        end = p == 0 ? bars(0) : n
        high = low - row * 1.2
        low = high - row * bars(p)
        set tmargin at screen high
        set bmargin at screen low
        set xrange [0 : p == 0 ? most_0 : most_1]
        set yrange [end + 0.5 : first - 0.5]
        words = p == 0 ? "FP32" : "on tensor cores, bfloat16 and FP8 (19, cuBLASLt): another scale"
        set label 2 words \
            at screen 0.36, screen high + row * 0.45 textcolor rgb shade(p) \
            font "DejaVu Sans:Bold,14"
        do for [i = first : end] {
            words = strlen(idea[i]) ? name[i][1:2] . "  " . idea[i] : name[i]
            words = panel[i] != kind[i] && kind[i] != 2 ? name[i][1:2] . "  the fastest in FP32" : words
            set label 10 + 4 * i words \
                at screen 0.35, first i right noenhanced textcolor "#111111"
            words = said(value[i])
            set label 11 + 4 * i words at first value[i], first i left offset 0.8, 0 \
                textcolor "#111111"
            words = times[i]
            set label 12 + 4 * i words at screen 0.985, first i right textcolor "#555555"
        }
        set print $bars
        do for [i = first : end] { print sprintf("%g %d %d", value[i], i, kind[i]) }
        unset print
        plot $bars using 1:2:(0):1:($2 - 0.36):($2 + 0.36):(shade($3)) notitle \
             with boxxyerror linecolor rgb variable
        unset label
        low = low - row * 0.6
    }
}
unset multiplot
