#!/bin/sh
# Points and formats: what reports come to, and how other systems read it. The reports are
# made up here, with all that formats find hard: quotes, angle brackets, a formula, control
# characters, bytes that are no UTF-8.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for tool in jq xmllint; do
    command -v $tool >/dev/null || { skip 1 "no $tool: make setup"; done_testing; }
done

# --- Reports: PASS, and one that ends at each stage

dir=$work/labs
mkdir "$dir"
opening() { # NN
    printf 'lab%s on the CPU emulator as an NVIDIA H200 (modelled), seed 7\n\n' "$1"
}
{
    opening 01
    # What a kernel prints is no verdict, and no stage.
    printf '  what: I lie\nstages: none\nlab01: WRONG\n'
    printf '\nstages: compiles aligned ragged safe technique\n\nlab01: PASS\n'
} >"$dir/01_naive.check.txt"
{
    opening 02
    printf 'stages: compiles aligned ragged safe technique\nlab02: PASS\n'
    printf '\nlabs/02_coalesce/kernel.cu:17:\n  what: =HYPERLINK("x"), <B> & \047C\047 ]]>\n'
    printf '        \033[31mred\001 \377\376 \303\244\n  in:   sgemm(M=1)\n  try:  guard it,\n'
    printf '        there\n\nstages: compiles aligned\n\n'
    printf 'lab02: OUT_OF_BOUNDS labs/02_coalesce/kernel.cu:17\n'
} >"$dir/02_coalesce.check.txt"
{
    opening 03
    printf '  what: a race\n\nstages: compiles aligned ragged\n\n'
    printf 'lab03: RACE a folder/k:1.cu:41\n'
} >"$dir/03_smem.check.txt"
{
    printf 'labs/04_tile1d/kernel.cu:9:2: error: expected \047;\047 before "}" token\n'
    printf 'labs/04_tile1d/kernel.cu does not compile: begin with the first message above\n'
    printf '\nstages: none\n\nlab04: COMPILE_ERROR labs/04_tile1d/kernel.cu:9\n'
} >"$dir/04_tile1d.check.txt"
{
    opening 05
    printf '  what: STEP 1 is still to be written\n\nstages: none\n\n'
    printf 'lab05: INCOMPLETE labs/05_tile2d/kernel.cu:36\n'
} >"$dir/05_tile2d.check.txt"
{
    opening 06
    printf '  what: of another technique\n\nstages: compiles aligned ragged safe\n\n'
    printf 'lab06: TECHNIQUE\n'
} >"$dir/06_vector.check.txt"
{
    opening 07
    printf '  what: sgemm() did not end\n\nstages: compiles\n\nlab07: TIMEOUT\n'
} >"$dir/07_autotune.check.txt"
echo 1.25 >"$dir/03_smem.check.seconds"
echo 99 >"$dir/04_tile1d.check.seconds" # of an earlier kernel, that compiled
touch -d '2001-01-01' "$dir/04_tile1d.check.seconds"

# --- Rows: verdicts, places, points

