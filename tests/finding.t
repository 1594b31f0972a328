#!/bin/sh
# Records of checks: what is valid and what is not, and the pages describe exactly the
# existing fields. Records of whole checks are validated in labs.t, grade.t and learner.t.
. tests/tap.sh
make -s BACKEND=cpu build/lab >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
command -v jq >/dev/null || { skip 1 'no jq: make setup'; done_testing; }

is "docs/finding.schema.json is what 'lab schema' prints" \
    "$(build/lab schema | diff - docs/finding.schema.json)" ""
fields=$(jq -r '.properties | keys[]' docs/finding.schema.json)
for field in $fields; do
    grep -q "^|.*\`$field\`" docs/finding.md || echo "$field"
done >"$work/missing"
is "docs/finding.md has every field" "$(cat "$work/missing")" ""

# --- What is valid

good=$work/good.json
build/lab check 01_naive --record "$good" --refused MEMORY --what 'too much' --try less \
    --line 7 'a "kernel".cu' >"$work/report"
is "a refusal ends with 1" "$?" 1
is "... and with its verdict" "$(tail -n 1 "$work/report")" 'lab01: MEMORY a "kernel".cu:7'
is "its record" "$(jq -c . "$good")" '{"version":1,"lab":"01_naive","source":"a \"kernel\".cu","verdict":"MEMORY","stages":[],"file":"a \"kernel\".cu","line":7,"what":"too much","try":"less"}'
is "is valid" "$(build/lab validate "$good"; echo $?)" 0

# What a validator from elsewhere says of it, by the schema: "valid", or nothing.
if python3 -c 'import jsonschema' 2>/dev/null; then
    elsewhere() { # RECORD
        python3 -c 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])),
                    jsonschema.Draft202012Validator)' "$1" docs/finding.schema.json 2>/dev/null
    }
else
    elsewhere() { build/lab validate "$1" >/dev/null; }
fi
is "... by the schema as well" "$(elsewhere "$good"; echo $?)" 0

# changed FILTER: what validate says of the record after it.
changed() {
    jq "$1" "$good" >"$work/bad.json"
    build/lab validate "$work/bad.json" | sed 's/^[^:]*: //'
    ! elsewhere "$work/bad.json" || echo 'which the schema allows'
}
is "another version" "$(changed '.version = 2')" "'version' is not of its kind"
is "no version" "$(changed 'del(.version)')" "'version' is missing"
is "no verdict" "$(changed 'del(.verdict)')" "'verdict' is missing"
is "a verdict that there is not" "$(changed '.verdict = "FINE"')" "'verdict' is not of its kind"
is "a field that there is not" "$(changed '.points = 10')" "'points' is no field"
is "null" "$(changed '.line = null')" "'line' is not of its kind"
is "a line that is no number" "$(changed '.line = "7"')" "'line' is not of its kind"
is "a line of no file" "$(changed 'del(.file)')" "a line is a line of a file"
is "stages out of order" "$(changed '.stages = ["aligned"]')" "'stages' is not of its kind"
is "a PASS without stages" "$(changed '.verdict = "PASS"')" \
    "all stages hold of a PASS, and of nothing else"
is "a failure that says nothing" "$(changed 'del(.what)')" "a failure says what happened"
is "a text that is too long" "$(changed '.what = "x" * 5000')" "'what' is not of its kind"
is "a thread of two numbers" "$(changed '.thread = [1, 2]')" "'thread' is not of its kind"
is "a value that is no number" "$(changed '.got = "many"')" "'got' is not of its kind"
is "a seed that is no number" "$(changed '.seed = "-1"')" "'seed' is not of its kind"
is "NaN is valid" "$(changed '.got = "nan" | .expected = 1 | .bound = 0.5')" \
    "which the schema allows"
is "a list" "$(changed '[.]')" "it is no object"
head -c 40 "$good" >"$work/cut.json"
is "half a record" "$(build/lab validate "$work/cut.json" >"$work/said"; echo $?)" 1
is "who reads it says so" "$(build/lab passed "$work/cut.json" 2>&1 >"$work/said" |
    grep -c 'no valid record')" 1
is "no record" "$(build/lab verdict "$work/none.json"; build/lab passed "$work/none.json"; echo $?)" \
    'not run
2'

# --- What a record keeps of text from anywhere

printf 'k.cu:1:1: error: \033[31mred\001 \377\303\244 \342\202\254 x\n' >"$work/log"
build/lab check 01_naive --record "$work/log.json" --compiler-log "$work/log" k.cu >"$work/report"
is "control characters and bytes that are no UTF-8" "$(jq -r .what "$work/log.json")" \
    "it does not compile: ?[31mred? $(printf '\357\277\275')ä € x"
is "... are in no report" "$(LC_ALL=C grep -c '[[:cntrl:]]' "$work/report")" 0
is "a record that cannot be written" "$(build/lab check 01_naive --record "$work/no/r.json" \
    --refused OUTPUT --what x 2>&1 >/dev/null | sed 's,.*no/r.json,no/r.json,'; ls "$work/no" 2>/dev/null)" \
    "no/r.json': No such file or directory"
printf '#!/bin/sh\nexec gcc -nostdinc "$@"\n' >"$work/cc" && chmod +x "$work/cc"
is "without libjansson" "$(rm -f build/jansson; make BACKEND=cpu build/jansson CC="$work/cc" 2>&1 | head -n 1)" \
    'libjansson is missing: make setup, or apt-get install libjansson-dev'
like "a wrong call" "$(build/lab check 01_naive --refused PASS 2>&1; echo $?)" '^2$'
like "a verdict that may not be given" "$(build/lab check 01_naive --refused PASS --what x 2>&1)" \
    "'PASS' is no verdict"
done_testing
