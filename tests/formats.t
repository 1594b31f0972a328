#!/bin/sh
# Points and formats: the points of records, and how other systems read them. The records
# are made here, with the difficult cases of formats: quotes, angle brackets, a formula.
. tests/tap.sh
make -s BACKEND=cpu build/lab >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for tool in jq xmllint; do
    command -v $tool >/dev/null || { skip 1 "no $tool: make setup"; done_testing; }
done

# --- Records: PASS, and one that ends at each stage

dir=$work/labs
mkdir "$dir"
# record LAB VERDICT STAGES FILTER: with the fields that the filter of jq adds
record() {
    jq -n --arg lab "$1" --arg verdict "$2" --argjson held "$3" \
        '{version: 1, $lab, $verdict, source: "labs/\($lab)/kernel.cu",
            stages: ["compiles", "aligned", "ragged", "safe", "technique"][:$held],
            what: "something", device: "NVIDIA H200", backend: "cpu", seconds: 0}'" | $4" \
        >"$dir/$1.check.json"
    build/lab explain "$dir/$1.check.json" >"$dir/$1.check.txt"
}
record 01_naive PASS 5 'del(.what)'
record 02_coalesce OUT_OF_BOUNDS 2 '.file = .source | .line = 17 | .try = "guard it, there"
    | .what = "=HYPERLINK(\"x\"), <B> & '\''C'\'' ]]> \u0001\u00e4\nnext" | .when = "sgemm(M=1)"'
record 03_smem RACE 3 '.file = "a folder/k:1.cu" | .line = 41 | .what = "a race" | .seconds = 1.25'
record 04_tile1d COMPILE_ERROR 0 '.file = .source | .line = 9 | del(.device, .backend, .seconds)
    | .what = "it does not compile: expected '\'';'\'' before \"}\" token"'
record 05_tile2d INCOMPLETE 0 '.file = .source | .line = 36 | .what = "STEP 1 is still to be written"'
record 06_vector TECHNIQUE 4 '.what = "of another technique"'
record 07_autotune TIMEOUT 1 '.what = "sgemm() did not end"'
is "the records are valid" "$(build/lab validate "$dir"/*.json)" ""

# --- grade.json: verdicts, places, points

