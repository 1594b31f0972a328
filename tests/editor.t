#!/bin/sh
# What editors show: clangd's diagnostics of kernels, and the findings of ten wrong kernels by
# the problem matcher of .vscode/tasks.json and as SARIF.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# --- clangd

if command -v clangd >/dev/null; then
    # shellcheck disable=SC2046 # no spaces in their names
    is "clangd: no diagnostic of any kernel" \
        "$(tests/diagnostics clangd $(ls labs/*/*.cu solutions/*/kernel.cu tests/variants/*/*.cu))" ""
    mkdir "$work/course" && cp -a .clangd compile_flags.txt common emu "$work/course" || exit 1
    # A new mistake in line 7: what an editor shows, and nothing else.
    wrong() { # NAME LINE
        printf '#include "saxpy.h"\n\n__global__ void f(int n, float *y)\n{\n    __shared__ float s[32];\n%s\n%s\n}\n' \
            '    int i = threadIdx.x;' "$2" >"$work/course/$1.cu"
        (cd "$work/course" && "$OLDPWD/tests/diagnostics" clangd "$1.cu") | sed 's/ (fix available)$//'
    }
    is "... a right line has none" "$(wrong right '    y[i] = s[n % 32];')" ""
    like "... a name that does not exist" "$(wrong name '    y[i] = s[threadId.x];')" \
        "^name.cu:7: [Uu]se of undeclared identifier 'threadId'"
    like "... a missing semicolon" "$(wrong semicolon '    y[i] = s[0]')" "^semicolon.cu:[78]: [Ee]xpected ';'"
    like "... an argument too many" "$(wrong argument '    __syncthreads(1);')" \
        "^argument.cu:7: .*[Nn]o matching function|^argument.cu:7: .*[Tt]oo many arguments"
    like "... a wrong type" "$(wrong type '    y = n;')" '^type.cu:7: .*float \*'
    like "... a launch in place of a call" "$(wrong call '    f(n, y);')" '^call.cu:7: '
else
    skip 7 'no clangd'
fi

# --- Findings of ten wrong kernels, by records that a check made

tests/expand || exit 1
copy_tree "$work/the course" && cp -a .vscode "$work/the course" || exit 1
cd "$work/the course" || exit 1
export BACKEND=cpu
if ! command -v jq >/dev/null; then
    skip 4 'no jq'
    done_testing
fi
records='' n=0
for kernel in 00_saxpy/OUT_OF_BOUNDS-no-guard 01_naive/WRONG-output-transposed \
    01_naive/COMPILE_ERROR-missing-semicolon 02_coalesce/TECHNIQUE-small-blocks \
    03_smem/RACE-missing-second-barrier 03_smem/BARRIER-early-return \
    03_smem/UNINITIALIZED-edge-not-zeroed 04_tile1d/OUT_OF_BOUNDS-copy-by-the-first-row \
    05_tile2d/WRONG-k-tail-ignored 06_vector/MISALIGNED-padded-by-one; do
    lab=${kernel%%/*} n=$((n + 1))
    make -s "check${lab%%_*}" KERNEL="build/tests/wrong/$kernel.cu" >"$work/$n.txt" 2>&1
    cp "results/cpu-h200/other/$lab.check.json" "$work/$n.json"
    records="$records $work/$n.json"
done
# shellcheck disable=SC2086 # a list of words
is "ten records, with eight verdicts" "$(jq -r .verdict $records | sort -u | wc -l)" 8

# The matchers as Visual Studio Code uses them: two patterns, one line after the other; and one
# for what the compiler says.
matched=$(for i in $(seq "$n"); do
    jq -r '.tasks[] | select(.label == "check").problemMatcher[].pattern
        | if type == "array" then .[].regexp else .regexp end' .vscode/tasks.json |
        perl -e 'chomp(my ($first, $second, $compiler) = <STDIN>);
            open my $in, "<", $ARGV[0] or die;
            my ($at, @found);
            while (<$in>) {
                chomp;
                push @found, "$at->[0]:$at->[1] $1" if $at && /$second/;
                push @found, "$1:$2 $5" if /$compiler/ && !@found;
                $at = /$first/ ? [$1, $2] : undef;
            }
            print join("|", @found), "\n"' "$work/$i.txt"
done)
# shellcheck disable=SC2086 # a list of words
expected=$(jq -r 'if .line then "\(.file):\(.line) \(.what | split("\n")[0])" else "" end' $records)
is "the problem matchers: one finding each, on its line" \
    "$(printf '%s\n' "$matched" | sed 's/ .*//')" "$(printf '%s\n' "$expected" | sed 's/ .*//')"
is "... with the beginning of what happened" \
    "$(printf '%s\n%s\n' "$expected" "$matched" | sed 's/ it does not compile: / /' | awk -v n="$n" '
        NR <= n { whole[NR] = $0; next } index(whole[NR - n], $0) != 1 { print }')" ""

# shellcheck disable=SC2086 # a list of words
tools/sarif $records >"$work/sarif"
# shellcheck disable=SC2086 # a list of words
is "SARIF: one result each, at its place" \
    "$(jq -r '.runs[0].results[] | .ruleId + " " + (.locations[0].physicalLocation
        | .artifactLocation.uri + ":" + (.region.startLine // 0 | tostring))' "$work/sarif")" \
    "$(jq -r '"\(.verdict) \(.file // .source):\(.line // 0)"' $records)"
is "... its rules are those of its results" "$(jq -r '[.runs[0].results[].ruleId]
    - [.runs[0].tool.driver.rules[].id] | length' "$work/sarif")" 0
is "... a rule for each verdict but PASS" "$(jq -r '[.runs[0].tool.driver.rules[].id] | sort | join(" ")' "$work/sarif")" \
    "$(jq -r '.properties.verdict.enum - ["PASS"] | sort | join(" ")' docs/finding.schema.json)"
jq '.verdict = "PASS" | .stages = ["compiles", "aligned", "ragged", "safe", "technique"] | del(.what, .try, .line, .file, .failed)' \
    "$work/1.json" >"$work/pass.json"
jq '.file = "a folder/100% ä.cu"' "$work/2.json" >"$work/space.json"
is "... a PASS has none; a space in a name is escaped" \
    "$(tools/sarif "$work/pass.json" "$work/space.json" |
        jq -r '.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri')" 'a%20folder/100%25%20%C3%A4.cu'
is "what is no record is refused" "$(echo '{}' >"$work/bad"; tools/sarif "$work/bad" >/dev/null 2>&1; echo $?)" 2
done_testing
