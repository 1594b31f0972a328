# shellcheck shell=sh disable=SC2034,SC2154
# tools/update by git, when the files are there: git moves to the new version.

# Now git may know: of the new commit, or of a merge with those that are yours.
commit=$new
if [ "$base" = "$new" ]; then
    finish "$version"
    exit
elif [ "$base" != "$head" ]; then
    export GIT_INDEX_FILE="$work/git-index"
    git read-tree "$head" || exit 2
    while read -r mode sha file <&3; do
        if [ "$mode" = - ]; then
            git update-index --force-remove "$file"
        else
            git update-index --add --cacheinfo "$mode,$sha,$file"
        fi || exit 2
    done 3<"$work/commit"
    tree=$(git write-tree) || exit 2
    unset GIT_INDEX_FILE
    me=$(id -un 2>/dev/null || echo learner)
    commit=$(GIT_AUTHOR_NAME=${GIT_AUTHOR_NAME-$(git config user.name || echo "$me")} \
        GIT_AUTHOR_EMAIL=${GIT_AUTHOR_EMAIL-$(git config user.email || echo "$me@localhost")} \
        GIT_COMMITTER_NAME=${GIT_COMMITTER_NAME-$(git config user.name || echo "$me")} \
        GIT_COMMITTER_EMAIL=${GIT_COMMITTER_EMAIL-$(git config user.email || echo "$me@localhost")} \
        git commit-tree "$tree" -p "$head" -p "$new" -m "Take the course's new version") || exit 2
fi
git reset -q "$commit" || fail "git could not move to the new version: see above"
changed=$((changed + 1))
finish "$version"
