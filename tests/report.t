#!/bin/sh
# The report: one page without other files, with a learner's verdicts, speeds and pictures,
# and no speed for a kernel that fails. If there is a browser: it fits a phone and a wide
# window, and shows the value under the mouse pointer.
. tests/tap.sh
make -s BACKEND=cpu build/view >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# --- README.md as HTML

if ! command -v cmark-gfm >/dev/null; then
    echo '1..0 # SKIP no cmark-gfm'
    exit 0
fi
cat >"$work/page.md" <<'MD'
# Title

Some *words*, `a < b` and [a
`link`](../docs/x.md), [out](https://example.org), [here](#next).

| left | right |
| --- | ---: |
| 1 | 2 |

<details><summary>Why is 1 &lt; 2?</summary>

Because.
</details>

## Next

<!-- prints: make x -->
### Deeper
MD
html=$(tools/pages/markdown "$work/page.md")
is "the title, marks for tools, and links to other pages are left out; headings go below" "$html" \
    '<p>Some <em>words</em>, <code>a &lt; b</code> and a
<code>link</code>, <a href="https://example.org">out</a>, <a href="#next">here</a>.</p>
<table>
<thead>
<tr>
<th>left</th>
<th align="right">right</th>
</tr>
</thead>
<tbody>
<tr>
<td>1</td>
<td align="right">2</td>
</tr>
</tbody>
</table>
<details><summary>Why is 1 &lt; 2?</summary>
<p>Because.</p>
</details>
<h3>Next</h3>
<h4>Deeper</h4>'
for readme in labs/*/README.md; do
    tools/pages/markdown "$readme"
done | sed '1i <x>
$a </x>' >"$work/readmes.xml"
if command -v xmllint >/dev/null; then
    ok "every lab's README.md: what is opened is closed" xmllint --noout "$work/readmes.xml"
else
    skip 1 "no xmllint"
fi

# --- the page: lab 01 passes, lab 02 has lab 01's technique, lab 03 is not begun

if ! command -v gnuplot >/dev/null; then
    skip 1 "no gnuplot"
    done_testing
fi
copy_tree "$work/tree" || exit 1
cd "$work/tree" || exit 1
rm -rf labs/0[4-9]* solutions/0[3-9]* docs/measured/h200/0[4-9]*
cp solutions/01_naive/kernel.cu labs/01_naive
cp solutions/01_naive/kernel.cu labs/02_coalesce
make -s report BACKEND=cpu >"$work/said" 2>&1
is "make report" $? 0
page=results/cpu-h200/labs/report.html
like "it says where the page is" "$(cat "$work/said")" "^$page: open it"
html=$(grep -v '^<[a-z]* [xyd]' $page) # less most of the pictures, for shorter messages
is "nothing comes from elsewhere" "$(grep -E \
    '(src|xlink:href)="?(https?:)?//|<link|<img|@import|url\((https?|["/])' $page)" ""
like "its speeds are modelled, and for what" "$html" 'M = N = K = 4096, modelled for NVIDIA H200'
like "lab 01: the verdict, its speed, and what bounds it" "$html" \
    '"#lab-01_naive">.*verdict PASS">PASS<.*number">[0-9]{3}<.*>[01] %</td><td>[a-zL]'
like "lab 02: no speed for a kernel that fails" "$html" \
    '"#lab-02_coalesce">.*verdict TECHNIQUE">TECHNIQUE<.*number">-<.*>-</td><td>-</td>'
like "lab 03" "$html" '"#lab-03_smem">.*verdict INCOMPLETE">INCOMPLETE<'
is "the pictures" "$(sed -n 's/^<figure id="\(.*\)">$/\1/p' $page | tr '\n' ' ')" \
    "ladder roofline 01_naive 01_naive.access 01_naive.touched 02_coalesce.access 02_coalesce.touched "
like "what the check said" "$html" '^lab02: TECHNIQUE$'
like "the lab's explanation" "$html" '^<h3>What it costs today</h3>$'
like "values under the mouse" "$(grep '<title>0' $page)" '<title>01_naive: [0-9]+ GFLOP/s at 1024</title>'
is "no name twice" "$(grep -o " id=[\"'][^\"']*" $page | sort | uniq -d)" ""
names=$(grep -o " id=[\"'][^\"']*" $page | sed "s/.*[\"']/#/" | sort -u)
is "each reference has its target" "$(grep -oE "href=[\"']#[^\"']*|url\(#[^)]*" $page |
    sed 's/.*#/#/' | sort -u | grep -vxF "$names")" ""
like "light and dark" "$html" 'prefers-color-scheme: dark'
echo >>labs/01_naive/kernel.cu "garbage"
make -s report BACKEND=cpu >/dev/null 2>&1
is "made again when a kernel no longer compiles" $? 0
like "... with that verdict" "$(grep '"#lab-' $page)" \
    '"#lab-01_naive">.*verdict COMPILE_ERROR">.*number">-<'
is "... without its old pictures" "$(grep -c '^<figure id="01_naive' $page)" 0

# --- in a browser

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    skip 3 "no Chromium"
    done_testing
fi
cat >"$work/probe.html" <<HTML
<!DOCTYPE html><p id="said"></p><script>
const said = [];
function look(width, done) {
    const frame = document.createElement("iframe");
    frame.width = width;
    frame.height = 800;
    frame.src = "tree/$page";
    frame.onload = () => {
        const page = frame.contentDocument;
        said.push("width " + width + ": " + page.documentElement.scrollWidth);
        if (done)
            done(page, frame.contentWindow);
        document.getElementById("said").textContent = said.join("; ");
    };
    document.body.append(frame);
}
look(390);
look(1280, (page, view) => {
    const sector = "figure[id='02_coalesce.access'] text ~ text ~ text ~ rect";
    page.querySelector(sector).dispatchEvent(
        new view.PointerEvent("pointermove", { bubbles: true, clientX: 9, clientY: 99 }));
    said.push("tip: " + page.getElementById("tip").textContent);
});
</script>
HTML
said=$(HOME=$work timeout 60 "$browser" --headless --no-sandbox --disable-gpu \
    --allow-file-access-from-files --user-data-dir="$work/profile" --hide-scrollbars \
    --virtual-time-budget=10000 --dump-dom "file://$work/probe.html" 2>/dev/null |
    grep -o '<p id="said">[^<]*')
like "it fits a phone" "$said" 'width 390: 390(;|$)'
like "and a wide window" "$said" 'width 1280: 1280(;|$)'
like "the mouse pointer shows the value" "$said" 'tip: a sector that moves'

done_testing
