# Where speeds come from, in words and as a share of them. The scripts beside this one fill
# constant[FILE, NAME] and profile_of[DEVICE] from the rows of emu/gpus.

# "measured on NVIDIA H200", "modelled for NVIDIA H200, ± 10 %"
function said_of(source, device,    percent) {
    if (source == "measured")
        return "measured on " device
    percent = percent_of(device)
    return "modelled for " device ", " (percent ? "± " percent " %" : "error not known")
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
