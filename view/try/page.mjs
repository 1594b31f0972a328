// The page: a lab's text, the learner's kernel, and what the check says of it.
import { block, fill, make, wide } from '../live/elements.js';
import { showStages, showVerdict } from '../live/verdict.js';
import { Editor } from './editor.mjs';
import { Machine } from './machine.mjs';
import * as kept from './kept.mjs';
import { labs as course, files } from './course.json';
import sample from './sample.cu';

const OWN = 'program'; // any CUDA program, beside the labs
const labs = course.map(({ name }) => name);
const lab = Object.fromEntries(course.map((one) => [one.name, one]));
const $ = (id) => document.getElementById(id);
const say = (text) => { $('notice').textContent = text; $('notice').hidden = !text; };

let now;      // the lab that is shown
let runs = 0; // how often Run was pressed
let busy = false;
let told = null; // the run whose story can be drawn: { name, text }

const path = (name) => `labs/${name}/kernel.cu`;
const skeleton = (name) => name === OWN ? sample : lab[name].skeleton;
const textOf = (name) => kept.get('kernel', name) ?? skeleton(name);
const passed = (name) => kept.get('passed', name) !== null;
const verdictOf = (name) => {
  const check = kept.get('check', name);
  return check && check.text === textOf(name) ? check.record.verdict : check ? 'changed' : '';
};

// --- What is kept

function keep(text) {
  if (!kept.set('kernel', now, text === skeleton(now) ? null : text))
    say('This browser keeps nothing for this page: save your work as a file before you leave.');
  showCount();
}
function replaceKernel(name, text) {
  const before = textOf(name);
  if (before !== text && before !== skeleton(name)) kept.set('before', name, before);
  kept.set('kernel', name, text === skeleton(name) ? null : text);
  if (name === now) editor.text = text;
}

// --- The list of labs

function showCount() {
  $('count').textContent = `${labs.filter(passed).length} of ${labs.length} passed`;
  for (const option of $('lab').options) {
    const verdict = option.value === OWN ? '' : verdictOf(option.value);
    option.textContent = option.value === OWN ? 'any CUDA program' : option.value.replace('_', ' ') + (passed(option.value) ? ' ✓' : '') + (verdict && verdict !== 'PASS' ? ` – ${verdict}` : '');
  }
}

// --- The text

async function showText(name) {
  if (name === OWN) {
    fill('text', make('h1', '', 'Any CUDA program'),
      make('p', '', 'Write a program with a main(). Run compiles it and runs it on the emulator, which names races, accesses out of bounds, reads of what was never stored and wrong barriers, each with its line.'),
      make('p', '', 'There is one file, and no other library than CUDA\'s runtime and the C and C++ libraries. Nothing is read from your disk.'));
    return;
  }
  const at = new URL(`../labs/${name}/index.html`, location.href);
  try {
    const response = await fetch(at);
    if (!response.ok) throw new Error(response.status);
    const main = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
    for (const [tag, which] of [['a', 'href'], ['img', 'src']])
      for (const element of main.querySelectorAll(`${tag}[${which}]`)) {
        const to = element.getAttribute(which);
        if (!(tag === 'a' && to.startsWith('#'))) element.setAttribute(which, new URL(to, at));
        if (tag === 'a' && !to.startsWith('#')) element.target = '_blank';
      }
    if (name === now) fill('text', ...main.childNodes);
  } catch {
    if (name === now) fill('text', make('h1', '', `Lab ${name.replace('_', ' ')}`), make('p', '', 'The text of the lab cannot be loaded now.'));
  }
  if (name === now) $('text').scrollTop = 0;
  if (name === now) $('text').querySelector('h1')?.after(make('p', 'soft', `In this page Run does what make lab${name.split('_')[0]} does; Hint, Story and Predictions are buttons. Other commands of the text need the course on your machine.`));
}

// --- The verdict

