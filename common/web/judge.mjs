// A lab's check in node and in a page: the program lab, and the runner of a kernel as a
// program of its own. Their requests and answers go through here (common/rpc/protocol.h).
import { run } from './host.mjs';

// Bytes from one program to another: read() waits until there are some; 0: none will come.
class Channel {
  constructor() { this.parts = []; this.waits = null; this.closed = false; }
  write(bytes) {
    this.parts.push(bytes);
    this.wake();
  }
  close() { this.closed = true; this.wake(); }
  wake() {
    const go = this.waits;
    this.waits = null;
    if (go) go();
  }
  take(room) {
    const first = this.parts[0];
    if (!first) return null;
    if (first.length <= room) return this.parts.shift();
    this.parts[0] = first.subarray(room);
    return first.subarray(0, room);
  }
  async read(room) {
    for (;;) {
      const bytes = this.take(room);
      if (bytes || this.closed) return bytes;
      await new Promise((resolve) => { this.waits = resolve; });
    }
  }
}

const SIGSEGV = 11; // what a trap is on Linux

// Runs lab with these arguments. lab, runner: compiled modules; tiles(): the runner of a
// tuned lab's tiles, compiled when it is asked for; print(bytes): what a learner reads, as it
// comes. { status, trap, report, files }: report: all of that; files: also what lab wrote.
export async function judge(args, { lab, runner, tiles, files = {}, environment = {}, print = () => {} }) {
  let child = null, module = runner;
  const report = [];
  let shown = true;

  function start() {
    const to = new Channel(), from = new Channel(), said = [];
    child = { to, from, said, end: null };
    const me = child;
    const imports = (memory) => ({
      runner: {
        read: new WebAssembly.Suspending(async (at, room) => {
          const bytes = await to.read(room);
          if (!bytes) return 0;
          new Uint8Array(memory()).set(bytes, at);
          return bytes.length;
        }),
        write: (at, n) => { from.write(new Uint8Array(memory(), at, n).slice()); return n; },
      },
    });
    me.end = run(module, { environment, files, imports, print: (stream, bytes) => said.push(bytes) })
      .then((result) => { me.status = statusOf(result); from.close(); return me.status; });
    return 0;
  }
  function statusOf({ status, trap }) {
    if (!trap) return status > 128 ? -(status - 128) : status;
    return -SIGSEGV;
  }
  const imports = (memory) => ({
    lab: {
      start: () => start(),
      send: (at, n) => {
        if (child.status !== undefined) return -1;
        child.to.write(new Uint8Array(memory(), at, n).slice());
        return n;
      },
      receive: new WebAssembly.Suspending(async (at, room) => {
        const bytes = await child.from.read(room);
        if (!bytes) return 0;
        new Uint8Array(memory()).set(bytes, at);
        return bytes.length;
      }),
      printed: (at, room) => {
        const first = child.said.shift();
        if (!first) return 0;
        if (first.length > room) child.said.unshift(first.subarray(room));
        new Uint8Array(memory()).set(first.subarray(0, room), at);
        return Math.min(room, first.length);
      },
      end: new WebAssembly.Suspending(async () => {
        child.to.close();
        return child.end;
      }),
      show: (on) => { shown = !!on; },
      tiles: new WebAssembly.Suspending(async () => {
        if (!tiles) return 1;
        module = await tiles();
        return module ? 0 : 1;
      }),
    },
  });
  const { status, trap, files: left } = await run(lab, {
    args: ['lab', ...args],
    environment: tiles ? { ...environment, TILED: 'tiles' } : environment, files, imports,
    print: (stream, bytes) => {
      if (stream === 1 && !shown) return;
      report.push(bytes);
      print(bytes);
    },
  });
  return { status, trap, report: await new Blob(report).text(), files: left };
}
