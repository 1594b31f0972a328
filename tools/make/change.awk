# tools/make/change: awk -v changes=TM=16,BK=4 -f change.awk <kernel.cu
BEGIN {
    for (names = split(changes, part, ","); ++n <= names;) {
        if (part[n] !~ /^[A-Za-z_][A-Za-z0-9_]*=[0-9]+$/)
            fail(2, "'" part[n] "' is not NAME=VALUE with a whole number")
        name[n] = substr(part[n], 1, index(part[n], "=") - 1)
        value[n] = substr(part[n], index(part[n], "=") + 1)
    }
}

function fail(how, why) {
    print "change: " why > "/dev/stderr"
    status = how
    exit how
}

# The line with blanks for its comments. in_comment lasts from line to line.
function code_of(line,    i, two, code) {
    for (i = 1; i <= length(line); i++) {
        two = substr(line, i, 2)
        if (!in_comment && two == "//")
            break
        if (two == (in_comment ? "*/" : "/*")) {
            in_comment = !in_comment
            code = code "  "
            i++
        } else
            code = code (in_comment ? " " : substr(line, i, 1))
    }
    return code
}

# True if a name that comes next is a constant: in an enum, or after const or constexpr.
function declares(text) {
    sub(/.*[;}]/, "", text)
    if (text ~ /(^|[^A-Za-z0-9_])enum[^()]*[{][^{]*$/)
        return 1
    sub(/.*[{]/, "", text)
    return text ~ /(^|[^A-Za-z0-9_])const(expr)?[^A-Za-z0-9_][^()]*$/
}

# Set constant k: its number ends the `long` characters of line and code from `at` on.
function set(k, at, long) {
    at += match(substr(code, at, long), /[0-9]+[uU]?[^A-Za-z0-9_]*$/) - 1
    match(substr(code, at), /^[0-9]+/)
    line = substr(line, 1, at - 1) value[k] substr(line, at + RLENGTH)
    code = substr(code, 1, at - 1) value[k] substr(code, at + RLENGTH)
    found[k]++
}

{
    line = $0
    code = code_of(line)
    for (k = 1; k <= names; k++) {
        if (match(code, "^[ \t]*#[ \t]*define[ \t]+" name[k] "[ \t]+[0-9]+[uU]?[ \t\r]*$"))
            set(k, RSTART, RLENGTH)
        pattern = "(^|[^A-Za-z0-9_])" name[k] "[ \t]*=[ \t]*[0-9]+[uU]?[ \t\r]*([,;}]|$)"
        for (from = 1; match(substr(code, from), pattern); from = end) {
            at = from + RSTART - 1
            end = at + RLENGTH
            if (declares(before substr(code, 1, at)))
                set(k, at, RLENGTH)
        }
    }
    print line
    if (code !~ /^[ \t]*#/)
        before = before code "\n"
    sub(/.*[;}]/, "", before)
}

END {
    for (k = 1; k <= names && !status; k++)
        if (found[k] != 1)
            fail(1, name[k] " is " (found[k] ? "set to a number more than once" : "not set to a number") \
                 " in this kernel")
    exit status
}
