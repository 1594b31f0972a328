// Checks kernels on WebAssembly, for tests, from the root of the course: a line for each to
// standard output, with the record's verdict, line and rules.
//
// usage: node emu/build/wasm/js/labs.mjs <LIST    a line of LIST: NN_LAB FILE
import fs from 'node:fs';
import { compile, link } from './toolchain.mjs';
import { check } from './judge.mjs';
import { module, read, tree } from './files.mjs';

// A file at a path in a tree.
function put(files, at, bytes) {
  const [first, ...rest] = at.split('/');
  if (!rest.length) files[first] = bytes;
  else put(files[first] ??= {}, rest.join('/'), bytes);
}

const parts = { rewrite: module('emu/build/wasm/rewrite.wasm'), ir: module('emu/build/wasm/ir.wasm') };
const lab = module('build/web/lab.wasm');
const library = read('emu/build/wasm/libemu.a'), runner = read('build/web/runner.a');

async function one(name, file) {
  const files = { emu: { include: tree('emu/include') }, common: tree('common') };
  const data = { emu: { gpus: tree('emu/gpus') }, labs: { [name]: tree(`labs/${name}`) } };
  put(files, file, read(file));
  put(data, file, read(file));
  const begun = performance.now();
  async function build(flags) {
    const made = await compile(file, files, { parts, flags: ['-Icommon', ...flags] });
    if (made.status) return { said: made.said };
    const linked = await link([made.object], library, runner);
    return linked.status ? { said: linked.said } : { module: new WebAssembly.Module(linked.program) };
  }
  const built = await build([]);
  if (!built.module) return { verdict: 'COMPILE_ERROR', said: built.said };
  const compiled = performance.now();
  const result = await check(name, file, { lab, runner: built.module, files: data });
  return { ...result.record, report: result.report, trap: result.trap, ms: [compiled - begun, performance.now() - compiled].map(Math.round) };
}

for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const [name, file] = line.split(' ');
  const result = await one(name, file);
  console.log(JSON.stringify({ lab: name, file, verdict: result.verdict, line: result.line ?? null, counts: result.counts ?? null, what: result.what, ms: result.ms,
    ...(result.said ? { said: result.said } : {}), ...(result.trap ? { trap: String(result.trap.stack) } : {}) }));
}
