# How lab k looks in every picture: its colour, and its point, filled or empty. Of the colours
# the eighth is a library's.
array colour[8] = ["#6e6e6e", "#d98200", "#3b8fc9", "#00805c", \
                   "#b5548f", "#c44d00", "#0b5394", "#000000"]
array filled[7] = [5, 9, 13, 11, 5, 15, 7]
array empty[7] = [4, 8, 12, 10, 4, 14, 6]
look_of(number) = (number - 1) % 7 + 1
