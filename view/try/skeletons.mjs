// The labs, and what the page has of each: its kernel, and what its check has said.
import * as kept from './kept.mjs';
import { labs as course, files } from './course.json';
import sample from './sample.cu';

export { course, files };
export const OWN = 'program'; // any CUDA program, beside the labs
export const labs = course.map(({ name }) => name);
export const lab = Object.fromEntries(course.map((one) => [one.name, one]));

export const path = (name) => `labs/${name}/kernel.cu`;
export const skeleton = (name) => name === OWN ? sample : lab[name].skeleton;
export const textOf = (name) => kept.get('kernel', name) ?? skeleton(name);
export const passed = (name) => kept.get('passed', name) !== null;
export const verdictOf = (name) => {
  const check = kept.get('check', name);
  return check && check.text === textOf(name) ? check.record.verdict : check ? 'changed' : '';
};
