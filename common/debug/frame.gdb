# Where a thread of a kernel has stopped, for tools/debug: in its own frame, with what it
# has. At the call of emu_debug_stop(), the emulator is up to the address emu_debug_pc.
while $pc != emu_debug_pc
  up-silently
end
while $pc == emu_debug_pc
  up-silently
end
down-silently
