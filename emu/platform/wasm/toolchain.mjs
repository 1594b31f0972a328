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
    fetchProgress: progress, decodeASCII: false,
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

export const llvm = async (args, files) => { await load(); return call(runLLVM, args, files); };

// clang tells which commands it would run, and they run one after the other. What it tells is
// kept: it depends on the options alone.
const told = new Map();
export async function clang(args, files) {
  const key = args.join('\n');
  if (!told.has(key)) {
    const dry = await llvm([args[0], '-###', ...args.slice(1)], files);
    if (dry.status) return dry;
    told.set(key, dry.said.split('\n').filter((line) => line.startsWith(' "')).map(words));
  }
  let result = { status: 0, said: '', files };
  for (const command of told.get(key)) {
    result = await llvm(command, result.files);
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

const asCu = (standard) => ['-x', 'c++', `-std=${standard}`, '-U__OPTIMIZE__', ...defined, ...headers, ...watch];
const STANDARD = 'gnu++17';

// The emulator's own headers, which come first in each program: the macros that they define,
// and what clang has made of the rest. files: has emu/include.
export async function precompile(files) {
  const text = (string) => new TextEncoder().encode(string);
  const whole = { 'emu_headers.h': text('#include <cuda_runtime.h>\n') };
  const first = { ...files, ...whole, 'none.h': text('') };
  const of = async (name, ...args) => {
    const made = await clang(['clang++', ...args, name, '-o', '-'], first);
    if (made.status) fail(made.said);
    return made.output;
  };
  const lines = (bytes) => new TextDecoder().decode(bytes).split('\n').filter(Boolean);
  const known = new Set(lines(await of('none.h', '-E', '-dM', ...asCu(STANDARD))));
  const macros = lines(await of('emu_headers.h', '-E', '-dM', ...asCu(STANDARD))).filter((line) => !known.has(line));
  const header = await of('emu_headers.h', ...asCu(STANDARD), ...warnings, '-Xclang', '-fno-pch-timestamp', '-x', 'c++-header');
  return { ...whole, 'emu_macros.h': text(`${macros.join('\n')}\n`), 'emu_headers.pch': header };
}

// Compiles path, a .cu file of files, to an object. parts: rewrite and ir, compiled modules,
// and headers, what precompile() has made. { status, said, object }
export async function compile(path, files, { parts, flags = [], standard = STANDARD }) {
  let said = '';
  const step = (result) => { said += plain(result.said ?? ''); return result; };
  const failed = (status) => ({ status: status === 1 ? 1 : status || 2, said });
  const ready = standard === STANDARD && !flags.some((flag) => /^-[DU](_|NDEBUG)/.test(flag));
  const first = ready ? 'emu_macros.h' : 'cuda_runtime.h', of = (wanted) => flags.filter((flag) => flag.startsWith('-f') === wanted);
  const source = step(await clang(['clang++', '-E', ...asCu(standard), '-include', first, ...of(false), path, '-o', '-'], { ...files, ...parts.headers }));
  if (source.status) return failed(1);
  const rewritten = step(await program(parts.rewrite, ['rewrite', '--notes', '/notes'], source.output));
  if (rewritten.status) return failed(rewritten.status);
  const taken = ready ? ['-Xclang', '-include-pch', '-Xclang', 'emu_headers.pch'] : [];
  const code = step(await clang(['clang++', '-S', '-emit-llvm', '-Xclang', '-disable-llvm-passes', ...asCu(standard), ...taken,
    ...warnings, ...of(true), '-x', 'c++-cpp-output', 'b.ii', '-o', '-'], { 'b.ii': rewritten.output, emu: files.emu, ...parts.headers }));
  if (code.status) return failed(1);
  const joined = step(await program(parts.ir, ['ir', '--copies'], code.output));
  if (joined.status) return failed(joined.status);
  const watched = step(await clang(['clang', '-S', '-emit-llvm', ...passes, '-x', 'ir', 'c.ll', '-o', '-'], { 'c.ll': joined.output }));
  if (watched.status) return failed(watched.status);
  const parted = step(await program(parts.ir, ['ir', '/notes', standard], watched.output, rewritten.files));
  if (parted.status) return failed(parted.status);
  const object = step(await clang(['clang', '-c', '-O2', '-Xclang', '-disable-llvm-passes', '-x', 'ir', 'd.ll', '-o', '-'],
    { 'd.ll': parted.output }));
  return object.status ? failed(object.status) : { status: 0, said, object: object.output };
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
