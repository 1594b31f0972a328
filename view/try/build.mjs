// Builds the course in a page into a folder of the site. Run by make, from the root of the course.
// usage: node build/web/js/build.mjs OUT
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createHash } from 'node:crypto';
import { buildSync } from 'esbuild';
import { zipSync } from 'fflate';

const out = process.argv[2], here = 'view/try', built = 'build/web', emu = 'emu/build/wasm';
const text = (file) => fs.readFileSync(file, 'utf8');
const bytes = (file) => new Uint8Array(fs.readFileSync(file));
const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 12);
fs.mkdirSync(out, { recursive: true });

// --- What the worker needs: the compiler, and everything else in one archive.

const files = {};
function add(to, from, wanted = () => true) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const name = path.join(from, entry.name), at = `${to}/${entry.name}`;
    if (entry.isDirectory()) add(at, name, wanted);
    else if (entry.isFile() && wanted(name)) files[at] = bytes(name);
  }
}
// Of clang's own headers, those for all machines; of libc++, not the copy for C++03.
const others = /(include\/(opencl|hlsl|openmp|cuda_wrappers|ppc_wrappers|llvm_libc_wrappers|sanitizer|orc|xray|fuzzer|profile)|__cxx03|experimental|wasm32-wasip1-threads|share|libc\.so|libc\+\+\.so|libc\+\+experimental|libclang_rt\.profile|libc-printscan)|include\/(?!(std|float|limits|inttypes|iso646|tgmath|varargs|builtins|unwind|__std|__stdarg|__stddef|__float|yvals|wasm_simd128)[^/]*$)[^/]*\.(h|modulemap)$/;
add('usr', `${emu}/usr`, (name) => !others.test(name));
add('emu/include', 'emu/include');
add('emu/gpus', 'emu/gpus', (name) => /h200/.test(name));
for (const folder of fs.readdirSync('common', { withFileTypes: true }))
  if (folder.isDirectory()) add(`common/${folder.name}`, `common/${folder.name}`, (name) => /\.h$|call_\w+\.c$|entry\.c$/.test(name));
  else if (folder.name.endsWith('.h')) files[`common/${folder.name}`] = bytes(`common/${folder.name}`);
const names = fs.readdirSync('labs').filter((name) => /^\d\d_/.test(name)).sort();
for (const name of names) for (const table of ['tiles.tsv', 'questions.tsv'])
  if (fs.existsSync(`labs/${name}/${table}`)) files[`labs/${name}/${table}`] = bytes(`labs/${name}/${table}`);
for (const name of ['rewrite.wasm', 'ir.wasm', 'libemu.a', 'emu_headers.h', 'emu_macros.h', 'emu_headers.pch']) files[`built/${name}`] = bytes(`${emu}/${name}`);
for (const name of ['answers', 'language', 'count', 'judge']) files[`view/predict/${name}.awk`] = bytes(`view/predict/${name}.awk`);
files['tools/make/change.awk'] = bytes('tools/make/change.awk');
for (const name of ['lab.wasm', 'awk.wasm', 'explorer.wasm', 'runner.a']) files[`built/${name}`] = bytes(`${built}/${name}`);

const large = [];
function keep(name, ending, data) {
  const file = `${name}-${digest(data)}.${ending}`;
  if (!fs.existsSync(`${out}/${file}`)) fs.writeFileSync(`${out}/${file}`, data);
  large.push(file);
  return file;
}
for (const old of fs.readdirSync(out)) if (/^(llvm|course)-/.test(old)) fs.rmSync(`${out}/${old}`);
const compiler = bytes('emu/build/wasm/js/node_modules/@yowasp/clang/gen/llvm.core.wasm');
const llvm = keep('llvm', 'wasm.gz', zlib.gzipSync(compiler, { level: 9 }));
const course = keep('course', 'zip', zipSync(files, { level: 9 }));
const size = large.reduce((sum, name) => sum + fs.statSync(`${out}/${name}`).size, 0);

// --- What the page knows of the labs.

