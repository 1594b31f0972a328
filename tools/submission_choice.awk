# For tools/submission, which has the rules: of the files that may be a lab's kernel, as
# submission_names.awk has found them, the one that is, and what to say of it. In ENVIRON:
# COURSE and MOST. It reads the files, so that it is called in the submission's folder.

# --- What is in a file ----------------------------------------------------------------

# Sets text, without white space; words; and untouched, if all its gaps are open. Of a long
# file it reads the beginning.
function look(path,    line, lines, piece, gaps, open, filled) {
    text = words = ""
    while (length(text) < 65536 && ++lines < 20000 && (getline line < path) > 0) {
        line = substr(line, 1, 65536)
        if (length(words) < 16384)
            words = words " " line
        gsub(/[ \t\r\f\v]/, "", line)
        piece = piece line
        if (length(piece) > 1024) {
            text = text piece
            piece = ""
        }
        if (line ~ /^\/\/STEP/)
            gaps = open = 1
        else if (line ~ /^\/\/END/)
            open = 0
        else if (open && line != "" && line !~ /^\/\//)
            filled = 1
    }
    close(path)
    text = text piece
    untouched = gaps && !filled
}

function base(path) {
    sub(/.*\//, "", path)
    return path
}

# A .cu whose name does not say which lab it is for: its text may; else kernel3.cu is taken
# for lab 3, and kernel.cu for the only lab.
function add_by_text(path,    how, i, hits, name) {
    name = normal(base(path))
    look("./" path)
    words = normal(words)
    for (how = 1; how <= 3 && hits != 1; how++)
        for (i = hits = 0; ++i <= labs;)
            if (how == 1 ? words ~ "_lab_?" full[i] "_" : \
                how == 2 ? words ~ "_void_" word[i] "_" : \
                name ~ "^_kernel_?" number[i] "_cu_" || \
                labs == 1 && name ~ /^_kernel_cu_/) {
                hits++
                lab = labelled[i]
            }
    if (hits == 1)
        add(lab, path, 700 + how, copy_of[path])
}

# --- What a person reads --------------------------------------------------------------

# A path's end, if it is long, and nothing that a terminal obeys.
function shown(path) {
    if (length(path) > 60) {
        path = substr(path, length(path) - 56)
        sub(/^[\200-\277]+/, "", path)
        path = "..." path
    }
    gsub(/[\001-\037\177]/, "?", path)
    gsub(/\342\200[\250-\256]|\342\201[\246-\251]/, "?", path) # from right to left
    if (path !~ /^([ -~]|\302[\240-\277]|[\303-\337][\200-\277]|[\340-\357][\200-\277][\200-\277]|[\360-\367][\200-\277][\200-\277][\200-\277])*$/)
        gsub(/[\200-\377]/, "?", path)
    return "\047" path "\047"
}

# What a path is, if that is why it is not read.
function why(path,    type) {
    type = type_of[path]
    return type == "l" ? "a symbolic link" : type == "u" ? "unreadable" : \
           type == "large" ? "larger than 1 MiB" : \
           type != "f" ? "no regular file" : remark[path]
}

# The first five of n paths, in a line.
function listed(n, list,    i, line) {
    for (i = 1; i <= n && i <= 5; i++)
        line = line (i > 1 ? ", " : "") shown(list[i]) \
            (why(list[i]) ? " (" why(list[i]) ")" : "")
    return line (n > 5 ? " and " n - 5 " more" : "")
}

function nothing(lab,    line) {
    line = "there is no labs/" lab "/kernel.cu and no " lab ".cu"
    if (archive)
        return line "; there is " shown(archive) \
            ", an archive: unpack it, or hand in labs/" lab "/kernel.cu"
    return line (lefts ? "; found: " listed(lefts, left) : \
                 !entries ? "; the folder is empty" : \
                 !files ? "; there are folders, and no file in them" : "")
}

# A path as printf %b takes it.
function escaped(path,    i, c, out) {
    for (i = 1; i <= length(path); i++) {
        c = substr(path, i, 1)
        out = out (c ~ /[\001-\037\177\\]/ ? octal[c] : c)
    }
    return out
}

BEGIN {
    for (i = 1; i < 128; i++)
        octal[sprintf("%c", i)] = sprintf("\\0%03o", i)
}

# --- The choice -----------------------------------------------------------------------

# Sort by worth, as far as anybody will look.
function sort(n, list,    i, j, best, swap) {
    for (i = 1; i <= n && i <= 20; i++) {
        best = i
        for (j = i + 1; j <= n; j++)
            if (worth[list[j]] < worth[list[best]])
                best = j
        swap = list[i]
        list[i] = list[best]
        list[best] = swap
    }
}

# The place in the list of the file that is the kernel, 0 if there is none; other: those
# with another text.
function choose(lab, n, list,    i, skeleton, kind, best, kernel, text_of) {
    look(ENVIRON["COURSE"] "/labs/" lab "/kernel.cu")
    skeleton = text
    best = 4
    for (i = 1; i <= n && i <= 20; i++)
        if (type_of[list[i]] == "f") {
            look("./" list[i])
            kind = text == "" ? 3 : untouched || text == skeleton ? 2 : 1
            remark[list[i]] = kind == 3 ? "empty" : kind == 2 ? "the skeleton" : ""
            text_of[i] = text
            if (kind < best) {
                best = kind
                kernel = i
            }
        }
    for (i = 1; i <= n; i++)
        if (i != kernel && !(kernel && (i in text_of) && text_of[i] == text_of[kernel]))
            other[++others] = list[i]
    return kernel
}

function decide(lab,    n, i, list, kernel, note, looked) {
    n = candidates[lab]
    for (i = 1; i <= n; i++)
        list[i] = candidate[lab, i]
    sort(n, list)
    others = 0
    kernel = n == 1 ? type_of[list[1]] == "f" : choose(lab, n, list)
    looked = cut ? "; only " ENVIRON["MOST"] " files and folders were looked at" : ""
    if (kernel) {
        note = (others ? "; also found, and not read: " listed(others, other) : "") looked
        if (note || worth[list[kernel]] !~ /^000/)
            note = "file: " shown(list[kernel]) note
        print lab, "file", escaped(list[kernel]) (note ? OFS note : "")
    } else if (n)
        print lab, "refused", shown(list[1]) " is " why(list[1]), escaped(list[1])
    else
        print lab, "none", nothing(lab) looked
}

END {
    OFS = "\t"
    for (i = 1; i <= unknowns; i++)
        add_by_text(unknown[i])
    for (i = 1; i <= entries; i++) {
        path = entry[i]
        if (type_of[path] == "d")
            continue
        files++
        if (path in taken)
            continue
        left[++lefts] = path
        worth[path] = (tolower(path) ~ /\.cu/ ? 1 : 2) " " split(path, part, "/") " " path
        if (tolower(path) ~ /\.(zip|rar|7z|tar|tgz|tbz2?|txz|gz|bz2|xz|zst)$/ && \
            (!archive || worth[path] < worth[archive]))
            archive = path
    }
    sort(lefts, left)
    for (i = 1; i <= labs; i++)
        decide(labelled[i])
}
