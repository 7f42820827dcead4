import { expect, it } from 'vitest';
import { goneName, holdsGoneName, nameTheGone } from './name-the-gone.ts';

const data = {
  roster: [{ username: goneName, user_id: null }, { username: 'Otso' }],
  count: 2,
  at: null,
};

it('puts words where a name was left out, at any depth', () => {
  expect(nameTheGone(data, 'somebody who left')).toEqual({
    roster: [{ username: 'somebody who left', user_id: null }, { username: 'Otso' }],
    count: 2,
    at: null,
  });
});

it('is asked for only where such a name stands, and leaves words with the mark in them alone', () => {
  expect(holdsGoneName(data)).toBe(true);
  const other = { teams: [{ name: 'A ⸺ B' }], at: null };
  expect(holdsGoneName(other)).toBe(false);
  expect(nameTheGone(other, 'x')).toEqual(other);
});
