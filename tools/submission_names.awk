# For tools/submission, which has the rules: the entries of a submission -> the files that
# may be a lab's kernel. In ENVIRON: LABS, and MOST, the number of entries to look at.
#
#   labelled[i]          the labs; number, word and full are regular expressions for "03",
#                        "smem" and "03_smem"
#   type_of[path]        f, large, or what cannot be read: u, l, d, p and so on
#   candidate[lab, i]    a path; worth[path] sorts them, the best first
#   unknown[i]           a .cu whose name says nothing; its text may

# A text's words in small letters, "_" before, between and behind them.
function normal(text) {
    text = "_" tolower(text) "_"
    gsub(/[^a-z0-9]+/, "_", text)
    return text
}

# ... less the words for a copy, and for one that is done.
function plain(text) {
    while (sub(/_(copy|copie|kopie|copia|of|von|de|final|finished|done|new|fixed|latest|kernel|v[0-9]+)_/, "_", text))
        ;
    return text
}

# A name that has a lab's number (how = 2) has no other words but those; or "lab" before it.
# One that has a lab's word (how = 3) has no other lab's number, as 02_naive does.
function names(text, how, i,    j) {
    if (how == 1)
        return text ~ "_" full[i] "_"
    if (how == 2)
        return plain(text) ~ "^_" number[i] "_$" || text ~ "_lab_?" number[i] "_"
    for (j = 1; j <= labs; j++)
        if (j != i && text ~ "_0" number[j] "_")
            return 0
    return text ~ "_" word[i] "_"
}

# The lab that a file or a folder is named for: sets lab, "" if there is none or several;
# rank, less for the better; and rest, the other words.
function name_of(text,    how, i, hits, part) {
    text = normal(text)
    lab = ""
    if (text ~ /^_kernel_?[0-9]+_$/) # a browser's kernel-2.cu
        return
    for (how = 1; how <= 3 && !hits; how++)
        for (i = 1; i <= labs; i++)
            if (names(text, how, i)) {
                hits++
                lab = labelled[i]
                part = how == 1 ? full[i] : how == 2 ? number[i] : word[i]
                rest = text
                sub("_(lab_?)?" part "_", "_", rest)
                rank = (how == 1 ? (rest == "_" ? 200 : 300) : how == 2 ? 400 : 500) + \
                       (text == "_" lab "_" ? 0 : rest == "_" ? 10 : 20)
                if (how == 2) # lab01, 01, 1
                    rank -= (text ~ /lab/ ? 4 : 0) + (text ~ /0[0-9]/ ? 2 : 0)
            }
    if (hits > 1)
        lab = ""
}

BEGIN {
    labs = split(ENVIRON["LABS"], labelled, " ")
    for (i = 1; i <= labs; i++) {
        lab = labelled[i]
        is_lab[lab] = 1
        number[i] = "0*" (lab + 0)
        text = substr(lab, index(lab, "_") + 1)
        while (match(text, /[a-z][0-9]|[0-9][a-z]/)) # tile_1d is tile1d
            text = substr(text, 1, RSTART) "_" substr(text, RSTART + 1)
        gsub(/_/, "_?", text)
        word[i] = text
        full[i] = number[i] "_?" text
    }
}

NR > ENVIRON["MOST"] {
    cut = 1
    exit
}

# TYPE SIZE PATH, with tabs between, and \n and \\ in the path.
{
    path = substr($0, 3)
    path = substr(path, index(path, "\t") + 3) # less ./
    gsub(/\\\\/, "\\\001", path)
    gsub(/\\n/, "\n", path)
    gsub(/\\\001/, "\\", path)
    if (path in type_of)
        next
    type_of[path] = /^f/ && substr($0, 3) + 0 > 1048576 ? "large" : substr($0, 1, 1)
    entry[++entries] = path
}

# The course's own, beside labs/.
function of_the_course(path,    part, n, i, above) {
    n = split(path, part, "/")
    for (i = 1; i < n; i++) {
        if (((above "labs") in type_of) && \
            (part[i] ~ /^(tests|build|results|common|grade|view|docs|tools)$/ || \
             part[i] == "solutions" && part[i + 1] in is_lab && part[n] == "kernel.cu"))
            return 1
        above = above part[i] "/"
    }
    return 0
}

# Of two copies, the one with the larger number is newer.
function add(lab, path, rank, copy) {
    candidate[lab, ++candidates[lab]] = path
    worth[path] = sprintf("%04d %09d %04d", rank,
        copy < 999999999 ? 999999999 - copy : 0, length(path)) path
    taken[path] = 1
}

function add_exact(path, folders,    i) {
    for (i = 1; i <= labs; i++)
        if (path == "labs/" labelled[i] "/kernel.cu" || \
            path == labelled[i] "/kernel.cu" || path == labelled[i] ".cu") {
            add(labelled[i], path, 9 - folders, 0)
            return 1
        }
    return 0
}

# A path whose name ends in .cu: that names a lab, or else the folders do.
function add_kernel(path,    part, n, i, stem, copy, whole, behind) {
    n = split(path, part, "/")
    if (add_exact(path, n - 1))
        return
    behind = n - 1 + (normal(path) ~ /_(old|backup|bak|orig|original|draft|wip)_/ ? 50 : 0)
    stem = tolower(part[n])
    sub(/\.txt *$/, "", stem)
    while (sub(/\.cu *$/, "", stem))
        ;
    while (match(stem, /\([0-9]+\)/)) {
        copy = substr(stem, RSTART + 1, RLENGTH - 2)
        stem = substr(stem, 1, RSTART - 1) "_copy_" substr(stem, RSTART + RLENGTH)
    }
    if (copy == "" && match(path, /\([0-9]+\)[^\/]*\//)) {
        behind += 10
        copy = substr(path, RSTART + 1) + 0
    }
    name_of(stem)
    if (lab && copy == "" && match(rest, /[0-9]+_$/))
        copy = substr(rest, RSTART, RLENGTH - 1)
    whole = normal(stem)
    for (i = n - 1; i && !lab; i--) {
        name_of(part[i])
        if (plain(whole) != "_" && whole !~ /^_kernel_?[0-9]+_$/)
            rank = 600
        else if (whole != "_kernel_")
            rank += 100
    }
    if (lab)
        add(lab, path, rank + behind, copy)
    else if (type_of[path] == "f" && unknowns < 50) { # and no more are read
        unknown[++unknowns] = path
        copy_of[path] = copy
    }
}

# What is no file, and is named for a lab, or labs.
function add_obstacle(path,    base, i) {
    base = path
    sub(/.*\//, "", base)
    name_of(base)
    if (lab)
        add(lab, path, rank, 0)
    else if (normal(base) == "_labs_")
        for (i = 1; i <= labs; i++)
            add(labelled[i], path, 900, 0)
}

END {
    for (i = 1; i <= entries; i++) {
        path = entry[i]
        if (of_the_course(path))
            taken[path] = 1
        else if (tolower(path) ~ /\.cu(\.txt)? *$/)
            add_kernel(path)
        else if (type_of[path] !~ /^(f|large|d)$/)
            add_obstacle(path)
    }
}
