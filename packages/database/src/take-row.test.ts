import { expect, it } from 'vitest';
import { takeRow } from './take-row.ts';

it('takes the one row, whatever it holds, and fails where there is none', () => {
  expect(takeRow([{ count: 0 }])).toEqual({ count: 0 });
  expect(takeRow([null])).toBeNull();
  expect(() => takeRow([])).toThrow('gave none');
});
