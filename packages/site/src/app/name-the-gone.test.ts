import { expect, it } from 'vitest';
import { goneName, nameTheGone } from './name-the-gone.ts';

it('puts words where a name was left out, at any depth', () => {
  const data = { roster: [{ username: goneName, user_id: null }, { username: 'Otso' }], count: 2 };
  expect(nameTheGone(data, 'somebody who left')).toEqual({
    roster: [{ username: 'somebody who left', user_id: null }, { username: 'Otso' }],
    count: 2,
  });
});

it('gives back the very data that holds no such name, and leaves words with the mark in them alone', () => {
  const data = { teams: [{ name: 'A ⸺ B' }], at: null };
  expect(nameTheGone(data, 'x')).toBe(data);
});
