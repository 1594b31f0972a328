// runner.mjs in a worker of node.
import { parentPort } from 'node:worker_threads';

globalThis.postMessage = (message, moved) => parentPort.postMessage(message, moved);
parentPort.on('message', (data) => globalThis.onmessage({ data }));
await import('./runner.mjs');
