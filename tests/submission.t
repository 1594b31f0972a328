#!/bin/sh
# build/submission alone: which file of a submission is a lab's kernel, among names of all
# kinds; the message if there is none; and no other file is opened.
. tests/tap.sh
make -s BACKEND=cpu build/submission >/dev/null || exit 1

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
escape=$(printf '\033')

# hand_in FILE...: into a fresh folder. The part before an = is the file's content:
# skeleton, empty, or a text. Without it the file is filled in, each one differently.
hand_in() {
    count=$((count + 1))
    d=$scratch/$count
    mkdir "$d"
    for file; do
        what=${file%%=*}
        path=$d/${file#*=}
        [ -d "${path%/*}" ] || mkdir -p "${path%/*}"
        case $file in
        'skeleton='*) cp labs/01_naive/kernel.cu "$path" ;;
        'empty='*) : >"$path" ;;
        *=*) printf '%s\n' "$what" >"$path" ;;
        *) printf '// %s\n' "$file" >"$path" ;;
        esac
    done
}
# What is decided of $lab: its line, and the line's fields.
lab=01_naive count=0
decision() {
    line=$(build/submission "$d" $lab 02_coalesce 03_smem)
    line=${line%%"$newline"*}
    IFS=$tab read -r _ kind where note <<END
$line
END
}
newline='
'
tab='	'
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

# --- As expected, and the order of that

x=labs/01_naive/kernel.cu
takes $x $x 01_naive/kernel.cu 01_naive.cu
takes 01_naive/kernel.cu 01_naive/kernel.cu 01_naive.cu
takes 01_naive.cu 01_naive.cu '01_naive (1).cu' lab01.cu
for x in 01_naive.cu labs/01_naive/kernel.cu; do
    hand_in $x labs/02_coalesce/kernel.cu README.md
    decision
    is "no note where all is as expected, $x" "$line" "$lab	file	$x"
done

# --- Names of all kinds, each alone

for name in 01_NAIVE.CU 01-naive.cu '01 naive.cu' 1_naive.cu 01naive.cu Lab01_naive.cu \
    '01_naive (1).cu' '01_naive(2).cu' '01_naive - Copy.cu' '01_naive - Copy (2).cu' \
    'Copy of 01_naive.cu' '01_naive copy 2.cu' 01_naive-1.cu 01_naive_final.cu \
    01_naive_v2.cu ann_miller_01_naive.cu 01_naive.cu.txt '01_naive.cu ' 01_naive.cu.cu \
    lab01.cu 'lab 1.cu' Lab-1.cu 'lab01 (3).cu' 01.cu 1.cu '1 (2).cu' kernel1.cu \
    naive.cu naive_kernel.cu 'naive(1).cu' \
    labs/01_naive/Kernel.cu LABS/01_NAIVE/KERNEL.CU lab1/kernel.cu 1/kernel.cu \
    naive/kernel.cu '01_naive/kernel (1).cu' 01_naive/solution.cu 01_naive/naive.cu \
    submission/01_naive.cu ann/course-main/labs/01_naive/kernel.cu \
    "it's \"x\"; \$(touch y)/01_naive.cu" -rf/-naive.cu '*/naive.cu' a/b/c/d/e/naive.cu; do
    takes "$name" "$name"
done
lab=04_tile1d
for name in tile1d.cu tile_1d.cu 04-Tile-1D.cu 4.cu lab4/kernel.cu; do
    takes "$name" "$name"
done
lab=01_naive

# --- Which of several

takes '01_naive (2).cu' '01_naive (1).cu' '01_naive (2).cu' lab01.cu
takes lab01_20240116120000.cu lab01_20240115120000.cu lab01_20240116120000.cu
takes '01_naive (10).cu' '01_naive (9).cu' '01_naive (10).cu'
takes 'Copy of 01_naive.cu' 'Copy of 01_naive.cu' naive.cu
takes lab01.cu 01.cu 1.cu naive.cu lab01.cu
takes new/naive.cu old/naive.cu new/naive.cu
takes x/01_naive.cu x/01_naive.cu 'x/01_naive (1).cu' 'y (1)/01_naive.cu'
takes 01_naive.cu skeleton=$x 01_naive.cu
takes 'labs/01_naive/kernel (1).cu' skeleton=$x 'labs/01_naive/kernel (1).cu'
takes $x skeleton=$x empty=01_naive.cu
takes $x skeleton=$x
takes '01_naive (1).cu' empty=01_naive.cu '01_naive (1).cu'
hand_in 01_naive.cu
sed 's/$/\r/; s/^/  /' labs/01_naive/kernel.cu >"$d/naive.cu"
mv "$d/01_naive.cu" "$d/lab1.cu" && mv "$d/naive.cu" "$d/01_naive.cu"
decision
is 'a skeleton is one, whatever its white space' "$where" lab1.cu
hand_in naive.cu skeleton=01_naive.cu 1.cu lab01.cu a/1.cu b/1.cu c/1.cu d/1.cu
decision
is 'the files that are left are named' "$note" "file: 'lab01.cu'; also found, and not \
read: '01_naive.cu' (the skeleton), '1.cu', 'a/1.cu', 'b/1.cu', 'c/1.cu' and 2 more"
hand_in lab01.cu
cp "$d/lab01.cu" "$d/naive.cu"
decision
is 'but no second copy of the same text' "$note" "file: 'lab01.cu'"

