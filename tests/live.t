#!/bin/sh
# make liveNN: its server gives nothing to others, and its page shows the verdict of the last
# save, however fast they come. In a copy of the course, with its own temporary folder.
. tests/tap.sh

if [ -z "$(ls /usr/include/microhttpd.h /usr/include/*/microhttpd.h 2>/dev/null)" ]; then
    echo '1..0 # SKIP no libmicrohttpd'
    exit 0
fi
work=$(mktemp -d) || exit 1
started='' live='' asked=''
# shellcheck disable=SC2317  # at the end
finish() {
    [ -z "$live" ] || kill -s KILL -- "-$live" 2>/dev/null
    # $started is a list of processes.
    # shellcheck disable=SC2086
    [ -z "$started" ] || kill $started 2>/dev/null
    exec 8>&- 9<&-
    wait
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' HUP INT PIPE TERM # PIPE: a browser has ended early
copy_tree "$work/the course"
cd "$work/the course" || exit 1
rm -rf results
mkdir "$work/tmp"
export BACKEND=cpu TMPDIR="$work/tmp"
results=results/cpu-h200/labs

# --- The kernels of lab 07 that are saved, by their verdicts

right=solutions/07_autotune/kernel.cu
kernel=labs/07_autotune/kernel.cu
cp $right "$work/PASS"
sed '/all reads are done/d' $right >"$work/RACE"
sed 's/acc\[TM\]\[TN\] = {};/acc[TM][TN] = {}/' $right >"$work/COMPILE_ERROR"
sed 's/+= a\[i\] \* b\[j\]/+= a[i] * b[0]/' $right >"$work/WRONG"
sed 's/row >= rows || col >= cols/col >= cols/' $right >"$work/OUT_OF_BOUNDS"
is "the kernels to be saved differ" "$(cd "$work" && cksum PASS RACE COMPILE_ERROR WRONG \
    OUT_OF_BOUNDS | cut -d' ' -f1 | sort -u | wc -l)" 5

saves=0
# save VERDICT [moved]: a text that no other save has; written, or moved into its place, as
# editors do.
save() {
    saves=$((saves + 1))
    { cat "$work/$1"; echo "// save $saves"; } >"$work/new"
    sum=$(cksum <"$work/new" | cut -d' ' -f1)
    echo "$sum $1" >>"$work/saves"
    if [ "${2-}" = moved ]; then mv "$work/new" "$kernel"; else cat "$work/new" >"$kernel"; fi
}
# until_seen PATTERN: the first client has got such a state, in 40 seconds.
until_seen() {
    for _ in $(seq 800); do
        ! grep -Eq "$1" "$work/seen" || return 0
        sleep 0.05
    done
    tail -n 1 "$work/seen"
    return 1
}
judged() { until_seen "\"check\":\{\"save\":[0-9]+,\"cksum\":$sum,"; }

# start TARGET NAME=VALUE...: make it, in a process group of its own, as in a terminal. Sets
# $live, and $address once it is printed.
start() {
    : >"$work/said"
    setsid env --default-signal=INT make "$@" >"$work/said" 2>&1 &
    live=$!
    for _ in $(seq 600); do
        address=$(sed -n 's/.* open \(http[^ ]*\) in .*/\1/p' "$work/said")
        [ -z "$address" ] || return
        sleep 0.1
    done
    diag "$(cat "$work/said")"
}
# ctrl_c: as from a terminal; $live is "" if all of the group has ended in 5 seconds.
ctrl_c() {
    kill -s INT -- "-$live"
    for _ in $(seq 50); do
        kill -s 0 -- "-$live" 2>/dev/null || { live=''; return; }
        sleep 0.1
    done
}
ask() { tests/live/ask "$@" | tr -d '\r'; }
status() { ask "$@" | sed -n '1s/^HTTP[^ ]* \([0-9]*\).*/\1/p'; }

# --- Bad calls

numbers=$(cd labs && echo [0-9][0-9]_* | sed 's/_[^ ]*//g')
is "make live99" "$(make live99 2>&1 | sed 's/^[^ ]*: //')" \
    "*** there is no live99: the labs are $numbers.  Stop."
like "help names liveNN" "$(make help)" '^  liveNN +[a-zA-Z]'
save RACE
start live07 live_explore= # what there is not can be asked for
port=$(echo "$address" | sed 's,.*:\([0-9]*\)/.*,\1,')
token=$(echo "$address" | sed 's,.*/\([^/]*\)/$,\1,')
like "live07 prints its address: a port of this machine, and 128 bits that differ" "$address" \
    '^http://127\.0\.0\.1:[0-9]+/[0-9a-f]{32}/$'
said=$(timeout 20 make live07 PORT="${port:-1}" 2>&1)
is "a port that is in use: one line" "$(echo "$said" | grep -v '^make' )" \
    "live07: port $port is in use: take another, or leave PORT out"
is "... and status 2" "$(build/live --lab 07_autotune --kernel $kernel --mine x --record x \
    --port "${port:-1}" make 2>/dev/null; echo $?)" 2
like "a port that is none" "$(make live07 PORT=x 2>&1)" "^live: PORT=x is no port"
is "it listens on 127.0.0.1 alone" "$(awk -v port="$(printf ':%04X' "$port")" \
    '$4 == "0A" && index($2, port) { print $2 }' /proc/net/tcp /proc/net/tcp6)" \
    "$(printf '0100007F:%04X' "$port")"

# --- What it answers

other=$(echo "$token" | tr '0-9a-f' '1-9a-f0')
root=${address%"$token/"}
is "without the token" "$(status GET "$root")" 404
is "... nothing is revealed" "$(ask GET "$root" | tail -n 1)" 'Not found.'
is "with another token" "$(status GET "$root$other/")" 404
is "with a part of it" "$(status GET "$root$(echo "$token" | cut -c1-31)/")" 404
is "... of that length the same text" "$(ask GET "$root$other/state" | sed '1,/^$/d')" 'Not found.'
is "with it" "$(status GET "$address")" 200
is "a HEAD" "$(status HEAD "${address}state")" 200
is "... has no body" "$(ask HEAD "${address}state" | sed '1,/^$/d')" ''
is "as localhost" "$(status GET "$address" "localhost:$port")" 200
# From libmicrohttpd 1.0 on, the library itself refuses a request without a Host.
refused=404
! cat /usr/include/microhttpd.h /usr/include/*/microhttpd.h 2>/dev/null |
    grep -q '^#define MHD_VERSION 0x01' || refused=400
is "no Host" "$(status GET "$address" none)" $refused
for host in example.org "example.org:$port" 127.0.0.1 "127.0.0.1:1" "127.0.0.1:$port.org"; do
    is "Host: $host" "$(status GET "$address" "$host")" 404
done
for method in POST PUT DELETE OPTIONS PATCH; do
    is "$method" "$(status $method "$address")" 405
done
for path in kernel.cu ../Makefile %2e%2e/Makefile live.mk state/ favicon.ico plot.svg; do
    is "no $path" "$(status GET "$address$path")" 404
done
for path in base.css live.css elements.js live.js verdict.js show.js state; do
    is "but $path" "$(status GET "$address$path?v=1")" 200
done
is "no explorer yet" "$(ask GET "${address}explorer" | tail -n 1)" 'This is not there yet.'
said=$(ask GET "$address")
for header in "Content-Security-Policy: default-src 'none'.*script-src 'self';" \
    "Content-Security-Policy:.*frame-ancestors 'none'" 'X-Content-Type-Options: nosniff' \
    'Referrer-Policy: no-referrer' 'Cache-Control: no-store'; do
    like "header $header" "$said" "^$header"
    like "... also where nothing is" "$(ask GET "$root")" \
        "^$(echo "$header" | sed 's/script-src .self.;//')"
done
unlike "the page takes nothing from elsewhere" "$(cat view/base.css view/live/*.html view/live/*.css \
    view/live/*.js)" '(https?:)?//[a-z]|innerHTML|@import'

# --- Twenty saves

tests/live/follow "$address" >"$work/seen" &
started="$started $!"
tests/live/follow "$address" >"$work/seen2" &
started="$started $!"
tests/live/follow "$address" asleep >/dev/null &
started="$started $!"
tests/live/follow "$address" >/dev/null &
lost=$!
browsers=$(perl -Itests -Mbrowser -e 'print browser::missing()')
if [ -z "$browsers" ]; then
    mkfifo "$work/in" "$work/out"
    TMPDIR=$work tests/live/page "$address" <"$work/in" >"$work/out" 2>"$work/page.log" &
    started="$started $!"
    exec 8>"$work/in" 9<"$work/out"
    read -r asked <&9
fi
# page COMMAND...: what the page says, through tests/live/page.
page() {
    echo "$*" >&8
    read -r said <&9 && echo "$said"
}
ok "the first save is judged" judged
for step in 'OUT_OF_BOUNDS .05' 'WRONG .08 moved' 'COMPILE_ERROR judged' 'PASS .05' \
    'RACE .05 moved' 'RACE judged' 'WRONG .3' 'COMPILE_ERROR .05' 'WRONG judged moved' \
    'PASS judged' 'OUT_OF_BOUNDS .09' 'COMPILE_ERROR .09 moved' 'RACE .09' \
    'OUT_OF_BOUNDS judged' 'COMPILE_ERROR .5' 'WRONG .02' 'PASS .02' 'OUT_OF_BOUNDS .02'; do
    # shellcheck disable=SC2086  # words
    set -- $step
    save "$1" "${3-}"
    if [ "$2" = judged ]; then judged >/dev/null; else sleep "$2"; fi
    [ $saves != 8 ] || kill -s KILL $lost
done
save RACE
ok "the last of twenty saves is judged" judged
is "... there were so many" $saves 20
is "no state has a verdict of an earlier text, and each kind was seen" \
    "$(tests/live/judge "$work/seen" "$work/saves" | sed 's/^[0-9]* states/states/')" \
    'states, verdicts: COMPILE_ERROR OUT_OF_BOUNDS PASS RACE WRONG'
is "... for a second client neither" \
    "$(tests/live/judge "$work/seen2" "$work/saves" | sed 's/^[0-9]* states/states/')" \
    'states, verdicts: COMPILE_ERROR OUT_OF_BOUNDS PASS RACE WRONG'
ask GET "${address}state" | tail -n 1 >"$work/state"
is "the last state is of the last save" "$(jq -r '"\(.cksum) \(.check.finding.verdict)"' \
    "$work/state")" "$(tail -n 1 "$work/saves")"
is "it names the next lab" "$(jq -r .next "$work/state")" 08_pipeline
line=$(jq -r .check.finding.line "$work/state")
is "... its lines are those of the kernel" \
    "$(jq -r '.check.source.lines[]' "$work/state")" \
    "$(sed -n "$((line - 4)),$((line + 4))p" $kernel)"
is "make says the same" "$(make check07 2>&1 | grep '^lab07: ')" "lab07: RACE $kernel:$line"

# --- The page

if [ -n "$browsers" ]; then
    skip 14 "no $browsers"
else
    is "two browsers are there" "$asked" ready
    is "the tab says it" "$(page 0 title '^RACE')" 'RACE - lab07'
    is "... in the other browser, too" "$(page 1 title '^RACE')" 'RACE - lab07'
    is "the place" "$(page 0 get 'document.querySelector(".place").textContent')" "$kernel:$line"
    like "what happened" "$(page 1 get 'document.querySelector(".what").textContent')" \
        'with no barrier in between'
    is "the stages" "$(page 0 get \
        '[...document.querySelectorAll("#stages span")].map((s) => s.textContent).join()')" \
        'passed,not finished,not finished,failed,not finished'
    for width in 400 1400; do
        page 1 size $width 900 >/dev/null
        is "nothing is wider than $width pixels" "$(page 1 get \
            'document.documentElement.scrollWidth <= innerWidth && innerWidth')" $width
    done
    like "the keyboard gets to the kernel's lines" "$(page 0 tab 1)" "kernel's text"
    sed 's,all reads are done.*,<b id="evil">\&amp;</b>,; s,__syncthreads(); // <b,// <b,' $right |
        sed 's,\* b\[j\];,* b[0]; // <b id="evil">\&amp;</b>,' >"$work/evil"
    cp "$work/evil" $kernel
    like "text is text: nothing of the kernel is HTML" \
        "$(page 0 until '(/evil/.test(document.querySelector("#more").textContent) || /RACE|WRONG/.test(document.title)) && document.title')" \
        '^(RACE|WRONG) - lab07$'
    is "... no element comes of it" "$(page 0 get 'document.getElementById("evil") === null')" 1
    server=$(pgrep -g "$live" -x live)
    kill -s STOP "$server"
    is "a server that is silent: no verdict" "$(page 0 title '^no conn')" 'no connection - lab07'
    is "... not anywhere" \
        "$(page 0 get '/RACE|WRONG|PASS/.test(document.querySelector("main > #verdict").textContent)')" 0
    kill -s CONT "$server"
    like "... it connects again by itself" "$(page 0 title '^(RACE|WRONG)')" '^(RACE|WRONG) - lab07'
fi

# --- The end, while a make runs many programs

save PASS
until_seen "\"cksum\":$sum.*\"doing\":\"timing\"|\"doing\":\"timing\".*\"cksum\":$sum" >/dev/null
sleep 0.5
like "a make runs" "$(grep -lF "TMPDIR=$TMPDIR/live-" /proc/[0-9]*/environ 2>/dev/null)" proc
ctrl_c
is "Ctrl-C ends it" "$live" ''
is "... with one line" "$(grep '^live07: ended' "$work/said")" 'live07: ended'
# What make runs has a folder of live's for its temporary files.
is "... it leaves no process" "$(grep -lF "TMPDIR=$TMPDIR/live-" /proc/[0-9]*/environ \
    2>/dev/null)" ''
