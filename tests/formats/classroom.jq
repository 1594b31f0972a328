# True if a result, decoded, is as the autograders of GitHub Classroom hand it to their
# reporter, which adds up the tests' scores: prints what is not.
def key($known): keys - $known | map("unknown key: " + .)[];
def status: IN("pass", "fail", "error");
def must(f; $what): if f then empty else $what end;

key(["version", "status", "max_score", "tests"]),
must(.version == 1; "version"),
must(.status | status; "status"),
must(.max_score | type == "number"; "max_score"),
must(.tests | type == "array" and length > 0; "tests"),
must(.max_score == ([.tests[].max_score] | add); "max_score is not the sum of the tests'"),
must((.status == "pass") == all(.tests[]; .status == "pass"); "status is not the tests'"),
(.tests[]
 | key(["name", "status", "score", "max_score", "message", "test_code", "filename",
        "line_no", "execution_time"]),
   must(.name | type == "string"; "a test's name"),
   must(.status | status; "a test's status"),
   must(.score | type == "number"; "a test's score"),
   must(.score <= .max_score; "a test's score is above its max_score"),
   must(.message | type == "string"; "a test's message"),
   must(.test_code | type == "string"; "a test's test_code"),
   must(.filename | type == "string"; "a test's filename"),
   must(.line_no | type == "number"; "a test's line_no"),
   must(.execution_time | test("^[0-9.]+s$"); "a test's execution_time"))
