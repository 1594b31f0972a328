# The one value of all sizes in a table's column: 512 of "M=512,N=512,K=512"; "" if they
# differ.
function square_of(sizes,    part, n, i, value) {
    n = split(sizes, part, ",")
    for (i = 1; i <= n; i++) {
        sub(/.*=/, "", part[i])
        if (i > 1 && part[i] != value)
            return ""
        value = part[i]
    }
    return value + 0
}
