# Records of checks (docs/finding.md) -> SARIF 2.1.0, which editors and forges read: a result
# per record that is no PASS, at the line of the fault, or at its file.

def meaning: {
  INCOMPLETE: "a step is not written yet",
  COMPILE_ERROR: "the kernel does not compile",
  WRONG: "a wrong result",
  OUT_OF_BOUNDS: "an access outside an array",
  MISALIGNED: "an address that is no multiple of the access's size",
  UNINITIALIZED: "a read of memory that was never set",
  RACE: "accesses to the same bytes without an order between them",
  BARRIER: "a barrier that some threads never reach, or a deadlock",
  TIMEOUT: "the kernel does not end",
  CRASH: "the program ended",
  TECHNIQUE: "correct, but not this lab's technique",
  FORBIDDEN: "something that a submission may not do",
  MEMORY: "too much memory",
  OUTPUT: "too much output"
};
def level: if . == "TECHNIQUE" then "warning" elif . == "INCOMPLETE" then "note" else "error" end;
def uri: split("/") | map(@uri) | join("/");

def result: {
  ruleId: .verdict,
  level: (.verdict | level),
  message: {text: ([.what, (.try // empty | "Try: " + .), (.when // empty | "In: " + .)] | join("\n"))},
  locations: [{physicalLocation: (
    {artifactLocation: {uri: (.file // .source | uri), uriBaseId: "COURSE"}}
    + if .line then {region: {startLine: .line}} else {} end)}],
  properties: ({lab} + ({block, thread, array, indices, seed, device, backend}
                        | with_entries(select(.value != null))))
};

{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  version: "2.1.0",
  runs: [{
    tool: {driver: {
      name: "lab",
      rules: [meaning | to_entries[] | {id: .key, shortDescription: {text: .value},
              defaultConfiguration: {level: (.key | level)}}]}},
    columnKind: "unicodeCodePoints",
    results: [.[] | select(.verdict != "PASS") | result]
  }]
}
