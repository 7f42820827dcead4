import { expect, it } from 'vitest';
import { createEmblems } from './emblems.ts';

const emblems = createEmblems();
const ask = (path: string, headers: Record<string, string> = {}) =>
  emblems.request(path, { headers });

it.each([
  ['a team', '/team.svg?of=Tank%20You'],
  ['a person of one letter', '/person.svg?of=a'],
  ['a ladder with a stroke in its name', '/ladder.svg?of=2v2%2F4v4'],
  ['a game with the longest name', `/game.svg?of=${'a'.repeat(120)}`],
])('draws the emblem of %s, to be kept for ever', async (_, path) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/);
});

it.each([
  ['another kind of thing', '/place.svg?of=a'],
  ['a word that every object knows', '/constructor.svg?of=a'],
  ['no name', '/team.svg'],
  ['an empty name', '/team.svg?of='],
  ['a name of 121 letters', `/team.svg?of=${'a'.repeat(121)}`],
  ['another kind of file', '/team.png?of=a'],
])('has none of %s', async (_, path) => {
  expect((await ask(path)).status).toBe(404);
});

it('is not sent again to who has it', async () => {
  const first = await ask('/team.svg?of=a');
  const etag = first.headers.get('etag') ?? '';
  const again = await ask('/team.svg?of=a', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect((await ask('/team.svg?of=b', { 'if-none-match': etag })).status).toBe(200);
});
