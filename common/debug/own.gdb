# The frame of the learner's function, where an instruction of PTX is inlined into it.
set $here = $pc
while $pc == $here
  up-silently
end
down-silently