# --- Names that say nothing: the text

takes kernel.cu ' * Lab 01, naive: my kernel=kernel.cu'
takes main.cu '__global__ void naive(int M)=main.cu' ' * Lab 02, coalesce=kernel.cu'
takes 02_naive.cu 'void naive()=02_naive.cu'
takes 'kernel (2).cu' 'Lab 01, naive. A=kernel (1).cu' 'Lab 01, naive. B=kernel (2).cu'
hand_in kernel.cu
is 'kernel.cu, where one lab alone is asked for' "$(build/submission "$d" $lab | cut -f3)" \
    kernel.cu
none "none	.*; found: 'kernel.cu'\$" kernel.cu
none "none	.*; found: 'main.cu'\$" ' Lab 01, naive, Lab 02, coalesce=main.cu'

# --- Nothing

none "	none	there is no $x and no 01_naive.cu; the folder is empty\$"
none "	none	there is no $x and no 01_naive.cu\$" predictions/01_naive.tsv
none "; there is 'submission.zip', an archive: unpack it, or hand in $x\$" submission.zip x.c
for name in a.tar.gz a.tgz a.tar a.7z a.RAR b/a.zip; do
    none "; there is '$name', an archive: unpack it" $name
done
none "; found: '01_naive.cpp', 'a.txt', 'b.txt', 'c.txt', 'd.txt' and 1 more\$" \
    a.txt b.txt c.txt d.txt e.txt 01_naive.cpp
none "; found: 'a\\?\\[31m\\?b'\$" "a${escape}[31m
b"
none "; found: '\\?.txt'\$" "$(printf '\377.txt')"
none "; found: '\\.\\.\\.x{57}'\$" "$(printf '%0200d' 0 | tr 0 x)"
none 'no 01_naive.cu$' 02_coalesce.cu
none '; the folder is empty$' .01_naive.cu .git/01_naive.cu __MACOSX/labs/01_naive/kernel.cu
none 'none	' a/b/c/d/e/f/naive.cu
takes $x skeleton=$x solutions/01_naive/kernel.cu tests/hostile/naive.cu tests/01_naive.cu
takes solutions/01_naive.cu skeleton=$x solutions/01_naive.cu
takes solutions/01_naive/kernel.cu solutions/01_naive/kernel.cu

# --- What is no file to be read

hand_in
ln -s /etc/passwd "$d/01_naive.cu"
decision
is 'a link' "$line" "$lab	refused	'01_naive.cu' is a symbolic link	01_naive.cu"
echo x >"$d/naive.cu"
decision
is '... does not hide a file' "$line" "$lab	file	naive.cu	file: 'naive.cu'; also \
found, and not read: '01_naive.cu' (a symbolic link)"
for what in 'mkfifo lab1.cu' 'mkdir lab1.cu' 'ln -s / labs' 'ln -s / 01_naive' \
    'truncate -s 1048577 lab1.cu'; do
    hand_in
    (cd "$d" && $what)
    decision
    is "refused: $what" "$kind" refused
    echo x >"$d/naive.cu"
    decision
    is '... beside a file' "$where" naive.cu
done
hand_in 2.cu
truncate -s 1048576 "$d/lab1.cu"
decision
is '1 MiB is not too large' "$where" lab1.cu
if [ "$(id -u)" != 0 ]; then
    hand_in 01_naive.cu labs/02_coalesce/kernel.cu
    chmod 0 "$d/01_naive.cu" "$d/labs"
    decision
    is 'unreadable' "$where" "'01_naive.cu' is unreadable"
    is '... a folder' "$(build/submission "$d" 02_coalesce | cut -f3)" "'labs' is unreadable"
    chmod 700 "$d/labs"
else
    skip 2 'root reads all'
fi

# --- Whatever a name holds, and however many there are

hand_in "$(printf 'a\n\t\\n%%s\0011/01_naive.cu')"
decision
is 'a path as printf %b takes it' "$where" 'a\0012\0011\0134n%s\00011/01_naive.cu'
ok '... is the file' test -f "$d/$(printf %b "$where")"
is '... on one line a lab' "$(build/submission "$d" | wc -l)" \
    "$(find labs -maxdepth 1 -name '[0-9]*' | wc -l)"
hand_in 01_naive.cu
mkdir "$d/many"
(cd "$d/many" && seq 10001 | xargs mkdir)
started=$(date +%s)
decision
is 'too many files: what is expected is found' "$line" "$lab	file	01_naive.cu	file: \
'01_naive.cu'; only 10000 files and folders were looked at"
ok '... soon' [ $(($(date +%s) - started)) -le 5 ]
hand_in naive.cu
mv "$d" "$scratch/-n"
is 'a folder called -n' "$(cd "$scratch" && "$OLDPWD/build/submission" -n $lab | cut -f3)" \
    naive.cu
like 'no folder' "$(build/submission "$scratch/none" 2>&1)" 'is not a readable folder$'
done_testing