grade=$work/grade.json
build/lab grade cpu "$dir"/*.json >"$grade"
column() { # NAME
    jq -r "[.labs[].$1 | tostring] | join(\"|\")" "$grade"
}
is "verdicts" "$(column verdict)" \
    'PASS|OUT_OF_BOUNDS|RACE|COMPILE_ERROR|INCOMPLETE|TECHNIQUE|TIMEOUT'
is "points: by the stages that hold" "$(column points)" '10|3|6|0|0|8|1'
is "... of so many" "$(column max)" '10|10|10|10|10|10|10'
is "lines" "$(column line)" 'null|17|41|9|36|null|null'
like "files, with a space and a colon in the name" "$(column file)" \
    '^labs/01_naive/kernel.cu\|labs/02_coalesce/kernel.cu\|a folder/k:1.cu\|'
like "the sentence, on one line" "$(column message)" \
    "^correct, safe, and by this lab's technique\|=HYPERLINK\(\"x\"\), <B> & .C. \]\]> .ä next\|a race\|"
is "seconds" "$(column seconds)" '0|0|1.25|0|0|0|0'

is "the table ends with points and labs" "$(build/lab summary "$dir"/*.json | tail -n 2)" \
    "total                                28/70
1 of 7 labs pass"

# points TABLE: what is given by such a table.
points() {
    printf %b "$1" >"$work/points.tsv"
    build/lab grade --points "$work/points.tsv" cpu "$dir/02_coalesce.check.json" \
        "$dir/03_smem.check.json" 2>"$work/said" |
        jq -r '.labs[] | [.lab, .points, .max] | @tsv'
    cat "$work/said"
}
columns='lab\tcompiles\taligned\tragged\tsafe\ttechnique\n'
is "other points; a row of a lab's own" \
    "$(points "$columns*\t0\t1\t0\t0\t1\n03_smem\t0.5\t1\t2.5\t3\t4\n")" \
    "02_coalesce	1	2
03_smem	4	11"
wrong() { # TABLE: what is wrong with it
    points "$1" | tail -n 1
}
is "a table of points with a cell too few" "$(wrong 'lab\tcompiles\n*\n')" \
    'common/lab/points.tsv:2: a row of 1 cells, where 2 are expected, with tabs between'
is "... with no number" "$(wrong 'lab\tcompiles\n*\tten\n')" \
    'common/lab/points.tsv:2: "ten" is no number of points'
is "... with a stage that there is not" "$(wrong 'lab\tcompiles\talinged\n*\t1\t2\n')" \
    'common/lab/points.tsv:1: "alinged" is no stage'
is "... from an editor that ends its lines otherwise" "$(wrong 'lab\tcompiles\r\n*\t7\r\n')" \
    '03_smem	7	7'
is "... without a row for a lab" "$(wrong 'lab\tcompiles\n03_smem\t1\n')" \
    'common/lab/points.tsv: no row for 02_coalesce, and no row *'
is "... without columns" "$(wrong '03_smem\t1\n')" \
    'common/lab/points.tsv:1: the first row must name the columns: lab, and the stages'
is "every lab has its row" "$(cut -f1 common/lab/points.tsv | grep '^[0-9]')" \
    "$(cd labs && ls -d [0-9]*)"

is "grade.json" "$(jq -c '[.version, .student, .backend, .device, .seconds, .points, .max,
    .protection, (.labs | length)]' "$grade")" \
    '[1,null,"cpu","emulator, NVIDIA H200",1.25,28,70,null,7]'
is "... a lab" "$(jq -c '.labs[2] | del(.output)' "$grade")" \
    '{"lab":"03_smem","verdict":"RACE","file":"a folder/k:1.cu","line":41,"points":6,"max":10,"message":"a race","seconds":1.25,"stages":{"compiles":true,"aligned":true,"ragged":true,"safe":false,"technique":false}}'
is "... the whole report" "$(jq -r '.labs[4].output' "$grade")" \
    "$(cat "$dir/05_tile2d.check.txt")"
mkdir "$work/long"
cp "$dir"/03_smem.check.json "$work/long"
{ yes 'a long line' | head -n 20000; cat "$dir/03_smem.check.txt"; } >"$work/long/03_smem.check.txt"
is "... or its beginning and end" "$(build/lab grade cpu "$work"/long/*.json |
    jq -c '.labs[0].output | [length < 66000, (.[:11]), (.[-31:])]')" \
    '[true,"a long line","lab03: RACE a folder/k:1.cu:41\n"]'
printf 'red \033[31m\n\377\n' >"$work/long/03_smem.check.txt"
is "... without control characters, and in UTF-8" "$(build/lab grade cpu "$work"/long/*.json |
    jq -r '.labs[0].output')" "red ?[31m
$(printf '\357\277\275')"
echo '{"version": 1}' >"$work/03_bad.check.json"
is "no grade of a record that is none" "$(build/lab grade cpu "$work/03_bad.check.json" 2>&1; echo $?)" \
    "$work/03_bad.check.json: no valid record: 'lab' is missing
2"
said=$(build/lab grade cpu "$dir"/01*.json "$dir/03_none.check.json" 2>&1)
is "no grade for what was not checked" "$?: $said" \
    "2: grade: no grade.json: what was not checked has no grade: 03_none"

# What is in grade.json may come from elsewhere: control characters are possible there.
jq '.labs[1].message |= sub("C"; "C\u001b[31m") | .labs[1].output |= sub("C"; "C\u001b[31m")' \
    "$grade" >"$work/odd.json" && mv "$work/odd.json" "$grade"

# A class: a second student, whose name is a formula and more.
other=$work/other.json
jq '.student = "=1+2, <\"Ann\" & Bob>\u0007\nline" | .labs[6].verdict = "CRASH"' "$grade" >"$other"

# --- CSV

csv=$(tools/grade-format csv "$grade" "$other")
is "CSV: the columns" "$(echo "$csv" | head -n 1)" \
    '"student","lab","backend","verdict","points","max","message","seconds"'
like "... a row" "$csv" '^,"03_smem","cpu","RACE",6,10,"a race",1.25$'
like "... a quote is doubled, a formula is none" "$csv" \
    '^,"02_coalesce","cpu","OUT_OF_BOUNDS",3,10,"'\''=HYPERLINK\(""x""\), <B> & '
is "... a row a student and lab" "$(echo "$csv" | grep -c '^\(line\)\?\(""\)\?"\?,"0[1-7]_')" 14
is "... odd names" "$(echo "$csv" | grep -c "^\"'=1+2, <\"\"Ann\"\" & Bob>")" 7

# controls: how many lines of standard input have a control character but a tab.
controls() {
    tr -d '\t' | LC_ALL=C grep -c '[[:cntrl:]]'
}
is "... no control characters" "$(echo "$csv" | controls)" 0
is "... of which grade.json has some" "$(jq -r '.labs[1].message' "$grade" | controls)" 1
like "... but question marks" "$csv" "'C\?\[31m' \]\]> "

# --- The report of a student

report=$(jq -r -f tools/formats/report.jq "$other")
is "report: no control characters" "$(echo "$report" | controls)" 0
is "... a name on one line" "$(echo "$report" | head -n 1)" \
    '=1+2, <"Ann" & Bob>??line: 28 of 70 points, on the emulator, NVIDIA H200'
like "... what a report says" "$report" "<B> & 'C\?\[31m' "

# --- JUnit XML

tools/grade-format junit "$grade" "$other" >"$work/junit.xml"
ok "JUnit: valid" xmllint --noout --relaxng tests/formats/junit.rng "$work/junit.xml"
xpath() { # EXPRESSION
    xmllint --xpath "$1" "$work/junit.xml"
}
is "... tests, failures, errors" \
    "$(xpath 'concat(/*/@tests, " ", /*/@failures, " ", /*/@errors, " ", sum(//testsuite/@failures), " ", sum(//testsuite/@errors))')" \
    '14 8 4 8 4'
is "... as many as there are" "$(xpath 'concat(count(//testcase), " ", count(//failure), " ", count(//error))')" \
    '14 8 4'
is "... a wrong kernel is a failure" "$(xpath 'string((//testcase[@name="03_smem"])[1]/failure/@type)')" RACE
is "... one that does not build is an error" \
    "$(xpath 'string((//testcase[@name="04_tile1d"])[1]/error/@type)')" COMPILE_ERROR
is "... one that hangs" "$(xpath 'string((//testcase[@name="07_autotune"])[1]/error/@type)')" TIMEOUT
is "... one that crashes" "$(xpath 'string((//testcase[@name="07_autotune"])[2]/error/@type)')" CRASH
is "... seconds" "$(xpath 'string((//testcase[@name="03_smem"])[1]/@time)')" 1.25
is "... points" "$(xpath 'string((//property[@name="points.03_smem"])[1]/@value)')" 6
is "... odd characters come back" \
    "$(xpath 'string((//testcase[@name="02_coalesce"])[1]/failure/@message)' | cut -d' ' -f1-6)" \
    "=HYPERLINK(\"x\"), <B> & 'C$(printf '\357\277\275')[31m' ]]> ?ä"
is "... in names" "$(xpath 'string(//testsuite[2]/@name)')" "=1+2, <\"Ann\" & Bob>$(printf '\357\277\275')
line"

# --- Gradescope

tools/grade-format gradescope "$grade" >"$work/results.json"
is "Gradescope: as published" "$(jq -r -f tests/formats/gradescope.jq "$work/results.json")" ""
is "... what is not is found" "$(jq '.tests[0] += {status: "pass", points: 1, score: 11}' \
    "$work/results.json" | jq -r -f tests/formats/gradescope.jq)" \
    "score is not the sum of the tests'
unknown key: points
a test's score is above its max_score
a test's status"
is "... points, status" "$(jq -c '[.score, .execution_time, [.tests[] | .score], ([.tests[].status] | unique),
    .tests[0].status, .tests[2].name]' "$work/results.json")" \
    '[28,1.25,[10,3,6,0,0,8,1],["failed","passed"],"passed","03_smem: RACE"]'

