# shellcheck shell=sh
# Compilers that add options to what is given to them. Source this file where $scratch is
# a folder of the test's own, put $scratch/bin in front of PATH, and call
#
#   stand_in COMMAND OPTIONS always      at every call
#   stand_in COMMAND OPTIONS link        where programs are linked

stand_in() {
    mkdir -p "${scratch:?}/bin"
    real=$(command -v "$1")
    cat >"$scratch/bin/$1" <<STAND_IN
#!/bin/sh
case "$3 \$*" in
always*) exec $real "\$@" $2 ;;
*' -c '* | *' -E '* | *' -S '* | *-dump*) exec $real "\$@" ;;
*) exec $real "\$@" $2 ;;
esac
STAND_IN
    chmod +x "$scratch/bin/$1"
}
