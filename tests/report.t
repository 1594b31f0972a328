#!/bin/sh
# The report: one page without other files, with a learner's verdicts, speeds and pictures,
# and no speed for a kernel that fails. If there is a browser: it fits a phone and a wide
# window, and shows the value under the mouse pointer.
. tests/tap.sh
make -s BACKEND=cpu build/view >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

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
like "lab 01: the verdict and its speed" "$html" \
    '"#lab-01_naive">.*verdict PASS">PASS<.*number">0[.][0-9]{2}<.*>[01] %</td></tr>'
like "... and what bounds it" "$html" '^<p>Bound by [a-zL].*[.]</p>$'
like "lab 02: no speed for a kernel that fails" "$html" \
    '"#lab-02_coalesce">.*verdict TECHNIQUE">TECHNIQUE<.*number">-<.*>-</td></tr>'
like "lab 03" "$html" '"#lab-03_smem">.*verdict INCOMPLETE">INCOMPLETE<'
is "the pictures" "$(sed -n 's/^<figure id="\(.*\)">$/\1/p' $page | tr '\n' ' ')" \
    "ladder 01_naive.access 02_coalesce.access roofline "
like "a card says what the kernel fails" "$html" '^<p>the result is correct, but not .*</p>$'
like "... and has the lab's page and what the check said" "$html" \
    'href="02_coalesce.check.txt">what the check said</a>'
is "links lead to files" "$(cd results/cpu-h200/labs &&
    sed -n 's/.*<a href="\([^#"]*\)".*/\1/p' report.html | while read -r to; do
        [ -f "$to" ] || echo "$to"
    done)" ""
like "values under the mouse" "$(grep '<title>0' $page)" '<title>01_naive: [0-9.]+ TFLOP/s'
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
