import { describe, expect, it } from 'vitest';
import { dropEmptyFields, toNameRefusal } from './profiles.ts';

describe('dropEmptyFields', () => {
  it('leaves out what is empty or missing, and keeps what says something', () => {
    expect(
      dropEmptyFields({ username: '', locale: 'fi', a: undefined, b: null, zero: 0, no: false }),
    ).toEqual({ locale: 'fi', zero: 0, no: false });
  });
});

describe('toNameRefusal', () => {
  it.each([
    ['name_confusable', 'Arbiter', { name: 'Arbiter' }],
    ['name_removed', 'Rudest', { name: 'Rudest' }],
    ['name_taken', 'A-b', { name: 'A-b' }],
    ['name_invalid', '2-32', { minimum: '2', maximum: '32' }],
  ])('reads %s with what its sentence says', (message, details, params) => {
    expect(toNameRefusal({ message, details })).toMatchObject({ code: message, params });
  });

  it('leaves other failures to be shown as such', () => {
    expect(toNameRefusal({ message: 'permission denied', details: null })).toBeNull();
  });
});
