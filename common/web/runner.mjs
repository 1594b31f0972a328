// The worker in which a kernel runs: child.mjs.
import { Channel, serve } from './child.mjs';
import { leaveNetwork } from './no_network.mjs';

let from;
leaveNetwork();
globalThis.onmessage = async ({ data: { program, bytes, close } }) => {
  if (bytes) from?.write(bytes);
  else if (close) from?.close();
  else {
    from = new Channel();
    const result = await serve(program, from, (part) => postMessage({ bytes: part }, [part.buffer]), (stream, printed) => postMessage({ stream, printed }));
    postMessage({ result });
  }
};