function around(text, line) {
  const lines = text.split('\n'), first = Math.max(1, line - 3);
  return { first, lines: lines.slice(first - 1, line + 2) };
}
function onward(name) {
  const next = labs[labs.indexOf(name) + 1];
  if (!next) return 'this is the last lab.';
  const go = make('button', '', `lab ${next.replace('_', ' ')}`);
  go.addEventListener('click', () => open(next));
  return go;
}
function showCheck(check, doing) {
  const state = { number: now.split('_')[0], act: 'Run', onward: onward(now) };
  if (doing) Object.assign(state, { save: runs, saved: new Date().toLocaleTimeString() });
  else if (check?.record) {
    const finding = check.record, mine = finding.file === path(now);
    Object.assign(state, { save: check.run, saved: check.at,
      check: { save: check.run, finding, after: check.after, source: mine && finding.line ? around(check.text, finding.line) : null } });
  } else if (check) Object.assign(state, { machine: check.machine });
  else state.before = 'Complete the marked lines, then press Run.';
  showVerdict(state);
  showStages(state);
}

// The finding at its line, and each message of the compiler.
function messages(record) {
  const all = [];
  for (const [, line, kind, text] of (record.message ?? '').matchAll(new RegExp(`^${path(now)}:(\\d+)(?::\\d+)?: (?:fatal )?(error|warning): (.*)$`, 'gm')))
    all.push({ line: +line, text, kind });
  if (!all.length && record.line && record.file === path(now) && record.verdict !== 'PASS')
    all.push({ line: record.line, text: `${record.verdict}: ${record.what}`, kind: 'error' });
  return all.sort((a, b) => (a.kind === 'warning') - (b.kind === 'warning'));
}

// The counts of technique; the report has all limits.
function showRules(record, report) {
  const counts = Object.entries(record?.counts ?? {});
  const limit = (name) => new RegExp(`^  ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} +\\S+  (at (?:most|least) +\\S+) +(.*)$`, 'm').exec(report ?? '');
  fill('rules', counts.length ? make('h2', '', 'Counts of this kernel') : null,
    counts.length ? wide('', 'Counts against the rules', make('table', '',
      make('thead', '', make('tr', '', ...['count', 'yours', 'rule', ''].map((text) => make('th', '', text)))),
      make('tbody', '', ...counts.map(([name, value]) => {
        const [, rule, met] = limit(name) ?? [, '', ''];
        return make('tr', met === 'ok' ? '' : 'bad', make('td', '', name), make('td', 'number', String(+value.toPrecision(4))), make('td', '', rule.replace(/ +/g, ' ')), make('td', 'word-small', met === 'ok' ? '✓' : met));
      })))) : null);
}
function showReport(coloured) {
  if (!coloured) { fill('report'); return; }
  const text = coloured.replace(/\x1b\[\d*m/g, '');
  const details = make('details', '', make('summary', '', now === OWN ? 'What the program printed' : `What make check${now.split('_')[0]} prints`), block('text', 'Report', text));
  details.open = now === OWN;
  fill('report', details);
}

// --- Speed

function rows(table) {
  const lines = table.split('\n').filter((line) => line && !line.startsWith('#')), names = lines[0].split('\t');
  return lines.slice(1).map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])));
}
function bar(text, notes, gflops, most, mine) {
  const fillUp = make('span', 'fill');
  fillUp.style.width = `${Math.max(0.5, 100 * gflops / most)}%`;
  const track = make('span', 'track', fillUp);
  return make('li', mine ? 'own' : '', make('span', 'who', text, make('small', '', notes)), track,
    make('span', 'number', gflops.toLocaleString('en', { maximumSignificantDigits: 4 })));
}
function showSpeed(name, table) {
  const mine = rows(table).filter((row) => +row.gflops > 0);
  if (!mine.length) { fill('speed'); return; }
  const last = mine[mine.length - 1];
  const others = course.slice(0, labs.indexOf(name) + 1).flatMap(({ name: of, speeds }) => speeds
    .filter((one) => one.sizes === last.sizes && one.function === last.function).map((one) => ({ of, gflops: one.gflops })));
  const most = Math.max(+last.gflops, ...others.map(({ gflops }) => gflops));
  const why = /^# bottleneck [^:]*: (.*)$/m.exec(table)?.[1];
  fill('speed', make('h2', '', 'Speed'),
    make('p', 'soft', `GFLOP/s at ${last.sizes.replace(/,/g, ', ').replace(/=/g, ' = ')}. Yours is modelled from the counts of this run, for an ${last.device}${others.length ? '; the reference kernels were measured on one' : ''}.`),
    make('ol', 'bars', ...others.map(({ of, gflops }) => bar(of.replace('_', ' '), 'measured', gflops, most)),
      bar('your kernel', 'modelled', +last.gflops, most, true)),
    why ? make('p', '', `Bound by ${why.replace(/: .*/, '')}.`) : null);
}

