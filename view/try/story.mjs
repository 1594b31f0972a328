// The story of a run.
import { fill, make } from '../live/elements.js';
import { $, page } from './shared.mjs';

// The explorer, which opens on the story. data: what it shows; or a text: why there is none.
export function showStory({ data, text = 'A run draws its story here: what a thread, a warp and a block of your kernel do, and what the time is spent on.' } = {}) {
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
export function offerStory(name, text, record) {
  const has = record.stages.includes('compiles') && record.verdict !== 'INCOMPLETE' && record.verdict !== 'TIMEOUT';
  page.told = has ? { name, text } : null;
  $('sides').classList.toggle('new', has);
  if (has) showStory({ text: 'Open this to draw the story of the run.' });
}
export async function drawStory() {
  if (!page.told || page.busy) return;
  const { name, text } = page.told, here = () => page.now === name && page.editor.text === text;
  page.told = null;
  showStory({ text: 'The story of this run is being drawn …' });
  const { data } = await page.machine.do('story', { lab: name, text }).catch(() => ({}));
  if (here()) showStory(data ? { data } : { text: 'There is no story of this run.' });
}
// True where the story is seen now.
export const storySeen = () => document.querySelector('main').dataset[innerWidth < 1000 ? 'part' : 'side'] === 'story';
