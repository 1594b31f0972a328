# grade.json of one learner or many -> JUnit XML: a testsuite a learner, a testcase a lab.
# A kernel that is wrong is a failure; one that does not build, crashes, never ends or
# takes too much is an error.

def broken: IN("COMPILE_ERROR", "CRASH", "TIMEOUT", "MEMORY", "OUTPUT");

# Text for XML, which has no way to write most control characters.
def text:
  explode
  | map(select(. != 13) | if (. < 32 and . != 9 and . != 10) or . == 65534 or . == 65535 then 65533 else . end)
  | implode | @html;

# For an attribute, where a line's end would become a space.
def attribute: tostring | text | gsub("\n"; "&#10;") | gsub("\t"; "&#9;");

def properties:
  {backend, device, points, max, protection}
  + (.labs | map({("points." + .lab): .points}) | add)
  | to_entries[] | select(.value != null)
  | "    <property name=\"\(.key | attribute)\" value=\"\(.value | attribute)\"/>";

def result:
  if .verdict == "PASS" then "      <system-out>\(.output | text)</system-out>"
  else
    (if .verdict | broken then "error" else "failure" end) as $kind
    | "      <\($kind) type=\"\(.verdict | attribute)\" message=\"\(.message | attribute)\">"
      + "\(.output | text)</\($kind)>"
  end;

def count(f): map(select(.verdict | f)) | length;
def tests: "tests=\"\(length)\" failures=\"\(count(. != "PASS" and (broken | not)))\""
         + " errors=\"\(count(broken))\"";

"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
"<testsuites name=\"sgemm labs\" \([.[].labs[]] | tests)"
+ " time=\"\(map(.seconds) | add // 0)\">",
(.[] | (.student // "labs" | attribute) as $name
 | "  <testsuite name=\"\($name)\" \(.labs | tests) skipped=\"0\" time=\"\(.seconds)\">",
   "    <properties>", properties, "    </properties>",
   (.labs[]
    | "    <testcase classname=\"\($name)\" name=\"\(.lab | attribute)\" time=\"\(.seconds)\">",
      result,
      "    </testcase>"),
   "  </testsuite>"),
"</testsuites>"
