import { describe, expect, it } from 'vitest';
import { dropEmptyFields } from './profiles.ts';

describe('dropEmptyFields', () => {
  it('leaves out what is empty or missing, and keeps what says something', () => {
    expect(
      dropEmptyFields({ username: '', locale: 'fi', a: undefined, b: null, zero: 0, no: false }),
    ).toEqual({ locale: 'fi', zero: 0, no: false });
  });
});
