import { expect, it } from 'vitest';
import { mendPictures } from './public-pictures.ts';

const key = '0123456789abcdef0123456789abcdef';

it.each(['logos', 'game-pictures', 'league-logos', 'pictures'])(
  'finds what the league serves of %s beside the page',
  (kind) => {
    const keys = new Set<string>();
    const json = JSON.stringify({
      one: `/api/${kind}/${key}`,
      two: [`/api/${kind}/${key}/64.webp`],
    });
    expect(mendPictures(json, keys)).toBe(
      JSON.stringify({ one: `pictures/${kind}/${key}`, two: [`pictures/${kind}/${key}/64.webp`] }),
    );
    expect([...keys]).toEqual([`${kind}/${key}`]);
  },
);

it.each([
  ['another kind', `/api/evidence/${key}`],
  ['what is no key', `/api/logos/${key.slice(1)}`],
  ['what is longer than a key', `/api/logos/${key}0`],
  ['a key in capitals', `/api/logos/${key.toUpperCase()}`],
])('leaves %s as it is', (_what, text) => {
  const keys = new Set<string>();
  expect(mendPictures(JSON.stringify([text]), keys)).toBe(JSON.stringify([text]));
  expect(keys.size).toBe(0);
});
