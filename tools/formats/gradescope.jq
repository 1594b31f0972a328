# One grade.json -> results.json of a Gradescope autograder: a test a lab.
include "plain" {search: "./"};

def heading:
  "\(.points) of \(.max) points, on \(.device // .backend)."
  + if .protection then "\nSandbox: \(.protection)" else "" end;

if length != 1 then error("one grade.json at a time") else .[0] end
| {
    output: heading,
    output_format: "text",
    score: .points,
    execution_time: .seconds,
    visibility: "visible",
    stdout_visibility: "hidden",
    tests: [
      .labs[] | {
        name: "\(.lab): \(.verdict)",
        name_format: "text",
        number: (.lab | split("_")[0]),
        score: .points,
        max_score: .max,
        status: (if .verdict == "PASS" then "passed" else "failed" end),
        output: ("\(.message)\n\n\(.output)" | plain),
        output_format: "text",
        visibility: "visible"
      }
    ]
  }
