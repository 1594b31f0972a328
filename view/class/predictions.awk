# What learners predicted, by the tables of make predictNN, which come from them.
#
# usage: awk -v lab=LAB -f predictions.awk QUESTIONS ID.tsv...
#   QUESTIONS   labs/LAB/questions.tsv
# Prints for each learner "LAB<tab>ID<tab>met<tab>asked", or "LAB<tab>ID<tab>bad": not such a
# table, or questions that the lab does not have.
BEGIN { FS = "\t" }

function close_last() {
    if (id != "")
        print lab "\t" id "\t" (bad || !asked ? "bad" : met "\t" asked)
}

FILENAME == ARGV[1] {
    if ($0 !~ /^#/)
        known[$1] = 1
    next
}
FNR == 1 {
    close_last()
    id = FILENAME
    sub(/.*\//, "", id)
    sub(/[.]tsv$/, "", id)
    met = asked = 0
    bad = $0 != "id\tgot\texpected\tmet\tkernel"
    next
}
NF != 5 || !($1 in known) || $1 == "id" || seen[id, $1]++ || ($4 != "yes" && $4 != "no") {
    bad = 1
    next
}
{
    asked++
    met += $4 == "yes"
}
END { close_last() }
