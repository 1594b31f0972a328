#!/bin/sh
# The course on arm64: a cross compiler builds a copy of it, and its programs run under
# qemu. Counters must be those of this machine, and every solution must pass.
#
# Needs: dpkg --add-architecture arm64, then apt-get install g++-aarch64-linux-gnu
# qemu-user-static libjansson-dev:arm64 libstdc++6:arm64
. tests/tap.sh

cross=aarch64-linux-gnu
for tool in $cross-g++ qemu-aarch64-static /usr/lib/$cross/libjansson.so /usr/lib/$cross/libstdc++.so.6; do
    if ! command -v "$tool" >/dev/null && ! [ -e "$tool" ]; then
        skip 1 "no $tool: see the first lines of tests/slow/arm64.t"
        done_testing
    fi
done

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
copy_tree "$work/course" && cd "$work/course" || exit 1
export BACKEND=cpu
emu/frontend/emucc -Icommon emu/tests/counters.cu -o "$work/counters"
want=$("$work/counters" 96)

# The compilers' names mean the cross compiler's; what only reads text stays as it is.
rm -rf results build/cpu emu/build/*/ emu/build/*.a
mkdir "$work/bin"
for tool in gcc g++ ar ld nm objcopy; do
    ln -s "$(command -v $cross-$tool)" "$work/bin/$tool"
done
PATH=$work/bin:$PATH
touch emu/build/rewrite emu/build/assembler

# A program that emucc has linked becomes a script that runs it.
mv emu/frontend/emucc emu/frontend/emucc.cross
cat >emu/frontend/emucc <<END
#!/bin/sh
for argument; do
    [ "\$last" != -o ] || program=\$argument
    [ "\$argument" != -c ] || exec emu/frontend/emucc.cross "\$@"
    last=\$argument
done
emu/frontend/emucc.cross "\$@" && mv "\$program" "\$program.arm64" || exit
echo "#!/bin/sh
exec qemu-aarch64-static '\$program.arm64' \\"\\\$@\\"" >"\$program"
chmod +x "\$program"
END
chmod +x emu/frontend/emucc
touch -r emu/frontend/emucc.cross emu/frontend/emucc

# So does build/lab, which links with gcc.
rm "$work/bin/gcc"
cat >"$work/bin/gcc" <<END
#!/bin/sh
$(command -v $cross-gcc) "\$@" || exit
case " \$* " in
*' -o build/lab '*)
    mv build/lab build/lab.arm64
    printf '#!/bin/sh\nexec qemu-aarch64-static %s "\$@"\n' "\$PWD/build/lab.arm64" >build/lab
    chmod +x build/lab ;;
esac
END
chmod +x "$work/bin/gcc"

ok "the emulator builds" make -j2 emu/build/libemu.a
ok "a program builds" emu/frontend/emucc -Icommon emu/tests/counters.cu -o "$work/counters"
like "... for arm64" "$(file "$work/counters.arm64")" 'ARM aarch64'
is "its counters are this machine's" "$("$work/counters" 96)" "$want"
said=$(make check-all FROM=solutions 2>&1)
for lab in labs/[0-9][0-9]_*; do
    like "${lab#labs/} passes" "$said" "^${lab#labs/} +PASS +"
done
done_testing
