# The roofline: GFLOP/s over operations per byte, both on log scales. Each lab has a filled
# point for the bytes of L1 and shared memory, and an open one for the bytes of L2.
#
# Before it calls this script, tools/plot sets what view/plots/roofline.awk prints:
#   n                   the number of labs
#   lab[] name[]        its folder's name, and what to call it
#   gflops[] at_l1[] at_l2[]   its speed; operations per byte of L1 and shared memory, of L2
#   place[]             the height of its name, from 0 (bottom) to 1
#   heading xmin xmax ymin ymax
#   peak l1 l2          the roofs: GFLOP/s, GB/s, GB/s
set logscale xy
set xrange [xmin : xmax]
set yrange [ymin : ymax]
set xlabel "operations per byte"
set ylabel "GFLOP/s" offset 1, 0
set format x "%g"
set format y "%g"
set label heading at screen 0.015, screen 0.94 noenhanced font "DejaVu Sans:Bold,17"
set label "bytes counted by the emulator; a wavefront of shared memory is 128 bytes" \
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

kind(i) = look_of(int("1" . lab[i][1:2]) - 100)

do for [i = 1:n] {
    # Under the mouse, on unseen points:
    set label sprintf("%s: %.0f GFLOP/s, %.3g operations per byte of L1 and shared memory", \
        name[i], gflops[i], at_l1[i]) at at_l1[i], gflops[i] hypertext front \
        point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000"
    set label sprintf("%s: %.0f GFLOP/s, %.3g operations per byte of L2", name[i], \
        gflops[i], at_l2[i]) at at_l2[i], gflops[i] hypertext front \
        point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000"
    # The name, beside the lab's point; the lab's number at both of its points.
    set label at graph 1.03, graph place[i] point pointtype filled[kind(i)] pointsize 1.3 \
        linecolor rgb colour[kind(i)]
    set label sprintf("%s  %.0f", name[i], gflops[i]) at graph 1.055, graph place[i] \
        noenhanced textcolor "#111111"
    set label lab[i][1:2] at at_l1[i], gflops[i] right offset -0.9, 0.6 \
        textcolor rgb colour[kind(i)] font "DejaVu Sans,12"
}
set label sprintf("FP32 peak %.0f GFLOP/s", peak) at graph 0.015, first peak * 1.2 \
    textcolor "#333333"

plot sample [xmin : xmax] peak with lines linecolor "#555555" linewidth 2 notitle, \
     [xmin : peak / l1] x * l1 with lines linecolor "#222222" linewidth 2 \
         title sprintf("L1 and shared memory, %.0f GB/s (filled points)", l1), \
     [xmin : peak / l2] x * l2 with lines linecolor "#a9a9a9" linewidth 2 \
         title sprintf("L2, %.0f GB/s (open points)", l2), \
     for [i = 1:n] "+" using (at_l2[i]):(gflops[i]) every ::0::0 with points \
         linecolor rgb colour[kind(i)] pointtype empty[kind(i)] pointsize 1.0 linewidth 1.5 \
         notitle, \
     for [i = 1:n] "+" using (at_l1[i]):(gflops[i]) every ::0::0 with points \
         linecolor rgb colour[kind(i)] pointtype filled[kind(i)] pointsize 1.5 notitle