// --- The story

// The explorer, which opens on the story. data: what it shows; or a text: why there is none.
function showStory({ data, text = 'A run draws its story here: what a thread, a warp and a block of your kernel do, and what the time is spent on.' } = {}) {
  if (!data) { fill('story', make('p', 'soft', text)); return; }
  const frame = make('iframe');
  frame.title = 'The story of this run';
  frame.src = 'explorer.html';
  fill('story', frame);
  addEventListener('message', function ready(event) {
    if (event.source !== frame.contentWindow || event.data !== 'ready') return;
    removeEventListener('message', ready);
    event.source.postMessage({ data, dark: document.documentElement.dataset.theme ?? '' }, location.origin);
  });
}
// Not of a kernel that does not run.
function offerStory(name, text, record) {
  const has = record.stages.includes('compiles') && record.verdict !== 'INCOMPLETE' && record.verdict !== 'TIMEOUT';
  told = has ? { name, text } : null;
  $('sides').classList.toggle('new', has);
  if (has) showStory({ text: 'Open this to draw the story of the run.' });
}
async function drawStory() {
  if (!told || busy) return;
  const { name, text } = told, here = () => now === name && editor.text === text;
  told = null;
  showStory({ text: 'The story of this run is being drawn …' });
  const { data } = await machine.do('story', { lab: name, text }).catch(() => ({}));
  if (here()) showStory(data ? { data } : { text: 'There is no story of this run.' });
}
// True where the story is seen now.
const storySeen = () => document.querySelector('main').dataset[innerWidth < 1000 ? 'part' : 'side'] === 'story';
function side(name) {
  document.querySelector('main').dataset.side = name;
  for (const button of $('sides').children) button.setAttribute('aria-pressed', button.dataset.side === name);
  if (name === 'story') drawStory();
}

// --- Hints

// The next hint not shown yet, of the STEP in which the last finding or the cursor is, if there is one.
function stepOf(line) {
  let step = null;
  editor.text.split('\n').slice(0, line).forEach((text) => { step = /\/\/ STEP (\d+)/.exec(text)?.[1] ?? (/\/\/ END/.test(text) ? null : step); });
  return step && +step;
}
function showHints(more) {
  const hints = now === OWN ? [] : lab[now].hints, shown = kept.get('hints', now) ?? [];
  if (more) {
    const left = hints.map((_, i) => i).filter((i) => !shown.includes(i)), step = stepOf(editor.at);
    shown.unshift(left.find((i) => hints[i].step === step) ?? left[0]);
    kept.set('hints', now, shown);
  }
  const close = make('button', '', 'Close the hints');
  close.addEventListener('click', () => fill('hints'));
  fill('hints', ...shown.map((i) => make('div', 'card hint', make('b', '', `Hint ${i + 1} of ${hints.length}${hints[i].step ? `, STEP ${hints[i].step}` : ''}`), make('p', '', hints[i].text))),
    shown.length ? close : null);
  $('hints').scrollTop = 0;
  $('hint').hidden = !hints.length;
  $('hint').disabled = shown.length === hints.length;
  $('hint').textContent = $('hint').disabled ? 'No more hints' : shown.length ? 'One more hint' : 'Hint';
}

