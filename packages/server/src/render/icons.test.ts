import { expect, it } from 'vitest';
import { createIcons } from './icons.ts';

const icons = createIcons();

it.each([
  ['a brand', '/simple-icons.json?icons=discord', 'simple-icons', ['discord']],
  ['signs of play, each once', '/mdi.json?icons=sword,shield,sword', 'mdi', ['shield', 'sword']],
  ['those that there are', '/mdi.json?icons=sword,no-such-sign,', 'mdi', ['sword']],
])('gives what is asked for of a set and nothing else: %s', async (_what, path, prefix, names) => {
  const answer = await icons.request(path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=604800',
  ]);
  const found = (await answer.json()) as {
    prefix: string;
    icons: Record<string, object>;
    not_found?: string[];
  };
  expect([found.prefix, Object.keys(found.icons).sort()]).toEqual([prefix, names]);
  // Whoever asks is told, and asks nowhere else.
  expect(found.not_found).toEqual(path.includes('no-such-sign') ? ['no-such-sign'] : undefined);
});

it.each([
  ['a set that is not here', '/tabler.json?icons=sword'],
  ['what every object knows', '/constructor.json?icons=sword'],
  ['a way out of the folder', '/..%2Fmdi.json?icons=sword'],
  ['no name', '/mdi.json?icons='],
  ['none asked for', '/mdi.json'],
  ['another kind of file', '/mdi.js?icons=sword'],
])('has none of %s', async (_what, path) => {
  expect((await icons.request(path)).status).toBe(404);
});
