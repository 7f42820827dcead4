import { expect, test } from 'vitest';
import { getOwnHeaders } from './own-headers.ts';

test.each([
  [null, undefined],
  ['http://league.example', undefined],
  ['https://localhost:3000', undefined],
  ['https://127.0.0.1', undefined],
  ['https://league.example', 'max-age=31536000'],
])('at %s browsers are told to come by TLS alone: %s', (siteUrl, expected) => {
  const { 'strict-transport-security': told, ...others } = getOwnHeaders({ siteUrl });
  expect(told).toBe(expected);
  expect(others).toEqual({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  });
});
