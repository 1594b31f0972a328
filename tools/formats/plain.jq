# Text that a person reads, in a terminal or a spreadsheet: what a terminal would obey
# becomes a question mark. Of control characters, newline and tab stay.

# Among them U+2028 to 202E and U+2066 to 2069, which end a line, or write it from right to
# left.
def is_control:
  . < 32 and . != 9 and . != 10 or . >= 127 and . < 160
  or . >= 8232 and . <= 8238 or . >= 8294 and . <= 8297;

# The line's end of Windows becomes a newline. What is no text stays as it is.
def plain:
  if type == "string" then
    split("\r\n") | join("\n") | explode | map(if is_control then 63 else . end) | implode
  else . end;

# The same, on one line.
def plain_line:
  if type == "string" then
    explode | map(if is_control or . == 9 or . == 10 then 63 else . end) | implode
  else . end;
