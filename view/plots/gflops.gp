# TFLOP/s, GFLOP/s or GB/s, over the size of a problem: one line a lab, named where it ends.
#
# Before it calls this script, tools/plot sets `text` (1 for a terminal, 0 for a picture)
# and what view/plots/settings.awk prints:
#   n                    the number of series, cuBLAS among them
#   $data                rows of a series' number, a size, and its speed there
#   number[]             of a series: its lab's; LIBRARY
#   name[] mark[]        what to call it, and its letter in a text plot
#   other[]              1 for a line that is modelled beside measured ones, or so
#   end[] last[]         its largest size, and its speed there
#   place[] text_place[] the height of its name, from 0 (bottom) to 1, picture and text
#   own                  which series the picture is about
#   error                of modelled values, a share of them; 0: none is drawn
#   unit x_name          of the y axis; of the x axis
#   heading xmin xmax ymax text_ymax sizes     sizes: the tics of the x axis
#   peak peak_name peak_place   FP32 peak, drawn if it lies below ymax
set datafile missing NaN
set xlabel x_name
set logscale x 2
set xrange [xmin / 1.2 : xmax * 1.08]
set format y "%.10g"
set yrange [0 : ymax]
eval "set xtics scale 0.5 (" . sizes . ")"
unset key

# A row counts if it is this series'.
speed(i) = column(1) == i ? column(3) : NaN

# "03_smem  8077"; in text, which is narrow, without the name of a GPU.
full(i) = sprintf("%s  %s", name[i], said(last[i]))
cut(i) = strstrt(name[i], " on ") - 1
short(i) = sprintf("%s %s%s  %s%s", mark[i], \
                   cut(i) > 0 ? name[i][1:cut(i)] : name[i], cut(i) > 0 ? ")" : "", \
                   said(last[i]), last[i] > text_ymax ? ", not to scale" : "")

if (text) {
    set yrange [-0.03 * text_ymax : text_ymax]
    set lmargin 8
    longest = 29
    do for [i = 1:n] {
        longest = strlen(short(i)) > longest ? strlen(short(i)) : longest
    }
    set rmargin longest + 1
    set border 3
    set tics nomirror
    set label heading at screen 0, screen 0.99 noenhanced
    set label unit at graph 0, graph 1 offset 1, 0
    do for [i = 1:n] {
        set label short(i) at graph 1.03, graph text_place[i] noenhanced
    }
    plot for [i = 1:n] $data using 2:(speed(i)):(mark[i]) with labels
    exit
}

# Lab k has the same colour and point in every picture. Lines are solid, and dotted where they
# are modelled beside measured ones, or so. A thin line ties each name to its end.
dashes(i) = other[i] || number[i] == LIBRARY ? 3 : 1

set ylabel unit
set label heading at screen 0.015, screen 0.94 noenhanced font "DejaVu Sans:Bold,17"
set grid ytics linetype 1 linecolor "#e4e4e4" linewidth 1
set border 3 linecolor "#555555"
set tics nomirror textcolor "#222222"
set lmargin 12
longest = strlen(peak_name)
do for [i = 1:n] {
    longest = strlen(full(i)) > longest ? strlen(full(i)) : longest
}
set rmargin longest + 3
set tmargin 4
set bmargin 4

if (peak < ymax) {
    set arrow from graph 0, first peak to graph 1, first peak nohead \
        linecolor "#555555" linewidth 1.5 dashtype (12, 6)
    set arrow from graph 1, first peak to graph 1.03, graph peak_place nohead \
        linecolor "#555555" linewidth 1
    set label peak_name at graph 1.04, graph peak_place textcolor "#333333"
}
do for [i = 1:n] {
    set arrow from first end[i], first last[i] to graph 1.03, graph place[i] nohead \
        linecolor rgb colour(number[i]) linewidth 1
    set label full(i) at graph 1.04, graph place[i] noenhanced textcolor "#111111" \
        font (i == own ? "DejaVu Sans:Bold,14" : "DejaVu Sans,14")
}
# Under the mouse, on unseen points:
hover(i) = sprintf("%s: %s %s at %.0f", name[i], said(column(3)), unit, column(2))
plot for [i = 1:n] $data using 2:(speed(i)) \
     title name[i] noenhanced with linespoints linecolor rgb colour(number[i]) \
     linewidth (i == own ? 3.5 : other[i] ? 1.5 : 2) \
     dashtype dashes(i) pointtype empty(number[i]) \
     pointsize (other[i] ? 0.5 : 0.95), \
     for [i = 1:n] $data using 2:(speed(i)):(hover(i)) with labels \
     hypertext point pointtype 7 pointsize 1.5 linecolor rgb "#ff000000" notitle, \
     for [i = own : error > 0 ? own : own - 1] $data using 2:(speed(i)):(column(4) * speed(i)) \
     notitle with yerrorbars pointtype 0 linecolor rgb colour(number[i]) linewidth 1.5