is "... no temporary file" "$(ls "$TMPDIR")" ''
is "... and nothing in results/ but what make names" \
    "$(find results build -name '*.[0-9][0-9]*')" ''
[ -n "$browsers" ] ||
    is "the page says so" "$(page 0 title '^no conn')" 'no connection - lab07'
exec 8>&- 9<&-

# --- Speeds, an explorer, and what is no fault of the kernel's

cat >solutions/show.mk <<'X'
# An explorer for this test.
show%:
	sleep 0.2; ! grep -q 'no explorer' labs/03_smem/kernel.cu
	echo "<p>$$(cksum <labs/03_smem/kernel.cu)" >results/cpu-h200/labs/03_smem.explorer.html
X
kernel=labs/03_smem/kernel.cu
# A compiler with which, once, the next text is saved before the object of the one before is
# finished. For make that object is newer than the text.
cat >"$work/c++" <<X
#!/bin/sh
case "\$*" in
*03_smem/own.o*)
    [ ! -e '$work/late' ] || {
        mv '$work/late' '$work/saved late' # before make is ended
        cat '$work/saved late' >$kernel
        touch build/cpu/labs/03_smem/kernel.o
    } ;;
esac
exec g++ "\$@"
X
chmod +x "$work/c++"
cp solutions/03_smem/kernel.cu "$work/PASS"
cp build/tests/wrong/03_smem/RACE-missing-second-barrier.cu "$work/RACE"
printf 'id\tgot\texpected\tmet\nsectors\t4\t4.5\tyes\n' >$results/03_smem.predictions.tsv
rm -rf labs/0[0124567]_* solutions/0[0124567]_*
save PASS
start live03 live_explore=show CXX="$work/c++"
tests/live/follow "$address" >"$work/seen" &
started="$started $!"
ok "it passes" judged
ok "... then come the speeds" until_seen '"speeds":\{.*"save":1'
ok "... the plot" until_seen '"plot":\{"save":1,'
ok "... the explorer" until_seen '"explorer":\{"save":1,'
ask GET "${address}state" | tail -n 1 >"$work/state"
is "the speeds say where they come from" \
    "$(jq -r '.speeds.rows[] | "\(.lab) \(.source) \(.gflops | length)"' "$work/state")" \
    "$(awk -F '\t' '!/^#/ && $1 == "03_smem" { n++ } END { print "03_smem modelled", n }
        ' $results/03_smem.tsv)