rows=$(tools/grade-rows "$dir"/*.txt)
column() { # NAME
    echo "$rows" | awk -F '\t' -v name="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        { printf "%s%s", (NR > 2 ? "|" : ""), $c } END { print "" }'
}
is "verdicts" "$(column verdict)" \
    'PASS|OUT_OF_BOUNDS|RACE|COMPILE_ERROR|INCOMPLETE|TECHNIQUE|TIMEOUT'
is "points: by the stages that hold" "$(column points)" '10|3|6|0|0|8|1'
is "... of so many" "$(column max)" '10|10|10|10|10|10|10'
is "lines" "$(column line)" '|17|41|9|36||'
like "files, with a space and a colon in the name" "$(column file)" \
    '^labs/01_naive/kernel.cu\|labs/02_coalesce/kernel.cu\|a folder/k:1.cu\|'
like "the sentence, over two lines" "$(column message | tr -d '\033\001\377\376')" \
    '\|=HYPERLINK\("x"\), <B> & .C. \]\]> \[31mred'
like "... of a kernel that does not compile: the first error" "$(column message)" \
    "\|it does not compile: expected ';' before \"}\" token\|"
is "the remedy, over two lines" "$(column remedy)" '|guard it, there|||||'
is "seconds, but not those of an earlier kernel" "$(column seconds)" '0|0|1.25|0|0|0|0'

is "the table ends with points and labs" "$(tools/summary "$dir"/*.txt | tail -n 2)" \
    "total                             28/70
1 of 7 labs pass"

# points TABLE: what grade-rows says, in a course with these rows of points.
points() {
    rm -rf "$work/course"
    mkdir -p "$work/course/common" && cp -r tools "$work/course" &&
        printf %b "$1" >"$work/course/common/points.tsv" &&
        "$work/course/tools/grade-rows" "$dir/02_coalesce.check.txt" \
            "$dir/03_smem.check.txt" 2>"$work/said" | cut -f1,5,6
    cat "$work/said"
}
columns='lab\tcompiles\taligned\tragged\tsafe\ttechnique\n'
is "other points; a row of a lab's own" \
    "$(points "$columns*\t0\t1\t0\t0\t1\n03_smem\t0.5\t1\t2.5\t3\t4\n")" \
    "lab	points	max
02_coalesce	1	2
03_smem	4	11"
wrong() { # TABLE: what is wrong with it
    points "$1" | tail -n 1
}
is "a table of points with a cell too few" "$(wrong 'lab\tcompiles\n*\n')" \
    'common/points.tsv:2: a row of 1 cells, where 2 are due, with tabs between'
is "... with no number" "$(wrong 'lab\tcompiles\n*\tten\n')" \
    'common/points.tsv:2: "ten" is no number of points'
is "... with a stage that there is not" "$(wrong 'lab\tcompiles\talinged\n*\t1\t2\n')" \
    'common/points.tsv:1: "alinged" is no stage'
is "... from an editor that ends its lines otherwise" "$(wrong 'lab\tcompiles\r\n*\t7\r\n')" \
    '03_smem	7	7'
is "... without a row for a lab" "$(wrong 'lab\tcompiles\n03_smem\t1\n')" \
    'common/points.tsv: no row for 02_coalesce, and no row *'
is "... without columns" "$(wrong '03_smem\t1\n')" \
    'common/points.tsv:1: the first row must name the columns: lab, and the stages'
is "every lab has its row" "$(cut -f1 common/points.tsv | grep '^[0-9]')" \
    "$(cd labs && ls -d [0-9]*)"

# --- grade.json

grade=$work/grade.json
tools/grade-json cpu "$dir"/*.txt >"$grade"
is "grade.json" "$(jq -c '[.version, .student, .backend, .device, .seconds, .points, .max,
    .protection, (.labs | length)]' "$grade")" \
    '[1,null,"cpu","emulator, NVIDIA H200",1.25,28,70,null,7]'
is "... a lab" "$(jq -c '.labs[2] | del(.output)' "$grade")" \
    '{"lab":"03_smem","verdict":"RACE","file":"a folder/k:1.cu","line":41,"points":6,"max":10,"message":"a race","seconds":1.25,"stages":{"compiles":true,"aligned":true,"ragged":true,"safe":false,"technique":false}}'
is "... the whole report" "$(jq -r '.labs[4].output' "$grade")" \
    "$(cat "$dir/05_tile2d.check.txt")"
mkdir "$work/long"
cp "$dir/01_naive.check.txt" "$work/long"
{ yes 'a long line' | head -n 20000; cat "$dir/03_smem.check.txt"; } >"$work/long/03_smem.check.txt"
is "... or its beginning and end" "$(tools/grade-json cpu "$work"/long/*.txt |
    jq -c '.labs[1].output | [length < 66000, (.[:11]), (.[-31:])]')" \
    '[true,"a long line","lab03: RACE a folder/k:1.cu:41\n"]'
said=$(tools/grade-json cpu "$dir"/01*.txt "$dir/03_none.check.txt" 2>&1)
is "no grade for what was not checked" "$?: $said" \
    "2: grade: no grade.json: what was not checked has no grade: 03_none"

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
like "... but question marks" "$csv" "'C' \]\]> \?\[31mred\?? "

# --- The report of a student

report=$(jq -r -f tools/report.jq "$other")
is "report: no control characters" "$(echo "$report" | controls)" 0
is "... a name on one line" "$(echo "$report" | head -n 1)" \
    '=1+2, <"Ann" & Bob>??line: 28 of 70 points, on the emulator, NVIDIA H200'
like "... what a kernel printed" "$report" '^        \?\[31mred\? '

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
    "=HYPERLINK(\"x\"), <B> & 'C' ]]> $(printf '\357\277\275')[31mred"
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

# Its scripts, where a stand-in grades.
source=$work/autograder/source
mkdir -p "$source/tools" "$work/autograder/submission"
cp -r tools/grade-format tools/formats "$source/tools"
cp tools/gradescope/run_autograder "$source"
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

# The workflow: its step Grade, with a stand-in that says that a kernel is at fault.
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
like "two learners, where one is due" "$(bad gradescope "$grade" "$other")" 'one grade.json at a time'

mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin" 2>/dev/null
rm -f "$work/bin/jq"
is "no jq" "$(PATH=$work/bin bad csv "$grade")" \
    "grade-format: no csv without jq: make setup, or apt-get install jq
exit 2"
done_testing
