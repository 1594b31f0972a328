# The ladder: of each lab, the learners who pass, by the modelled time of their kernels, under
# pseudonyms. $names[0] has the pseudonym of each learner; $style is the page's CSS.
include "html";

def columns: 4; # of counts, at most

# What the kernels that passed came to: a list, the fastest first; with equal times, in the
# order of pseudonyms, so that nothing depends on a name.
def rungs:
  [.[] | $names[0][.student] as $name
   | .labs[] | select(.verdict == "PASS" and .model)
   | {lab, name: $name, counts: (.counts // {}), ms: ([.model[].ms] | add),
      gflops: (if .model | length == 1 then .model[0].gflops else null end),
      sizes: [.model[].sizes], bound: (.model[-1].bottleneck // "" | sub(":.*"; ""))}]
  | sort_by(.ms, .name);

# The counts that differ most from kernel to kernel.
def telling:
  . as $all
  | [[.[].counts | keys_unsorted[]] | unique[] | . as $key
     | {key: $key, values: ([$all[].counts[$key]] | unique | length)}]
  | sort_by(-.values) | .[:columns] | map(.key);

def sizes: map(to_entries | map("\(.key) = \(.value)") | join(", ")) | unique | join("; ");

def lab:
  . as $all | telling as $counts
  | section("lab-\(.[0].lab)"; .[0].lab;
      ("\($all | length | many("kernel")), at \($all[0].sizes | sizes | text)" | soft),
      ([$all | to_entries[]
        | [(.key + 1 | number), (.value.name | text | cell),
           (.value.ms | if . < 1 then fixed(4) else fixed(2) end | number),
           (.value.gflops | if . then round else "-" end | number),
           (.value.bound | text | cell)]
          + [.value.counts[$counts[]] | if . == null then "-" else rounded(3) end | number]]
       | table(["#", "name", "#ms", "#GFLOP/s", "bound by"] + ($counts | map("#" + .)))));

def device: [.[].device | select(.)] | unique | join(", ") | sub("emulator, "; "");

page("The ladder of the class"; $style;
  ("Kernels that pass, the fastest first. Times are modelled for an \(device | text) by the CPU "
   + "emulator, for one problem; the counts are those of the lab’s rules." | paragraph),
  ("The names are drawn at random. You find yours at the top of your report." | soft),
  (rungs | group_by(.lab) | (map(.[0].lab | ["lab-" + ., .]) | contents), (.[] | lab)))
