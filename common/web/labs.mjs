// Checks kernels on WebAssembly, for tests, from the root of the course: a line for each to
// standard output, with the record's verdict, line and rules.
//
// usage: node emu/build/wasm/js/labs.mjs <LIST    a line of LIST: NN_LAB FILE
import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { apart } from './child.mjs';
import { Course } from './course.mjs';
import { tools, module, read, tree } from './files.mjs';

// A worker of node, with the ways of a page's.
function worker() {
  const made = new Worker(new URL('./runner-node.mjs', import.meta.url)), of = { postMessage: (message, moved) => made.postMessage(message, moved), terminate: () => made.terminate() };
  made.on('message', (data) => of.onmessage({ data }));
  made.on('error', ({ message }) => of.onerror({ message }));
  return of;
}

const course = new Course({
  files: { emu: { include: tree('emu/include'), gpus: tree('emu/gpus') }, common: tree('common'), labs: tree('labs') },
  tools: tools('emu/build/wasm'), lab: module('build/web/lab.wasm'),
  library: read('emu/build/wasm/libemu.a'), runner: read('build/web/runner.a'), start: apart(worker),
});

for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const [lab, file] = line.split(' '), begun = performance.now();
  const { record, status, trap, report } = await course.check(lab, file, read(file));
  const { verdict = null, line: at = null, counts = null, what = null } = record ?? {};
  console.log(JSON.stringify({ lab, file, verdict, line: at, counts, what, ms: Math.round(performance.now() - begun),
    ...(record ? {} : { status, report }), ...(trap ? { trap: String(trap.stack) } : {}) }));
}
process.exit(); // the idle worker would keep it
