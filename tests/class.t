#!/bin/sh
# The page of a class: what it counts, which kernels it finds similar, and that no learner's
# text gets out of its place. The class of 200 is written, not graded; one of three is graded.
. tests/tap.sh
make -s grader && tests/expand || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
needs_guard "$scratch"
command -v sim_c >/dev/null || { skip 1 'no sim_c: make setup grade'; done_testing; }
class=$scratch/class out=$scratch/out
hostile='<script>alert("1")<b>
two'
mkdir "$scratch/tmp" "$scratch/kernels" "$class" "$out" && export TMPDIR="$scratch/tmp"

# --- 200 submissions: lab 01 of all, lab 05 of 38, lab 03 of 6

tests/class/compose "$scratch/kernels" 36
# renamed FILE: the same kernel under other names, with other comments and other blanks.
renamed() {
    sed -E 's/\bacc\b/sum/g; s/\bAs\b/left/g; s/\bBs\b/right/g; s/\bthread\b/me/g
        s/\b([xykrcij])\b/\1\1/g; s/    /\t/g; s/;$/; \/* then *\//
        s/^( *\/\/ (STEP|END) [0-9]+).*/\1/' "$1"
}
n=0
for kernel in build/tests/wrong/01_naive/*.cu; do
    n=$((n + 1)) && cp "$kernel" "$scratch/kernels/wrong.$n"
done
for i in $(seq 200); do
    name=learner-$i
    [ "$i" != 200 ] || name=$hostile
    mkdir -p "$class/$name/labs/01_naive" "$class/$name/labs/05_tile2d" "$out/$name"
    cp "$scratch/kernels/wrong.$((i % n + 1))" "$class/$name/labs/01_naive/kernel.cu"
    echo "$name: 10 of 20 points
" >"$out/$name/report.txt"
    case $i in
    41) cp "$scratch/kernels/5.cu" "$class/$name/labs/05_tile2d/kernel.cu" ;;
    200) renamed "$scratch/kernels/9.cu" >"$class/$name/labs/05_tile2d/kernel.cu" ;;
    *) [ "$i" -gt 36 ] || cp "$scratch/kernels/$i.cu" "$class/$name/labs/05_tile2d/kernel.cu" ;;
    esac
done
n=50
for kernel in tests/variants/03_smem/*.cu solutions/03_smem/kernel.cu; do
    n=$((n + 1)) && cp "$kernel" "$class/learner-$n/03_smem.cu"
done

# A race of ten learners in STEP 3, each with other numbers and names; one learner's message
# is hostile, as is that learner's line.
sed -i '/\/\/ END 1/i // <b>"FAULT"</b>' "$class/learner-11/labs/05_tile2d/kernel.cu"
fault=$(grep -n '<b>' "$class/learner-11/labs/05_tile2d/kernel.cu" | cut -d : -f 1)
for i in $(seq 200); do
    echo "$i $(grep -n '// STEP 3' "$class/learner-$i/labs/05_tile2d/kernel.cu" 2>/dev/null |
        cut -d : -f 1)"
done >"$scratch/lines"
# shellcheck disable=SC2016 # jq's
jq -R -c --arg hostile "$hostile" --argjson fault "$fault" '
    split(" ") | (.[0] | tonumber) as $i | (.[1] | tonumber? // 0) as $step
    | (if $i == 200 then $hostile else "learner-\($i)" end) as $name
    | def lab($lab; $there; $verdict): {lab: $lab, verdict: $verdict, points: 10, max: 10, stages: {},
          file: (if $there then "labs/\($lab)/kernel.cu" else null end), line: null, message: "passes",
          seconds: ($i / 10), output: "", replay: null};
      def passes: . + {verdict: "PASS", counts: {"words per FMA": ($i / 1000), other: 1},
          model: [{function: "sgemm", sizes: {M: 8}, ms: (1 + ($i * 7 % 10) / 10), gflops: 9,
                   gbytes_s: 1, bottleneck: "latency: 9 of 10"}]};
    {version: 1, student: $name, backend: "cpu", device: "emulator, NVIDIA H200", points: ($i % 21),
     max: 20, mark: "x", seconds: 1, labs: [
       lab("01_naive"; true; "WRONG"),
       (lab("03_smem"; $i > 50 and $i <= 56; "PASS") | .file |= (if . then "03_smem.cu" else . end)),
       (lab("05_tile2d"; $i <= 36 or $i == 41 or $i == 200; "INCOMPLETE")
        | if $i <= 10 then . + {verdict: "RACE", line: ($step + 2),
            message: "thread (\($i),0) reads As\($i)[\($i)][0], and thread (0,0) wrote it on line \($i), with no barrier in between, in block (0,\($i)) of tile\($i)"}
          elif $i == 11 then . + {verdict: "CRASH", line: $fault, message: "</td><script>x\u001b\u202e"}
          elif .file then passes else . end)]}' "$scratch/lines" >"$scratch/grades"
while IFS= read -r grade; do
    i=$((${i:-0} % 200 + 1))
    name=learner-$i
    [ "$i" != 200 ] || name=$hostile
    printf '%s\n' "$grade" >"$out/$name/grade.json"
done <"$scratch/grades"

# Predictions: of three learners, and two files that are none.
header='id	got	expected	met	kernel'
for i in 1 2 3 4 5; do
    mkdir "$class/learner-$i/predictions"
done
prediction() { # LEARNER TEXT
    printf '%b\n' "$header" "$2" >"$class/learner-$1/predictions/05_tile2d.tsv"
}
prediction 1 'words\t0.25\t0.25\tyes\t1\nbs\t4\t8\tno\t1'
prediction 2 'words\t0.5\t0.25\tno\t1'
prediction 3 'words\t0.25\t0.25\tyes\t1'
prediction 4 'words\t0.25\t0.25\tyes\t1\nwords\t0.25\t0.25\tyes\t1'
ln -s ../../learner-1/predictions/05_tile2d.tsv "$class/learner-5/predictions/05_tile2d.tsv"
echo garbage >"$class/learner-6/predictions.tsv"
mkdir "$class/learner-6/predictions" && echo garbage >"$class/learner-6/predictions/05_tile2d.tsv"
# A kernel that became a link after it was graded.
echo 'a secret of the teacher' >"$scratch/secret"
rm "$class/learner-20/labs/05_tile2d/kernel.cu"
ln -s "$scratch/secret" "$class/learner-20/labs/05_tile2d/kernel.cu"

start=$(date +%s%N)
tools/class-page "$out" "$class"
is 'the pages of 200 are written' "$?" 0
diag "in $((($(date +%s%N) - start) / 1000000)) ms"

# section NAME: its rows, one per line, cells separated by "|".
section() {
    sed -n "/<section id=\"$1\"/,/<\/section>/p" "$out/class.html" |
        sed -n 's/^<tr>\(<td.*\)<\/td><\/tr>$/\1/p; s/<h3>\(.*\)<\/h3>/\1/p' |
        sed 's/<\/td><td[^>]*>/|/g; s/<td[^>]*>//g'
}
is 'learners and points' "$(section summary | head -n 4)" 'learners|200
graded|200
points, median|10 of 20
points, quartiles|5 and 15'
is 'verdicts' "$(section verdicts)" \
    '01_naive|·|200|·|·|·
03_smem|200|·|·|·|·
05_tile2d|27|·|10|1|162'
is 'ten learners made one mistake' "$(section faults | grep 'RACE' | cut -d '|' -f 1-4)" \
    '10|RACE|STEP 3|thread (…) reads As1[…], and thread (…) wrote it on line …, with no barrier in between, in block (…)'
like '... in a line of theirs' "$(section faults | grep RACE)" \
    '\|learner-1, labs/05_tile2d/kernel.cu:[0-9]+<br><code>[^<]+</code>$'
is 'text of learners stays text' "$(section faults | grep CRASH)" \
    "1|CRASH|STEP 1|&lt;/td&gt;&lt;script&gt;x??|learner-11, labs/05_tile2d/kernel.cu:$fault<br><code>// &lt;b&gt;&quot;FAULT&quot;&lt;/b&gt;</code>"
is 'names as well' "$(section times | grep -m 1 alert)" \
    '&lt;script&gt;alert(&quot;1&quot;)&lt;b&gt;?two|01_naive|WRONG|20.0'
is '... everywhere' "$(cat "$out/class.html" "$out/ladder.html" | grep -ciE '<script|<b>')" 0
is 'times' "$(section times | head -n 3)" '01_naive|200|10.0|20.0
03_smem|6|5.3|5.6
05_tile2d|38|1.9|20.0'
is 'predictions' "$(section predictions)" '05_tile2d|3|2 of 4|50 %'
like 'those that are none' "$(cat "$out/class.html")" '^<p class="soft">2 tables, not readable'
is 'what lies behind a link is not read' "$(grep -c secret "$out/class.html")" 0

# --- Similar kernels

is 'planted pairs are found, and no others' "$(section similar | sed -n '/^05_tile2d$/,$p')" \
    '05_tile2d
learner-41|learner-5|same file
&lt;script&gt;alert(&quot;1&quot;)&lt;b&gt;?two|learner-9|100 %'
is 'short kernels are not judged; independent ones are not similar' \
    "$(section similar | grep -E '^0[13]_.*\|' | sed 's/|.*|/ /')" '01_naive too short to be judged
03_smem none'
# Of each lab: the solution, and variants that are no edits of another kernel.
mkdir "$scratch/work" && : >"$scratch/work/wanted"
for lab in labs/*; do
    lab=${lab#labs/} n=0
    mkdir "$scratch/work/$lab"
    for kernel in "solutions/$lab/kernel.cu" tests/variants/"$lab"/*.cu; do
        n=$((n + 1)) && [ -f "$kernel" ] && cp "$kernel" "$scratch/work/$lab/$n.cu"
    done
    tools/grading/class/compare "$scratch/work" "$lab"
done
is 'nor are those of any lab' "$(cat "$scratch"/work/*/similar | grep -v compared)" ''
is '... which were compared' "$(cat "$scratch"/work/*/similar | awk '$3 > 2' | wc -l)" 12

