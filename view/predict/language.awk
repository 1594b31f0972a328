# The language of counts (docs/predictions.md): METRIC of OP SPACE ARRAY, and a few others.
# What was read is in count.awk.

# The FMAs of the block; "" if they are not known. All blocks must compute equal parts of the
# output, and none of them a part of the sum over K.
function fmas(    k, stored) {
    for (k in requests)
        if (k ~ /^store global / && matrix[k])
            stored += elements[k]
    if (("K" in size) && launches == 1 && stored * blocks == size["M"] * size["N"])
        return stored * size["K"]
    missing = "how many FMAs a block does is not known: its blocks do not share C evenly"
    return ""
}

# "requests", "sectors" and so on, of a key such as "load global A".
function quantity(name, key) {
    if (name == "FMAs") return fmas()
    if (name == "requests") return total(requests, key)
    if (name == "warps") return warps[key] + 0
    if (name == "lanes") return total(lanes, key)
    if (name == "words") return total(words, key)
    if (name == "bytes") return 4 * total(words, key)
    if (name == "different words") return total(different, key)
    if (name == "elements") return total(elements, key)
    if (name == "sectors" && key ~ / global /) return total(cost, key)
    if (name == "wavefronts" && key ~ / shared /) return total(cost, key)
    fail("'" name "' of '" key "' is no count")
}

# "the kernel has no load from As in shared memory"
function no_access(key,    part) {
    split(key, part, " ")
    return "the kernel has no " part[1] (part[1] == "load" ? " from " : part[1] == "store" ? " to " : " on ") \
           (part[3] == "*" ? "" : part[3] " in ") part[2] " memory"
}

function count(text,    key, metric, part, parts, above, below) {
    missing = ""
    if (text in size)
        return size[text]
    if (text == "FMAs")
        return fmas()
    if (text == "barriers per warp") {
        missing = barriers ? "" : "the kernel has no barrier"
        return barriers ? barriers / warps[""] : ""
    }
    if (!match(text, / of (load|store|atomic) (global|shared) [^ ]+$/))
        fail("'" text "' is no count")
    key = substr(text, RSTART + 4)
    metric = substr(text, 1, RSTART - 1)
    if (!total(requests, key)) {
        missing = no_access(key)
        return ""
    }
    if (metric == "requests per element")
        return total(different, key) / total(touched, key)
    parts = split(metric, part, / per /)
    above = quantity(part[1], key)
    if (parts == 1 || above == "")
        return above
    below = quantity(part[2] "s", key)
    return below == "" ? "" : above / below
}
