#!/bin/sh
# tests/expand: kernels that are stored as edits of a solution follow it, and one that
# cannot is reported. In a copy of the course.
. tests/tap.sh

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/the course" && cd "$work/the course" || exit 1

# sources: what there is a kernel of, without the ending.
sources() {
    find "$1/wrong" "$1/variants" -type f | sed "s,^$1/,,; s/\.[a-z]*\$//" | sort
}
is "each patch and each source is a kernel in build/" "$(sources build/tests)" "$(sources tests)"

# --- the way there and back

kernel=wrong/03_smem/RACE-missing-second-barrier
for name in $kernel wrong/01_naive/WRONG-nan variants/07_autotune/double-buffer; do
    cp "tests/$name.patch" "$work/before" && cp "build/tests/$name.cu" "tests/$name.cu"
    ok "--make of $name" tests/expand --make "tests/$name.cu"
    ok "... is the patch that it came from" diff "$work/before" "tests/$name.patch"
    ok "... which takes its place" test ! -e "tests/$name.cu"
done

sed 's/alpha \* acc/acc/' solutions/01_naive/kernel.cu >tests/wrong/01_naive/WRONG-new.cu
is "--make of a new kernel wants a text" \
    "$(tests/expand --make tests/wrong/01_naive/WRONG-new.cu 2>&1; echo $?)" \
    'expand: tests/wrong/01_naive/WRONG-new.patch needs a text: what is wrong?
2'
tests/expand --make tests/wrong/01_naive/WRONG-new.cu 'Forgets alpha.'
is "... and puts it first" "$(sed 3q tests/wrong/01_naive/WRONG-new.patch)" \
    'Forgets alpha.
--- solutions/01_naive/kernel.cu
+++ tests/wrong/01_naive/WRONG-new.cu'
cp solutions/01_naive/kernel.cu tests/wrong/01_naive/WRONG-same.cu
is "--make of a copy" "$(tests/expand --make tests/wrong/01_naive/WRONG-same.cu 'No.' 2>&1)" \
    'expand: tests/wrong/01_naive/WRONG-same.cu is no edit of solutions/01_naive/kernel.cu'
rm tests/wrong/01_naive/WRONG-same.cu
tests/expand
ok "the new kernel is there" grep -q '= acc + old;' build/tests/wrong/01_naive/WRONG-new.cu
rm tests/wrong/01_naive/WRONG-new.patch
tests/expand
ok "... until its patch goes" test ! -e build/tests/wrong/01_naive/WRONG-new.cu

# --- the solution changes

sed -i 's/float acc = 0/float sum = 0/; s/acc +=/sum +=/; s/alpha \* acc/alpha * sum/' \
    solutions/02_coalesce/kernel.cu
sed -i '1i // One line more.' solutions/03_smem/kernel.cu
said=$(tests/expand 2>&1)
is "where a solution changes its names" $? 1
is "... what edits these lines is named, and what to do" \
    "$(echo "$said" | grep WRONG-sums-into-c)" \
    "tests/wrong/02_coalesce/WRONG-sums-into-c.patch: does not apply to \
tests/variants/02_coalesce/textbook.cu: make the edit in a copy of that, \
tests/wrong/02_coalesce/WRONG-sums-into-c.cu, and run \
tests/expand --make tests/wrong/02_coalesce/WRONG-sums-into-c.cu"
ok "... and no old kernel is left to be tested" \
    test ! -e build/tests/wrong/02_coalesce/WRONG-sums-into-c.cu
ok "... what edits other lines follows the solution" \
    grep -q 'sum +=' build/tests/wrong/02_coalesce/WRONG-grid-not-turned.cu
unlike "... and so it does where a line was added" "$said" 03_smem
is "... also through a variant" "$(head -n 1 build/tests/$kernel.cu)" '// One line more.'
is "it is said again" "$(tests/expand 2>&1)" "$said"
done_testing
