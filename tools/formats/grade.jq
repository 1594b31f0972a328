# The rows of tools/grade-rows -> grade.json, which docs/grading.md describes.
#
# jq -n -R --arg backend cpu --rawfile 01_naive REPORT ... -f grade.jq ROWS
# where each lab's report is named as the lab.

# A whole report, or its beginning and end.
def capped:
  if length > 65536 then
    .[:49152] + "\n[\(length - 65536) characters left out]\n" + .[-16384:]
  else . end;

# "emulator, NVIDIA H200" from the first line of a report.
def device:
  capture("^lab[0-9]+ on (?<emulated>the CPU emulator as an )?(?<name>.*?) \\(.*\\), seed "; "")
  | (if .emulated then "emulator, " else "" end) + .name;

def words: ["compiles", "aligned", "ragged", "safe", "technique"];

def lab($names):
  [$names, . / "\t"] | transpose | map({(.[0]): .[1]}) | add
  | (.stages / " ") as $held
  | {
      lab, verdict, file,
      line: (if .line == "" then null else .line | tonumber end),
      points: .points | tonumber,
      max: .max | tonumber,
      message,
      seconds: .seconds | tonumber,
      stages: (words | map({(.): IN($held[])}) | add),
      output: $ARGS.named[.lab] | capped
    };

(input / "\t") as $names
| [inputs | lab($names)]
| {
    version: 1,
    student: null,
    backend: $backend,
    device: ([.[].output | device] | first // null),
    seconds: (map(.seconds) | add * 1000 | round / 1000),
    points: map(.points) | add,
    max: map(.max) | add,
    protection: null,
    labs: .
  }
