import { expect, it } from 'vitest';
import { type MarkdownAct, markText } from './markdown-acts.ts';

it.each<[MarkdownAct, string, string]>([
  ['bold', 'one **[two]** three', 'one [two] three'],
  ['italic', '*[]*', '[]'],
  ['code', '`[x]`', '[x]'],
  ['link', '[[x]](https://)', '[x]'],
  ['heading', 'a\n## bc[]\nd', 'a\nb[c]\nd'],
  ['list', '- a\n- b[]', '[a\nb]'],
  ['quote', '> a[]', 'a[]'],
  ['table', '| A | B |\n| --- | --- |\n|  |  |\n[]', '[]'],
])('%s gives %j of %j', (act, expected, given) => {
  const from = given.indexOf('[');
  const to = given.indexOf(']') - 1;
  const text = given.replace('[', '').replace(']', '');
  const done = markText(act, { text, from, to });
  const after = text.slice(0, done.from) + done.text + text.slice(done.to);
  const { selectFrom, selectTo } = done;
  const shown = `${after.slice(0, selectFrom)}[${after.slice(selectFrom, selectTo)}]${after.slice(selectTo)}`;
  expect(shown).toBe(expected);
});
