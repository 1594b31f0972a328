// The course on WebAssembly, in node and in a page: builds kernels, and runs lab with them.
import { clang, compile, link } from './toolchain.mjs';
import { judge } from './judge.mjs';
import { run } from './host.mjs';

// A file of a tree: its bytes; or a new tree with other bytes there.
export function at(files, path) {
  return path.split('/').reduce((tree, name) => tree?.[name], files);
}
export function put(files, path, bytes) {
  const [first, ...rest] = path.split('/');
  return { ...files, [first]: rest.length ? put(files[first] ?? {}, rest.join('/'), bytes) : bytes };
}
const bytes = (text) => typeof text === 'string' ? new TextEncoder().encode(text) : text;

// files: emu/include, emu/gpus, common/ and labs/NN_name/ as trees of names; tools:
// as toolchain.mjs takes them; lab, explorer, awk: compiled modules; library, runner: archives;
// start: how a program is started (child.mjs).
export class Course {
  constructor({ files, tools, lab, explorer, awk, library, runner, start }) {
    Object.assign(this, { files, tools, lab, explorer, awk, library, runner, start });
    this.entries = new Map(); // of tiles, compiled
  }
  headers() { return { emu: { include: this.files.emu.include }, common: this.files.common }; }
  data() { return { emu: { gpus: this.files.emu.gpus }, labs: this.files.labs }; }

  // Any program. { said, module }: module if it could be built.
  async program(path, text, flags = []) {
    const made = await compile(this.tools, path, put(this.headers(), path, bytes(text)), { flags });
    return made.status ? { said: made.said } : this.linked([made.object], made.said);
  }
  async linked(objects, said, runner) {
    const linked = await link(this.tools, objects, this.library, runner);
    if (linked.status) return { said: said + linked.said };
    return { said, module: await WebAssembly.compile(linked.program) };
  }
  // A promise of { status, trap }; print(stream, bytes): what it prints.
  execute(module, print) { return this.start({ module, files: { emu: { gpus: this.files.emu.gpus } } }, print).end; }

  // A kernel, with the runner of lab. { said, object, module }
  async kernel(path, text) {
    const made = await compile(this.tools, path, put(this.headers(), path, bytes(text)), { flags: ['-Icommon'] });
    if (made.status) return { said: made.said };
    return { ...await this.linked([made.object], made.said, this.runner), object: made.object };
  }

  // lab COMMAND...: { status, report, files }
  run(args, options) {
    return judge(args, { lab: this.lab, start: this.start, ...options, files: { ...this.data(), ...options.files } });
  }

  // The kernel's runner with the tiles of its lab that a check takes, and the compiler's words
  // about each: { module, logs }.
  // onTile(done, of): before each.
  async tiles(name, path, text, kernel, onTile = () => {}) {
    const listed = await this.run(['tiles', name, 'few'], { runner: kernel.module });
    const called = await this.run(['function', name], {});
    const names = listed.report.split('\n').filter((line) => /^[\d_]+$/.test(line));
    const objects = [kernel.object], logs = {}, files = put(this.headers(), path, bytes(text));
    for (const [i, tile] of names.entries()) {
      onTile(i, names.length);
      const fn = called.report.trim(), own = `${fn}_${tile}`, [bm, bn, bk, tm, tn, stages] = tile.split('_');
      const macros = Object.entries({ BM: bm, BN: bn, BK: bk, TM: tm, TN: tn, STAGES: stages, [fn]: own })
        .filter(([, value]) => value).map(([macro, value]) => `-D${macro}=${value}`);
      const made = await compile(this.tools, path, files, { flags: ['-Icommon', ...macros], own });
      logs[`${tile}.log`] = bytes(made.said);
      if (made.status) continue; // no such tile: lab says so
      objects.push(made.object, await this.entry(own, fn, macros));
    }
    return { ...await this.linked(objects, '', this.runner), logs };
  }
  // What enters the tile in the table of the runner: common/tune/entry.c.
  async entry(own, fn, macros) {
    if (!this.entries.has(own)) {
      const made = await clang(this.tools, ['clang', '-std=gnu11', '-O2', '-Wno-everything', '-Icommon', '-Iemu/include', ...macros, `-DCALL=${fn}_call`,
        `-D${fn}_call=${own}_call`, `-DSOURCE="call/call_${fn}.c"`, '-c', 'common/tune/entry.c', '-o', '-'], this.headers());
      if (made.status) throw new Error(made.said);
      this.entries.set(own, made.output);
    }
    return this.entries.get(own);
  }

