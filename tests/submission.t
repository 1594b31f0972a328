#!/bin/sh
# tools/grading/submission alone: which file of a submission is a lab's kernel; the message if there
# is none; and no other file is opened.
#
# depends: tools/grading/submission labs
. tests/tap.sh

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
escape=$(printf '\033')

# hand_in FILE...: into a fresh folder. The part before an = is the file's content:
# skeleton, or a text. Without it the file is filled in.
hand_in() {
    count=$((count + 1))
    d=$scratch/$count
    mkdir "$d"
    for file; do
        path=$d/${file#*=}
        [ -d "${path%/*}" ] || mkdir -p "${path%/*}"
        case $file in
        'skeleton='*) cp labs/01_naive/kernel.cu "$path" ;;
        *) printf '// %s\n' "${file%%=*}" >"$path" ;;
        esac
    done
}
# What is decided of $lab: its line, and the line's fields.
lab=01_naive count=0
decision() {
    line=$(tools/grading/submission "$d" $lab 02_coalesce 03_smem | head -n 1)
    IFS=$(printf '\t') read -r _ kind where note <<END
$line
END
}
# takes FILE AMONG...: that file is the kernel.
takes() {
    want=$1
    shift
    hand_in "$@"
    decision
    is "'$want' of: $*" "$kind: $where" "file: $want"
}
# none REGEX AMONG...: nothing is, and the line is such.
none() {
    want=$1
    shift
    hand_in "$@"
    decision
    like "none of: $*" "$line" "$want"
}

# --- Two names

x=labs/01_naive/kernel.cu
for want in $x 01_naive.cu; do
    hand_in "$want" labs/02_coalesce/kernel.cu README.md predictions/01_naive.tsv
    decision
    is "$want, without a note" "$line" "$lab	file	$want"
done
takes $x $x 01_naive.cu
is '... the other is named' "$note" "file: '$x'; also found, and not read: '01_naive.cu'"
takes 01_naive.cu skeleton=$x 01_naive.cu
takes $x skeleton=$x
takes $x skeleton=$x skeleton=01_naive.cu
takes $x skeleton=$x solutions/01_naive/kernel.cu tests/01_naive.cu
hand_in 01_naive.cu
mkdir -p "$d/labs/01_naive" && sed 's/$/\r/; s/^/  /' labs/01_naive/kernel.cu >"$d/$x"
decision
is 'a skeleton is one, whatever its white space' "$where" 01_naive.cu

# --- Nothing

none "	none	there is no $x and no 01_naive.cu; the folder is empty\$"
none "	none	there is no $x and no 01_naive.cu\$" predictions/01_naive.tsv 02_coalesce.cu
for name in 01_NAIVE.CU '01_naive (1).cu' lab01.cu kernel.cu naive/kernel.cu 01_naive.cu.txt \
    labs/01_naive/Kernel.cu ann/labs/01_naive/kernel.cu 01_naive/kernel.cu 17_other.cu; do
    none "; found: '$(echo "$name" | sed 's/[().]/\\&/g')'\$" "$name" README.md
done
none "; there is 'submission.zip', an archive: unpack it\$" submission.zip x.c
for name in a.tar.gz a.tgz a.tar a.7z a.RAR b/a.zip; do
    none "; there is '$name', an archive: unpack it" $name
done
none "; found: '01_naive.cpp', 'a.txt', 'b.txt', 'c.txt', 'd.txt' and 1 more\$" \
    a.txt b.txt c.txt d.txt e.txt 01_naive.cpp
none "; found: 'a\\?\\[31m\\?b'\$" "a${escape}[31m
b"
none "; found: '.?.txt'\$" "$(printf '\377.txt')"
none "; found: '\\.\\.\\.x{57}'\$" "$(printf '%0200d' 0 | tr 0 x)"
none '; the folder is empty$' .01_naive.cu .git/01_naive.cu
none 'no 01_naive.cu$' __MACOSX/labs/01_naive/kernel.cu

# --- What is no file to be read

hand_in
ln -s /etc/passwd "$d/01_naive.cu"
decision
is 'a link' "$line" "$lab	refused	'01_naive.cu' is a symbolic link	01_naive.cu"
mkdir -p "$d/labs/01_naive" && echo x >"$d/$x"
decision
is '... does not hide a file' "$line" "$lab	file	$x	file: '$x'; also found, and not read: \
'01_naive.cu'"
for what in 'mkfifo 01_naive.cu' 'mkdir 01_naive.cu' 'ln -s / labs' \
    'truncate -s 1048577 01_naive.cu'; do
    hand_in
    (cd "$d" && $what)
    decision
    is "refused: $what" "$kind" refused
done
mkdir "$d/labs" && ln -s "$PWD/solutions/01_naive" "$d/labs/01_naive" && rm "$d/01_naive.cu"
decision
is 'a folder that is a link' "$where" "'labs/01_naive' is a symbolic link"
truncate -s 1048576 "$d/01_naive.cu"
decision
is '1 MiB is not too large' "$where" 01_naive.cu
if [ "$(id -u)" != 0 ]; then
    hand_in 01_naive.cu labs/02_coalesce/kernel.cu
    chmod 0 "$d/01_naive.cu" "$d/labs"
    decision
    is 'unreadable' "$where" "'labs' is unreadable"
    chmod 700 "$d/labs"
else
    skip 1 'root reads all'
fi

# --- Whatever a name holds, and however many there are

hand_in "$(printf 'a\n\t\\n%%s\0011/01_naive.cu')"
is 'one line a lab' "$(tools/grading/submission "$d" | wc -l)" \
    "$(find labs -maxdepth 1 -name '[0-9]*' | wc -l)"
hand_in 01_naive.cu
mkdir "$d/many"
(cd "$d/many" && seq -f %g.cu 10001 | xargs touch)
started=$(date +%s)
decision
is 'many files' "$where" 01_naive.cu
like '... are counted' "$(tools/grading/submission "$d" 02_coalesce)" "; found: .* and [0-9]+ more\$"
ok '... soon' [ $(($(date +%s) - started)) -le 5 ]
hand_in 01_naive.cu
mv "$d" "$scratch/-n"
is 'a folder called -n' "$(course=$PWD && cd "$scratch" && "$course/tools/grading/submission" -n $lab | cut -f3)" \
    01_naive.cu
like 'no folder' "$(tools/grading/submission "$scratch/none" 2>&1)" 'is not a readable folder$'
done_testing
