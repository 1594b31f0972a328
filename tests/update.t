#!/bin/sh
# make update: it brings a new version to a clone or an unpacked course with filled labs.
# Nothing that the learner wrote is lost, also if it is interrupted.
. tests/tap.sh

command -v git >/dev/null || { skip 1 "no git: make setup"; done_testing; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
solutions=$PWD/solutions
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null BACKEND=cpu

# --- Two versions of the course

mkdir -p "$work/origin/docs"
cp -R Makefile README.md .gitattributes .gitignore common grade view tools labs "$work/origin"
cp docs/strides.cu docs/update.md "$work/origin/docs"
rm -f "$work"/origin/labs/*/.skeleton.cu "$work"/origin/labs/*/kernel.cu.*
for lab in "$work"/origin/labs/*; do # a learner may be at work here
    awk '/\/\/ END / { gap = 0 } !gap
        /\/\/ STEP / { gap = 1; print "    // TODO: some lines" }' \
        "$solutions/${lab##*/}/kernel.cu" >"$lab/kernel.cu"
done
cd "$work/origin" || exit 1
git init -q -b main . && commit && git tag v1
newer() { # FILE...: as the second version has them
    sed -i '1s/^/\/\/ The second version.\n/; s/TODO: some/TODO: about two/' "$@"
}
newer labs/*/kernel.cu
printf '64\t64\t8\t2\t2\n' >>labs/07_autotune/tiles.tsv
echo '# the second version' >>Makefile
echo 'echo new' >tools/new && chmod +x tools/new
rm docs/strides.cu
commit && git tag v2

clone() { # NAME: a clone of the first version, and go there
    git clone -q "$work/origin" "$work/$1" && cd "$work/$1" && git reset -q --hard v1
}
# What a learner does: lab 01 filled in, with a line outside the gaps; lab 03 filled in, and
# changed where the second version is; a row of tiles; a page; a file of one's own.
learn() {
    { cat "$solutions/01_naive/kernel.cu" && echo '// mine'; } >labs/01_naive/kernel.cu
    sed '1s/^/\/\/ My name.\n/' "$solutions/03_smem/kernel.cu" >labs/03_smem/kernel.cu
    sed -i '0,/^[0-9]/s/^[0-9]/128\t32\t8\t4\t4\n&/' labs/07_autotune/tiles.tsv
    echo 'mine' >>README.md
    echo 'mine' >notes.txt
}
# files: the tree's sums, without git's folder and what was put aside.
files() {
    find . -type f ! -path './.git/*' ! -path './before-update.*' ! -name .skeleton.cu \
        -exec sha256sum {} + | sort -k 2
}
# updated WHAT: what must hold after every update of a learner's clone.
updated() {
    { cat "$solutions/01_naive/kernel.cu" && echo '// mine'; } >"$work/01.cu"
    newer "$work/01.cu"
    ok "$1: a filled kernel keeps what was written, and is new around it" \
        cmp labs/01_naive/kernel.cu "$work/01.cu"
    sed '1s/^/\/\/ My name.\n/' "$solutions/03_smem/kernel.cu" >"$work/03.cu"
    ok "$1: an empty one is the new skeleton" \
        cmp labs/02_coalesce/kernel.cu "$work/origin/labs/02_coalesce/kernel.cu"
    ok "$1: one that does not fit stays" cmp labs/03_smem/kernel.cu "$work/03.cu"
    ok "$1: ... with the new one beside it" \
        cmp labs/03_smem/kernel.cu.new-version "$work/origin/labs/03_smem/kernel.cu"
    like "$1: ... and a line says so" "$said" '^  labs/03_smem/kernel.cu: yours, as it was; .*new-version$'
    { cat "$solutions/01_naive/kernel.cu" && echo '// mine'; } >"$work/01.before.cu"
    ok "$1: before-update.1 has what was there" \
        cmp before-update.1/labs/01_naive/kernel.cu "$work/01.before.cu"
    is "$1: other files are new" "$(tail -n 1 Makefile) $(tools/new 2>&1) $(ls docs)" \
        "# the second version new update.md"
    is "$1: a file of one's own is there" "$(cat notes.txt)" mine
}

# --- A clone

clone untouched
said=$(tools/update)
is "a clone in which nothing was done" "$? $said" \
    "0 updated to origin, $(git log -1 --format='%h of %cs' v2)"
is "... is the second version" "$(git rev-parse HEAD) $(git status --porcelain)" \
    "$(git rev-parse v2) "
is "... again" "$(make -s update)" "up to date with origin, $(git log -1 --format='%h of %cs' v2)"

clone changed
learn
said=$(make -s update 2>&1)
is "a clone with changes" $? 0
updated "changes"
like "... a table with a row of one's own has both" "$(cat labs/07_autotune/tiles.tsv)" '^128.32.8.4.4$'
like "... the new row" "$(cat labs/07_autotune/tiles.tsv)" '^64.64.8.2.2$'
is "... a page that is not new keeps its change" "$(tail -n 1 README.md)" mine
is "... git has the second version" "$(git rev-parse HEAD)" "$(git rev-parse v2)"
is "... and sees the changes as before" "$(git status --porcelain)" ' M README.md
 M labs/01_naive/kernel.cu
 M labs/03_smem/kernel.cu
 M labs/07_autotune/tiles.tsv
?? notes.txt'
like "... the last line says where to look" "$(echo "$said" | tail -n 1)" \
    '^updated to origin, .*; what was replaced is in before-update.1/$'
files >"$work/changed.files"
said=$(tools/update)
is "... again: nothing to do" "$said" "up to date with origin, $(git log -1 --format='%h of %cs' v2)"
is "... and nothing done" "$(files | diff "$work/changed.files" - && ls -d before-update.*)" before-update.1

clone committed
learn
commit
mine=$(git rev-parse HEAD)
said=$(tools/update 2>&1)
is "a clone with a commit" "$? $(files | diff "$work/changed.files" -)" "0 "
updated "a commit"
is "... is a merge of both" "$(git log -1 --format=%P)" "$mine $(git rev-parse v2)"
is "... with nothing left to commit" "$(git status --porcelain)" ""

clone more
learn
commit
echo '// more' >>labs/01_naive/kernel.cu
git add labs/01_naive/kernel.cu
echo '// and more' >>labs/01_naive/kernel.cu
said=$(tools/update 2>&1)
is "a commit, what is staged, and what is not" "$? $(tail -n 3 labs/01_naive/kernel.cu)" '0 // mine
// more
// and more'
is "... the merge has what was committed" "$(git show HEAD:labs/01_naive/kernel.cu | tail -n 1)" \
    '// mine'
is "... what was staged is aside" "$(tail -n 1 before-update.1/staged/labs/01_naive/kernel.cu)" \
    '// more'

clone colliding
echo mine >tools/new
rm labs/02_coalesce/kernel.cu
echo mine >>docs/strides.cu
said=$(tools/update 2>&1)
is "a file of one's own where a new one comes" "$? $(cat tools/new tools/new.new-version)" \
    '0 mine
echo new'
is "... a kernel that was deleted is back" "$(git status --porcelain labs)" ""
is "... a file that is gone, but was changed, stays" "$(tail -n 1 docs/strides.cu)" mine
is "... with a line each" "$(echo "$said" | sed '$d')" \
    "  docs/strides.cu: yours, as it was; the course no longer has it
  tools/new: yours, as it was; it does not fit the new one, which is tools/new.new-version"

# --- What cannot be done: one line, exit status 2, nothing changed

refused() { # NAME WANT [ARGUMENT]: said by tools/update
    files >"$work/before"
    said=$(tools/update ${3:+"$3"} 2>&1)
    is "$1" "$? $(echo "$said" | wc -l) $said" "2 1 update: $2"
    is "... and nothing is changed" "$(files | diff "$work/before" -; ls -d before-update.* 2>/dev/null)" ""
}
clone refusing
learn
touch .git/MERGE_HEAD
refused "in the middle of a merge" "git is in the middle of something: end it first (git status)"
rm .git/MERGE_HEAD
git remote set-url origin "$work/nowhere"
files >"$work/before"
said=$(tools/update 2>&1)
is "no network" "$? $(echo "$said" | wc -l) $(files | diff "$work/before" -)" "2 1 "
like "... is said" "$said" '^update: git fetch origin: .*: is there a network\?$'
git remote remove origin
refused "no remote" "this clone has no remote: make update FROM=folder takes a newly unpacked course"
rm -rf .git
refused "no clone" "this is no clone of the course: make update FROM=folder takes a newly unpacked course"
refused "FROM= nothing" "'../nothing' is not the course: FROM is a newly unpacked folder, with its Makefile" \
    ../nothing
refused "FROM= this folder" "'.' is this folder: FROM is a newly unpacked one" .
clone other
learn
cd "$work/untouched" || exit 1
rm -rf .git before-update.*
refused "FROM= a folder with filled kernels" "'../other/labs/01_naive/kernel.cu' is filled in: \
call make update in your folder, and FROM is the new one" ../other

# --- An unpacked course

unpack() { # NAME VERSION: and go there
    mkdir "$work/$1" && git -C "$work/origin" archive "$2" | tar -xf - -C "$work/$1"
    cd "$work/$1" || exit 1
}
unpack "a newer" v2
unpack "an old" v1
make help >/dev/null # keeps the skeletons, as any make does
learn
echo mine >tools/mine
said=$(make -s update FROM='../a newer' 2>&1)
is "an unpacked course" $? 0
updated unpacked
is "... a page of the course is new, and the old one aside" \
    "$(tail -n 1 before-update.1/README.md) $(cmp README.md '../a newer/README.md')" "mine "
is "... so is what the course does not have" "$(ls tools/mine 2>/dev/null)$(cat before-update.1/tools/mine)" mine
is "... reset gives the new skeleton" \
    "$(make -s reset01 >/dev/null && cmp labs/01_naive/kernel.cu '../a newer/labs/01_naive/kernel.cu')" ""
is "... and the new folder is as it was" \
    "$(git -C "$work/origin" ls-tree -r --name-only v2 | sort)" \
    "$(cd '../a newer' && find . -type f | sed 's,^./,,' | sort)"
unpack "without skeletons" v1
learn
said=$(tools/update '../a newer' 2>&1)
is "a kernel whose skeleton is not known stays" "$? $(tail -n 1 labs/01_naive/kernel.cu)" "0 // mine"
ok "... with the new one beside it" cmp labs/01_naive/kernel.cu.new-version '../a newer/labs/01_naive/kernel.cu'

# --- Broken off: killed at some call that changes files, then called again

mkdir "$work/bin"
for tool in git cp mv mkdir rm; do
    cat >"$work/bin/$tool" <<STUB
#!/bin/sh
case "$tool \$1" in
"git reset" | "git hash-object" | "git commit-tree" | cp* | mv* | mkdir* | rm*)
    n=\$((\$(cat "$work/calls") + 1))
    echo \$n >"$work/calls"
    [ "\$n" != "\$KILL_AT" ] || kill -KILL 0 ;;
esac
exec $(command -v $tool) "\$@"
STUB
    chmod +x "$work/bin/$tool"
done
# survives NAME FROM STEP: killed at each STEP-th of the first calls, which are about kernels,
# and then at each 25th (EVERY=1: at each); the learner's kernel is whole at any time, and the
# next update ends what was begun.
survives() {
    cp -a "$work/$1" "$work/$1.start"
    cd "$work/$1" || exit 1
    echo 0 >"$work/calls"
    PATH=$work/bin:$PATH KILL_AT=none tools/update ${2:+"$2"} >/dev/null 2>&1
    calls=$(cat "$work/calls")
    files >"$work/$1.files"
    bad='' at=1
    while [ "$at" -le "$calls" ]; do
        rm -rf "${work:?}/$1" && cp -a "$work/$1.start" "$work/$1" && cd "$work/$1" || exit 1
        echo 0 >"$work/calls"
        PATH=$work/bin:$PATH KILL_AT=$at setsid -w tools/update ${2:+"$2"} >/dev/null 2>&1
        [ $? = 137 ] || bad="$bad $at: not killed."
        cmp -s labs/01_naive/kernel.cu "$work/01.cu" ||
            cmp -s labs/01_naive/kernel.cu "../$1.start/labs/01_naive/kernel.cu" ||
            bad="$bad $at: the kernel is neither the old nor the new."
        tools/update ${2:+"$2"} >/dev/null 2>&1 || bad="$bad $at: status $?."
        files | diff "$work/$1.files" - >/dev/null || bad="$bad $at: other files."
        step=${EVERY:-$3}
        [ "$at" -lt 18 ] || step=${EVERY:-25}
        at=$((at + step))
    done
    is "$1: killed at any of $calls calls" "$bad" ""
}
clone "killed"
learn
survives "killed" '' 3
clone "killed merging"
learn
commit
survives "killed merging" '' 9
unpack "killed unpacked" v1
tools/reset --keep
learn
survives "killed unpacked" '../a newer' 3

# --- One kernel

cd "$work" || exit 1
cat >old.cu <<'CU'
before();
// STEP 1: add
// TODO: one line
// END 1
between();
// STEP 2: store
// TODO: one line
// END 2
after();
CU
sed '/STEP 1/{ n; s/.*/add();/; }' old.cu >yours.cu
merge() { # SED-SCRIPT: the new skeleton; prints the result on one line
    sed "$1" old.cu >new.cu
    result=$("$solutions/../tools/updating/merge-kernel" yours.cu old.cu new.cu)
    echo "$? $(echo "$result" | sed 's,^// ,,' | tr '\n' ' ')"
}
rest='between(); STEP 2: store TODO: one line END 2 after(); '
is "lines outside are new" "$(merge 's/^before/first/')" \
    "0 first(); STEP 1: add add(); END 1 $rest"
