# Memory accesses per 1,000 FMAs, a row per lab: global requests, the sectors that they move,
# and the wavefronts of shared memory. On log scales: each lab changes one of them.
#
# Before it calls this script, tools/plot sets `text` (1 for a terminal, 0 for a picture)
# and what view/plots/counts.awk prints:
#   n                                    the number of labs
#   lab[] name[]                         a lab's folder, and what to call it
#   requests[] sectors[] wavefronts[]    per 1,000 FMAs; no wavefronts: no shared memory
#   heading
unset key
figure(x) = x == 0 ? "-" : sprintf(x < 0.1 ? "%.3f" : x < 10 ? "%.2f" : "%.1f", x)

if (text) {
    set terminal dumb size 78, n + 6
    unset border
    unset tics
    set margins 0, 0, 0, 0
    set xrange [0 : 78]
    set yrange [n + 3.5 : -2]
    set label heading at 0, -1 noenhanced
    set label "global requests" at 40, 1 right
    set label "global sectors" at 57, 1 right
    set label "shared wavefronts" at 77, 1 right
    do for [i = 1:n] {
        set label name[i] at 0, i + 1 noenhanced
        set label figure(requests[i]) at 40, i + 1 right
        set label figure(sectors[i]) at 57, i + 1 right
        set label figure(wavefronts[i]) at 77, i + 1 right
    }
    plot NaN notitle
    exit
}

longest = 0
do for [i = 1:n] {
    longest = strlen(name[i]) > longest ? strlen(name[i]) : longest
}
set border 1 linecolor "#555555"
set tics nomirror textcolor "#222222"
set grid xtics linetype 1 linecolor "#e4e4e4" linewidth 1
set logscale x
set format x "%g"
set yrange [n + 0.6 : 0.4]
set tmargin at screen 0.80
set bmargin at screen 0.14
unset ytics
left = 0.02 + 0.0105 * longest
width = (1 - left - 0.02) / 3
array title[3] = ["global requests", "global sectors", "shared wavefronts"]
per(p, i) = p == 1 ? requests[i] : p == 2 ? sectors[i] : wavefronts[i]

set multiplot
do for [p = 1:3] {
    low = 1e9
    high = 1e-9
    do for [i = 1:n] {
        if (per(p, i) > 0) {
            low = per(p, i) < low ? per(p, i) : low
            high = per(p, i) > high ? per(p, i) : high
        }
    }
    if (low > high) {
        low = 1.0
        high = 10.0
    }
    set lmargin at screen left + (p - 1) * width
    set rmargin at screen left + p * width - 0.03
    set xrange [low / 2 : high * 6]
    unset label
    unset object
    if (p == 1) {
        set label heading at screen 0.015, screen 0.94 noenhanced font "DejaVu Sans:Bold,15"
        set object 1 rectangle from screen 0.005, first n - 0.45 to screen 0.99, first n + 0.45 \
            behind fillcolor rgb "#e8eff6" fillstyle solid noborder
        do for [i = 1:n] {
            set label name[i] at screen left - 0.015, first i right noenhanced \
                textcolor "#111111" font (i == n ? "DejaVu Sans:Bold,14" : "DejaVu Sans,14")
        }
    }
    set label title[p] at graph 0, graph 1.07 textcolor "#333333"
    do for [i = 1:n] {
        if (per(p, i) > 0) {
            set label figure(per(p, i)) at per(p, i), i left offset 1.2, 0 \
                point pointtype filled(lab_of(lab[i])) pointsize 1.4 linecolor rgb colour(lab_of(lab[i])) \
                textcolor "#333333" font "DejaVu Sans,12"
        } else {
            set label "none" at low / 1.8, i left textcolor "#333333" font "DejaVu Sans,12"
        }
    }
    plot 0 notitle # below the rows: the labels are the picture
}
unset multiplot
