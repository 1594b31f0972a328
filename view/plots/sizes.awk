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

# What a plot over the first size has beside it: "D = 1024" of "rows=8,D=1024,ldx=1024",
# without leading dimensions.
function rest_of(sizes,    part, n, i, rest) {
    n = split(sizes, part, ",")
    for (i = 2; i <= n; i++)
        if (part[i] !~ /^ld/) {
            sub(/=/, " = ", part[i])
            rest = rest (rest == "" ? "" : ", ") part[i]
        }
    return rest
}

# The first size: 8 of that.
function first_of(sizes) {
    sub(/,.*/, "", sizes)
    sub(/.*=/, "", sizes)
    return sizes + 0
}

# 66,908; 819; 52.1; 0.52: as labs.gp
function said(x) {
    return x >= 999.5 ? sprintf("%d,%03d", int(x + 0.5) / 1000, int(x + 0.5) % 1000) : \
           x >= 99.95 ? sprintf("%.0f", x) : x >= 9.995 ? sprintf("%.1f", x) : sprintf("%.2f", x)
}
