// The page: a lab's text, the learner's kernel, and what the check says of it.
import { fill, make } from '../live/elements.js';
import { OWN, files, labs, path, skeleton, textOf } from './skeletons.mjs';
import { Editor } from './editor.mjs';
import { messages, showCheck, showReport, showRules } from './finding.mjs';
import { showHints } from './hints.mjs';
import * as kept from './kept.mjs';
import { keep, replaceKernel, showCount } from './kernels.mjs';
import { Machine } from './machine.mjs';
import { showQuestions } from './predictions.mjs';
import { $, page, say } from './shared.mjs';
import { showSpeed } from './speed.mjs';
import { drawStory, offerStory, showStory, storySeen } from './story.mjs';

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
    if (name === page.now) fill('text', ...main.childNodes);
  } catch {
    if (name === page.now) fill('text', make('h1', '', `Lab ${name.replace('_', ' ')}`), make('p', '', 'The text of the lab cannot be loaded now.'));
  }
  if (name === page.now) $('text').scrollTop = 0;
  if (name === page.now) $('text').querySelector('h1')?.after(make('p', 'soft', `In this page Run does what make lab${name.split('_')[0]} does; Hint, Story and Predictions are buttons. Other commands of the text need the course on your machine.`));
}

// --- Run

async function run() {
  if ($('run').disabled) return;
  if (page.busy) { page.machine.stop(); return; }
  page.busy = true;
  page.runs++;
  $('run').textContent = 'Stop';
  $('run').classList.add('stop');
  $('result').scrollTop = 0;
  const name = page.now, text = page.editor.text, here = () => page.now === name;
  keep(text);
  page.editor.mark([]);
  if (innerWidth < 1000) part('result');
  try {
    if (name === OWN) await play(text, here);
    else await check(name, text, here);
  } catch (error) {
    if (here()) showCheck({ machine: error.message });
  }
  page.busy = false;
  $('run').textContent = 'Run';
  $('run').classList.remove('stop');
  if (storySeen()) drawStory();
}

async function check(name, text, here) {
  showCheck(null, true);
  fill('rules'); fill('speed'); showQuestions(); showStory();
  let report = '';
  const result = await page.machine.do('check', { lab: name, text }, (part) => {
    if (part.report) report += part.report;
    if (part.tiles && here()) showReport(`${report}\n… compiles tile ${part.tile + 1} of ${part.tiles}`);
    else if (here()) showReport(report);
  });
  // A kernel that does not end has a record, TIMEOUT, before that.
  if (result.overtime) throw new Error(`${report}\n${result.stopped ? 'You have stopped the check.' : `The check printed nothing for ${result.overtime} s, and was ended.`}`);
  const { record } = result;
  if (!record) throw new Error(result.trap ?? result.report);
  const found = { run: page.runs, at: new Date().toLocaleTimeString(), text, report: result.report, record, after: result.after };
  kept.set('check', name, found);
  if (record.verdict === 'PASS') kept.set('passed', name, text);
  showCount();
  if (!here()) return;
  $('result').scrollTop = 0;
  showCheck(found);
  offerStory(name, text, record);
  showRules(record, found.report);
  showReport(found.report);
  page.editor.mark(messages(record));
  if (record.verdict !== 'PASS') return;
  const { table } = await page.machine.do('speed', { lab: name, text }); // it takes longer than the verdict
  if (here() && page.editor.text === text && table) showSpeed(name, table);
}

async function play(text, here) {
  let printed = '';
  showReport('…');
  const result = await page.machine.do('play', { text }, (part) => {
    printed += part.printed;
    if (here()) showReport(printed);
  });
  const end = result.overtime ? `\nstopped after ${Math.round(result.overtime)} s: the program did not end. Is there an endless loop?`
    : result.trap ? `\n${result.trap}` : `\nexit status ${result.status}`;
  if (here()) showReport(printed + end);
  const all = [...printed.matchAll(/(?:^|\s)program\.cu:(\d+)(?::\d+)?:? ?(?:fatal )?(error|warning)?:? ?(.*)$/gm)];
  if (here()) page.editor.mark(all.slice(0, 20).map(([, line, kind, what]) => ({ line: +line, text: what || 'see the output', kind: kind ?? 'error' })));
}

// --- The lab that is shown

function open(name) {
  page.now = name;
  $('lab').value = name;
  kept.set('now', 'lab', name);
  $('file').textContent = name === OWN ? 'program.cu' : path(name);
  page.editor.text = textOf(name);
  showText(name);
  showHints();
  document.body.classList.toggle('own', name === OWN);
  page.told = null;
  $('result').scrollTop = 0;
  $('sides').classList.remove('new');
  const check = name === OWN ? null : kept.get('check', name), mine = check?.text === textOf(name) ? check : null;
  if (name !== OWN) showCheck(mine);
  showRules(mine?.record, mine?.report);
  showReport(mine?.report);
  fill('speed');
  showQuestions();
  showStory();
  if (mine) page.editor.mark(messages(mine.record));
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

function side(name) {
  document.querySelector('main').dataset.side = name;
  for (const button of $('sides').children) button.setAttribute('aria-pressed', button.dataset.side === name);
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
      open(page.now);
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
page.open = open;
page.editor = new Editor($('editor'), { run, changed: keep });
$('run').addEventListener('click', run);
$('hint').addEventListener('click', () => showHints(true));
$('lab').addEventListener('change', () => open($('lab').value));
for (const button of $('sides').children) button.addEventListener('click', () => side(button.dataset.side));
for (const button of $('tabs').children) button.addEventListener('click', () => part(button.dataset.part));
$('export').addEventListener('click', () => saved(kept.packed(labs, textOf), 'submission.zip'));
$('import').addEventListener('change', (event) => { if (event.target.files[0]) bring(event.target.files[0]); event.target.value = ''; });
$('link').addEventListener('click', async () => {
  const link = new URL(await kept.toLink(page.now, page.editor.text), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    say(`A link to this kernel, of ${link.length} characters, is copied.`);
  } catch { history.replaceState(null, '', link); say('The link is in the address bar: copy it from there.'); }
});
$('reset').addEventListener('click', () => {
  const before = kept.get('before', page.now);
  if (textOf(page.now) !== skeleton(page.now)) offer('Restore the skeleton? Your kernel is kept, and this button brings it back.', 'Restore', () => replaceKernel(page.now, skeleton(page.now)));
  else if (before) offer('Bring back the kernel that you had before?', 'Bring back', () => replaceKernel(page.now, before));
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

page.machine = new Machine(files, (share) => {
  $('loading').textContent = share < 1 ? `The compiler is loading: ${Math.floor(100 * share)} %. You can read and write meanwhile.` : '';
  $('run').disabled = share < 1;
});
page.machine.ready.catch((error) => {
  $('loading').textContent = '';
  say(error.message);
});
navigator.serviceWorker?.register('offline.js').catch(() => {});
