import { expect, it } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = { id: 'one', key: Buffer.alloc(32, 1) };

it('opens with its key in its row alone', () => {
  const sealed = sealText(key, 'row', 'secret');
  expect(sealed).not.toContain('secret');
  expect(openText(key, 'row', sealed)).toBe('secret');
  expect(openText(key, 'other', sealed)).toBeNull();
  expect(openText({ ...key, id: 'two' }, 'row', sealed)).toBeNull();
  expect(openText({ ...key, key: Buffer.alloc(32, 2) }, 'row', sealed)).toBeNull();
  expect(openText(key, 'row', `${sealed.slice(0, -3)}"}`)).toBeNull();
});

it('takes a text that was never sealed as it is', () => {
  expect(openText(key, 'row', 'plain')).toBe('plain');
});

it('has the form of Supabase’s', () => {
  const sealed = JSON.parse(sealText(key, 'row', 'secret'));
  expect(sealed).toMatchObject({ key_id: 'one', alg: 'aes-gcm-hkdf' });
  expect(Buffer.from(sealed.nonce, 'base64')).toHaveLength(12);
  expect(Buffer.from(sealed.data, 'base64')).toHaveLength('secret'.length + 16);
});
