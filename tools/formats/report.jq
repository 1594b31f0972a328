# grade.json as a page for the student: a table, then each lab's report; of a lab that was
# not handed in, a line.
include "plain" {search: "./"};

def pad($n): tostring | . + " " * ([$n - length, 0] | max);
def left($n): tostring | " " * ([$n - length, 0] | max) + .;
def handed_in: .file or .verdict != "INCOMPLETE";

"\(.student // "your labs" | plain_line): \(.points) of \(.max) points, on the \(.device)",
"",
("lab" | pad(20)) + ("verdict" | pad(16)) + "points",
(.labs[] | (.lab | pad(20)) + (.verdict | pad(16)) + ("\(.points) of \(.max)" | left(8))),
"",
(.labs[] | select(handed_in | not) | "\(.lab): \(.message | plain_line)"),
(.labs[] | select(handed_in) |
  "", "-" * 80,
  "\(.lab), \(.file // "no file" | plain_line): \(.verdict), \(.points) of \(.max) points", "",
  (.output | plain | rtrimstr("\n")))
