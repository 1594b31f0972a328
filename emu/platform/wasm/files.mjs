// Files of this machine, for scripts in node.
import fs from 'node:fs';
import path from 'node:path';

export const read = (file) => new Uint8Array(fs.readFileSync(file));
export const module = (file) => new WebAssembly.Module(read(file));

// A folder as a tree of names, without those that are left out.
export function tree(folder, leftOut = []) {
  const files = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (leftOut.includes(entry.name)) continue;
    if (entry.isDirectory()) files[entry.name] = tree(at, leftOut);
    else if (entry.isFile()) files[entry.name] = read(at);
  }
  return files;
}
