// Builds the emulator for WebAssembly, into build/wasm: libemu.a, and the programs of the
// front end. Run by make -C emu wasm, from emu/.
import fs from 'node:fs';
import path from 'node:path';
import { clang, llvm, precompile, fail } from './toolchain.mjs';
import { compiler, read, tree } from './files.mjs';

const out = 'build/wasm', tools = compiler(out);
const folders = ['platform/wasm', 'base', 'memory', 'engine', 'access', 'sync', 'copy', 'tensor',
  'cluster', 'texture', 'race', 'order', 'detect', 'streams', 'count', 'arrays', 'trace', 'model', 'api', 'graph', 'storage'];
// What platform/wasm has instead.
const replaced = ['tensor/rounding.c', 'model/cubin.c'];

const time = (file) => fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0;
const newest = (folder, wanted) => fs.readdirSync(folder, { recursive: true })
  .filter((file) => wanted.test(file) && !/^(build|tests)\/|node_modules/.test(file))
  .reduce((most, file) => Math.max(most, time(path.join(folder, file))), 0);

const headers = newest('.', /\.(h|hpp)$|include\/[^.]*$/);
const emu = tree('.', ['build', 'tests', 'node_modules']);
const include = ['include', 'include/emu', 'include/cuda', 'platform', 'assembler', 'ptx', ...folders].map((folder) => `-Iemu/${folder}`);
const flags = ['-std=gnu11', '-O3', '-msimd128', '-Wall', '-Wextra', '-Werror', '-Wno-unknown-attributes', '-Wno-sign-compare',
  '-Wno-vla-cxx-extension', '-Wno-gnu-folding-constant', '-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_PROCESS_CLOCKS',
  '-mllvm', '-wasm-enable-sjlj', '-mllvm', '-wasm-use-legacy-eh=false', ...include];

let failed = 0;
async function compile(source) {
  const object = path.join(out, source.replace(/\.c$/, '.o'));
  if (time(object) > Math.max(headers, time(source))) return object;
  const { files, said, status } = await clang(tools, ['clang', ...flags, '-c', `emu/${source}`, '-o', 'o.o'], { emu });
  if (said) process.stderr.write(said.replaceAll('emu/', ''));
  if (status) { failed++; return object; }
  fs.mkdirSync(path.dirname(object), { recursive: true });
  fs.writeFileSync(object, files['o.o']);
  return object;
}

const sources = folders.flatMap((folder) => fs.readdirSync(folder).sort()
  .filter((file) => file.endsWith('.c')).map((file) => path.join(folder, file)))
  .filter((file) => !replaced.includes(file));
const objects = [];
for (const source of sources) objects.push(await compile(source));
if (failed) fail(`${failed} files do not compile`);

const archive = await llvm(tools, ['ar', 'rcsD', 'libemu.a', ...objects.map((file) => file.replaceAll('/', '_'))],
  Object.fromEntries(objects.map((file) => [file.replaceAll('/', '_'), read(file)])));
if (archive.status) fail(archive.said);
fs.writeFileSync(`${out}/libemu.a`, archive.files['libemu.a']);

for (const [name, parts] of Object.entries({
  rewrite: [...['frontend', 'ptx'].flatMap((folder) => fs.readdirSync(folder).filter((file) => file.endsWith('.c')).map((file) => `${folder}/${file}`)), 'base/library.c', 'base/whole_file.c'],
  ir: [...['symbols', 'ir', 'ir_before', 'ir_blocks', 'ir_locals', 'ir_types', 'ir_tables', 'ir_parts', 'sides'].map((name) => `assembler/${name}.c`), 'base/whole_file.c'],
})) {
  const these = [];
  for (const part of parts) these.push(await compile(part));
  const { files, said, status } = await clang(tools, ['clang++', '-Wl,--strip-all', '-Wl,-z,stack-size=1048576', ...these.map((f) => path.basename(f)), '-o', 'p.wasm'],
    Object.fromEntries(these.map((file) => [path.basename(file), read(file)])));
  if (status) fail(said);
  fs.writeFileSync(`${out}/${name}.wasm`, files['p.wasm']);
}

const made = await precompile(tools, { emu: { include: emu.include } });
for (const [name, bytes] of Object.entries(made)) fs.writeFileSync(`${out}/${name}`, bytes);
