# What learners wrote themselves of one lab's kernels, and where some of their lines are.
#
# usage: awk -v lab=LAB -v to=FOLDER -f own.awk WANTED SKELETON ID.cu...
#   WANTED     rows "LAB<tab>ID<tab>line": for each of this lab print "LAB<tab>ID<tab>step
#              <tab>text"; step is 0 outside the gaps
#   SKELETON   the lab's kernel as it is handed out
#   FOLDER/ID.c   gets what is in the gaps, between STEP and END, and all other lines that
#              are not the skeleton's, under whatever names: without comments, in ASCII, at
#              most MOST bytes
BEGIN {
    FS = "\t"
    LONG = 2000
    MOST = 100000
    n = split("void bool int unsigned long float double const static if else for while do " \
              "switch case break continue return sizeof enum struct dim3 __global__ " \
              "__shared__ __device__ __syncthreads threadIdx blockIdx blockDim", words, " ")
    for (i = 1; i <= n; i++)
        keyword[words[i]] = 1
}

# The code of a line. A comment may go on in the next lines.
function code(line,    out, at, mark) {
    out = ""
    while (line != "") {
        if (in_comment) {
            if (!(at = index(line, "*/")))
                return out
            line = substr(line, at + 2)
            in_comment = 0
        } else if (match(line, /\/\/|\/\*|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047/)) {
            mark = substr(line, RSTART, 2)
            if (mark == "//")
                return out substr(line, 1, RSTART - 1)
            in_comment = mark == "/*"
            out = out substr(line, 1, RSTART - 1) \
                  (in_comment ? " " : substr(line, RSTART, RLENGTH))
            line = substr(line, RSTART + RLENGTH)
        } else {
            return out line
        }
    }
    return out
}

# A line without blanks, in which every name but a keyword is N.
function shape(line,    out, word) {
    out = ""
    while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(line, RSTART, RLENGTH)
        out = out substr(line, 1, RSTART - 1) (word in keyword ? word : "N")
        line = substr(line, RSTART + RLENGTH)
    }
    out = out line
    gsub(/ /, "", out)
    return out
}

FILENAME == ARGV[1] {
    if ($1 == lab)
        wanted[$2] = $3
    next
}
FNR == 1 {
    if (own != "")
        close(own) # no more than some files may be open
    in_comment = step = bytes = 0
    skeleton = FILENAME == ARGV[2]
    id = FILENAME
    sub(/.*\//, "", id)
    sub(/[.]cu$/, "", id)
    own = to "/" id ".c"
}
{
    $0 = substr($0, 1, LONG) # a longer line is no one's kernel
    gsub(/[^ -~]/, " ")
    if (/\/\/ STEP [0-9]+/) {
        step = $0
        sub(/.*\/\/ STEP /, "", step)
        step += 0
    }
    if (wanted[id] == FNR && !skeleton) {
        text = $0
        gsub(/^ +| +$/, "", text)
        print lab "\t" id "\t" step "\t" substr(text, 1, 200)
    }
    text = code($0)
    key = shape(text)
    if (skeleton)
        known[key] = 1
    else if (key != "" && (step || !(key in known)) && (bytes += length(text)) < MOST)
        print text >own
    if (/\/\/ END [0-9]+/)
        step = 0
}
