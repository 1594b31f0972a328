// Files of this machine, for scripts in node.
import fs from 'node:fs';
import path from 'node:path';
import { frozen } from './host.mjs';

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

// LLVM, and the library of C and C++, from the folder of npm's packages and from that into
// which emu/Makefile has unpacked it.
export const compiler = (folder) => ({
  llvm: module(`${folder}/js/node_modules/@yowasp/clang/gen/llvm.core.wasm`), usr: frozen(tree(`${folder}/usr`)),
});
// The same with what build.mjs has made there.
export const tools = (folder) => ({
  ...compiler(folder), rewrite: module(`${folder}/rewrite.wasm`), ir: module(`${folder}/ir.wasm`),
  headers: Object.fromEntries(['emu_headers.h', 'emu_macros.h', 'emu_headers.pch'].map((name) => [name, read(`${folder}/${name}`)])),
});
