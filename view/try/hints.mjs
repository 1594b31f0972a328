// Hints.
import { fill, make } from '../live/elements.js';
import * as kept from './kept.mjs';
import { OWN, lab } from './skeletons.mjs';
import { $, page } from './shared.mjs';

// The next hint not shown yet, of the STEP in which the last finding or the cursor is, if there is one.
function stepOf(line) {
  let step = null;
  page.editor.text.split('\n').slice(0, line).forEach((text) => { step = /\/\/ STEP (\d+)/.exec(text)?.[1] ?? (/\/\/ END/.test(text) ? null : step); });
  return step && +step;
}
export function showHints(more) {
  const hints = page.now === OWN ? [] : lab[page.now].hints, shown = kept.get('hints', page.now) ?? [];
  if (more) {
    const left = hints.map((_, i) => i).filter((i) => !shown.includes(i)), step = stepOf(page.editor.at);
    shown.unshift(left.find((i) => hints[i].step === step) ?? left[0]);
    kept.set('hints', page.now, shown);
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
