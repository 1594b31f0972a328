# The commonest faults of a class.
include "plain";
include "html";

# What happened, without numbers, threads, indices and the names of kernels, which differ from
# learner to learner.
def normal:
  plain_line
  | gsub("(?<what>thread|block) \\([0-9, ]+\\)"; "\(.what) (…)")
  | gsub(" of block \\(…\\) of [A-Za-z_][A-Za-z_0-9]*(<[^>]*>)?"; " of block (…)")
  | gsub("in block \\(…\\) of [A-Za-z_][A-Za-z_0-9]*(<[^>]*>)?"; "in block (…)")
  | gsub("(?<array>[A-Za-z_][A-Za-z_0-9]*)(\\[[^\\]]*\\])+"; "\(.array)[…]")
  | gsub("[‘'][^’' ]*[’']"; "‘…’")
  | gsub("(?<![A-Za-z_0-9])-?[0-9]+(,[0-9]{3})*([.][0-9]+)?(e[-+]?[0-9]+)?(?![0-9])"; "…");

# What two learners with the same mistake have in common. Arrays whose names have one letter
# are the operation's; all others have the learner's names.
def mistake: [.verdict, .step, (.what | gsub("[A-Za-z_][A-Za-z_0-9]+\\[…\\]"; "…[…]"))];

# $places: of each learner's lab, by "LAB ID", the step and the text of its line.
def faults($places):
  [.[] | . as $student | .labs[] | select(.verdict != "PASS" and .file)
   | ($places["\(.lab) \($student.id)"] // {step: null, text: ""}) as $place
   | {lab, verdict, what: (.message // "" | normal), step: $place.step, text: $place.text,
      file, line, student: $student.student}];

def place:
  if .step == null then "" elif .step > 0 then "STEP \(.step)" else "outside the steps" end;

def example:
  if .line then "\(.student | short(40)), \(.file | short(60)):\(.line)"
                + (if .text == "" then "" else "<br><code>\(.text | short(120))</code>" end)
  else (.student | short(40)) end;

# A table for each lab: the five mistakes that most learners made.
def commonest($places):
  faults($places) | group_by(.lab)[]
  | "<h3>\(.[0].lab | text)</h3>",
    "<div class=\"faults\">",
    (group_by(mistake) | sort_by(-length) | . as $all
     | ([.[:5][] | .[0] as $one
         | [(length | number), ($one.verdict | verdict), ($one | place | text | cell),
            ($one.what | short(300) | cell), ($one | example | cell)]]
        | table(["#learners", "verdict", "where", "what happened", "for example"])),
       (if length > 5 then "\(length - 5 | many("other mistake")), of \([$all[5:][] | length]
                              | add | many("learner"))." | soft
        else empty end)),
    "</div>";