sed 's/^\( *\)__syncthreads();/&\n\1(void)M;/' "$scratch/kernels/9.cu" \
    >"$class/learner-12/labs/05_tile2d/kernel.cu"
tools/class-page "$out" "$class"
like 'a copy with two more lines' "$(section similar)" '^learner-9\|learner-12\|9[0-9] %$'

mkdir "$scratch/bin" && ln -s /usr/bin/* /bin/* "$scratch/bin" 2>/dev/null
rm "$scratch/bin/sim_c"
PATH=$scratch/bin tools/class-page "$out" "$class"
like 'without sim_c' "$(cat "$out/class.html")" 'package similarity-tester: make setup grade'
tools/class-page "$out" "$class"

# --- Pseudonyms

is 'each learner has a pseudonym' "$(jq -r '.[]' "$out/.pseudonyms" | sort -u | wc -l)" 200
is 'the report has it' "$(sed -n 2p "$out/learner-3/report.txt")" \
    "In the ladder of the class you are: $(jq -r '."learner-3"' "$out/.pseudonyms")"
is '... once' "$(cat "$out"/*/report.txt | grep -c 'you are:')" 200
rungs() { # LAB: pseudonyms, the fastest first
    sed -n "/id=\"lab-$1\"/,/<\/section>/p" "$out/ladder.html" |
        sed -n 's/^<tr><td[^>]*>[0-9]*<\/td><td>\([^<]*\)<\/td>.*/\1/p'
}
# shellcheck disable=SC2016 # jq's
is 'the ladder has all that pass, the fastest first' "$(rungs 05_tile2d)" \
    "$(jq -r --slurpfile names "$out/.pseudonyms" '.labs[2] as $lab | select($lab.model)
        | "\($lab.model[0].ms) \($names[0][.student])"' "$out"/*/grade.json | sort |
        sed 's/^[0-9.]* //')"
