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
# What comes from elsewhere: without a network there is no page.
for file in emu/build/wasm/js/node_modules build/web/js/node_modules build/web/jansson/jansson.h build/web/awk/awk.h; do
    [ -e "$file" ] || make -s fetched >/dev/null 2>&1 || {
        echo '1..0 # SKIP what the page is built of cannot be fetched'
        exit
    }
done
tools/site results/site >/dev/null && make -s try >/dev/null || exit 1
perl -Itests tests/try.pl results/site ${FULL:+full}
