#!/bin/sh
# The course in a page (view/try), in Chromium: try.pl has the tests. The page is built here.
# FULL=1: also what takes long: labs 00 to 03 by typing, with three mistakes each.
. tests/tap.sh

perl -Itests -Mbrowser -e 'exit !!browser::missing()' || {
    echo '1..0 # SKIP no Chromium, or no chromedriver'
    exit
}
for needed in npm bison apt-get cmark-gfm python3; do
    command -v $needed >/dev/null || {
        echo "1..0 # SKIP no $needed"
        exit
    }
done
# In a copy, since other tests copy the course meanwhile.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/course" "$work/course/build" || exit 1
for file in * .github; do
    case $file in
    build | results) ;;
    *) cp -a "$file" "$work/course" || exit 1 ;;
    esac
done
[ ! -d build/web ] || cp -a build/web "$work/course/build" || exit 1
cd "$work/course" || exit 1
# What comes from elsewhere: without a network there is no page.
make -s fetched >fetched.log 2>&1 || {
    echo "1..0 # SKIP what the page is built of cannot be fetched: $(tail -n 1 fetched.log)"
    exit
}
tools/site results/site >/dev/null && make -s try >/dev/null || exit 1
perl -Itests tests/try.pl results/site ${FULL:+full}
