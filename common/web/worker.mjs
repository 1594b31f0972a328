// The course in a worker of a page. It gets { id, what, ... } and answers { id, ... }: parts
// while it works, and at the end done or failed.
//   load                    llvm, course: where they are, and how large
//   check   lab, text       -> report (a part of it), tile, then { record, report, seconds }
//   speed   lab, text       -> { table }: TSV, as make benchNN writes it
//   story   lab, text, ...  -> { data }: what the explorer shows, as JSON
//   questions lab, text     -> { rows }: of docs/predictions.md
//   judged  expected, got   -> { met }
//   play    text            -> printed, then { status }
import { unzip } from 'fflate';
import { Course, at } from './course.mjs';
import { apart } from './child.mjs';
import { frozen, hasFibres } from './host.mjs';
import { leaveNetwork } from './no_network.mjs';

let course;
const last = {}; // the kernel that was built last: lab, text, kernel, record

const gunzipped = (body) => body.pipeThrough(new DecompressionStream('gzip'));
const unpacked = (bytes) => new Promise((resolve, reject) => unzip(bytes, (error, files) => error ? reject(error) : resolve(files)));

// A file of the site. It is kept in the browser under its name, which changes with what is in it.
async function fetched(name, count) {
  const cache = self.caches && await caches.open('course');
  const kept = await cache?.match(name);
  if (kept) { count(0, true); return kept; }
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const counted = new TransformStream({ transform(part, to) { count(part.length); to.enqueue(part); } });
  const whole = new Response(response.body.pipeThrough(counted));
  if (!cache) return whole;
  await cache.put(name, whole);
  return cache.match(name);
}

async function load({ llvm, course: archive, size }, tell) {
  if (!hasFibres()) throw new Error('This browser cannot suspend WebAssembly (JSPI), which the emulator needs: use Chrome or Edge 137, Firefox 153 or Safari 27, or a later one.');
  let done = 0;
  const count = (n) => { done += n; tell({ loaded: done / size }); };
  const [compiler, files] = await Promise.all([
    fetched(llvm, count).then((response) => WebAssembly.compileStreaming(
      new Response(gunzipped(response.body), { headers: { 'Content-Type': 'application/wasm' } }))),
    fetched(archive, count).then((response) => response.arrayBuffer()).then((buffer) => unpacked(new Uint8Array(buffer))),
  ]);
  const tree = {};
  for (const [path, bytes] of Object.entries(files)) {
    const names = path.split('/'), name = names.pop();
    if (name) names.reduce((folder, part) => folder[part] ??= {}, tree)[name] = bytes;
  }
  const module = (name) => WebAssembly.compile(tree.built[name]);
  const { usr, built, ...rest } = frozen(tree);
  course = new Course({
    files: rest,
    tools: { llvm: compiler, usr, rewrite: await module('rewrite.wasm'), ir: await module('ir.wasm'),
      headers: Object.fromEntries(['emu_headers.h', 'emu_macros.h', 'emu_headers.pch'].map((name) => [name, built[name]])) },
    lab: await module('lab.wasm'), explorer: await module('explorer.wasm'), awk: await module('awk.wasm'), library: built['libemu.a'], runner: built['runner.a'],
    start: apart(() => new Worker('runner.js', { type: 'module' })),
  });
  leaveNetwork();
}

const path = (lab) => `labs/${lab}/kernel.cu`;

async function check({ lab, text }, tell) {
  const decoder = new TextDecoder(), begun = performance.now();
  const { kernel, record, report, status, trap } = await course.check(lab, path(lab), text, {
    print: (bytes) => tell({ report: decoder.decode(bytes, { stream: true }) }),
    onTile: (tile, tiles) => tell({ tile, tiles }),
  });
  Object.assign(last, { lab, text, kernel, record });
  return { record, report, status, trap: trap && String(trap), after: (performance.now() - begun) / 1000 };
}

async function kernelOf({ lab, text }) {
  if (last.lab === lab && last.text === text) return last.kernel;
  return course.kernel(path(lab), text);
}

async function recordOf({ lab, text }) {
  if (last.lab !== lab || last.text !== text) await check({ lab, text }, () => {});
  return last.record;
}

async function speed(job) {
  const kernel = await kernelOf(job);
  const { status, report, files } = await course.run(['bench', '--one', job.lab, '/table.tsv'], { runner: kernel.module });
  const table = at(files, 'table.tsv');
  return { status, report, table: table && new TextDecoder().decode(table) };
}

const jobs = {
  load, check, speed,
  story: async (job) => ({ data: await course.story(job.lab, path(job.lab), job.text, await kernelOf(job), await recordOf(job)) }),
  questions: async (job) => ({ rows: await course.questions(job.lab, path(job.lab), job.text, await kernelOf(job)) }),
  judged: async ({ expected, got }) => ({ met: await course.judged(expected, got) }),
  play: async ({ text }, tell) => {
    const decoder = new TextDecoder();
    const { said, module } = await course.program('program.cu', text);
    if (said) tell({ printed: said });
    if (!module) return { status: 1 };
    const { status, trap } = await course.execute(module, (stream, bytes) => tell({ printed: decoder.decode(bytes, { stream: true }) }));
    return { status, trap };
  },
};

let queue = Promise.resolve();
onmessage = ({ data: { id, what, ...job } }) => {
  queue = queue.then(async () => {
    try {
      postMessage({ id, done: await jobs[what](job, (part) => postMessage({ id, part })) ?? {} });
    } catch (error) {
      postMessage({ id, failed: error.message ?? String(error) });
    }
  });
};