is "... beside a gap, too" "$(merge 's/^between/middle/; s/: add/: add both/')" \
    "0 before(); STEP 1: add both add(); END 1 middle(); STEP 2: store TODO: one line END 2 after(); "
is "a TODO is new where nothing was written" "$(merge 's/one line/three lines/')" \
    "0 before(); STEP 1: add add(); END 1 between(); STEP 2: store TODO: three lines END 2 after(); "
# shellcheck disable=SC2016  # sed's $
is "one more gap" "$(merge '$s/$/\n\/\/ STEP 3: end\n\/\/ TODO\n\/\/ END 3/')" \
    "0 before(); STEP 1: add add(); END 1 ${rest}STEP 3: end TODO END 3 "
# shellcheck disable=SC2016  # sed's $
is "a gap that moves" "$(merge '1d; $s/$/\nbefore();/')" \
    "0 STEP 1: add add(); END 1 ${rest}before(); "
is "a filled gap that is gone" "$(merge '/STEP 1/,/END 1/d')" "1  "
is "a filled gap under another number" \
    "$(merge 's/STEP 1: add/STEP 2: add/; s/END 1/END 2/; s/STEP 2: store/STEP 1: store/; t; s/END 2/END 1/')" \
    "1  "
sed -i '/END 1/d' yours.cu
is "a mark that the learner took away" "$(merge 's/^before/first/')" "1  "
sed 's/^between/my_between/' old.cu >yours.cu
is "both changed one line" "$(merge 's/^between/middle/')" "1  "
is "... the learner alone did" "$(merge 's/^before/first/')" \
    "0 first(); STEP 1: add TODO: one line END 1 my_$rest"
done_testing
