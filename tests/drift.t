#!/bin/sh
# build/lab drift: silent on a skeleton and its solution; each difference between the two is
# reported with file and line.
. tests/tap.sh
make -s BACKEND=cpu build/lab >/dev/null || exit 1

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

cat >"$work/skeleton" <<'END'
int f(int x)
{
    // STEP 1: double it.
    // TODO: 1 line
    // END 1

    // STEP 2: return it.
    // TODO: 1 line
    // END 2
}
END
cat >"$work/solution" <<'END'
int f(int x)
{
    // STEP 1: double it.
    x *= 2;
    // END 1

    // STEP 2: return it.
    return x;
    // END 2
}
END

# drift SKELETON SOLUTION: what it says, without the folder, and its exit status.
drift() {
    (cd "$work" && "$OLDPWD/build/lab" drift "$1" "$2") 2>&1
    echo "exit $?"
}
# edited FILE SED-SCRIPT: a copy of FILE, named "edited".
edited() {
    sed "$2" "$work/$1" >"$work/edited"
}

is "a skeleton and its solution" "$(drift skeleton solution)" "exit 0"

edited skeleton 's|// TODO.*|x = 1; // done|'
is "a skeleton that was filled in" "$(drift edited solution)" "exit 0"

edited skeleton 's/int x/long x/'
is "text outside the gaps differs" "$(drift edited solution)" \
    "edited:1: differs outside a gap: int f(long x)
solution:1: differs outside a gap: int f(int x)
exit 1"

edited skeleton 's/double it/triple it/'
is "a STEP line differs" "$(drift edited solution)" \
    "edited:3: differs outside a gap:     // STEP 1: triple it.
solution:3: differs outside a gap:     // STEP 1: double it.
exit 1"

edited solution '10a int g;'
is "one file goes on" "$(drift skeleton edited)" \
    "skeleton: ends before that line
edited:11: differs outside a gap: int g;
exit 1"

edited skeleton '5d'
is "a gap that is not closed" "$(drift edited solution)" \
    "edited:6: a STEP inside STEP 1
exit 1"

edited skeleton '9,10d'
is "the last gap is not closed" "$(drift edited solution)" \
    "edited:7: STEP 2 has no END 2
exit 1"

edited skeleton '7d'
is "an END without a STEP" "$(drift edited solution)" \
    "edited:8: an END outside any gap
exit 1"

edited skeleton 's/END 2/END 1/'
is "an END of another STEP" "$(drift edited solution)" \
    "edited:9: not // END 2, which STEP 2 needs
exit 1"

edited skeleton 's/\(STEP\|END\) 2/\1 3/'
is "a number is left out" "$(drift edited solution)" \
    "edited:7: STEP 3 where STEP 2 is expected
exit 1"

edited skeleton 's/STEP 2:/STEP two/'
is "a STEP of another form" "$(drift edited solution)" \
    "edited:7: not of the form // STEP n: what to do
exit 1"

edited skeleton '/TODO/d'
is "a gap without a TODO" "$(drift edited solution)" \
    "edited:3: STEP 1 has no // TODO line
exit 1"

edited solution 's|return x;|// TODO: 1 line|'
is "a TODO in a solution" "$(drift skeleton edited)" \
    "edited:7: STEP 2 of a solution has a TODO
exit 1"

edited solution '/return x/d'
is "a solution with an empty gap" "$(drift skeleton edited)" \
    "edited:7: STEP 2 of a solution has no code
exit 1"

edited skeleton '/STEP/d; /END/d'
is "no gaps at all" "$(drift edited edited)" \
    "edited:1: no gap: a line // STEP 1: ... is needed
exit 1"

is "a missing file" "$(drift skeleton nowhere)" \
    "drift: 'nowhere': no such file, not readable, or empty
exit 2"

like "too few arguments" "$(build/lab drift one 2>&1; echo "exit $?")" '^ +lab drift SKELETON SOLUTION$'
done_testing
