// Predictions: questions about the kernel, and the answers.
import { fill, make } from '../live/elements.js';
import * as kept from './kept.mjs';
import { OWN, lab } from './skeletons.mjs';
import { $, page } from './shared.mjs';

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
    const { met: verdict } = await page.machine.do('judged', { expected: row.answer, got: input.value.trim() });
    if (!verdict) { said.textContent = 'Type a number, such as 4, 0.125, 1/8 or 1,024.'; return; }
    predict(name, row.id, input.value.trim(), row.answer, verdict === 'met' ? 'yes' : 'no', cksum(text));
    show(input.value, verdict === 'met');
  };
  go.addEventListener('click', compare);
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') compare(); });
  return make('li', '', make('p', '', row.ask), input, ' ', go, said);
}
export function showQuestions() {
  if (page.now === OWN || !lab[page.now].questions) { fill('questions'); return; }
  const go = make('button', '', 'Ask me about this kernel'), name = page.now;
  go.addEventListener('click', async () => {
    if (page.busy || $('run').disabled) return;
    const text = page.editor.text;
    go.disabled = true;
    go.textContent = 'Counting …';
    const { rows = [] } = await page.machine.do('questions', { lab: name, text }).catch(() => ({}));
    if (page.now !== name) return;
    const asked = rows.filter((row) => row.answer !== '-'), not = rows.filter((row) => row.answer === '-');
    fill('questions', make('h2', '', 'Predictions'),
      asked.length ? make('ol', '', ...asked.map((row) => question(name, text, row))) : make('p', '', 'There is nothing to ask: the kernel does not run to its end.'),
      ...not.map((row) => make('p', 'soft', `${row.id}: ${row.note}`)));
  });
  fill('questions', make('h2', '', 'Predictions'), make('p', 'soft', `Predict counts of your kernel before you look. The kernel must run to its end. Predictions give no points.`), go);
}
