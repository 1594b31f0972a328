// A program beside lab: the runner of a kernel, or a program of a learner. It runs in a worker
// of its own, which can be ended. Bytes are moved to the other side, not copied.
import { run } from './host.mjs';

// Bytes from one program to another.
export class Channel {
  constructor() { this.parts = []; this.waits = new Set(); this.closed = false; }
  write(bytes) { this.parts.push(bytes); this.wake(); }
  close() { this.closed = true; this.wake(); }
  wake() { for (const go of this.waits) go(); }
  // At most room bytes, as soon as there are some; null: none will come; undefined: none came
  // within that time.
  async read(room, seconds = Infinity) {
    const end = performance.now() + 1000 * seconds;
    while (!this.parts.length && !this.closed) {
      const rest = end - performance.now();
      if (rest <= 0) return undefined;
      await new Promise((resolve) => {
        const timer = rest < 1e9 ? setTimeout(go, rest) : 0, all = this.waits;
        function go() { clearTimeout(timer); all.delete(go); resolve(); }
        all.add(go);
      });
    }
    const first = this.parts[0];
    if (!first) return null;
    if (first.length <= room) return this.parts.shift();
    this.parts[0] = first.subarray(room);
    return first.subarray(0, room);
  }
}

const SIGSEGV = 11; // what a trap is on Linux

// Runs the program: what it reads comes from the channel; write(bytes) and print(stream, bytes)
// get what it writes. Its status; a negative one is that of a signal.
export async function serve({ module, args, environment, files }, from, write, print) {
  const imports = (memory) => ({
    runner: {
      read: new WebAssembly.Suspending(async (at, room) => {
        const bytes = await from.read(room);
        if (!bytes) return 0;
        new Uint8Array(memory()).set(bytes, at);
        return bytes.length;
      }),
      write: (at, n) => { write(new Uint8Array(memory(), at, n).slice()); return n; },
    },
  });
  const { status, trap } = await run(module, { args, environment, files, imports, print });
  if (trap) return { status: -SIGSEGV, trap: String(trap) };
  return { status: status > 128 ? 128 - status : status };
}

const SIGKILL = 9, PATIENCE_MS = 300;
// make(): a new worker that runs runner.mjs. It is used again, unless it had to be ended: what
// a browser holds for the stacks of its fibres is not free before the page is gone. Starts a
// program: { from: a Channel, send(bytes), close(), end: a promise of serve()'s result, kill() }.
export function apart(make) {
  let idle = null;
  return (program, print = () => {}) => {
    const worker = idle ?? make(), from = new Channel();
    idle = null;
    let ended;
    const end = new Promise((resolve) => { ended = resolve; }).finally(() => from.close());
    worker.onmessage = ({ data: { bytes, stream, printed, result } }) => {
      if (bytes) from.write(bytes);
      else if (printed) print(stream, printed);
      else {
        if (idle) worker.terminate();
        else idle = worker;
        ended(result);
      }
    };
    const stop = (result) => { worker.terminate(); if (idle === worker) idle = null; ended(result); };
    worker.onerror = (event) => stop({ status: -SIGSEGV, trap: event.message });
    worker.postMessage({ program });
    const close = () => worker.postMessage({ close: true });
    // One that waits for its next request ends by itself.
    const kill = () => { close(); const timer = setTimeout(() => stop({ status: -SIGKILL }), PATIENCE_MS); end.then(() => clearTimeout(timer)); };
    return { from, send: (bytes) => worker.postMessage({ bytes }, [bytes.buffer]), close, end, kill };
  };
}
