import { expect, test } from 'vitest';
import { isOwnOrigin } from './own-origin.ts';

const site = 'https://league.example/home';

test.each<[string | undefined, string | undefined, string | null, boolean]>([
  // A program.
  [undefined, 'league.example', site, true],
  [undefined, undefined, null, true],
  // With a site, its origin alone, whatever the host.
  ['https://league.example', 'elsewhere.example', site, true],
  ['https://LEAGUE.example', 'league.example', site, true],
  ['http://league.example', 'league.example', site, false],
  ['https://league.example:8443', 'league.example', site, false],
  ['https://www.league.example', 'league.example', site, false],
  ['https://league.example.evil.example', 'league.example', site, false],
  ['http://localhost:3000', 'localhost:3000', site, false],
  ['null', 'league.example', site, false],
  ['', 'league.example', site, false],
  // Without one, the host that it connects to.
  ['https://league.example', 'league.example', null, true],
  ['https://league.example:443', 'league.example', null, true],
  ['https://league.example:8443', 'league.example:8443', null, true],
  ['https://league.example:8443', 'league.example', null, false],
  ['https://evil.example', 'league.example', null, false],
  ['https://league.example', undefined, null, false],
  ['https://league.example', 'no host', null, false],
  // Every loopback name is this machine, each port another server.
  ['http://localhost:3000', '127.0.0.1:3000', null, true],
  ['http://127.0.0.1:3000', 'localhost:3000', null, true],
  ['http://localhost:3000', '[::1]:3000', null, true],
  ['http://localhost:3001', '127.0.0.1:3000', null, false],
  ['http://localhost:3000', 'league.example:3000', null, false],
  ['http://evil.example:3000', 'localhost:3000', null, false],
])('a page of %s at the host %s, with the site %s: %s', (origin, host, siteUrl, isOwn) => {
  const headers = {
    ...(origin === undefined ? {} : { origin }),
    ...(host === undefined ? {} : { host }),
  };
  expect(isOwnOrigin(headers, siteUrl)).toBe(isOwn);
});
