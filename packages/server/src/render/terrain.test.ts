import { expect, it } from 'vitest';
import { createTerrains } from './terrain.ts';

const terrains = createTerrains();
const ask = (path: string) => terrains.request(path);

it.each([
  ['a name of one letter', '/map/tile/a.svg'],
  ['the longest name', `/map/tile/${'a'.repeat(120)}.svg`],
])('draws the ground of %s', async (_, path) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(await answer.text()).toContain('<svg');
});

it.each([
  ['another shape', '/map/hill/a.svg'],
  ['another place', '/sea/tile/a.svg'],
  ['the address before places had grounds of their own', '/tile/a.svg'],
  ['no name', '/map/tile/.svg'],
  ['a name of 121 letters', `/map/tile/${'a'.repeat(121)}.svg`],
  ['another kind of file', '/map/tile/a.png'],
])('has none of %s', async (_, path) => {
  expect((await ask(path)).status).toBe(404);
});

it('keeps those that were asked for last, and so many of them', async () => {
  const drawn: string[] = [];
  const few = createTerrains({
    maxKept: 2,
    draw: (_, name) => {
      drawn.push(name);
      return '<svg/>';
    },
  });
  for (const name of ['a', 'b', 'a', 'c', 'a', 'c', 'b', 'a']) {
    await few.request(`/map/tile/${name}.svg`);
  }
  expect(drawn).toEqual(['a', 'b', 'c', 'b', 'a']);
});

it('draws the same ground for the same name, and another for another', async () => {
  const [one, again, other] = await Promise.all(
    ['/map/tile/a.svg', '/map/tile/a.svg', '/map/tile/b.svg'].map(async (path) =>
      (await ask(path)).text(),
    ),
  );
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});