  // The check of a lab: { report, record, status, kernel }, as make checkNN says it.
  // print(bytes): the report, as it comes; tiles: false: without those of a tuned lab.
  async check(name, path, text, { print = () => {}, onTile = () => {}, environment = {}, tiles = true } = {}) {
    const kernel = await this.kernel(path, text);
    const files = put(put(this.data(), path, bytes(text)), 'log', bytes(kernel.said));
    const tuned = tiles && at(this.files, `labs/${name}/tiles.tsv`);
    const result = await this.run(['check', name, '--record', '/record.json', ...(kernel.module ? [] : ['--compiler-log', '/log']), path],
      { runner: kernel.module, files, environment, print, ...(tuned ? { tiles: () => this.tiles(name, path, text, kernel, onTile) } : {}) });
    const record = at(result.files, 'record.json');
    return { ...result, kernel, record: record ? JSON.parse(new TextDecoder().decode(record)) : null };
  }

  // What the explorer shows of a kernel after its check, as JSON: as make exploreNN does.
  async story(name, path, text, kernel, record) {
    const given = { 'record.json': bytes(JSON.stringify(record)) };
    const life = await this.run(['life', name, '/life.tsv', '/record.json'], { runner: kernel.module, files: given });
    const whole = ['PASS', 'TECHNIQUE'].includes(record.verdict);
    const model = whole ? await this.run(['model', name, '/model.tsv'], { runner: kernel.module }) : null;
    const files = put({ ...given, 'life.tsv': at(life.files, 'life.tsv') }, path, bytes(text));
    if (!files['life.tsv']) throw new Error(life.report || life.said);
    const tiles = at(model?.files, 'model.tsv');
    const made = await run(this.explorer, { args: ['explorer', ...(tiles ? ['--tiles', '/tiles.tsv'] : []), '--record', '/record.json', '/life.tsv', path],
      files: { ...files, ...(tiles ? { 'tiles.tsv': tiles } : {}) } });
    if (made.status) throw new Error(made.said);
    return new TextDecoder().decode(made.output);
  }

  // awk with the programs of make predictNN. Its output, in lines.
  async awked(args, files, input) {
    const programs = { 'view': this.files.view, 'tools': this.files.tools };
    const { status, said, output } = await run(this.awk, { args: ['awk', ...args], files: { ...programs, ...files }, input: bytes(input ?? '') });
    if (status) throw new Error(said.trim());
    return new TextDecoder().decode(output);
  }
  // The questions of a lab with their answers, counts of this kernel: rows of docs/predictions.md.
  async questions(name, path, text, kernel) {
    const asked = at(this.files, `labs/${name}/questions.tsv`), rows = [];
    if (!asked) return rows;
    const changes = new Set(new TextDecoder().decode(asked).split('\n').map((line) => line.split('\t')[1]).filter((change) => change?.includes('=')));
    for (const change of ['-', ...changes]) {
      let trace;
      try {
        const other = change === '-' ? null : await this.awked(['-v', `changes=${change}`, '-f', 'tools/make/change.awk'], {}, text);
        const runner = other ? (await this.kernel(path, other)).module : kernel.module;
        const { files } = await this.run(['life', name, '/life.tsv'], { runner });
        trace = at(files, 'life.tsv');
      } catch (error) { trace = bytes(`# not run: ${error.message}\n`); }
      const answered = await this.awked(['-f', 'view/predict/answers.awk', '-f', 'view/predict/language.awk', '-f', 'view/predict/count.awk',
        `change=${change}`, '/questions.tsv', 'reading=trace', '/trace.tsv'], { 'questions.tsv': asked, 'trace.tsv': trace ?? bytes('# not run: it does not run to its end\n') });
      rows.push(...answered.split('\n').filter(Boolean).map((line) => line.split('\t')));
    }
    return rows.sort((a, b) => a[0] - b[0]).map(([, id, change, answer, pane, ask, why, note]) => ({ id, change, answer, pane, ask, why, note }));
  }
  // "met", "not met", or "" for what is no number.
  async judged(expected, got) {
    return (await this.awked(['-v', `expected=${expected}`, '-f', 'view/predict/judge.awk'], {}, `${got}\n`)).trim();
  }
}