// --- Predictions

// As cksum prints it.
function cksum(text) {
  const data = [...new TextEncoder().encode(text)];
  let crc = 0;
  for (let n = data.length; n > 0; n = Math.floor(n / 256)) data.push(n % 256);
  for (const byte of data)
    for (let bit = 7, high = crc ^ byte << 24; bit >= 0; bit--, high = crc)
      crc = high & 0x80000000 ? high << 1 ^ 0x04c11db7 : high << 1;
  return ~crc >>> 0;
}
const HEAD = 'id\tgot\texpected\tmet\tkernel';
function predicted(name) {
  const [, ...lines] = (kept.get('predictions', name) ?? HEAD).split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.split('\t')[0], line.split('\t').slice(1)]));
}
function predict(name, id, ...cells) {
  const all = { ...predicted(name), [id]: cells };
  kept.set('predictions', name, [HEAD, ...Object.entries(all).map(([of, row]) => [of, ...row].join('\t'))].join('\n') + '\n');
}

function question(name, text, row) {
  const [got, expected, met] = predicted(name)[row.id] ?? [];
  const input = make('input'), go = make('button', '', 'Compare'), said = make('p', 'soft');
  const show = (answer, ok) => {
    said.replaceChildren(make('b', ok ? 'yes' : 'no', ok ? 'met' : `not met: the count is ${row.answer}`), ` ${row.why === '-' ? '' : row.why}`);
  };
  input.setAttribute('aria-label', row.ask);
  input.size = 9;
  if (met === 'yes' && expected === row.answer) { input.value = got; show(got, true); }
  const compare = async () => {
    if (!input.value.trim()) return;
    const { met: verdict } = await machine.do('judged', { expected: row.answer, got: input.value.trim() });
    if (!verdict) { said.textContent = 'Type a number, such as 4, 0.125, 1/8 or 1,024.'; return; }
    predict(name, row.id, input.value.trim(), row.answer, verdict === 'met' ? 'yes' : 'no', cksum(text));
    show(input.value, verdict === 'met');
  };
  go.addEventListener('click', compare);
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') compare(); });
  return make('li', '', make('p', '', row.ask), input, ' ', go, said);
}
function showQuestions() {
  if (now === OWN || !lab[now].questions) { fill('questions'); return; }
  const go = make('button', '', 'Ask me about this kernel'), name = now;
  go.addEventListener('click', async () => {
    if (busy || $('run').disabled) return;
    const text = editor.text;
    go.disabled = true;
    go.textContent = 'Counting …';
    const { rows = [] } = await machine.do('questions', { lab: name, text }).catch(() => ({}));
    if (now !== name) return;
    const asked = rows.filter((row) => row.answer !== '-'), not = rows.filter((row) => row.answer === '-');
    fill('questions', make('h2', '', 'Predictions'),
      asked.length ? make('ol', '', ...asked.map((row) => question(name, text, row))) : make('p', '', 'There is nothing to ask: the kernel does not run to its end.'),
      ...not.map((row) => make('p', 'soft', `${row.id}: ${row.note}`)));
  });
  fill('questions', make('h2', '', 'Predictions'), make('p', 'soft', `Predict counts of your kernel before you look. The kernel must run to its end. Predictions give no points.`), go);
}

// --- Run

async function run() {
  if ($('run').disabled) return;
  if (busy) { machine.stop(); return; }
  busy = true;
  runs++;
  $('run').textContent = 'Stop';
  $('run').classList.add('stop');
  $('result').scrollTop = 0;
  const name = now, text = editor.text, here = () => now === name;
  keep(text);
  editor.mark([]);
  if (innerWidth < 1000) part('result');
  try {
    if (name === OWN) await play(text, here);
    else await check(name, text, here);
  } catch (error) {
    if (here()) showCheck({ machine: error.message });
  }
  busy = false;
  $('run').textContent = 'Run';
  $('run').classList.remove('stop');
  if (storySeen()) drawStory();
}

