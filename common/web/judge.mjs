// The program lab in node and in a page. The runner of a kernel is a program of its own: their
// requests and answers go through here (common/rpc/protocol.h).
import { run } from './host.mjs';

// Runs lab with these arguments. lab, runner: compiled modules; tiles(): { module, logs }
// of a tuned lab's tiles, compiled when they are asked for; start: how a program is started
// (child.mjs); print(bytes): what a learner reads, as it comes. { status, trap, report, files,
// said }: report: all of that; files: also what lab wrote.
export async function judge(args, { lab, runner, tiles, start, files = {}, environment = {}, print = () => {} }) {
  let child = null, module = runner;
  const report = [];
  let shown = true;

  const imports = (memory, folder) => {
    const put = (bytes, at) => { new Uint8Array(memory()).set(bytes, at); return bytes.length; };
    return {
      lab: {
        start: () => {
          if (!module) return 1;
          const said = [], me = start({ module, environment, files }, (stream, bytes) => said.push(bytes));
          child = { ...me, said, ended: false };
          me.end.then(() => { child.ended = true; });
          return 0;
        },
        send: (at, n) => {
          if (child.ended) return -1;
          child.send(new Uint8Array(memory(), at, n).slice());
          return n;
        },
        receive: new WebAssembly.Suspending(async (at, room, seconds) => {
          const bytes = await child.from.read(room, seconds);
          return bytes ? put(bytes, at) : bytes === null ? -1 : 0;
        }),
        printed: (at, room) => {
          const first = child.said.shift();
          if (!first) return 0;
          if (first.length > room) child.said.unshift(first.subarray(room));
          return put(first.subarray(0, room), at);
        },
        end: new WebAssembly.Suspending(async (atOnce) => {
          child.close();
          if (atOnce) child.kill();
          return (await child.end).status;
        }),
        show: (on) => { shown = !!on; },
        tiles: new WebAssembly.Suspending(async () => {
          const made = await tiles?.();
          module = made?.module;
          folder('tiles', made?.logs ?? {});
          return module ? 0 : 1;
        }),
      },
    };
  };
  const { status, trap, files: left } = await run(lab, {
    args: ['lab', ...args],
    environment: tiles ? { ...environment, TILED: 'tiles', TILE_FOLDER: '/tiles' } : environment, files, imports,
    print: (stream, bytes) => {
      if (stream === 1 && !shown) return;
      report.push(bytes);
      print(bytes);
    },
  });
  if (child && !child.ended) child.kill();
  await child?.end;
  return { status, trap, report: await new Blob(report).text(), files: left };
}
