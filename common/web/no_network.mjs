// From here on this worker has no network: what a learner wrote runs in it.
export function leaveNetwork() {
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'importScripts', 'caches', 'indexedDB', 'BroadcastChannel'])
    Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
}
