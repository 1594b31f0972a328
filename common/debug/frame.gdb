# Where a thread of a kernel has stopped, for tools/debug: in its own frame, with what it
# has. At the call of emu_debug_stop(), the emulator is up to the address emu_debug_pc.
while $pc != emu_debug_pc
  up-silently
end
while $pc == emu_debug_pc
  up-silently
end
down-silently
# Before an access the thread can go on: out of the emulator, so that 'next' begins in the
# learner's code. At another fault it never comes back from there.
if $goes_on
  down-silently
  pipe finish | cat >/dev/null
end
set $threadIdx = emu_debug_thread
set $blockIdx = emu_debug_block
printf "\nthread (%u,%u,%u) of block (%u,%u,%u), as $threadIdx and $blockIdx:\n", $threadIdx.x, $threadIdx.y, $threadIdx.z, $blockIdx.x, $blockIdx.y, $blockIdx.z
frame
# Numbers first, then arrays, the long ones by name alone.
pipe info locals | awk '!/ = [{]/ || / = [{][A-Za-z_0-9]+ = / { print; next } { array[++n] = $0; name[n] = $1 } END { for (i = 1; i <= n; i++) print length(array[i]) <= 80 ? array[i] : name[i] " is an array: print " name[i] }'
if $goes_on
  echo \nprint NAME, info locals, next and step work from here to the end of the kernel\n\n
else
  echo \nprint NAME and info locals work here; next and step do not: the thread ends here\n\n
end
