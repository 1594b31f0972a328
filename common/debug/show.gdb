# What the thread is, and what it has.
set $threadIdx = emu_debug_thread
set $blockIdx = emu_debug_block
printf "\nthread (%u,%u,%u) of block (%u,%u,%u), as $threadIdx and $blockIdx:\n", $threadIdx.x, $threadIdx.y, $threadIdx.z, $blockIdx.x, $blockIdx.y, $blockIdx.z
frame
# Numbers first, then arrays, the long ones by name alone.
pipe info locals | awk '/^emu_/ { next } !/ = [{]/ || / = [{][A-Za-z_0-9]+ = / { print; next } { array[++n] = $0; name[n] = $1 } END { for (i = 1; i <= n; i++) print length(array[i]) <= 80 ? array[i] : name[i] " is an array: print " name[i] }'
