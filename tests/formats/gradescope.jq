# True if results.json is as Gradescope publishes it ("Autograder Specifications"): prints
# what is not.
def key($known): keys - $known | map("unknown key: " + .)[];
def visibility: IN("hidden", "after_due_date", "after_published", "visible");
def format: IN("text", "html", "simple_format", "md", "ansi");
def must(f; $what): if f then empty else $what end;

key(["score", "execution_time", "output", "output_format", "test_output_format",
     "test_name_format", "visibility", "stdout_visibility", "extra_data", "tests",
     "leaderboard"]),
must(.score | type == "number"; "score"),
must(.execution_time | type == "number"; "execution_time"),
must(.output | type == "string"; "output"),
must(.output_format | format; "output_format"),
must(.visibility | visibility; "visibility"),
must(.stdout_visibility | visibility; "stdout_visibility"),
must(.tests | type == "array"; "tests"),
must(.score == ([.tests[].score] | add); "score is not the sum of the tests'"),
(.tests[]
 | key(["score", "max_score", "status", "name", "name_format", "number", "output",
        "output_format", "tags", "visibility", "extra_data"]),
   must(.score | type == "number"; "a test's score"),
   must(.max_score | type == "number"; "a test's max_score"),
   must(.score <= .max_score; "a test's score is above its max_score"),
   must(.status | IN("passed", "failed"); "a test's status"),
   must(.name | type == "string"; "a test's name"),
   must(.name_format | format; "a test's name_format"),
   must(.number | type == "string"; "a test's number"),
   must(.output | type == "string"; "a test's output"),
   must(.output_format | format; "a test's output_format"),
   must(.visibility | visibility; "a test's visibility"))