like '... with the count that differs' "$(cat "$out/ladder.html")" \
    '^<th class="number">words per FMA</th>$'
is 'it has no name' "$(grep -cE 'learner-|alert' "$out/ladder.html")" 0
cp "$out/.pseudonyms" "$scratch/before"
mkdir "$class/new" "$out/new"
jq '.student = "new"' "$out/learner-1/grade.json" >"$out/new/grade.json"
tools/class-page "$out" "$class"
is 'pseudonyms stay' "$(jq -S 'del(.new)' "$out/.pseudonyms")" "$(jq -S . "$scratch/before")"
is 'a new learner gets one that is free' "$(jq -r '.[]' "$out/.pseudonyms" | sort -u | wc -l)" 201

# --- The pages alone

is 'nothing is loaded from elsewhere' \
    "$(cat "$out/class.html" "$out/ladder.html" | grep -oE '(src|href)="[^"]*"|url\(|@import' |
        grep -v '^href="#' | sort -u)" 'href="ladder.html"'
is 'no other file is written' "$(find "$out" -maxdepth 1 -type f -printf '%f\n' | sort)" '.pseudonyms
class.html
ladder.html'
is 'nor left behind' "$(ls -A "$TMPDIR")" ''
rm "$out/class.html" && mkdir -p "$out/class.html"
said=$(tools/class-page "$out" "$class" 2>&1)
is 'a page that cannot be written' "$? $(echo "$said" | tail -n 1)" \
    "2 class-page: cannot write 'class.html'"

# --- Three submissions that are graded

mini=$scratch/mini
mkdir -p "$mini/ann" "$mini/bob" "$mini/class.html"
for lab in 00_saxpy 02_coalesce 03_smem; do
    cp "solutions/$lab/kernel.cu" "$mini/ann/$lab.cu"
done
cp build/tests/variants/03_smem/tile-16.cu "$mini/bob/03_smem.cu"
cp build/tests/wrong/03_smem/RACE-missing-first-barrier.cu "$mini/class.html/03_smem.cu"
said=$(tools/grade "$mini" "$scratch/graded" 2 2>&1)
is 'a class is graded' "$? $(echo "$said" | tail -n 1)" \
    "0 the class: $scratch/graded/class.html, and under pseudonyms $scratch/graded/ladder.html"
lab() { # FOLDER LAB FILTER
    jq -c --arg lab "$2" ".labs[] | select(.lab == \$lab) | $3" "$scratch/graded/$1/grade.json"
}
is 'the model of a kernel that passes' \
    "$(lab ann 03_smem '.model[] | [.function, .sizes, .bottleneck]')" \
    '["sgemm",{"M":2048,"N":2048,"K":2048},"shared-memory wavefronts: 9192 of 66908 GFLOP/s"]'
is '... and its counts' "$(lab ann 03_smem '.counts | with_entries(.value |= (. / 30 + 0.5 | floor))')" \
    '{"global words loaded per FMA":0,"shared words read per global word":1,"% of C left without half of the tiles":1}'
is 'a tile of 16 loads twice as much' \
    "$(lab bob 03_smem '.counts["global words loaded per FMA"]')" 0.125
is 'what does not pass has no model' "$(lab _class.html 03_smem '[.verdict, has("model")]')" \
    '["RACE",false]'
is 'the ladder of lab 03' \
    "$(sed -n '/id="lab-03_smem"/,/<\/section>/p' "$scratch/graded/ladder.html" |
        sed -n 's/^<tr><td[^>]*>\([0-9]\)<\/td><td>\([^<]*\)<.*/\1 \2/p')" \
    "$(jq -r '"1 \(.ann)\n2 \(.bob)"' "$scratch/graded/.pseudonyms")"
is 'all reports have a pseudonym' "$(sed -sn 2p "$scratch/graded"/*/report.txt | sort)" \
    "$(jq -r '.[] | "In the ladder of the class you are: " + .' "$scratch/graded/.pseudonyms" | sort)"
tools/grade "$mini" "$scratch/graded" 2 >/dev/null 2>&1
is '... also after another run' "$(cat "$scratch/graded"/*/report.txt | grep -c 'you are:')" 3
done_testing
