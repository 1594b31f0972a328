# Read the questions of a lab, then one trace, and write the answers to those questions that
# have the change of that trace: the line in the file of questions, id, change, answer, pane,
# ask, why, note, separated by tabs. tools/make/answers puts those of all traces together.
#
# awk -f answers.awk -f language.awk -f count.awk change=C QUESTIONS reading=trace TRACE
BEGIN { FS = OFS = "\t" }

function fail(why) {
    print "answers: '" questions "': line " line[q] ": " why > "/dev/stderr"
    failed = 1
    exit 2
}

!reading && /^#/ { next }
!reading && !columns {
    questions = FILENAME
    columns = NF
    line[0] = FNR
    if ($0 != "id\tchange\tcount\tpane\task\twhy")
        fail("got '" $0 "', expected the columns id change count pane ask why")
    next
}
!reading {
    line[++n] = FNR
    if (NF != columns)
        fail("got " NF " columns, expected " columns)
    id[n] = $1; changed[n] = $2; counted[n] = $3; pane[n] = $4; ask[n] = $5; why[n] = $6
    next
}

# 0.0625, 33
function number(x) {
    x = sprintf("%.4f", x)
    sub(/[.]?0+$/, "", x)
    return x
}

# The text with the numbers of this kernel; "-" if one does not exist.
function fill(text, answer,    from, to, x) {
    while (from = index(text, "{")) {
        to = index(text, "}")
        x = substr(text, from + 1, to - from - 1)
        x = x == "answer" ? answer : count(x)
        if (x == "")
            return "-"
        text = substr(text, 1, from - 1) number(x) substr(text, to + 1)
    }
    return text
}

END {
    for (q = 1; q <= n && !failed; q++) {
        if (changed[q] != change)
            continue
        answer = count(counted[q])
        if (broken != "")
            missing = broken
        if (missing == "")
            print line[q], id[q], change, number(answer), pane[q], ask[q], fill(why[q], answer), "-"
        else
            print line[q], id[q], change, "-", pane[q], ask[q], "-",
                  "not asked: " (change == "-" ? "" : "with " change ": ") missing
    }
    exit failed ? 2 : 0
}
