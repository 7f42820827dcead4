import * as v from 'valibot';
import { expect, it } from 'vitest';
import { instant } from './fields.ts';

it.each([
  ['1969-12-31T23:59:59.999Z', null],
  ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ['1970-01-01T00:00:00+01:00', null],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-01:00', null],
  ['0000-01-01T00:00:00Z', null],
  ['2026-13-01T00:00:00Z', null],
])('takes instants of years that all parts of the league can write: %s', (text, expected) => {
  const { success, output } = v.safeParse(instant, text);
  expect(success ? output : null).toBe(expected);
});
