// What the parts of the page share.
export const $ = (id) => document.getElementById(id);
export const say = (text) => { $('notice').textContent = text; $('notice').hidden = !text; };

export const page = {
  now: undefined, // the lab that is shown
  runs: 0, // how often Run was pressed
  busy: false,
  told: null, // the run whose story can be drawn: { name, text }
  editor: null,
  machine: null,
  open: null, // shows a lab: page.mjs
};
