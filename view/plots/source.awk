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
/^#/ { next }
profile {
    constant[FILENAME, $1] = $2
    if ($1 == "name")
        profile_of[$2] = FILENAME
    next
}

# "measured on NVIDIA H200", "modelled for NVIDIA H200, ± 10 % on average"
function said_of(source, device,    percent) {
    if (source == "measured")
        return "measured on " device
    percent = percent_of(device)
    return "modelled for " device ", " (percent ? "± " percent " % on average" : "error not known")
}

# " (earlier kernel)" for a table whose kernel was saved after it was made: tools/plot names
# these in EARLIER.
function earlier(table) {
    return index(" " ENVIRON["EARLIER"] " ", " " table " ") ? " (earlier kernel)" : ""
}

# How far the model is off on this GPU, in percent of what is measured; 0: not known.
function percent_of(device) {
    return device in profile_of ? constant[profile_of[device], "model_error"] + 0 : 0
}

# Half the length of an error bar, as a share of the value; 0: none.
function error_of(source, device) {
    return source == "measured" ? 0 : percent_of(device) / 100
}
