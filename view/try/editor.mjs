// The editor of a kernel: CodeMirror, with the lines that a learner writes marked, and a finding
// or the compiler's messages at their lines.
import { EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { cpp } from '@codemirror/lang-cpp';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword], class: 'c-keyword' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], class: 'c-type' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], class: 'c-comment' },
  { tag: [tags.string, tags.number, tags.bool, tags.character], class: 'c-value' },
  { tag: [tags.processingInstruction, tags.macroName], class: 'c-macro' },
]);

// From a line "// STEP n" to its "// END n".
const gap = Decoration.line({ class: 'gap' }), edge = Decoration.line({ class: 'gap edge' });
function gaps(state) {
  const marks = new RangeSetBuilder();
  let open = false;
  for (let n = 1; n <= state.doc.lines; n++) {
    const line = state.doc.line(n), begins = /^\s*\/\/ STEP \d/.test(line.text), ends = /^\s*\/\/ END \d/.test(line.text);
    open ||= begins;
    if (open) marks.add(line.from, line.from, begins || ends ? edge : gap);
    if (ends) open = false;
  }
  return marks.finish();
}
const gapField = StateField.define({
  create: gaps,
  update: (marks, change) => change.docChanged ? gaps(change.state) : marks,
  provide: (field) => EditorView.decorations.from(field),
});

const here = StateEffect.define();
const hereField = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const effect of change.effects)
      if (effect.is(here)) marks = effect.value ? Decoration.set([Decoration.line({ class: 'here' }).range(effect.value.from)]) : Decoration.none;
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// run(): Ctrl-Enter, or Ctrl-S. changed(text): after each change by the learner.
export class Editor {
  constructor(parent, { run, changed }) {
    const go = () => { run(); return true; };
    this.extensions = [
      lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
      highlightSelectionMatches(), syntaxHighlighting(colours), cpp(), indentUnit.of('    '), EditorState.tabSize.of(4),
      gapField, hereField, lintGutter(), EditorView.cspNonce.of('editor'),
      EditorView.contentAttributes.of({ 'aria-label': 'The kernel; Escape, then Tab, leaves the editor' }),
      keymap.of([{ key: 'Mod-Enter', run: go }, { key: 'Mod-s', run: go, preventDefault: true }, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => { if (update.docChanged && !this.setting) changed(this.text); }),
    ];
    this.view = new EditorView({ parent, extensions: this.extensions });
  }
  get at() { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }
  get text() { return this.view.state.doc.toString(); }

  // Another kernel: with a history of its own.
  set text(text) {
    this.setting = true;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    this.setting = false;
    this.view.scrollDOM.scrollTop = 0;
    const first = text.split('\n').findIndex((line) => /^\s*\/\/ STEP/.test(line));
    if (first >= 0) this.show(first + 1, 'start');
  }
  line(n) { return n >= 1 && n <= this.view.state.doc.lines ? this.view.state.doc.line(n) : null; }
  show(n, y = 'center') {
    const line = this.line(n);
    if (line) this.view.dispatch({ effects: EditorView.scrollIntoView(line.from, { y }) });
  }

  // messages: { line, text, kind: 'error' or 'warning' }; the first is shown.
  mark(messages) {
    const diagnostics = messages.flatMap(({ line: n, text, kind }) => {
      const line = this.line(n);
      return line ? [{ from: line.from + line.text.search(/\S|$/), to: line.to, severity: kind ?? 'error', message: text }] : [];
    });
    const first = messages.length ? this.line(messages[0].line) : null;
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    this.view.dispatch({ effects: [here.of(first), ...(first ? [EditorView.scrollIntoView(first.from, { y: 'center' })] : [])] });
  }
}
