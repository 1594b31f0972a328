# grade.json of one submission, with what only the grader knows: $student, followed by a
# dot; $mark, $device and $protection; and in $beside, for each lab in the same order, its
# file, the seeds, the seconds, and the modelled speed or null.
.student = $student[:-2] | .device = $device | .protection = $protection | .mark = $mark
| .labs = ([.labs, $beside] | transpose | map(.[0] + {
    file: (.[1].file | if . == "" then null else . end),
    seconds: .[1].seconds,
    replay: (if .[1].seeds == "" then null
        else .[1].seeds / " " | map(tonumber) | {seed: .[0], draw: .[1], witness: .[2]}
        end)}
    + (.[1].model | if . then {model: .} else {} end)))
| .seconds = ([.labs[].seconds] | add * 100 | round / 100)