cuBLAS measured $(grep -c '^03_smem' $results/03_smem.tsv)"
is "... and are those of make bench03" \
    "$(jq -r '.speeds.rows[] | select(.own) | .gflops[]' "$work/state")" \
    "$(awk -F '\t' '$1 == "03_smem" { print $11 }' $results/03_smem.tsv)"
is "the plot is served" "$(ask GET "${address}plot?v=1" | grep -c '<svg')" 1
is "the explorer is that of the kernel" "$(ask GET "${address}explorer" | tail -n 1)" \
    "<p>$(cksum <$kernel)"
like "... which may load nothing" "$(ask GET "${address}explorer")" \
    "^Content-Security-Policy: default-src 'none'; .*script-src 'unsafe-inline'; "
is "predictions are shown" "$(jq -c .predictions "$work/state")" '[["sectors","4","4.5","yes"]]'
save RACE
ok "a fault" judged
ok "... has an explorer as well" until_seen '"explorer":\{"save":2,'
ask GET "${address}state" | tail -n 1 >"$work/state"
is "... which begins at the fault" "$(jq .explorer.fault "$work/state")" true
is "... the speeds are marked as of an earlier save" "$(jq -c '[.save, .speeds.save]' "$work/state")" \
    '[2,1]'
{ cat "$work/RACE"; echo '// late'; } >"$work/late"
sum=$(cksum <"$work/late" | cut -d' ' -f1)
late=$sum
echo "$sum RACE" >>"$work/saves"
save PASS
sum=$late
ok "a text that is saved while another one is compiled is judged" judged
ok "... there was such a save" test -f "$work/saved late"
is "... by itself" "$(tests/live/judge "$work/seen" "$work/saves" | sed 's/^[0-9]* states/states/')" \
    'states, verdicts: PASS RACE'
