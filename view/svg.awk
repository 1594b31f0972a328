# Functions that write an SVG for the scripts of this folder that draw without gnuplot.
# Lengths are in pixels. Marks are put into a list, and svg_end() prints them, once the
# height of the picture is known.
#
# Colours differ in lightness, so that they hold in grey.
BEGIN {
    DARK = "#0b5394"    # asked for by a lane
    LIGHT = "#b9d3ea"   # moved with it
    PALE = "#f4f4f4"    # neither
    LINE_GREY = "#c8c8c8"
    INK = "#111111"
    SOFT = "#555555"
}

function svg_text_of(s) {
    gsub(/&/, "\\&amp;", s)
    gsub(/</, "\\&lt;", s)
    gsub(/>/, "\\&gt;", s)
    gsub(/"/, "\\&quot;", s)
    return s
}

# A rectangle; `tip`, if any, is shown where the mouse rests on it.
function svg_rect(x, y, w, h, fill, stroke, tip) {
    svg[++svgs] = sprintf("<rect x=\"%.5g\" y=\"%.5g\" width=\"%.4g\" height=\"%.4g\" " \
                          "fill=\"%s\"%s%s", x, y, w, h, fill, \
                          stroke ? " stroke=\"" stroke "\"" : "", \
                          tip ? "><title>" svg_text_of(tip) "</title></rect>" : "/>")
}

# Text; `look` is further attributes: svg_bold, svg_code, svg_right, svg_middle, svg_soft,
# joined.
function svg_label(x, y, size, s, look) {
    svg[++svgs] = sprintf("<text x=\"%.5g\" y=\"%.5g\" font-size=\"%d\"%s>%s</text>", \
                          x, y, size, look, svg_text_of(s))
}
BEGIN {
    svg_bold = " font-weight=\"bold\""
    svg_code = " font-family=\"DejaVu Sans Mono, monospace\" xml:space=\"preserve\""
    svg_right = " text-anchor=\"end\""
    svg_middle = " text-anchor=\"middle\""
    svg_soft = " fill=\"#555555\""
    svg_white = " fill=\"#ffffff\""
}

function svg_end(width, height, title,    i) {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" " \
           "viewBox=\"0 0 %d %d\" font-family=\"DejaVu Sans, Verdana, sans-serif\" " \
           "fill=\"%s\">\n<title>%s</title>\n", width, height, width, height, INK, \
           svg_text_of(title)
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height
    for (i = 1; i <= svgs; i++)
        print svg[i]
    print "</svg>"
}
