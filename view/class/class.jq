# The page of a class for its teacher, of all learners; tools/class-page has the arguments.
include "html";
include "faults";

def rows($tsv): $tsv | split("\n") | map(select(. != "") | split("\t"));
def percent($of): if $of > 0 then "\(100 * . / $of | round) %" else "-" end;
def names: map({key: (.id | tostring), value: .student}) | from_entries;
# By lab: [{lab, all: [{student, ...what grade.json has of the lab}]}].
def by_lab:
  [.[] | .student as $student | .labs[] | . + {$student}] | group_by(.lab)
  | map({lab: .[0].lab, all: .});

def summary:
  (map(.points) | sort) as $points
  | [[("learners" | cell), ($folders | number)],
     [("graded" | cell), (length | number)],
     [("points, median" | cell), ("\($points | quantile(0.5)) of \(.[0].max)" | number)],
     [("points, quartiles" | cell),
      ("\($points | quantile(0.25)) and \($points | quantile(0.75))" | number)],
     [("points, least and most" | cell), ("\($points[0]) and \($points[-1])" | number)]]
  | table([]);

def verdicts:
  ["PASS", "TECHNIQUE", "WRONG", "OUT_OF_BOUNDS", "MISALIGNED", "UNINITIALIZED", "RACE",
   "BARRIER", "TIMEOUT", "CRASH", "MEMORY", "OUTPUT", "FORBIDDEN", "COMPILE_ERROR",
   "INCOMPLETE", "no file"] as $order
  | (by_lab | map(select(.all | any(.file)) | .all |= map(
        if .file or .verdict != "INCOMPLETE" then .verdict else "no file" end))) as $labs
  | ([$labs[].all[]] | unique) as $there
  | ($order | map(select(IN($there[])))) as $shown
  | [$labs[] | .all as $all
     | [(.lab | text | cell),
        ($shown[] as $v | [$all[] | select(. == $v)] | length
         | if . == 0 then "·" else . end | number)]]
  | table(["lab"] + ($shown | map("#" + .)));

def times:
  ([by_lab[] | {lab, all: [.all[] | select(.file)]} | select(.all | length > 0)
    | ([.all[].seconds] | sort) as $s
    | [(.lab | text | cell), (.all | length | number),
       ($s | quantile(0.5) | fixed(1) | number), ($s[-1] | fixed(1) | number)]]
   | table(["lab", "#submissions", "#seconds, median", "#most"])),
  "<h3>The slowest submissions</h3>",
  ([.[] | .student as $student | .labs[] | select(.file) | {lab, seconds, verdict, $student}]
   | sort_by(-.seconds) | .[:5]
   | map([(.student | short(60) | cell), (.lab | text | cell), (.verdict | verdict),
          (.seconds | fixed(1) | number)])
   | table(["learner", "lab", "verdict", "#seconds"]));

def predicted:
  rows($predictions) as $all
  | ($all | map(select(.[2] != "bad"))) as $good
  | ("The tables come from the learners’ machines. They are not verified, and give no points."
     | paragraph),
    (if $good | length == 0 then "No submission contains predictions." | soft
     else [$good | group_by(.[0])[]
           | (map(.[2] | tonumber) | add) as $met | (map(.[3] | tonumber) | add) as $asked
           | [(.[0][0] | text | cell), (length | number), ("\($met) of \($asked)" | number),
              ($met | percent($asked) | number)]]
          | table(["lab", "#learners", "#predictions met", "#"]) end),
    (if $all | length > ($good | length)
     then "\(($all | length) - ($good | length) | many("table")), not readable, left out." | soft
     else empty end);

# One lab's rows of view/class/pairs.awk: what came of them, and the pairs.
def judged:
  (map(select(.[1] == "compared"))[0] | .[2:] | map(tonumber)) as [$count, $tokens, $usual]
  | map(select(.[1] == "same" or .[1] == "pair")) as $pairs
  | {lab: .[0][0], $count, $tokens, $usual, $pairs,
     more: (map(select(.[1] == "more"))[0] // ["", "", "0"] | .[2] | tonumber)}
  | .found = if .tokens < 120 then "too short to be judged"
             elif $pairs | length > 0 then "\(.more + ($pairs | length))"
             else "none" end;

def pairs($names):
  "<h3>\(.lab | text)</h3>",
  ([.pairs[]
    | [($names[.[2]] | short(60) | cell), ($names[.[3]] | short(60) | cell),
       (if .[1] == "same" then "same file" else "\(.[4]) %" end | number)]]
   | table(["learner", "learner", "#alike"])),
  (if .more > 0 then "\(.more | many("more pair"))." | soft else empty end);

# Labs with kernels that were not compared: these are unchanged skeletons, or sim_c failed.
def not_compared:
  [by_lab[] | select([.all[] | select(.file)] | length > 1) | .lab] - [rows($similar)[][0]]
  | if . == [] then empty else "Not compared: \(join(", "))." | soft end;

def similar:
  names as $names | [not_compared] as $others
  | ("Similar kernels are a reason to talk, and no proof: for a short gap there are few correct "
     + "texts. Only what learners wrote is compared, without names, numbers, comments and "
     + "layout." | paragraph),
    if $sim == "" then
      "This needs Debian’s package similarity-tester: make setup grade, or apt-get install "
      + "similarity-tester." | paragraph
    elif $similar == "" then "There is nothing to compare." | soft
    else
      (rows($similar) | group_by(.[0]) | map(judged))
      | (map([(.lab | text | cell), (.count | number), (.tokens | number),
              (if .tokens < 120 then "-" else "\(.usual) %" end | number), (.found | cell)])
         | table(["lab", "#compared", "#tokens, median", "#alike, median pair", "unusual pairs"])),
        $others[], (.[] | select(.pairs | length > 0) | pairs($names))
    end;

def ladder:
  ("<a href=\"ladder.html\">ladder.html</a> has the kernels that pass, by modelled time, under "
   + "pseudonyms: you may hand it out. The second line of each <code>report.txt</code> has the "
   + "learner’s own pseudonym." | paragraph),
  ([by_lab[] | {lab, ms: ([.all[] | select(.verdict == "PASS" and .model)
                           | [.model[].ms] | add] | sort)}
    | select(.ms | length > 0)
    | [(.lab | text | cell), (.ms | length | number)]
      + [.ms[0], (.ms | quantile(0.5)), .ms[-1] | fixed(4) | number]]
   | table(["lab", "#kernels", "#ms, fastest", "#median", "#slowest"]));

(rows($places) | map({key: "\(.[0]) \(.[1])", value: {step: (.[2] | tonumber), text: .[3]}})
 | from_entries) as $at
| page("The class"; $style;
    (["summary", "verdicts", "faults", "times", "predictions", "similar", "ladder"]
     | map([., .]) | contents),
    section("summary"; "Summary"; summary),
    section("verdicts"; "Verdicts"; verdicts),
    section("faults"; "The commonest faults"; commonest($at)),
    section("times"; "Times of grading"; times),
    section("predictions"; "Predictions met"; predicted),
    section("similar"; "Similar submissions"; similar),
    section("ladder"; "Ladder"; ladder))