rm "$work/c++"
save PASS
ok "without a compiler" until_seen "\"cksum\":$sum,.*\"machine\"|\"machine\".*\"cksum\":$sum,"
ask GET "${address}state" | tail -n 1 >"$work/state"
is "... there is no verdict" "$(jq -c '[.check, .doing]' "$work/state")" '[null,"resting"]'
like "... but what make printed" "$(jq -r .machine "$work/state")" "c\+\+"
ctrl_c
is "Ctrl-C ends this one" "$live" ''

# --- With the explorer of the course

save RACE
start live03
tests/live/follow "$address" >"$work/seen" &
started="$started $!"
ok "the explorer of a fault" until_seen '"explorer":\{[^}]*"fault":true'
said=$(ask GET "${address}explorer")
like "... is the page of make explore03" "$said" '<ol id="steps" '
like "... which fits its policy" "$said" "^Content-Security-Policy: .*script-src 'unsafe-inline'"
save PASS
ok "it passes: the explorer" until_seen '"explorer":\{[^}]*"fault":false'
ok "... and once more, with questions" until_seen "\"doing\":\"resting\".*\"cksum\":$sum,.*\"fault\":false"
is "... as another version" "$(grep -o '"explorer":{[^}]*"fault":false' "$work/seen" |
    grep -o '"version":[0-9]*' | sort -u | wc -l)" 2
ctrl_c
is "Ctrl-C ends it, too" "$live" ''
done_testing