async function check(name, text, here) {
  showCheck(null, true);
  fill('rules'); fill('speed'); showQuestions(); showStory();
  let report = '';
  const result = await machine.do('check', { lab: name, text }, (part) => {
    if (part.report) report += part.report;
    if (part.tiles && here()) showReport(`${report}\n… compiles tile ${part.tile + 1} of ${part.tiles}`);
    else if (here()) showReport(report);
  });
  // A kernel that does not end has a record, TIMEOUT, before that.
  if (result.overtime) throw new Error(`${report}\n${result.stopped ? 'You have stopped the check.' : `The check printed nothing for ${result.overtime} s, and was ended.`}`);
  const { record } = result;
  if (!record) throw new Error(result.trap ?? result.report);
  const found = { run: runs, at: new Date().toLocaleTimeString(), text, report: result.report, record, after: result.after };
  kept.set('check', name, found);
  if (record.verdict === 'PASS') kept.set('passed', name, text);
  showCount();
  if (!here()) return;
  $('result').scrollTop = 0;
  showCheck(found);
  offerStory(name, text, record);
  showRules(record, found.report);
  showReport(found.report);
  editor.mark(messages(record));
  if (record.verdict !== 'PASS') return;
  const { table } = await machine.do('speed', { lab: name, text }); // it takes longer than the verdict
  if (here() && editor.text === text && table) showSpeed(name, table);
}

async function play(text, here) {
  let printed = '';
  showReport('…');
  const result = await machine.do('play', { text }, (part) => {
    printed += part.printed;
    if (here()) showReport(printed);
  });
  const end = result.overtime ? `\nstopped after ${Math.round(result.overtime)} s: the program did not end. Is there an endless loop?`
    : result.trap ? `\n${result.trap}` : `\nexit status ${result.status}`;
  if (here()) showReport(printed + end);
  const all = [...printed.matchAll(/(?:^|\s)program\.cu:(\d+)(?::\d+)?:? ?(?:fatal )?(error|warning)?:? ?(.*)$/gm)];
  if (here()) editor.mark(all.slice(0, 20).map(([, line, kind, what]) => ({ line: +line, text: what || 'see the output', kind: kind ?? 'error' })));
}

// --- The lab that is shown

function open(name) {
  now = name;
  $('lab').value = name;
  kept.set('now', 'lab', name);
  $('file').textContent = name === OWN ? 'program.cu' : path(name);
  editor.text = textOf(name);
  showText(name);
  showHints();
  document.body.classList.toggle('own', name === OWN);
  told = null;
  $('result').scrollTop = 0;
  $('sides').classList.remove('new');
  const check = name === OWN ? null : kept.get('check', name), mine = check?.text === textOf(name) ? check : null;
  if (name !== OWN) showCheck(mine);
  showRules(mine?.record, mine?.report);
  showReport(mine?.report);
  fill('speed');
  showQuestions();
  showStory();
  if (mine) editor.mark(messages(mine.record));
  if (mine) offerStory(name, mine.text, mine.record);
  part('text');
  side('text');
  say('');
  if (location.hash) history.replaceState(null, '', location.pathname);
}
function part(name) {
  document.querySelector('main').dataset.part = name;
  for (const button of $('tabs').children) button.setAttribute('aria-pressed', button.dataset.part === name);
  if (name === 'story') drawStory();
}

// --- The page's buttons

