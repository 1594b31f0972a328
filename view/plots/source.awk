# What the scripts beside this one begin with: how they fail, the rows of GPU profiles, and
# where speeds come from, in words and as a share of them. After this file a script sees the
# rows of its tables alone; `header` is 0 in the first of each.
BEGIN {
    FS = "\t"
    failed = 0
}

function fail(why) {
    print "plot: " why > "/dev/stderr"
    failed = 1
    exit 2
}

FNR == 1 {
    header = 0
    profile = FILENAME ~ /emu\/gpus\/[^\/]*$/
}
/^# problem: .*, bfloat16/ { of_bfloat16[FILENAME] = 1 }
/^# problem: .*, e4m3/ { of_fp8[FILENAME] = 1 }
# What limits the kernel at each size: the error of the model depends on it.
/^# bottleneck / {
    colon = index($0, ": ")
    limit = substr($0, colon + 2)
    sub(/:.*/, "", limit)
    limit_of[FILENAME, substr($0, 14, colon - 14)] = limit
}
/^#/ { next }
profile {
    constant[FILENAME, $1] = $2
    if ($1 == "name")
        profile_of[$2] = FILENAME
    next
}

# "measured on NVIDIA H200", "modelled for NVIDIA H200, ± 3 to 10 % (median)": least and most are the errors
# of what is drawn; not given, those of all kinds of kernels.
function said_of(source, device, least, most,    n, i, kind, p) {
    if (source == "measured")
        return "measured on " device
    n = most ? 0 : split("arithmetic l1 memory tensor latency", kind, " ")
    for (i = 1; i <= n && device in profile_of; i++) {
        p = constant[profile_of[device], "model_error_" kind[i]] + 0
        least = p && (!least || p < least) ? p : least
        most = p > most ? p : most
    }
    return "modelled for " device ", " (!most ? "error not known" : \
           least == most ? sprintf("± %g %% (median)", most) : sprintf("± %g to %g %% (median)", least, most))
}

# " (earlier kernel)" for a table whose kernel was saved after it was made: tools/plot names
# these in EARLIER.
function earlier(table) {
    return index(" " ENVIRON["EARLIER"] " ", " " table " ") ? " (earlier kernel)" : ""
}

# A group of bottlenecks, as in emu/gpus.
function kind_of(limit) {
    return limit ~ /arithmetic|issue/ ? "arithmetic" : limit ~ /wavefronts|lines/ ? "l1" : \
           limit ~ /bandwidth/ ? "memory" : limit ~ /tensor/ ? "tensor" : "latency"
}

# How far the model is off on this GPU, in percent of what is measured, for half of the kernels with
# this bottleneck; 0: not known, or measured.
function percent_of(source, device, limit) {
    return source == "measured" || !(device in profile_of) ? 0 : \
           constant[profile_of[device], "model_error_" kind_of(limit)] + 0
}
