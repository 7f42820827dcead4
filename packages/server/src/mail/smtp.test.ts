import { expect, it } from 'vitest';
import { getSender } from './smtp.ts';

it.each([
  [
    'what the address says',
    'smtp://me%40mail.test:x@mail.test?from=league@b.test',
    'league@b.test',
  ],
  ['who signs in there', 'smtp://me%40mail.test:x@mail.test', 'me@mail.test'],
  [
    'nobody at the site’s host, where who signs in is no address',
    'smtp://me:x@mail.test',
    'noreply@league.test',
  ],
  [
    'nobody at the site’s host, where nobody signs in',
    'smtps://mail.test:465',
    'noreply@league.test',
  ],
])('the sender is %s', (_who, url, sender) => {
  expect(getSender(url, 'https://league.test:8443/')).toBe(sender);
});
