import { expect, it } from 'vitest';
import { isCommonPassword } from './leaked-passwords.ts';

it('knows what everybody tries first, in whatever letters', async () => {
  expect(await isCommonPassword('trustno1')).toBe(true);
  expect(await isCommonPassword('TrustNo1')).toBe(true);
});

it('has nothing against a password of one`s own', async () => {
  expect(await isCommonPassword('kaksi tankkia ja harmaa susi')).toBe(false);
  expect(await isCommonPassword('')).toBe(false);
});
