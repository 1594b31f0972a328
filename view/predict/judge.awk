# Read a number that a person typed, and compare it with the count: prints "met", "not met",
# or nothing for what is no number. Numbers: 4, 4.0, .125, 1/8, 1,024. An answer is met
# within 0.5 % of the count, or if it is the count rounded to two digits or more.
#
# awk -v expected=COUNT -f judge.awk, the text on standard input
BEGIN { plain = "([0-9]+[.]?[0-9]*|[.][0-9]+)" }

{
    half = 0 # half a unit of the last digit
    if ($0 ~ /^[1-9][0-9]?[0-9]?(,[0-9][0-9][0-9])+([.][0-9]*)?$/)
        gsub(/,/, "")
    if ($0 ~ "^" plain "$") {
        got = $0 + 0
        decimals = index($0, ".") ? length($0) - index($0, ".") : 0
        gsub(/[.]/, "")
        sub(/^0+/, "")
        if (length($0) >= 2)
            half = 0.5 * 10 ^ -decimals
    } else if ($0 ~ "^" plain " */ *" plain "$" && split($0, part, "/") && part[2] + 0 > 0) {
        got = part[1] / part[2]
    } else {
        exit
    }
    off = got > expected ? got - expected : expected - got
    print (off <= 0.005 * expected || off <= half * 1.000001 ? "met" : "not met")
}
