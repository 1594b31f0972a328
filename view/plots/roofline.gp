# The roofline: TFLOP/s over operations per byte, both on log scales. Each lab has a filled
# point for the bytes of L1 and shared memory, and an open one for the bytes of L2.
#
# Before it calls this script, tools/plot sets what view/plots/roofline.awk prints:
#   n                   the number of labs
#   lab[] name[]        its folder's name, and what to call it
#   speed[] at_l1[] at_l2[]   its speed; operations per byte of L1 and shared memory, of L2
#   place[]             the height of its name, from 0 (bottom) to 1
#   heading xmin xmax ymin ymax
#   peak l1 l2          the roofs: TFLOP/s, TB/s, TB/s
set logscale xy
set xrange [xmin : xmax]
set yrange [ymin : ymax]
set xlabel "operations per byte"
set ylabel "TFLOP/s" offset 1, 0
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
set bmargin 6
unset key
set samples 2 # straight lines

do for [i = 1:n] {
    # Under the mouse, on unseen points:
    set label sprintf("%s: %s TFLOP/s, %.3g operations per byte of L1 and shared memory", \
        name[i], said(speed[i]), at_l1[i]) at at_l1[i], speed[i] hypertext front \
        point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000"
    set label sprintf("%s: %s TFLOP/s, %.3g operations per byte of L2", name[i], \
        said(speed[i]), at_l2[i]) at at_l2[i], speed[i] hypertext front \
        point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000"
    # The name, beside the lab's point; the lab's number at both of its points.
    set label at graph 1.03, graph place[i] point pointtype filled(lab_of(lab[i])) pointsize 1.3 \
        linecolor rgb colour(lab_of(lab[i]))
    set label sprintf("%s  %s", name[i], said(speed[i])) at graph 1.055, graph place[i] \
        noenhanced textcolor "#111111"
    set label lab[i][1:2] at at_l1[i], speed[i] right offset -0.9, 0.6 \
        textcolor rgb colour(lab_of(lab[i])) font "DejaVu Sans,12"
}
set label sprintf("FP32 peak %s TFLOP/s", said(peak)) at graph 0.015, first peak * 1.2 \
    textcolor "#333333"

set label sprintf("upper line: L1 and shared memory, %s TB/s; filled points", said(l1)) \
    at screen 0.09, screen 0.035 textcolor "#222222"
set label sprintf("lower line: L2, %s TB/s; open points", said(l2)) \
    at screen 0.56, screen 0.035 textcolor "#777777"

plot sample [xmin : xmax] peak with lines linecolor "#555555" linewidth 2 notitle, \
     [xmin : peak / l1] x * l1 with lines linecolor "#222222" linewidth 2 notitle, \
     [xmin : peak / l2] x * l2 with lines linecolor "#a9a9a9" linewidth 2 notitle, \
     for [i = 1:n] "+" using (at_l2[i]):(speed[i]) every ::0::0 with points \
         linecolor rgb colour(lab_of(lab[i])) pointtype empty(lab_of(lab[i])) pointsize 1.0 linewidth 1.5 \
         notitle, \
     for [i = 1:n] "+" using (at_l1[i]):(speed[i]) every ::0::0 with points \
         linecolor rgb colour(lab_of(lab[i])) pointtype filled(lab_of(lab[i])) pointsize 1.5 notitle