function hints(name) {
  return text(`labs/${name}/hints.txt`).split(/^# hint /m).slice(1).map((part) => {
    const [, step, rest] = /^\d+(?:, STEP (\d+))?.*\n([^]*)$/.exec(part);
    return { step: step ? +step : null, text: rest.trim() };
  });
}
function speeds(name) {
  const table = `docs/measured/h200/${name}.tsv`;
  if (!fs.existsSync(table)) return [];
  const [head, ...rows] = text(table).split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(head.map((column, i) => [column, row[i]]))).filter((row) => row.lab === name)
    .map(({ function: of, sizes, gflops }) => ({ function: of, sizes, gflops: +gflops }));
}
const labs = names.map((name) => ({ name, skeleton: text(`labs/${name}/kernel.cu`), hints: hints(name), speeds: speeds(name), questions: fs.existsSync(`labs/${name}/questions.tsv`) }));
fs.writeFileSync('build/web/js/course.json', JSON.stringify({ labs, files: { llvm, course, size } }));

// --- The page.

const shared = { bundle: true, format: 'esm', minify: true, legalComments: 'none', target: 'es2022', absWorkingDir: process.cwd(),
  nodePaths: ['build/web/js/node_modules', 'emu/build/wasm/js/node_modules'], loader: { '.cu': 'text' }, logLevel: 'warning' };
const bundle = (from, to, more = {}) => buildSync({ ...shared, entryPoints: [`build/web/js/${from}`], outfile: `${out}/${to}`, ...more });
bundle('page.mjs', 'page.js');
bundle('worker.mjs', 'worker.js');
bundle('runner.mjs', 'runner.js');
bundle('given.mjs', 'given.js');
fs.writeFileSync(`${out}/try.css`, ['view/base.css', 'view/live/live.css', `${here}/try.css`].map(text).join(''));
fs.copyFileSync(`${here}/index.html`, `${out}/index.html`);
fs.writeFileSync(`${out}/explorer.html`, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>explorer</title>
<link rel="stylesheet" href="explorer.css">
${text('view/explorer/page/page.html')}<script src="given.js"></script>
</html>
`);

// The licences of what is bundled.
const packages = JSON.parse(text(`${here}/package-lock.json`)).packages;
const licences = [];
for (const [at, { version, dev }] of Object.entries(packages)) {
  const folder = `build/web/js/${at}`, licence = at && !dev && fs.existsSync(folder) && fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (licence) licences.push(`${at.replace('node_modules/', '')} ${version}\n\n${text(`${folder}/${licence}`)}`);
}
for (const name of ['@yowasp/clang', '@bjorn3/browser_wasi_shim']) {
  const folder = `emu/build/wasm/js/node_modules/${name}`, { version, license } = JSON.parse(text(`${folder}/package.json`));
  const licence = fs.readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  licences.push(`${name} ${version}: ${license}${licence ? `\n\n${text(`${folder}/${licence}`)}` : name === '@yowasp/clang' ? '; LLVM itself: Apache 2.0 with LLVM exceptions' : ''}`);
}
fs.writeFileSync(`${out}/licences.txt`, licences.join('\n\n----\n\n'));

// The service worker: with the labs' texts and pictures.
const site = path.dirname(out), list = ['./', 'index.html', 'page.js', 'worker.js', 'runner.js', 'given.js', 'try.css', 'explorer.html', 'explorer.js', 'explorer.css', 'licences.txt'];
for (const name of names) {
  const page = `labs/${name}/index.html`;
  if (!fs.existsSync(`${site}/${page}`)) continue;
  list.push(`../${page}`);
  for (const [, picture] of text(`${site}/${page}`).matchAll(/<img src="([^"]*)"/g)) list.push(`../${path.join(path.dirname(page), picture)}`);
}
const version = digest(list.filter((name) => !name.endsWith('/')).map((name) => digest(bytes(path.join(out, name)))).join() + large);
bundle('offline.mjs', 'offline.js', { define: { VERSION: JSON.stringify(version), FILES: JSON.stringify([...new Set(list)]), LARGE: JSON.stringify(large) } });
const total = fs.readdirSync(out).reduce((sum, name) => {
  const data = bytes(`${out}/${name}`);
  return sum + (/\.(gz|zip)$/.test(name) ? data.length : zlib.gzipSync(data).length);
}, 0);
console.log(`${out}/index.html: ${(total / 1e6).toFixed(1)} MB gzip`);
