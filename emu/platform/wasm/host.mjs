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

// Writes at the end take time for what they write, not for the whole file.
OpenFile.prototype.fd_write = function (part) {
  const { file } = this, from = Number(this.file_pos), end = from + part.length;
  if (end > file.data.length) {
    const room = file.data.buffer;
    if (end <= room.byteLength && file.data.byteOffset === 0 && file.grown === room) file.data = new Uint8Array(room, 0, end);
    else {
      const more = new Uint8Array(2 * end);
      more.set(file.data);
      file.grown = more.buffer; // which no other file has
      file.data = more.subarray(0, end);
    }
  }
  file.data.set(part, from);
  this.file_pos = BigInt(end);
  return { ret: 0, nwritten: part.length };
};

export function frozen(tree) {
  for (const entry of Object.values(tree)) if (!(entry instanceof Uint8Array)) frozen(entry);
  return Object.freeze(tree);
}
// A tree of { name: Uint8Array or tree } as files. A tree that is frozen is not written, and
// is made into files once.
const kept = new WeakMap();
function folder(tree) {
  const made = kept.get(tree) ?? new Map(Object.entries(tree).map(([name, entry]) =>
    [name, entry instanceof Uint8Array ? new File(entry) : new Directory(folder(entry))]));
  if (Object.isFrozen(tree)) kept.set(tree, made);
  return made;
}
// What is in the folder now, without the frozen parts.
const unfolder = (contents, tree) => Object.fromEntries([...contents]
  .filter(([name]) => !(tree?.[name] && Object.isFrozen(tree[name])))
  .map(([name, entry]) => [name, entry instanceof File ? entry.data : unfolder(entry.contents, tree?.[name])]));

// Bytes that grow.
class Output {
  constructor() { this.bytes = new Uint8Array(1 << 12); this.length = 0; }
  add(part) {
    if (this.length + part.length > this.bytes.length) {
      const more = new Uint8Array(2 * (this.length + part.length));
      more.set(this.bytes.subarray(0, this.length));
      this.bytes = more;
    }
    this.bytes.set(part, this.length);
    this.length += part.length;
  }
  get all() { return this.bytes.slice(0, this.length); }
}

// The standard streams; clang writes a word at a time.
function streams(wasi, to) {
  const other = wasi.wasiImport.fd_write;
  wasi.wasiImport.fd_write = (fd, vectors, n, written) => {
    if (fd !== 1 && fd !== 2) return other(fd, vectors, n, written);
    const { buffer } = wasi.inst.exports.memory, view = new DataView(buffer);
    let all = 0;
    for (; n > 0; n--, vectors += 8) {
      const length = view.getUint32(vectors + 4, true);
      if (length) to(fd, new Uint8Array(buffer, view.getUint32(vectors, true), length));
      all += length;
    }
    view.setUint32(written, all, true);
    return 0;
  };
}

const GIVEN_UP = new Error('a fibre of a block that does not go on');

// Runs the program to its end. { status, trap, files, output, said }: what is in the files
// then, and what it wrote to its standard streams; print(stream, bytes), if it is given, has
// that as it comes, and stream is 1 or 2.
export async function run(module, { args = ['program'], environment = {}, files = {}, input = new Uint8Array(), imports = () => ({}), print } = {}) {
  const root = new PreopenDirectory('/', folder(files));
  const output = new Output(), said = new Output();
  const wasi = new WASI(args, Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    [new OpenFile(new File(input)), new ConsoleStdout(() => {}), new ConsoleStdout(() => {}), root], { debug: false });
  streams(wasi, print ? (stream, bytes) => print(stream, bytes.slice()) : (stream, bytes) => (stream === 1 ? output : said).add(bytes));
  const put = (name, tree) => root.dir.contents.set(name, new Directory(folder(tree))); // a folder, while it runs
  const parked = []; // how to resume each fibre that waits
  let exports, ended, from;
  const end = new Promise((resolve, reject) => { ended = { resolve, reject }; });

  const park = (resolve) => { parked[from] = resolve; };
  function resume(number, goesOn = 1) {
    const fibre = parked[number];
    parked[number] = undefined;
    fibre?.(goesOn);
  }
  function trapped(error) {
    if (error === GIVEN_UP) return;
    const next = error instanceof WebAssembly.RuntimeError || error instanceof RangeError
      ? exports.emu_trapped(kindOfTrap(error)) : 0;
    if (next) resume(next);
    else ended.reject(error);
  }
  const emu = {
    // A check calls it about a million times, so one function parks for all calls.
    switch: new WebAssembly.Suspending((number, to, begin) => {
      from = number;
      const resumed = new Promise(park);
      if (begin) WebAssembly.promising(exports.emu_fibre_begin)(begin).catch(trapped);
      else resume(to);
      return resumed;
    }),
    forget: (number) => resume(number, 0),
    // A fibre that does not go on ends by an exception, and with it its stack.
    leave: () => { throw GIVEN_UP; },
  };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport, emu, ...imports(() => exports.memory.buffer, put) });
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
  parked.forEach((fibre, number) => resume(number, 0));
  return { status, trap, files: unfolder(root.dir.contents, files), output: output.all, said: new TextDecoder().decode(said.all) };
}