is "... no control characters" "$(jq -r '.. | strings' "$work/results.json" | controls)" 0

# Its scripts, with a fake grader.
source=$work/autograder/source
mkdir -p "$source/tools" "$work/autograder/submission"
cp -r tools/grade-format tools/formats "$source/tools"
cp tools/grading/gradescope/run_autograder "$source"
cp "$grade" "$work/autograder/submission"
cat >"$source/tools/grade-one" <<'END'
#!/bin/sh
cp "$1/grade.json" "$2"
END
chmod +x "$source/tools/grade-one"
run() {
    AUTOGRADER=$work/autograder "$source/run_autograder" 2>&1
    echo "exit $?"
}
is "run_autograder" "$(run)" "exit 0"
ok "... writes results/results.json" \
    cmp "$work/autograder/results/results.json" "$work/results.json"
rm -r "$work/autograder/results" "$work/autograder/submission/grade.json"
like "... fails where nothing was graded" "$(run)" '^exit 1$'
ok "... and leaves no results" test ! -e "$work/autograder/results/results.json"

# --- GitHub Classroom

tools/grade-format classroom "$grade" >"$work/result"
is "Classroom: one line of base64" "$(grep -cE '^[A-Za-z0-9+/]+=*$' "$work/result") $(wc -l <"$work/result")" "1 1"
base64 -d "$work/result" >"$work/result.json"
is "... as published" "$(jq -r -f tests/formats/classroom.jq "$work/result.json")" ""
is "... what is not is found" "$(jq '.version = 2 | .tests[1].status = "failed"' \
    "$work/result.json" | jq -r -f tests/formats/classroom.jq)" "version
