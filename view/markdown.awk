# The Markdown of the labs' README.md as HTML: paragraphs, headings, lists of one level,
# tables, fenced and indented code, <details>; in a line `code`, **bold**, *emphasis* and
# [links](to). The first heading is left out, the others become <h3> and below.
#
# awk -v base=../../labs/03_smem/ -f markdown.awk README.md
# base: what goes before the links that are relative; without it, these are text alone
function escape(s) {
    gsub(/&/, "\\&amp;", s)
    gsub(/</, "\\&lt;", s)
    gsub(/>/, "\\&gt;", s)
    return s
}

# The marks inside a line, or inside the lines of a paragraph.
function inline(s,    out, c, end, text, to, here) {
    out = ""
    while (s != "") {
        c = substr(s, 1, 1)
        if (c == "`" && (end = index(substr(s, 2), "`"))) {
            out = out "<code>" escape(substr(s, 2, end - 1)) "</code>"
            s = substr(s, end + 2)
        } else if (match(s, /^\*\*[^*]+\*\*/)) {
            end = RLENGTH
            out = out "<strong>" inline(substr(s, 3, end - 4)) "</strong>"
            s = substr(s, end + 1)
        } else if (match(s, /^\*[^* \n][^*]*\*/)) {
            end = RLENGTH
            out = out "<em>" inline(substr(s, 2, end - 2)) "</em>"
            s = substr(s, end + 1)
        } else if (match(s, /^\[[^]]+\]\([^) ]+\)/)) {
            text = substr(s, 2, RLENGTH - 2)
            end = RLENGTH
            to = substr(text, index(text, "](") + 2)
            text = substr(text, 1, index(text, "](") - 1)
            here = to ~ /^(https?:|#)/
            if (here || base)
                out = out "<a href=\"" (here ? "" : base) escape(to) "\">" \
                      inline(text) "</a>"
            else
                out = out inline(text)
            s = substr(s, end + 1)
        } else if (match(s, /^<\/?(details|summary)>/)) {
            out = out substr(s, 1, RLENGTH)
            s = substr(s, RLENGTH + 1)
        } else if (match(s, /^\\[*_`|]/)) {
            out = out substr(s, 2, 1)
            s = substr(s, 3)
        } else {
            match(s, /^[^`*[<\\]*/) # up to what may be a mark, or that one character
            end = RLENGTH > 0 ? RLENGTH : 1
            out = out escape(substr(s, 1, end))
            s = substr(s, end + 1)
        }
    }
    return out
}

# End what is open: a paragraph, an item and its list, a table.
function flush() {
    if (block != "") {
        block = inline(block)
        if (item)
            print "<li>" block "</li>"
        else if (block ~ /^<\/?details>/) # raw HTML is no paragraph
            print block
        else
            print "<p>" block "</p>"
    }
    block = ""
    item = 0
}
function close_list() {
    flush()
    if (list)
        print "</" list ">"
    list = ""
}
function close_table() {
    if (table)
        print "</tbody></table></div>"
    table = 0
}
function close_all() {
    close_list()
    close_table()
}

function table_row(cell_tag,    n, i, j, cell, s, code, c) {
    s = $0
    sub(/^ *\|/, "", s)
    sub(/\| *$/, "", s)
    # A bar between backticks parts no cells.
    code = 0
    n = 1
    cell[1] = ""
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        code = c == "`" ? !code : code
        if (c == "|" && !code)
            cell[++n] = ""
        else
            cell[n] = cell[n] c
    }
    printf "<tr>"
    for (j = 1; j <= n; j++) {
        gsub(/^ +| +$/, "", cell[j])
        printf "<%s%s>%s</%s>", cell_tag, right[j] ? " class=\"number\"" : "",
               inline(cell[j]), cell_tag
    }
    print "</tr>"
}

/^```/ {
    if (fenced)
        print "</code></pre>"
    else {
        close_all()
        printf "<pre><code>"
    }
    fenced = !fenced
    next
}
fenced {
    print escape($0)
    next
}
indented && /^    / {
    print escape(substr($0, 5))
    next
}
indented {
    print "</code></pre>"
    indented = 0
}
/^    / && block == "" && !list {
    close_all()
    printf "<pre><code>%s\n", escape(substr($0, 5))
    indented = 1
    next
}
/^ *$/ {
    flush()
    close_table()
    blank = 1
    next
}
/^<!-- handout only$/ { handout = 1 } # up to -->: see tools/handout
handout {
    handout = !/^-->$/
    next
}
/^<!-- .* -->$/ { # a mark for tools: see tools/snippets, tools/update-tables
    flush()
    next
}
/^#+ / {
    close_all()
    level = match($0, /[^#]/) - 1
    if (level > 1)
        printf "<h%d>%s</h%d>\n", level + 1, inline(substr($0, level + 2)), level + 1
    next
}
/^\|/ {
    if (!table) { # the row of titles waits for the one of dashes
        close_list()
        titles = $0
        table = 1
        next
    }
    if (table == 1) {
        split("", right)
        cells = split($0, dashes, "|")
        for (i = 2; i < cells; i++)
            right[i - 1] = dashes[i] ~ /: *$/
        $0 = titles
        print "<div class=\"wide\"><table><thead>"
        table_row("th")
        print "</thead><tbody>"
        table = 2
        next
    }
    table_row("td")
    next
}
# A number other than 1 that ends up at the start of a paragraph's line begins no list.
/^(- |[0-9]+\. )/ && (/^(- |1\. )/ || block == "" || list) {
    flush()
    close_table()
    kind = /^-/ ? "ul" : "ol"
    if (list != kind) {
        close_list()
        print "<" kind ">"
        list = kind
    }
    sub(/^(- |[0-9]+\. +)/, "")
    block = $0
    item = 1
    blank = 0
    next
}
{
    # Text after an empty line that is not indented ends a list.
    if (list && blank && $0 !~ /^ /)
        close_list()
    blank = 0
    close_table()
    if (/^<\/?details>/)
        close_list()
    sub(/^ +/, "")
    block = block (block == "" ? "" : "\n") $0
    if (/<\/(summary|details)>$/)
        flush()
}

END {
    if (indented || fenced)
        print "</code></pre>"
    close_all()
}
