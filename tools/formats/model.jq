# The table of 'lab bench' -> JSON: a list, with the modelled speed of each function.
def sizes: split(",") | map(split("=") | {(.[0]): (.[1] | tonumber)}) | add;

split("\n")
| map(select(startswith("# bottleneck ")) | sub("^# bottleneck [^:]*: "; "")) as $bottlenecks
| map(select((startswith("#") | not) and . != "") | split("\t"))
| .[0] as $columns
| [.[1:] | to_entries[]
   | .key as $i
   | (.value | [$columns, .] | transpose | map({(.[0]): .[1]}) | add)
   | {function, sizes: (.sizes | sizes), ms: (.ms_median | tonumber),
      gflops: (.gflops | tonumber), gbytes_s: (.gbytes_s | tonumber),
      bottleneck: $bottlenecks[$i]}]
