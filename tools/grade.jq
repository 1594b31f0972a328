# One lab of grade.json, from the report of its judge; see tools/grade-one.
#
# $points is common/points.tsv: lab, or "*", then the points of each stage. A stage counts
# if it and all before it hold; only PASS has all five.

def stages: ["compiles", "aligned", "ragged", "safe", "technique"];

# The points of this lab's stages.
def table:
  [$points | split("\n")[] | split("\t")] as $rows
  | (["1", "2", "3", "2", "2"], ($rows[] | select(.[0] == "*") | .[1:6]),
     ($rows[] | select(.[0] == $lab) | .[1:6]))
  | map(tonumber);

# The last line: "lab03: RACE labs/03_smem/kernel.cu:41".
def verdict: [$report | split("\n")[] | select(. != "")] | last
  | capture("^lab[0-9]+: (?<word>[A-Z_]+)( (?<file>.*?)(:(?<line>[0-9]+))?)?$");

# The sentence behind "what:", its lines joined; else the compiler's first error.
def message($word):
  if $word == "PASS" then "right, safe, and of the technique that is asked for"
  else ([$report | scan("(?:^|\n)  what: ([^\n]*(?:\n        [^\n]*)*)")] | last | .[0]?)
  // ([$report | split("\n")[] | select(test("(^| )(error|undefined reference)"))]
      | first)
  // "see the report"
  | gsub("\\s+"; " ")
  end;

# The checker names those that hold; where it does not, the verdict tells.
def holding($word):
  if $word == "PASS" then stages
  elif message($word) | startswith("compiling it") then []
  elif ["FORBIDDEN", "COMPILE_ERROR", "INCOMPLETE"] | any(. == $word) then []
  else ([$report | scan("(?:^|\n)stages:([a-z ]*)")] | last | .[0]? // null) as $line
  | if $line then $line | split(" ") | map(select(. != ""))
    elif $word == "TECHNIQUE" then stages - ["technique"]
    else ["compiles"] end
  end;

# Of the first stages, as far as they hold.
def earned($holds; $table):
  [range(5) | select(. as $i | all(range($i + 1); . as $j | $holds | any(. == stages[$j])))
   | $table[.]] | add // 0;

def capped($n): if length > $n then .[:$n] + "\n[...]\n" else . end;

verdict as $v | last(table) as $table | holding($v.word) as $holds | ($table | add) as $max
| {
  lab: $lab, verdict: $v.word,
  file: (if $file == "" then null else $file end),
  line: ($v.line // null | if . then tonumber else null end),
  points: earned($holds; $table),
  max: $max, message: message($v.word),
  seconds: (($ended | tonumber) - ($began | tonumber) | . * 100 | round / 100),
  stages: (stages | map({key: ., value: (. as $s | $holds | any(. == $s))}) | from_entries),
  output: (($report | capped(20000)) +
           (if $printed == "" then "" else "\nwhat the program printed:\n" +
            ($printed | capped(4000)) end))
}
