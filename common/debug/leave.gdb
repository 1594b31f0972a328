# Before an access the thread can go on: out of the emulator, so that 'next' begins in the
# learner's code. An instruction of PTX is a function of the emulator's header there, inlined.
# (Not within an 'if': there gdb does not wait for 'finish'.)
while $pc == emu_debug_pc
  down-silently
end
pipe finish | cat >/dev/null
