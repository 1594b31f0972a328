// Speed: the learner's kernel beside the reference kernels.
import { fill, make } from '../live/elements.js';
import { course, labs } from './skeletons.mjs';

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
export function showSpeed(name, table) {
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
