# Any number of grade.json as one CSV table, a row a student and lab, in their order. Text
# that a spreadsheet would take for a formula gets a quote before it.
def text: tostring | if test("^[=+@\t\r-]") then "'" + . else . end;

["student", "lab", "backend", "verdict", "points", "max", "message", "seconds"],
(sort_by(.student)[] | . as $s | .labs[] |
  [($s.student // "" | text), .lab, $s.backend, .verdict, .points, .max,
   (.message | text), .seconds])
| @csv
