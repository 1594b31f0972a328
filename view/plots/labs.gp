# What all plots have in common: how lab k looks, by its colour and its point, filled or
# empty; no two of the first 63 look the same. And numbers: 819, 66,908, 52.1, 0.52.
array colour_list[9] = ["#6e6e6e", "#d98200", "#3b8fc9", "#00805c", "#b5548f", \
                        "#c44d00", "#0b5394", "#6b4fa0", "#7d7a00"]
array filled_list[7] = [5, 9, 13, 11, 5, 15, 7]
array empty_list[7] = [4, 8, 12, 10, 4, 14, 6]
LIBRARY = -1
lab_of(name) = int("1" . name[1:2]) - 100
colour(lab) = lab == LIBRARY ? "#000000" : colour_list[(lab + 8) % 9 + 1]
filled(lab) = filled_list[(lab + 6) % 7 + 1]
empty(lab) = lab == LIBRARY ? 2 : empty_list[(lab + 6) % 7 + 1]
said(x) = x >= 999.5 ? sprintf("%d,%03d", int(x + 0.5) / 1000, int(x + 0.5) % 1000) : \
          x >= 99.95 ? sprintf("%.0f", x) : x >= 9.995 ? sprintf("%.1f", x) : sprintf("%.2f", x)
