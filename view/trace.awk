# Read traces (view/trace.c writes them, emu/include/probe.h has their columns)
# for the scripts that draw them. Each file is one kernel's, numbered from 1 as it comes:
#   files path[f] lab[f] device[f] code[f, "FILE:LINE"]
# and each row is handed to row(f), which the script defines, with its columns in
# column["..."]; further functions below.
# The variable kind, "svg" or "text", becomes the number text, 0 or 1.
BEGIN {
    FS = "\t"
    failed = 0
    text = kind == "text"
}

function fail(why) {
    print "plot: " why > "/dev/stderr"
    failed = 1
    exit 2
}

FILENAME ~ /emu\/gpus\/[^\/]*$/ { next }
FNR == 1 {
    path[++files] = FILENAME
    header = 0
}
/^# lab: / { lab[files] = substr($0, 8) }
/^# device: / { device[files] = substr($0, 11) }
/^# problem: / { problem[files] = substr($0, 12) }
/^# code / {
    split(substr($0, 8), part, ": ")
    code[files, part[1]] = substr($0, 8 + length(part[1]) + 2)
}
/^#/ { next }
!header {
    for (i = 1; i <= NF; i++)
        name_of[i] = $i
    if (name_of[NF] != "turn")
        fail("'" FILENAME "': line " FNR ": not the header of a trace")
    header = 1
    next
}
{
    for (i = 1; i <= NF; i++)
        column[name_of[i]] = $i
    row(files)
}

# What a kernel is called: its lab, with what tells it from the learner's.
function title_of(f,    file) {
    if (path[f] ~ /\/solutions\// && ENVIRON["BASE"] !~ /\/solutions\//)
        return lab[f] " (reference)"
    if (path[f] ~ /\/other\//) {
        file = ENVIRON["KERNEL"]
        sub(/.*\//, "", file)
        return lab[f] " (" file ")"
    }
    return lab[f]
}

function counted(f) {
    return "counted by the emulator (" device[f] ")"
}

# "A[192][0]", or of an array without rows, or not of floats, "As + 64 bytes".
function element(array, cols, byte) {
    if (cols == "-" || byte % 4)
        return array " + " byte " bytes"
    return array "[" int(byte / 4 / cols) "][" byte / 4 % cols "]"
}

# "lane 3", "lanes 0-31", "lanes 0 2 4 6..." of a list " 0 2 4 6".
function say_lanes(list,    n, lane) {
    n = split(list, lane, " ")
    if (n == 1)
        return "lane " lane[1]
    if (lane[n] - lane[1] == n - 1)
        return "lanes " lane[1] "-" lane[n]
    return n > 4 ? "lanes " lane[1] " " lane[2] "..." lane[n] : "lanes" list
}

# The lines of f that were asked about, for a message: "35 37".
function lines_of(f, seen,    key, part, n, list, line, i, j, swap) {
    for (key in seen) {
        split(key, part, SUBSEP)
        if (part[1] == f && !(part[2] in line)) {
            line[part[2]] = 1
            list[++n] = part[2]
        }
    }
    line["all"] = ""
    for (i = 1; i <= n; i++) {
        for (j = i; j > 1 && list[j] + 0 < list[j - 1] + 0; j--) {
            swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
        }
    }
    for (i = 1; i <= n; i++)
        line["all"] = line["all"] " " list[i]
    return line["all"]
}

function plural(n, what) {
    return n " " what (n == 1 ? "" : "s")
}
