import { expect, it } from 'vitest';
import { toChosenLadder } from './chosen-ladder.ts';

const [tanks, golf] = ['tanks', 'golf'].map((slug) => ({ slug, name: slug }));
if (tanks === undefined || golf === undefined) {
  throw new Error('no ladders');
}

it.each([
  ['an editor’s, of which nothing is said', null, undefined, ''],
  ['an editor’s, of any ladder', null, 'darts', 'darts'],
  ['a ladder admin’s, with one ladder', [tanks], undefined, 'tanks'],
  ['theirs, whose draft names a ladder that is not theirs any more', [tanks], 'golf', 'tanks'],
  ['theirs, whose draft was for none', [tanks], '', 'tanks'],
  ['theirs, with several and nothing chosen', [tanks, golf], undefined, ''],
  ['theirs, with several and one chosen', [tanks, golf], 'golf', 'golf'],
  ['theirs, with several and another’s in the draft', [tanks, golf], 'darts', ''],
])('%s', (_what, own, drafted, ladder) => {
  expect(toChosenLadder(own, drafted)).toBe(ladder);
});
