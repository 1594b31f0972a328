# One bar per lab about a product, from the first to the last: each tic is ten times the one
# before. tools/plot sets `text` (1 for a terminal, 0 for a picture) and what rungs.awk prints:
#   n                the number of bars
#   name[] value[]   of a bar, and its GFLOP/s
#   kind[]           0: a lab in FP32, 1: one in bfloat16, 2: a library
#   least most       of the values
#   heading
set yrange [n + 0.6 : 0.4]
set logscale x
set xrange [least / 3 : most * 4]
set border 3
set tics nomirror
set ytics scale 0 ("" 1) noenhanced
unset key
longest = 0
do for [i = 1:n] {
    set ytics add (name[i] i)
    longest = strlen(name[i]) > longest ? strlen(name[i]) : longest
}
set lmargin longest + 3
said(i) = value[i] < 100000 ? sprintf("%.1f", value[i] / 1000.0) : sprintf("%.0f", value[i] / 1000.0)
$bars << END
END
set print $bars
do for [i = 1:n] { print sprintf("%d %g %d %s", i, value[i], kind[i], said(i)) }
set print

if (text) {
    set terminal dumb size 78, n + 5
    set tmargin 2
    set bmargin 1
    set border 2
    unset xtics
    bar = "========================================"
    length_of(x) = int(strlen(bar) * log(3 * x / least) / log(3 * most / least) + 0.5)
    label(i, s) = bar[1:length_of(value[int(i)])] . " " . s
    set label heading at screen 0, screen 0.99 noenhanced
    plot $bars using (least / 3):1:(label($1, stringcolumn(4))) with labels left offset 1, 0
    exit
}

set label heading at screen 0.015, screen 0.955 noenhanced font "DejaVu Sans:Bold,17"
set xtics ("0.1" 100, "1" 1000, "10" 10000, "100" 100000, "1000" 1000000)
set xlabel "TFLOP/s, each tic ten times the one before"
set grid xtics linetype 1 linecolor "#e4e4e4" linewidth 1
set border 3 linecolor "#555555"
set tics textcolor "#222222"
set tmargin 4
set bmargin 4
set style fill solid 1.0
shade(k) = k == 0 ? 0x0b5394 : k == 1 ? 0xb45f06 : 0x8a8a8a
set label "blue: FP32; brown: bfloat16, tensor cores; grey: NVIDIA's library" \
    at screen 0.985, screen 0.9 right textcolor "#333333"
plot $bars using 2:1:(least / 3):2:($1 - 0.34):($1 + 0.34):(shade($3)) notitle \
     with boxxyerror linecolor rgb variable, \
     $bars using 2:1:4 notitle with labels left offset 0.8, 0 textcolor "#111111"
