// Compiles programs for WebAssembly and runs them, for tests: as emu/tests/run does, from
// the root of the course.
//
// usage: node emu/platform/wasm/programs.mjs OUT <LIST
import fs from 'node:fs';
import os from 'node:os';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { compile, link } from './toolchain.mjs';
import { run } from './host.mjs';
import { tools, read, tree } from './files.mjs';

const LIMIT_MS = 120000; // a program's, with its compilation
const out = isMainThread ? process.argv[2] : workerData;
const built = 'emu/build/wasm';
const files = () => ({ emu: { include: tree('emu/include'), tests: tree('emu/tests'), gpus: tree('emu/gpus') } });

async function one(name, file, words, library, made) {
  const environment = {}, flags = [];
  for (const word of words) {
    const set = /^(EMU_\w+)=(.*)$/.exec(word);
    if (set) environment[set[1]] = set[2];
    else flags.push(word);
  }
  fs.mkdirSync(`${out}/${name}`, { recursive: true });
  const write = (what, text) => fs.writeFileSync(`${out}/${name}/${what}`, text);
  let { status, said, object } = await compile(made, file, files(), { flags });
  let linked;
  if (!status) {
    linked = await link(made, [object], library);
    status = linked.status;
    said += linked.said;
  }
  write('compiled', `${said}${status}\n`);
  const printed = [], told = [];
  if (!status) {
    const print = (stream, bytes) => (stream === 1 ? printed : told).push(Buffer.from(bytes));
    const result = await run(new WebAssembly.Module(linked.program), { environment, files: files(), print });
    if (result.trap) told.push(Buffer.from(`trap: ${result.trap.stack}\n`));
  }
  write('printed', Buffer.concat(printed));
  write('said', Buffer.concat(told));
}

async function serve() {
  const library = read(`${built}/libemu.a`);
  const made = tools(built);
  parentPort.on('message', async (line) => {
    const [name, , file, ...words] = line.split(' ');
    await one(name, file, words, library, made);
    parentPort.postMessage('done');
  });
  parentPort.postMessage('ready');
}

// A worker for each core. One that does not end is replaced.
function dispatch(lines) {
  function start() {
    const worker = new Worker(new URL(import.meta.url), { workerData: out, stdout: false });
    let limit;
    const next = () => {
      clearTimeout(limit);
      const line = lines.shift();
      if (!line) return void worker.terminate();
      limit = setTimeout(() => {
        console.error(`no end: ${line}`);
        worker.terminate();
        start();
      }, LIMIT_MS);
      worker.postMessage(line);
    };
    worker.on('message', next);
    worker.on('error', (error) => { console.error(error); next(); });
  }
  for (let i = 0; i < os.availableParallelism(); i++) start();
}

if (isMainThread) dispatch(fs.readFileSync(0, 'utf8').split('\n').filter(Boolean));
else await serve();
