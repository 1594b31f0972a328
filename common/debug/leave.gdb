# Before an access the thread can go on: out of the emulator, so that 'next' begins in the
# learner's code. (Not within an 'if': there gdb does not wait for 'finish'.)
down-silently
pipe finish | cat >/dev/null
