// The verdict of a check, its counts and its report.
import { block, fill, make, wide } from '../live/elements.js';
import { showStages, showVerdict } from '../live/verdict.js';
import { OWN, labs, path } from './skeletons.mjs';
import { $, page } from './shared.mjs';

function around(text, line) {
  const lines = text.split('\n'), first = Math.max(1, line - 3);
  return { first, lines: lines.slice(first - 1, line + 2) };
}
function onward(name) {
  const next = labs[labs.indexOf(name) + 1];
  if (!next) return 'this is the last lab.';
  const go = make('button', '', `lab ${next.replace('_', ' ')}`);
  go.addEventListener('click', () => page.open(next));
  return go;
}
export function showCheck(check, doing) {
  const state = { number: page.now.split('_')[0], act: 'Run', onward: onward(page.now) };
  if (doing) Object.assign(state, { save: page.runs, saved: new Date().toLocaleTimeString() });
  else if (check?.record) {
    const finding = check.record, mine = finding.file === path(page.now);
    Object.assign(state, { save: check.run, saved: check.at,
      check: { save: check.run, finding, after: check.after, source: mine && finding.line ? around(check.text, finding.line) : null } });
  } else if (check) Object.assign(state, { machine: check.machine });
  else state.before = 'Complete the marked lines, then press Run.';
  showVerdict(state);
  showStages(state);
}

// The finding at its line, and each message of the compiler.
export function messages(record) {
  const all = [];
  for (const [, line, kind, text] of (record.message ?? '').matchAll(new RegExp(`^${path(page.now)}:(\\d+)(?::\\d+)?: (?:fatal )?(error|warning): (.*)$`, 'gm')))
    all.push({ line: +line, text, kind });
  if (!all.length && record.line && record.file === path(page.now) && record.verdict !== 'PASS')
    all.push({ line: record.line, text: `${record.verdict}: ${record.what}`, kind: 'error' });
  return all.sort((a, b) => (a.kind === 'warning') - (b.kind === 'warning'));
}

// The counts of technique; the report has all limits.
export function showRules(record, report) {
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
export function showReport(coloured) {
  if (!coloured) { fill('report'); return; }
  const text = coloured.replace(/\x1b\[\d*m/g, '');
  const details = make('details', '', make('summary', '', page.now === OWN ? 'What the program printed' : `What make check${page.now.split('_')[0]} prints`), block('text', 'Report', text));
  details.open = page.now === OWN;
  fill('report', details);
}
