import { expect, it } from 'vitest';
import { isLastWayIn, type OpenWays } from './way-in.ts';

const ways = (names: readonly string[], email = false): OpenWays => ({
  providers: names.map((name) => ({ name, label: null })),
  email,
});

it.each<[string, string, string[], OpenWays, boolean]>([
  ['it is all there is', 'discord', ['discord'], ways(['discord', 'github']), true],
  ['it is all there is, and closed', 'github', ['github'], ways(['discord']), true],
  ['another is open', 'discord', ['discord', 'github'], ways(['discord', 'github']), false],
  ['the other is closed', 'discord', ['discord', 'github'], ways(['discord']), true],
  ['it is closed itself', 'github', ['discord', 'github'], ways(['discord']), false],
  ['none is open', 'github', ['discord', 'github'], ways([]), false],
  ['mail reaches an address', 'discord', ['discord', 'email'], ways(['discord'], true), false],
  ['no mail leaves the league', 'discord', ['discord', 'email'], ways(['discord']), true],
  [
    'mail leaves, to no address of theirs',
    'discord',
    ['discord', 'steam'],
    ways(['discord'], true),
    true,
  ],
  ['an address is all that opens', 'email', ['email', 'github'], ways([], true), true],
  ['an organisation knows them', 'discord', ['discord', 'sso:1f0c'], ways(['discord']), false],
  ['only an organisation knows them', 'sso:1f0c', ['github', 'sso:1f0c'], ways(['discord']), true],
  ['nobody says what is open', 'discord', ['discord', 'github'], null, false],
])('is the last way in or not where %s', (_where, provider, linked, open, isLast) => {
  expect(isLastWayIn(provider, linked, open)).toBe(isLast);
});