a test's status"
is "... partial points survive" "$(jq -c '[.status, .max_score, [.tests[].score],
    [.tests[].status]]' "$work/result.json")" \
    '["error",70,[10,3,6,0,0,8,1],["pass","fail","fail","error","fail","fail","error"]]'
is "... where" "$(jq -c '.tests[1] | [.filename, .line_no]' "$work/result.json")" \
    '["labs/02_coalesce/kernel.cu",17]'

# The workflow: its step Grade, with a fake grader that reports a fault of a kernel.
cat >"$source/tools/grade-one" <<END
#!/bin/sh
mkdir -p "\$2" && cp "$grade" "\$2/grade.json"
exit 1
END
awk '/^      - name:/ { step = $0 } step ~ /Grade$/ && /^          / { print substr($0, 11) }' \
    docs/classroom.yml >"$work/step"
said=$(cd "$source" && GITHUB_OUTPUT=$work/output sh -e "$work/step" 2>&1)
is "the workflow's step" "$? $said" "0 "
is "... hands on the result" "$(cat "$work/output")" "result=$(cat "$work/result")"
ok "... and leaves JUnit XML" xmllint --noout "$source/out/junit.xml"
like "... which the reporter reads" "$(cat docs/classroom.yml)" \
    'LABS_RESULTS: \$\{\{ steps\.labs\.outputs\.result \}\}$'

# --- Bad calls, and no jq

bad() {
    tools/grade-format "$@" 2>&1
    echo "exit $?"
}
is "no such format" "$(bad xls "$grade")" \
    "usage: tools/grade-format csv|junit|gradescope|classroom GRADE.json...
exit 2"
is "no file" "$(bad csv)" "grade-format: csv of what? name a grade.json
exit 2"
echo '{"version": 2}' >"$work/new.json"
is "another version, and no JSON" "$(bad csv "$grade" "$work/new.json" "$work/step")" \
    "grade-format: '$work/new.json' is no grade.json of version 1
grade-format: '$work/step' is no grade.json of version 1
exit 2"
like "two learners, where one is expected" "$(bad gradescope "$grade" "$other")" 'one grade.json at a time'

mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin" 2>/dev/null
rm -f "$work/bin/jq"
is "no jq" "$(PATH=$work/bin bad csv "$grade")" \
    "grade-format: no csv without jq: make setup, or apt-get install jq
exit 2"
done_testing
