// emucc for WebAssembly, in node and in a page: clang and lld as WebAssembly, and between
// them the emulator's own programs, rewrite and ir.
import { runClang, runLLVM, Exit } from '@yowasp/clang';
import { run } from './host.mjs';

// Loads the compiler, once. progress(done, total): bytes of it.
let loaded;
export function load(progress = () => {}) {
  loaded ??= call(runLLVM, ['clang', '--version'], {}, ({ doneLength, totalLength }) => progress(doneLength, totalLength));
  return loaded;
}

// Runs one of them on files, a tree of names. { status, said, files, output }: said: its
// messages; output: what it wrote to standard output.
async function call(how, args, files, progress = () => {}) {
  const said = [], output = [];
  const options = {
    stdout: (bytes) => bytes && output.push(bytes.slice()),
    stderr: (bytes) => bytes && said.push(bytes.slice()),
    fetchProgress: progress,
  };
  const text = (parts) => new TextDecoder().decode(join(parts));
  try {
    const made = await how(args, files, options);
    return { status: 0, said: text(said), files: made, output: join(output) };
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { status: error.code, said: text(said), files: error.files, output: join(output) };
  }
}

function join(parts) {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const clang = async (args, files) => { await load(); return call(runClang, args, files); };
export const llvm = async (args, files) => { await load(); return call(runLLVM, args, files); };

// As in frontend/emucc.
const defined = ['__CUDACC__=1', '__NVCC__=1', '__CUDACC_VER_MAJOR__=13', '__CUDACC_VER_MINOR__=0',
  '__CUDACC_VER_BUILD__=88', '__CUDA_API_VER_MAJOR__=13', '__CUDA_API_VER_MINOR__=0', '__CUDA_ARCH_LIST__=900',
  '__CUDACC_DEVICE_ATOMIC_BUILTINS__=1', '__NVCC_DIAG_PRAGMA_SUPPORT__=1', '__CUDA_ARCH__=900'].map((name) => `-D${name}`);
const headers = ['-isystem', '/emu/include/cuda', '-isystem', '/emu/include/refused', '-isystem', '/emu/include'];
// The hooks at accesses; and accesses as in the source.
const watch = ['-O2', '-g1', '-Xclang', '-fsanitize=thread', '-fno-builtin', '-fno-optimize-sibling-calls', '-fno-vectorize',
  '-fno-slp-vectorize', '-fno-strict-aliasing', '-ffp-contract=off', '-fno-finite-loops', '-fno-exceptions', '-fno-delete-null-pointer-checks'];
const passes = ['-O2', '-Xclang', '-fsanitize=thread', '-mllvm', '-tsan-instrument-func-entry-exit=0',
  '-mllvm', '-tsan-distinguish-volatile', '-mllvm', '-tsan-instrument-read-before-write', '-mllvm', '-disable-vector-combine', '-mllvm', '-aggressive-instcombine-max-scan-instrs=0'];
const warnings = ['-fno-caret-diagnostics', '-Wno-everything'];

// The program's names in clang's messages, instead of the emulator's.
const plain = (text) => text.replace(/emu_([a-zA-Z]*)_value\(\1\)/g, '$1').replace(/emu_dims/g, 'dim3')
  .replace(/emu_index/g, 'uint3').replace(/^\d+ (error|warning)s?.*generated\.\n/gm, '');

// Compiles path, a .cu file of files, to an object. parts: rewrite and ir, compiled modules.
// { status, said, object }
export async function compile(path, files, { parts, flags = [], standard = 'gnu++17' }) {
  let said = '';
  const step = (result) => { said += plain(result.said ?? ''); return result; };
  const failed = (status) => ({ status: status === 1 ? 1 : status || 2, said });
  const source = step(await clang(['clang++', '-E', '-x', 'c++', `-std=${standard}`, '-U__OPTIMIZE__', ...defined, ...headers,
    '-include', 'cuda_runtime.h', ...flags.filter((flag) => !flag.startsWith('-f')), path, '-o', '-'], files));
  if (source.status) return failed(1);
  const rewritten = step(await program(parts.rewrite, ['rewrite', '--notes', '/notes'], source.output));
  if (rewritten.status) return failed(rewritten.status);
  const code = step(await clang(['clang++', '-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', '-x', 'c++-cpp-output', `-std=${standard}`, ...watch,
    ...warnings, ...flags.filter((flag) => flag.startsWith('-f')), 'b.ii', '-o', '-'], { 'b.ii': rewritten.output }));
  if (code.status) return failed(1);
  const joined = step(await program(parts.ir, ['ir', '--copies'], code.output));
  if (joined.status) return failed(joined.status);
  const watched = step(await clang(['clang', '-S', '-emit-llvm', ...passes, '-x', 'ir', 'c.ll', '-o', '-'], { 'c.ll': joined.output }));
  if (watched.status) return failed(watched.status);
  const parted = step(await program(parts.ir, ['ir', '/notes', standard], watched.output, rewritten.files));
  if (parted.status) return failed(parted.status);
  const object = step(await clang(['clang', '-c', '-O2', '-Xclang', '-disable-llvm-passes', '-x', 'ir', 'd.ll', '-o', 'd.o'],
    { 'd.ll': parted.output }));
  return object.status ? failed(object.status) : { status: 0, said, object: object.files['d.o'] };
}

// { status, said, program }
export async function link(objects, library, runner) {
  const files = { 'libemu.a': library };
  if (runner) files['runner.a'] = runner; // all of it: nothing names its constructors
  objects.forEach((object, i) => { files[`${i}.o`] = object; });
  const linked = await clang(['clang++', ...objects.map((_, i) => `${i}.o`), ...(runner ? ['-Wl,--whole-archive', 'runner.a', '-Wl,--no-whole-archive'] : []), 'libemu.a', '-lsetjmp',
    '-lwasi-emulated-process-clocks', '-lwasi-emulated-signal', '-Wl,--no-gc-sections', '-Wl,-z,stack-size=1048576',
    '-o', 'program.wasm'], files);
  return { status: linked.status, said: linked.said, program: linked.files['program.wasm'] };
}

// One of the emulator's own programs.
async function program(module, args, input, files = {}) {
  const output = [], said = [];
  const print = (stream, bytes) => (stream === 1 ? output : said).push(bytes);
  const result = await run(module, { args, input, files, print });
  return { ...result, output: join(output), said: new TextDecoder().decode(join(said)) };
}

export function fail(message) {
  console.error(`wasm: ${message}`);
  process.exit(2);
}
