# Select from the tiles that a submission's rule accepts, one name per line, those that are
# tried: the first eight, as in every check; those for which the lab's kernel cannot be
# correct, as far as we know (grade/impossible); and three random ones. Prints them on one
# line.
#
# -v lab=07_autotune -v seed=NUMBER

BEGIN {
    impossible = "grade/impossible/" lab ".tsv"
    while ((getline <impossible) > 0)
        if (!/^#/ && (n = split($0, field, "\t")) > 1) {
            name = field[1]
            for (i = 2; i < n; i++) # the last column is a text
                name = name "_" field[i]
            bad[name]
        }
}
++count <= 8 || $0 in bad {
    printf "%s ", $0
    next
}
{ rest[++left] = $0 }
END {
    srand(seed)
    for (i = 0; i < 3 && left; i++) {
        at = 1 + int(rand() * left)
        printf "%s ", rest[at]
        rest[at] = rest[left--]
    }
}
