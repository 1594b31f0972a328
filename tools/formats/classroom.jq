# One grade.json -> the `result` of a GitHub Classroom autograder, as its reporters read it:
# JSON in base64, on one line. A test a lab; points are given for stages, so that a test
# which fails has a score as well.
include "plain" {search: "./"};

def status:
  if . == "PASS" then "pass"
  elif IN("COMPILE_ERROR", "CRASH", "TIMEOUT", "MEMORY", "OUTPUT") then "error"
  else "fail" end;

if length != 1 then error("one grade.json at a time") else .[0] end
| {
    version: 1,
    status: ([.labs[].verdict | status]
             | if all(. == "pass") then "pass" elif any(. == "error") then "error" else "fail" end),
    max_score: .max,
    tests: [
      .labs[] | {
        name: .lab,
        status: (.verdict | status),
        score: .points,
        max_score: .max,
        message: ("\(.verdict): \(.message)" | plain),
        test_code: "make check\(.lab | split("_")[0])",
        filename: (.file | plain_line),
        line_no: (.line // 0),
        execution_time: "\(.seconds)s"
      }
    ]
  }
| @base64
