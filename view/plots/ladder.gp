# One bar per lab at one size: the gain of each idea.
#
# Before it calls this script, tools/plot sets `text` (1 for a terminal, 0 for a picture)
# and what view/plots/settings.awk prints:
#   n                the number of bars, cuBLAS among them
#   $data            rows of a bar's number, a size, and its speed there
#   number[]         of a bar: its lab's; LIBRARY
#   name[] last[]    what to call it, and its speed
#   error            of modelled values, a share of them; 0: none is drawn
#   unit             TFLOP/s, GFLOP/s or GB/s
#   heading size     the title, and the M = N = K that the bars are for
#   ymax             where the axis ends
#   peak peak_name   FP32 peak, drawn if it lies below ymax
set xlabel unit
set xrange [0 : ymax]
set yrange [n + 0.6 : 0.4]
set border 3
set tics nomirror
set ytics scale 0 ("" 1) noenhanced
set rmargin 5
unset key
longest = 0
do for [i = 1:n] {
    set ytics add (name[i] i)
    longest = strlen(name[i]) > longest ? strlen(name[i]) : longest
}
set lmargin longest + 3
here(i) = column(1) == i && column(2) == size ? column(3) : NaN

if (text) {
    bar = "========================================"
    label(x) = bar[1:int(1.0 * x / ymax * strlen(bar) + 0.5)] . " " . said(x)
    set terminal dumb size 78, n + 5
    set tmargin 2
    set bmargin 1
    set border 2
    unset xtics
    unset xlabel
    set label heading at screen 0, screen 0.99 noenhanced
    plot for [i = 1:n] $data using (0 * here(i)):(i):(label(last[i])) \
         with labels left offset 1, 0
    exit
}

set label heading at screen 0.015, screen 0.94 noenhanced font "DejaVu Sans:Bold,17"
set grid xtics linetype 1 linecolor "#e4e4e4" linewidth 1
set border 3 linecolor "#555555"
set tics textcolor "#222222"
set tmargin 4
set bmargin 4
set style fill solid 1.0

if (peak < ymax) {
    set arrow from first peak, graph 0 to first peak, graph 1 nohead front \
        linecolor "#555555" linewidth 1.5 dashtype (12, 6)
    set label peak_name at first peak, graph 1.03 center textcolor "#333333"
}
modelled(i) = error > 0 && number[i] != LIBRARY
reach(i) = last[i] * (modelled(i) ? 1 + error : 1)
do for [i = 1:n] {
    set label said(last[i]) at first reach(i), first i offset 0.8, 0 front \
        textcolor "#111111"
}
# Dark: the kernels that the ladder is about. Light: the reference's beside them.
shade(i) = number[i] == LIBRARY ? "#8a8a8a" : \
           strstrt(name[i], "(reference") ? "#9fc0dd" : "#0b5394"
plot for [i = 1:n] $data using (here(i)):(i):(0):(here(i)):(i - 0.32):(i + 0.32) \
     title sprintf("%s: %s %s", name[i], said(last[i]), unit) noenhanced \
     with boxxyerror linecolor rgb shade(i), \
     for [i = 1 : error > 0 ? (number[n] == LIBRARY ? n - 1 : n) : 0] \
     $data using (here(i)):(i):(column(4) * here(i)) \
     notitle with xerrorbars pointtype 0 linecolor "#d98200" linewidth 2
