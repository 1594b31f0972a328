// Runs a program that was built for WebAssembly, in node and in a page: its files and
// standard streams by WASI, its fibres by JSPI (fibre.c).
import { WASI, File, OpenFile, ConsoleStdout, PreopenDirectory, Directory, WASIProcExit } from '@bjorn3/browser_wasi_shim';

export const hasFibres = () => typeof WebAssembly.Suspending === 'function';

// What the engine says of a trap, in traps.c's order.
function kindOfTrap(error) {
  const text = String(error.message);
  if (error instanceof RangeError || /call stack|stack overflow/i.test(text)) return 4;
  if (/unreachable/.test(text)) return 3;
  if (/table|function signature|null function|indirect/i.test(text)) return 2;
  return 1;
}

// A tree of { name: Uint8Array or tree } as files.
const folder = (tree) => new Map(Object.entries(tree).map(([name, entry]) =>
  [name, entry instanceof Uint8Array ? new File(entry) : new Directory(folder(entry))]));
const unfolder = (contents) => Object.fromEntries([...contents].map(([name, entry]) =>
  [name, entry instanceof File ? entry.data : unfolder(entry.contents)]));

// Runs the program to its end. { status, files, printed, said }; print(stream, bytes) is called
// with what it writes, as it does; stream is 1 or 2.
export async function run(module, { args = ['program'], environment = {}, files = {}, input = new Uint8Array(), imports = () => ({}), print = () => {} } = {}) {
  const root = new PreopenDirectory('/', folder(files));
  const stream = (number) => new ConsoleStdout((bytes) => print(number, bytes.slice()));
  const wasi = new WASI(args, Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    [new OpenFile(new File(input)), stream(1), stream(2), root], { debug: false });
  const parked = new Map(); // fibres that wait: how to resume each
  let exports, ended;
  const end = new Promise((resolve, reject) => { ended = { resolve, reject }; });

  function resume(number) {
    const go = parked.get(number);
    parked.delete(number);
    go();
  }
  function trapped(error) {
    const next = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
      ? exports.emu_trapped(kindOfTrap(error)) : 0;
    if (next) resume(next);
    else ended.reject(error);
  }
  const emu = {
    switch: new WebAssembly.Suspending((from, to, begin) => new Promise((resolve) => {
      parked.set(from, resolve);
      if (begin) WebAssembly.promising(exports.emu_fibre_begin)(begin).catch(trapped);
      else resume(to);
    })),
    forget: (number) => { parked.delete(number); },
  };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport, emu, ...imports(() => exports.memory.buffer) });
  exports = instance.exports;
  wasi.inst = instance;
  WebAssembly.promising(exports._start)().then(() => ended.resolve(0), trapped);
  let status, trap;
  try {
    status = await end;
  } catch (error) {
    if (error instanceof WASIProcExit) status = error.code;
    else { status = 139; trap = error; }
  }
  return { status, trap, files: unfolder(root.dir.contents) };
}
