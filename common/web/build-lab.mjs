// Builds lab, the explorer's program, the runner and awk for WebAssembly, into build/web, from
// the root of the course. awk runs what make predictNN runs.
// usage: node emu/build/wasm/js/build-lab.mjs JANSSON AWK    the folders of their sources
import fs from 'node:fs';
import { clang, llvm, fail } from './toolchain.mjs';
import { compiler, tree } from './files.mjs';

const tools = compiler('emu/build/wasm'), out = 'build/web', [jansson, awk] = process.argv.slice(2);
const list = (folder, ...without) => fs.readdirSync(folder).sort()
  .filter((file) => file.endsWith('.c') && !without.includes(file)).map((file) => `${folder}/${file}`);
const labs = fs.readdirSync('labs').filter((name) => /^\d\d_/.test(name)).sort();
const judge = [
  ...list('common/lab'), ...list('common/finding'), ...list('common/tune', 'entry.c', 'tune.c', 'session.c'),
  ...list('common/rpc', 'unsupervised.c', 'process.c'), ...list('common/check'), ...list('common/diagnose'),
  ...list('common/element'), ...list('common/operation'), ...list('common/trial'), ...list('common/call', 'here.c'), ...list('common/bench'),
  ...list('common/device', 'probe_gpu.c', 'probe_unknown.c'), 'common/web/process.c',
  'emu/base/table.c', 'emu/base/whole_file.c',
  ...labs.flatMap((lab) => ['check', 'bench', 'tune'].map((what) => `labs/${lab}/${what}.c`).filter((file) => fs.existsSync(file))),
  ...list(jansson),
];
const runner = [...list('common/runner', 'calls.c', 'child.c', 'keeper.c', 'begin.c'),
  ...list('common/call', 'call.c').filter((file) => /call_|callable/.test(file)), 'common/rpc/protocol.c', 'common/web/keeper.c'];

const awks = [...list(awk, 'maketab.c'), 'common/web/no_commands.c'];
const explorer = [...list('view/explorer'), ...list('view/trace'), 'emu/base/table.c', 'emu/base/whole_file.c', ...list(jansson)];

const files = { common: tree('common'), view: tree('view'), labs: tree('labs'), jansson: tree(jansson), awk: tree(awk), emu: { include: tree('emu/include'), base: tree('emu/base'), platform: tree('emu/platform') } };
const flags = ['-std=gnu11', '-O2', '-Wno-everything', '-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_PROCESS_CLOCKS', '-D_WASI_EMULATED_GETPID',
  '-mllvm', '-wasm-enable-sjlj', '-mllvm', '-wasm-use-legacy-eh=false', '-Icommon/web', '-Icommon', '-Iview', '-Iemu/include', '-Iemu/include/cuda', '-Iemu/platform', '-Ijansson', '-include', 'web/system.h',
  ...['STDINT_H', 'UNISTD_H', 'SYS_TYPES_H', 'SYS_TIME_H', 'SYS_STAT_H', 'FCNTL_H', 'STRTOLL', 'OPEN', 'CLOSE', 'READ', 'GETPID', 'GETTIMEOFDAY',
    'LOCALE_H', 'LOCALECONV'].map((what) => `-DHAVE_${what}=1`), '-DINITIAL_HASHTABLE_ORDER=3']; // jansson's

const made = {}; // objects, by the names of their sources
async function objects(sources) {
  const wanted = {};
  let failed = 0;
  for (const source of sources) {
    const name = source.replace(jansson, 'jansson').replace(awk, 'awk'), object = name.replaceAll('/', '_').replace(/c$/, 'o');
    if (!made[object]) {
      const { status, said, files: result } = await clang(tools, ['clang', ...flags, '-c', name, '-o', 'o.o'], files);
      if (status) { console.error(said); failed++; continue; }
      made[object] = result['o.o'];
    }
    wanted[object] = made[object];
  }
  if (failed) fail(`${failed} files do not compile`);
  return wanted;
}

async function program(name, sources) {
  const parts = await objects(sources);
  const linked = await clang(tools, ['clang', ...Object.keys(parts), '-lsetjmp', '-lwasi-emulated-signal', '-lwasi-emulated-getpid',
    '-lwasi-emulated-process-clocks', '-Wl,-z,stack-size=2097152', '-Wl,-s', '-o', 'program.wasm'], parts);
  if (linked.status) fail(linked.said);
  fs.writeFileSync(`${out}/${name}.wasm`, linked.files['program.wasm']);
}

fs.mkdirSync(out, { recursive: true });
await program('awk', awks);
await program('explorer', explorer);
await program('lab', judge);
const served = await objects(runner);
const archive = await llvm(tools, ['ar', 'rcsD', 'runner.a', ...Object.keys(served)], served);
fs.writeFileSync(`${out}/runner.a`, archive.files['runner.a']);
