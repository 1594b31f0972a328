// emucc for WebAssembly, in node and in a page: clang and lld as WebAssembly, and between
// them the emulator's own programs, rewrite and ir.
import { run } from './host.mjs';

// Each function takes the tools first: { llvm, usr, rewrite, ir, headers }: compiled modules;
// usr is the C and C++ library, a frozen tree; headers is what precompile() makes.

// Runs one of LLVM's programs on files, a tree of names. { status, said, files, output }:
// said: its messages; output: what it wrote to standard output.
export const llvm = ({ llvm, usr }, args, files) => run(llvm, { args: ['llvm', ...args], files: { ...files, usr } });

// clang tells which commands it would run, and they run one after the other. What it tells is
// kept: it depends on the options alone.
const told = new Map();
export async function clang(tools, args, files) {
  const key = args.join('\n');
  if (!told.has(key)) {
    const dry = await llvm(tools, [args[0], '-###', ...args.slice(1)], files);
    if (dry.status) return dry;
    told.set(key, dry.said.split('\n').filter((line) => line.startsWith(' "')).map(words));
  }
  let result = { status: 0, said: '', files };
  for (const command of told.get(key)) {
    result = await llvm(tools, command, result.files);
    if (result.status) break;
  }
  return result;
}

// The words of a command, each in quotes; the first one is empty for clang itself.
const words = (line) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
  .map(([, word]) => word.replace(/\\(.)/g, '$1')).filter((word, i) => i || word);

// As in frontend/emucc.
const defined = ['__CUDACC__=1', '__NVCC__=1', '__CUDACC_VER_MAJOR__=13', '__CUDACC_VER_MINOR__=0',
  '__CUDACC_VER_BUILD__=88', '__CUDA_API_VER_MAJOR__=13', '__CUDA_API_VER_MINOR__=0', '__CUDA_ARCH_LIST__=900',
  '__CUDACC_DEVICE_ATOMIC_BUILTINS__=1', '__NVCC_DIAG_PRAGMA_SUPPORT__=1', '__CUDA_ARCH__=900'].map((name) => `-D${name}`);
const headers = ['-isystem', '/emu/include/cuda', '-isystem', '/emu/include/libraries', '-isystem', '/emu/include'];
// The hooks at accesses; and accesses as in the source.
const watch = ['-O2', '-g1', '-Xclang', '-fsanitize=thread', '-fno-builtin', '-fno-optimize-sibling-calls', '-fno-vectorize',
  '-fno-slp-vectorize', '-fno-strict-aliasing', '-ffp-contract=off', '-fno-finite-loops', '-fno-exceptions', '-fno-delete-null-pointer-checks'];
const passes = ['-O2', '-Xclang', '-fsanitize=thread', '-mllvm', '-tsan-instrument-func-entry-exit=0',
  '-mllvm', '-tsan-distinguish-volatile', '-mllvm', '-tsan-instrument-read-before-write', '-mllvm', '-disable-vector-combine', '-mllvm', '-disable-licm-promotion', '-mllvm', '-aggressive-instcombine-max-scan-instrs=0'];
const warnings = ['-fno-caret-diagnostics', '-Wno-everything'];

// The program's names in clang's messages, instead of the emulator's.
const plain = (text) => text.replace(/emu_([a-zA-Z]*)_value\(\1\)/g, '$1').replace(/emu_dims/g, 'dim3')
  .replace(/emu_index/g, 'uint3').replace(/^\d+ (error|warning)s?.*generated\.\n/gm, '');

const asCu = (standard) => ['-x', 'c++', `-std=${standard}`, '-U__OPTIMIZE__', ...defined, ...headers, ...watch];
const STANDARD = 'gnu++17';

