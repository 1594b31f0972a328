// The worker in which a kernel runs: child.mjs.
import { Channel, serve } from './child.mjs';
import { offline } from './offline-worker.mjs';

const from = new Channel();
offline();
globalThis.onmessage = async ({ data: { program, bytes, close } }) => {
  if (bytes) from.write(bytes);
  else if (close) from.close();
  else {
    const result = await serve(program, from, (part) => postMessage({ bytes: part }), (stream, printed) => postMessage({ stream, printed }));
    postMessage({ result });
  }
};
