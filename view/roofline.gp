# The roofline: GFLOP/s over operations per byte, both on log scales. Each lab has a filled
# point where its traffic with L2 puts it, and an open one for DRAM, tied by a line.
#
# Before it calls this script, tools/plot sets what view/roofline.awk prints:
#   n                   the number of labs
#   lab[] name[]        its folder's name, and what to call it
#   gflops[] at_l2[] at_dram[]   its speed; operations per byte of L2 and of DRAM
#   place[]             the height of its name, from 0 (bottom) to 1
#   heading xmin xmax ymin ymax
#   peak l2 dram        the roofs: GFLOP/s, GB/s, GB/s
set logscale xy
set xrange [xmin : xmax]
set yrange [ymin : ymax]
set xlabel "operations per byte"
set ylabel "GFLOP/s" offset 1, 0
set format x "%g"
set format y "%g"
set label heading at screen 0.015, screen 0.94 noenhanced font "DejaVu Sans:Bold,17"
set label "bytes counted by the emulator; DRAM: what L2 does not keep, by the model" \
    at screen 0.015, screen 0.885 textcolor "#555555" font "DejaVu Sans,12"
set grid linetype 1 linecolor "#e4e4e4" linewidth 1
set border 3 linecolor "#555555"
set tics nomirror textcolor "#222222"
set lmargin 10
longest = 0
do for [i = 1:n] {
    longest = strlen(name[i]) > longest ? strlen(name[i]) : longest
}
set rmargin longest + 9
set tmargin 5
set bmargin 4
set key at graph 0.985, graph 0.03 right bottom samplen 2 spacing 1.2 textcolor "#333333" \
    box linecolor "#cccccc" opaque
set samples 2 # straight lines

# As in gflops.gp: lab k has the same colour and point in every picture.
array colour[7] = ["#6e6e6e", "#d98200", "#3b8fc9", "#00805c", \
                   "#b5548f", "#c44d00", "#0b5394"]
array filled[7] = [5, 9, 13, 11, 5, 15, 7]
array empty[7] = [4, 8, 12, 10, 4, 14, 6]
kind(i) = int(lab[i][1:2] - 1) % 7 + 1

do for [i = 1:n] {
    right = at_l2[i] > at_dram[i] ? at_l2[i] : at_dram[i]
    left = at_l2[i] > at_dram[i] ? at_dram[i] : at_l2[i]
    set arrow from first left, first gflops[i] to first right, first gflops[i] nohead \
        linecolor rgb colour[kind(i)] linewidth 1 dashtype (4, 4)
    # Under the mouse, on unseen points:
    set label sprintf("%s: %.0f GFLOP/s, %.3g operations per byte of L2", name[i], \
        gflops[i], at_l2[i]) at at_l2[i], gflops[i] hypertext front \
        point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000"
    set label sprintf("%s: %.0f GFLOP/s, %.3g operations per byte of DRAM", name[i], \
        gflops[i], at_dram[i]) at at_dram[i], gflops[i] hypertext front \
        point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000"
    set arrow from first right, first gflops[i] to graph 1.02, graph place[i] nohead \
        linecolor rgb colour[kind(i)] linewidth 0.7
    set label sprintf("%s  %.0f", name[i], gflops[i]) at graph 1.03, graph place[i] \
        noenhanced textcolor "#111111"
}
set label sprintf("FP32 peak %.0f GFLOP/s", peak) at graph 0.015, first peak * 1.2 \
    textcolor "#333333"

plot sample [xmin : xmax] peak with lines linecolor "#555555" linewidth 2 dashtype (12, 6) notitle, \
     [xmin : peak / l2] x * l2 with lines linecolor "#222222" linewidth 2 \
         title sprintf("L2, %.0f GB/s (filled points)", l2), \
     [xmin : peak / dram] x * dram with lines linecolor "#8a8a8a" linewidth 2 dashtype 2 \
         title sprintf("DRAM, %.0f GB/s (open points)", dram), \
     for [i = 1:n] "+" using (at_l2[i]):(gflops[i]) every ::0::0 with points \
         linecolor rgb colour[kind(i)] pointtype filled[kind(i)] pointsize 1.3 notitle, \
     for [i = 1:n] "+" using (at_dram[i]):(gflops[i]) every ::0::0 with points \
         linecolor rgb colour[kind(i)] pointtype empty[kind(i)] pointsize 1.3 linewidth 2 \
         notitle