// The emulator's own headers, which come first in each program: the macros that they define,
// and what clang has made of the rest. files: has emu/include.
export async function precompile(tools, files) {
  const text = (string) => new TextEncoder().encode(string);
  const whole = { 'emu_headers.h': text('#include <cuda_runtime.h>\n') };
  const first = { ...files, ...whole, 'none.h': text('') };
  const of = async (name, ...args) => {
    const made = await clang(tools, ['clang++', ...args, name, '-o', '-'], first);
    if (made.status) fail(made.said);
    return made.output;
  };
  const lines = (bytes) => new TextDecoder().decode(bytes).split('\n').filter(Boolean);
  const known = new Set(lines(await of('none.h', '-E', '-dM', ...asCu(STANDARD))));
  const macros = lines(await of('emu_headers.h', '-E', '-dM', ...asCu(STANDARD))).filter((line) => !known.has(line));
  const header = await of('emu_headers.h', ...asCu(STANDARD), ...warnings, '-Xclang', '-fno-pch-timestamp', '-x', 'c++-header');
  return { ...whole, 'emu_macros.h': text(`${macros.join('\n')}\n`), 'emu_headers.pch': header };
}

// Compiles path, a .cu file of files, to an object. own: the one name that other objects of the program see.
export async function compile(tools, path, files, { flags: given = [], standard = STANDARD, own = '' }) {
  const flags = given.filter((flag) => !/^--?(extended-lambda|expt-|arch|gencode|lineinfo|use_fast_math)/.test(flag)); // as in emucc
  let said = '';
  const step = (result) => { said += plain(result.said ?? ''); return result; };
  const failed = (status) => ({ status: status === 1 ? 1 : status || 2, said });
  const ready = standard === STANDARD && !flags.some((flag) => /^-[DU](_|NDEBUG)/.test(flag));
  const first = ready ? 'emu_macros.h' : 'cuda_runtime.h', of = (wanted) => flags.filter((flag) => flag.startsWith('-f') === wanted);
  const source = step(await clang(tools, ['clang++', '-E', ...asCu(standard), '-include', first, ...of(false), path, '-o', '-'], { ...files, ...tools.headers }));
  if (source.status) return failed(1);
  const rewritten = step(await program(tools.rewrite, ['rewrite', '--notes', '/notes'], source.output));
  if (rewritten.status) return failed(rewritten.status);
  const taken = ready ? ['-Xclang', '-include-pch', '-Xclang', 'emu_headers.pch'] : [];
  const code = step(await clang(tools, ['clang++', '-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', ...asCu(standard), ...taken,
    ...warnings, ...of(true), '-x', 'c++-cpp-output', 'b.ii', '-o', '-'], { 'b.ii': rewritten.output, emu: files.emu, ...tools.headers }));
  if (code.status) return failed(1);
  const joined = step(await program(tools.ir, ['ir', '--before', ...(own ? [own] : [])], code.output));
  if (joined.status) return failed(joined.status);
  const watched = step(await clang(tools, ['clang', '-S', '-emit-llvm', ...passes, '-x', 'ir', 'c.ll', '-o', '-'], { 'c.ll': joined.output }));
  if (watched.status) return failed(watched.status);
  const parted = step(await program(tools.ir, ['ir', '/notes', standard], watched.output, rewritten.files));
  if (parted.status) return failed(parted.status);
  // The engine compiles it again: -O1 takes up to 8 times as long, and runs no faster.
  const object = step(await clang(tools, ['clang', '-c', '-O0', '-Xclang', '-disable-llvm-passes', '-x', 'ir', 'd.ll', '-o', '-'],
    { 'd.ll': parted.output }));
  return object.status ? failed(object.status) : { status: 0, said, object: object.output };
}

// { status, said, program }
export async function link(tools, objects, library, runner) {
  const files = { 'libemu.a': library };
  if (runner) files['runner.a'] = runner; // all of it: nothing names its constructors
  objects.forEach((object, i) => { files[`${i}.o`] = object; });
  const linked = await clang(tools, ['clang++', ...objects.map((_, i) => `${i}.o`), ...(runner ? ['-Wl,--whole-archive', 'runner.a', '-Wl,--no-whole-archive'] : []), 'libemu.a', '-lsetjmp',
    '-lwasi-emulated-process-clocks', '-lwasi-emulated-signal', '-Wl,--no-gc-sections', '-Wl,-s', '-Wl,-z,stack-size=1048576',
    '-o', 'program.wasm'], files);
  return { status: linked.status, said: linked.said, program: linked.files['program.wasm'] };
}

// One of the emulator's own programs.
const program = (module, args, input, files = {}) => run(module, { args, input, files });

export function fail(message) {
  console.error(`wasm: ${message}`);
  process.exit(2);
}
