# grade.json of one learner or many -> CSV (RFC 4180), a row a learner and lab, in
# the order of names.
include "plain" {search: "./"};

# A spreadsheet takes a text that begins so for a formula: an apostrophe says it is none.
def no_formula:
  if type == "string" and test("^[=+@\t-]") then "'" + . else . end;

def columns: ["student", "lab", "backend", "verdict", "points", "max", "message", "seconds"];

columns,
(sort_by(.student // "")[] | . as $grade | .labs[]
 | [$grade.student, .lab, $grade.backend, .verdict, .points, .max, .message, .seconds]
 | map(plain | no_formula))
| @csv
