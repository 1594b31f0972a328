# shellcheck shell=sh disable=SC2034,SC2154
# tools/update by git: which version there is, and every file of it. Leaves in $work/commit what
# a merge commit would have.

[ "$(git rev-parse --show-cdup 2>/dev/null || echo none)" = '' ] ||
    fail "this is no clone of the course: $newer"
folder=$(git rev-parse --git-dir)
for state in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply; do
    [ ! -e "$folder/$state" ] || fail "git is in the middle of something: end it first (git status)"
done
[ -z "$(git ls-files --unmerged)" ] || fail 'git has conflicts here: resolve them first (git status)'
head=$(git rev-parse -q --verify HEAD) || fail "there is no commit here: $newer"
branch=$(git symbolic-ref -q --short HEAD)
remote=$(git config "branch.$branch.remote" || git remote | head -n 1)
[ -n "$remote" ] || fail "this clone has no remote: $newer"
git fetch -q "$remote" 2>"$work/fetch" ||
    fail "git fetch $remote: $(head -n 1 "$work/fetch"): is there a network?"
for name in '@{upstream}' "refs/remotes/$remote/HEAD" "refs/remotes/$remote/$branch" \
    "refs/remotes/$remote/main"; do
    new=$(git rev-parse -q --verify "$name^{commit}" 2>/dev/null) && break
done
[ -n "$new" ] || fail "'$remote' has no branch to take: git branch -u $remote/NAME names one"
base=$(git merge-base "$head" "$new") || fail "'$remote' has another history than this clone: $newer"
version="$remote, $(git log -1 --format='%h of %cs' "$new")"

# text COMMIT FILE OUT: FILE as COMMIT has it. Fails if it has none.
text() {
    rm -f "$3"
    mode=$(git ls-tree "$1" -- "$2" | cut -d ' ' -f 1)
    [ -n "$mode" ] && git cat-file blob "$1:$2" >"$3" || return
    [ "$mode" != 100755 ] || chmod +x "$3"
}
git diff --name-only --no-renames "$base" "$new" |
    awk '/\/kernel\.cu$/ { print 0, $0; next } { print 1, $0 }' | sort | cut -c 3- >"$work/files"

# What is staged and then changed again is in no file: keep that too.
git diff --name-only >"$work/changed"
git diff --cached --name-only --diff-filter=AM | grep -xFf "$work/changed" >"$work/staged"
while read -r file <&3; do
    mkdir -p "$work/index/$(dirname "$file")" && git cat-file blob ":$file" >"$work/index/$file"
done 3<"$work/staged"

if [ -s "$work/files" ] && [ -s "$work/staged" ]; then
    keep "$(head -n 1 "$work/staged")"
    cp -R "$work/index" "$aside/staged" || exit 2
fi

: >"$work/commit" # for a clone with commits of its own: MODE SHA FILE of a merge, or - - FILE
while read -r file <&3; do
    text "$base" "$file" "$work/old" || :
    text "$new" "$file" "$work/new" || :
    if [ ! -e "$file" ]; then
        [ ! -e "$work/new" ] || put "$work/new" "$file"
    elif [ ! -e "$work/new" ]; then
        if cmp -s "$work/old" "$file"; then
            rm -f "$file"
            changed=$((changed + 1))
        else
            echo "  $file: yours, as it was; the course no longer has it"
        fi
    elif cmp -s "$work/old" "$file"; then
        put "$work/new" "$file"
    elif ! cmp -s "$work/new" "$file"; then
        take "$file" "$work/old" "$work/new"
    fi
    case $file in labs/*/kernel.cu)
        old=$(skeleton "$file")
        [ ! -e "$old" ] || [ ! -e "$work/new" ] || cmp -s "$work/new" "$old" ||
            put "$work/new" "$old" ;;
    esac

    # The same for what is committed.
    [ "$base" != "$head" ] || continue
    if ! text "$head" "$file" "$work/head"; then
        [ -e "$work/old" ] || [ ! -e "$work/new" ] || cp -p "$work/new" "$work/head"
    elif cmp -s "$work/old" "$work/head"; then
        rm -f "$work/head"
        [ ! -e "$work/new" ] || cp -p "$work/new" "$work/head"
    elif [ -e "$work/new" ] && merged "$file" "$work/head" "$work/old" "$work/new" >"$work/both"; then
        cat "$work/both" >"$work/head"
    fi
    if [ ! -e "$work/head" ]; then
        echo "- - $file"
    else
        mode=100644
        [ ! -x "$work/head" ] || mode=100755
        echo "$mode $(git hash-object -w "$work/head") $file"
    fi >>"$work/commit"
done 3<"$work/files"
