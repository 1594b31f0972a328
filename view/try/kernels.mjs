// The learner's kernels: what is kept of them, and the list of labs.
import * as kept from './kept.mjs';
import { OWN, labs, passed, skeleton, textOf, verdictOf } from './skeletons.mjs';
import { $, page, say } from './shared.mjs';

export function keep(text) {
  if (!kept.set('kernel', page.now, text === skeleton(page.now) ? null : text))
    say('This browser keeps nothing for this page: save your work as a file before you leave.');
  showCount();
}
export function replaceKernel(name, text) {
  const before = textOf(name);
  if (before !== text && before !== skeleton(name)) kept.set('before', name, before);
  kept.set('kernel', name, text === skeleton(name) ? null : text);
  if (name === page.now) page.editor.text = text;
}

export function showCount() {
  $('count').textContent = `${labs.filter(passed).length} of ${labs.length} passed`;
  for (const option of $('lab').options) {
    const verdict = option.value === OWN ? '' : verdictOf(option.value);
    option.textContent = option.value === OWN ? 'any CUDA program' : option.value.replace('_', ' ') + (passed(option.value) ? ' ✓' : '') + (verdict && verdict !== 'PASS' ? ` – ${verdict}` : '');
  }
}