function offer(text, label, act) {
  const yes = make('button', '', label), no = make('button', '', 'No');
  const close = () => say('');
  yes.addEventListener('click', () => { close(); act(); });
  no.addEventListener('click', close);
  say('');
  $('notice').replaceChildren(`${text} `, yes, ' ', no);
  $('notice').hidden = false;
}
function saved(bytes, name) {
  const link = make('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
async function bring(file) {
  try {
    const { kernels, predictions } = kept.unpacked(new Uint8Array(await file.arrayBuffer()), labs);
    const names = Object.keys(kernels).filter((name) => kernels[name] !== textOf(name));
    const mine = names.filter((name) => textOf(name) !== skeleton(name));
    const take = () => {
      for (const name of names) replaceKernel(name, kernels[name]);
      for (const [name, text] of Object.entries(predictions)) kept.set('predictions', name, text);
      open(now);
      say(`${names.length} ${names.length === 1 ? 'kernel has' : 'kernels have'} been brought from the file.`);
    };
    if (mine.length) offer(`The file has other kernels for ${mine.map((name) => name.slice(0, 2)).join(', ')}. Replace yours? Each of yours is kept until the next time.`, 'Replace', take);
    else take();
  } catch (error) { say(`${file.name}: ${error.message}`); }
}
async function linked() {
  const given = await kept.fromLink(location.hash);
  if (given.broken) { say('The link to a kernel is not whole: copy it again.'); return; }
  if (!labs.includes(given.lab) && given.lab !== OWN) return;
  const { lab: name, text } = given;
  open(name);
  if (text === undefined || text === textOf(name)) return;
  const use = () => { replaceKernel(name, text); open(name); };
  if (textOf(name) === skeleton(name)) use();
  else offer('The link has another kernel for this lab. Replace yours? Yours is kept.', 'Replace', use);
}

for (const name of [...labs, OWN]) $('lab').append(new Option(name, name));
const editor = new Editor($('editor'), { run, changed: keep });
$('run').addEventListener('click', run);
$('hint').addEventListener('click', () => showHints(true));
$('lab').addEventListener('change', () => open($('lab').value));
for (const button of $('sides').children) button.addEventListener('click', () => side(button.dataset.side));
for (const button of $('tabs').children) button.addEventListener('click', () => part(button.dataset.part));
$('export').addEventListener('click', () => saved(kept.packed(labs, textOf), 'submission.zip'));
$('import').addEventListener('change', (event) => { if (event.target.files[0]) bring(event.target.files[0]); event.target.value = ''; });
$('link').addEventListener('click', async () => {
  const link = new URL(await kept.toLink(now, editor.text), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say(`A link to this kernel, of ${link.length} characters, is copied.`);
  } catch { history.replaceState(null, '', link); say('The link is in the address bar: copy it from there.'); }
});
$('reset').addEventListener('click', () => {
  const before = kept.get('before', now);
  if (textOf(now) !== skeleton(now)) offer('Restore the skeleton? Your kernel is kept, and this button brings it back.', 'Restore', () => replaceKernel(now, skeleton(now)));
  else if (before) offer('Bring back the kernel that you had before?', 'Bring back', () => replaceKernel(now, before));
  else say('This is the skeleton.');
});
$('theme').addEventListener('click', () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'light' : 'dark';
  kept.set('theme', 'page', document.documentElement.dataset.theme);
});
addEventListener('hashchange', linked);
addEventListener('click', (event) => { if (!$('more-menu').contains(event.target) || event.target.tagName === 'BUTTON') $('more-menu').open = false; });
const theme = kept.get('theme', 'page');
if (theme) document.documentElement.dataset.theme = theme;

open(labs.includes(kept.get('now', 'lab')) ? kept.get('now', 'lab') : labs[0]);
showCount();
linked();

const machine = new Machine(files, (share) => {
  $('loading').textContent = share < 1 ? `The compiler is loading: ${Math.floor(100 * share)} %. You can read and write meanwhile.` : '';
  $('run').disabled = share < 1;
});
machine.ready.catch((error) => {
  $('loading').textContent = '';
  say(error.message);
});
navigator.serviceWorker?.register('offline.js').catch(() => {});
