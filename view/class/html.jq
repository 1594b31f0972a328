# Pieces of an HTML page. Every text from outside passes through text, which escapes it.
include "plain";

def text: tostring | plain_line | @html;
# A name, or a line of a kernel: not longer than this page is wide.
def short($n): tostring | if length > $n then .[:$n - 1] + "…" else . end | text;
def rounded($digits): pow(10; $digits) as $p | . * $p | round / $p;
# The same with all digits: "1.50".
def fixed($digits):
  rounded($digits) | tostring | split(".")
  | .[0] + "." + ((.[1] // "") + "0" * $digits)[:$digits];
def many($one): if . == 1 then "1 \($one)" else "\(.) \($one)s" end;

# Cells are HTML.
def cell: "<td>\(.)</td>";
def number: "<td class=\"number\">\(.)</td>";
def verdict: "<td class=\"verdict \(text)\">\(text)</td>";

# A table. $head is a list of texts: those that begin with "#" are of numbers; [] for none. The
# input is a list of rows, each a list of cells.
def table($head):
  "<div class=\"wide\"><table>",
  (if $head == [] then empty else
     "<thead><tr>",
     ($head[] | if startswith("#") then "<th class=\"number\">\(.[1:] | text)</th>"
                else "<th>\(text)</th>" end),
     "</tr></thead>" end),
  "<tbody>",
  (.[] | "<tr>" + add + "</tr>"),
  "</tbody></table></div>";

def paragraph: "<p>\(.)</p>";
def soft: "<p class=\"soft\">\(.)</p>";
# A list of links to sections: [name, title].
def contents: map("<a href=\"#\(.[0] | text)\">\(.[1] | text)</a>") | join(" · ") | paragraph;
# lines: those of the section.
def section($name; $title; lines):
  "<section id=\"\($name)\"><header><h2>\($title | text)</h2></header>", lines, "</section>";

def page($title; $style; lines):
  "<!DOCTYPE html>",
  "<html lang=\"en\"><head><meta charset=\"utf-8\">",
  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
  "<title>\($title | text)</title>", "<style>", $style, "</style></head><body>",
  "<h1>\($title | text)</h1>", lines, "</body></html>";

# --- Numbers

# The value that a part $q of a sorted list does not exceed.
def quantile($q): .[(length - 1) * $q | floor];
def median: sort | quantile(0.5);
