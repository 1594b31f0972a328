# shellcheck shell=sh disable=SC2034,SC2154
# What tools/update does to one file: keep what was there, put what is new, merge the two.
# $work is a folder for a moment; $aside becomes before-update.N/, $changed counts.

aside='' changed=0
# keep FILE: copy it to before-update.N/, N being the first number that is free.
keep() {
    if [ -z "$aside" ]; then
        n=1
        while ! mkdir "before-update.$n" 2>/dev/null; do
            [ -e "before-update.$n" ] || fail "no folder can be made here"
            n=$((n + 1))
        done
        aside=before-update.$n
    fi
    { mkdir -p "$(dirname "$aside/$1")" && cp -pR "$1" "$aside/$1"; } ||
        fail "'$1' could not be copied to $aside/: nothing was done to it"
}
# put TEXT FILE: TEXT comes into place as FILE in one step, as executable as TEXT is.
put() {
    rm -f "$2.updating"
    { mkdir -p "$(dirname "$2")" && cp "$1" "$2.updating" && mv -f "$2.updating" "$2"; } ||
        fail "'$2' could not be written"
    changed=$((changed + 1))
}
# merged FILE YOURS OLD NEW: print what becomes of FILE, of which there are these texts. Fails
# where they cannot be merged.
merged() {
    case $1 in
    labs/*/kernel.cu) "$work/merge-kernel" "$2" "$3" "$4" ;;
    *) [ -f "$3" ] && git merge-file -p "$2" "$3" "$4" 2>/dev/null ;;
    esac
}
# take FILE OLD NEW: FILE, which the learner changed and which is no longer OLD, becomes NEW
# with the learner's changes; or stays, and NEW is put beside it.
take() {
    rm -f "$work/merged"
    if [ -f "$1" ] && merged "$1" "$1" "$2" "$3" >"$work/merged"; then
        cmp -s "$work/merged" "$1" && return
        keep "$1"
        [ ! -x "$3" ] || chmod +x "$work/merged"
        put "$work/merged" "$1"
        echo "  $1: what you wrote, with what is new around it"
    else
        cmp -s "$3" "$1.new-version" || { keep "$1" && put "$3" "$1.new-version"; }
        echo "  $1: yours, as it was; it does not fit the new one, which is $1.new-version"
    fi
}
# The skeleton of FILE that a tree without git keeps, and that make reset puts back.
skeleton() {
    echo "$(dirname "$1")/.skeleton.cu"
}
finish() { # VERSION
    if [ "$changed" = 0 ]; then
        echo "up to date with $1"
    else
        echo "updated to $1${aside:+; what was replaced is in $aside/}"
    fi
}
