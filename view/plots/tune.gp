# The search of a tuner: how fast each block tile is with each thread tile.
#
# Before it calls this script, tools/plot sets `text` (1 for a terminal, 0 for a picture)
# and what view/plots/tune.awk prints:
#   heading            the title
#   nx ny              how many block tiles, and thread tiles, there are
#   xname[] yname[]    what to call them
#   least most         of the GFLOP/s
#   $cells             column, row and GFLOP/s of each cell
set xrange [0.5 : nx + 0.5]
set yrange [0.5 : ny + 0.5]
set xtics scale 0 ("" 1)
set ytics scale 0 ("" 1)
do for [i = 1:nx] {
    by = strstrt(xname[i], "x")
    set xtics add ((text || nx > 10 ? xname[i][1:by-1] . "\nx" . xname[i][by+1:] : xname[i]) i)
}
do for [i = 1:ny] { set ytics add (yname[i] i) }
set xlabel "BM x BN of a block, with its best BK"
unset key
figure(x) = sprintf("%.0f", x)

if (text) {
    set terminal dumb size 78, 2 * ny + 8
    set tmargin 3
    set bmargin 4
    set lmargin 6
    set rmargin 0
    set border 3
    set tics nomirror
    set xlabel offset 0, -1
    # Five digits would leave no gap between two columns: "40.5" for 40493 GFLOP/s.
    tera = most >= 1000
    set label tera ? "1000 " . heading : heading at screen 0, screen 0.99 noenhanced
    short(x) = tera ? sprintf(most < 10000 ? "%.2f" : "%.1f", x / 1000) : figure(x)
    set label "TM x TN" at graph 0, graph 1 offset -5, 1
    plot $cells using 1:2:(short($3)) with labels
    exit
}

# Light to dark, so that it holds in grey; the figures are dark on light, light on dark.
set palette defined (0 "#eef4fb", 0.35 "#a9cbe6", 0.7 "#3a7fbd", 1 "#08306b")
set cbrange [least < most ? least : 0 : most]
set cblabel "GFLOP/s"
set ylabel "TM x TN of a thread"
set label "framed: the fastest" at graph 1, graph 1.03 right textcolor "#333333"
set label heading at screen 0.015, screen 0.94 noenhanced font "DejaVu Sans:Bold,17"
set border 3 linecolor "#555555"
set tics nomirror textcolor "#222222"
set tmargin 4
set bmargin (nx > 10 ? 5.5 : 4)
if (nx > 10) { set xlabel offset 0, -1 }
set style fill solid 1.0
dark(x) = x > least + 0.5 * (most - least)
size = nx > 9 ? 10 : 12
# Under the mouse, on unseen points:
hover(i, j, x) = sprintf("%s, %s a thread: %.0f GFLOP/s", xname[int(i)], yname[int(j)], x)
plot $cells using 1:2:(0.48):(0.46):3 with boxxyerror fillcolor palette, \
     $cells using ($3 == most ? $1 : NaN):2:(0.48):(0.46) with boxxyerror \
         fillstyle empty linecolor rgb "#d98200" linewidth 3, \
     $cells using 1:2:(dark($3) ? "" : figure($3)) with labels \
         font sprintf("DejaVu Sans,%d", size) textcolor "#111111", \
     $cells using 1:2:(dark($3) ? figure($3) : "") with labels \
         font sprintf("DejaVu Sans,%d", size) textcolor "#ffffff", \
     $cells using 1:2:(hover($1, $2, $3)) with labels hypertext point pointtype 5 \
         pointsize 2.5 linecolor rgb "#ff000000" notitle
