# grade.json as a page for the student: a table, then each lab's report.
def pad($n): tostring | . + " " * ([$n - length, 0] | max);
def left($n): tostring | " " * ([$n - length, 0] | max) + .;

"\(.student // "your labs"): \(.points) of \(.max) points, on the \(.device)",
"",
("lab" | pad(16)) + ("verdict" | pad(16)) + "points",
(.labs[] | (.lab | pad(16)) + (.verdict | pad(16)) + ("\(.points) of \(.max)" | left(8))),
(.labs[] | select(.file) |
  "", "-" * 80, "\(.lab), \(.file): \(.verdict), \(.points) of \(.max) points", "",
  (.output | rtrimstr("\n")))
