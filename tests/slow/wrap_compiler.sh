# shellcheck shell=sh
# Compilers that add options to what is given to them. Source this file where $scratch is
# a folder of the test's own, put $scratch/bin in front of PATH, and call
#
#   wrap_compiler COMMAND OPTIONS always      at every call
#   wrap_compiler COMMAND OPTIONS link        where programs are linked

wrap_compiler() {
    mkdir -p "${scratch:?}/bin"
    real=$(command -v "$1")
    cat >"$scratch/bin/$1" <<WRAPPER
#!/bin/sh
case "$3 \$*" in
always*) exec $real "\$@" $2 ;;
*' -c '* | *' -E '* | *' -S '* | *-dump*) exec $real "\$@" ;;
*) exec $real "\$@" $2 ;;
esac
WRAPPER
    chmod +x "$scratch/bin/$1"
}
