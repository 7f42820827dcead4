import { describe, expect, it } from 'vitest';
import { resolveProviders } from '../config.ts';
import type { ProviderSession } from './provider.ts';
import { steam } from './steam.ts';

/** What is believed of what a browser brings back from Steam. */

const now = new Date('2026-11-20T19:00:00.000Z');
const id = '76561197960287930';

interface Answers {
  confirmation?: () => Response;
  players?: object[];
  secret?: string;
  config?: { url?: string; apiUrl?: string };
}

/** Steam that confirms what it is asked, unless it is told otherwise, and what it was asked. */
function open({ confirmation, players = [], secret = '', config = {} }: Answers = {}) {
  const asked: { address: string; init: RequestInit }[] = [];
  const { one } = resolveProviders({ one: { clientSecret: secret, ...config } });
  if (one === undefined) {
    throw new Error('no settings');
  }
  const session: ProviderSession = {
    config: one,
    origin: 'https://league.test',
    redirectUri: 'https://league.test/auth/v1/callback',
    timeoutMs: 600_000,
    fetch: async (address, init = {}) => {
      asked.push({ address: String(address), init });
      if (String(address).includes('/ISteamUser/')) {
        return Response.json({ response: { players } });
      }
      return (
        confirmation?.() ?? new Response('ns:http://specs.openid.net/auth/2.0\nis_valid:true\n')
      );
    },
  };
  return { session, asked };
}

const fields = {
  ns: 'http://specs.openid.net/auth/2.0',
  mode: 'id_res',
  op_endpoint: 'https://steamcommunity.com/openid/login',
  claimed_id: `https://steamcommunity.com/openid/id/${id}`,
  identity: `https://steamcommunity.com/openid/id/${id}`,
  return_to: 'https://league.test/auth/v1/callback?state=a%20state',
  response_nonce: '2026-11-20T19:00:00Zabc',
  assoc_handle: '1234567890',
  signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
  sig: 'theirs',
};

function toParams(changes: Partial<Record<keyof typeof fields, string>> = {}) {
  const params = new URLSearchParams({ state: 'a state' });
  for (const [name, value] of Object.entries({ ...fields, ...changes })) {
    params.set(`openid.${name}`, value);
  }
  return params;
}

function come(params: URLSearchParams, answers: Answers = {}) {
  return steam.verifyCallback(open(answers).session, params, now);
}

it('is gone to with all that an assertion must be about', async () => {
  const input = { state: 'a state', scopes: [], extra: { prompt: 'none' }, codeChallenge: null };
  const url = new URL(await steam.getAuthorizeUrl(open().session, input));
  expect(url.origin + url.pathname).toBe('https://steamcommunity.com/openid/login');
  const select = 'http://specs.openid.net/auth/2.0/identifier_select';
  expect(Object.fromEntries(url.searchParams)).toEqual({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'checkid_setup',
    'openid.return_to': 'https://league.test/auth/v1/callback?state=a%20state',
    'openid.realm': 'https://league.test',
    'openid.identity': select,
    'openid.claimed_id': select,
  });
});

describe('an assertion', () => {
  it('is confirmed by Steam, which is asked for what it has signed and nothing else', async () => {
    const { session, asked } = open();
    await steam.verifyCallback(session, toParams(), now);
    const [{ address, init } = { address: '', init: {} }] = asked;
    expect([asked.length, address]).toEqual([1, 'https://steamcommunity.com/openid/login']);
    expect([init.method, init.redirect]).toEqual(['POST', 'error']);
    const sent = Object.fromEntries(new URLSearchParams(String(init.body)));
    const expected = Object.entries({ ...fields, mode: 'check_authentication' });
    expect(sent).toEqual(
      Object.fromEntries(expected.map(([name, value]) => [`openid.${name}`, value])),
    );
  });

  it.each<[string, () => Response]>([
    ['it says no', () => new Response('is_valid:false\n')],
    ['it says so in the middle of another word', () => new Response('not_is_valid:true\n')],
    ['it says so with a failure', () => new Response('is_valid:true', { status: 500 })],
    ['it says nothing', () => new Response('')],
  ])('is refused where %s', async (_what, confirmation) => {
    await expect(come(toParams(), { confirmation })).rejects.toThrow('Steam did not confirm');
  });

  it.each<[keyof typeof fields, string, string]>([
    ['ns', 'http://specs.openid.net/auth/1.0', 'namespace'],
    ['mode', 'cancel', 'mode'],
    ['op_endpoint', 'https://evil.test/openid/login', 'endpoint'],
    ['return_to', 'https://league.test/auth/v1/callback?state=another', 'return address'],
    ['identity', 'https://steamcommunity.com/openid/id/76561197960287931', 'identity'],
    ['response_nonce', 'x', 'nonce'],
  ])('is refused by its %s: %j', async (name, value, what) => {
    await expect(come(toParams({ [name]: value }))).rejects.toThrow(
      `the assertion's ${what} is not ours`,
    );
  });

  it.each(['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'])(
    'is refused where %s is not signed',
    async (name) => {
      const signed = fields.signed.split(',').filter((one) => one !== name);
      await expect(come(toParams({ signed: signed.join(',') }))).rejects.toThrow(
        "the assertion's list of signed fields is not ours",
      );
    },
  );

  it.each([
    ['2026-11-20T18:55:00Zx', true],
    ['2026-11-20T18:54:59Zx', false],
    ['2026-11-20T19:05:00Zx', true],
    ['2026-11-20T19:05:01Zx', false],
  ])('is good for five minutes: one of %s %s', async (response_nonce, isGood) => {
    const outcome = await come(toParams({ response_nonce })).then(
      () => true,
      ({ message }) => message,
    );
    expect(outcome).toBe(isGood ? true : "the assertion's nonce is not ours");
  });

  it.each([
    '7656119796028793',
    '765611979602879300',
    '86561197960287930',
    `${id}/`,
    '',
    'STEAM_0:0:11101',
  ])('is of somebody with an id of theirs, and not of %j', async (other) => {
    const claimed = `https://steamcommunity.com/openid/id/${other}`;
    await expect(come(toParams({ claimed_id: claimed, identity: claimed }))).rejects.toThrow(
      "the assertion's id is not ours",
    );
    const elsewhere = `https://evil.test/openid/id/${id}`;
    await expect(come(toParams({ claimed_id: elsewhere, identity: elsewhere }))).rejects.toThrow(
      "the assertion's id is not ours",
    );
  });

  it('has each field once', async () => {
    const params = toParams();
    params.append('openid.sig', 'another');
    await expect(come(params)).rejects.toThrow('a field stands twice');
    // What is not theirs may stand as often as it likes.
    const more = toParams();
    more.append('state', 'another');
    expect((await come(more)).claims.sub).toBe(id);
  });
});

describe('somebody', () => {
  const nameless = {
    iss: 'https://steamcommunity.com',
    sub: id,
    provider_id: id,
    name: 'steam287930',
    full_name: 'steam287930',
    user_name: 'steam287930',
    profile: `https://steamcommunity.com/profiles/${id}`,
  };
  const ann = {
    steamid: id,
    personaname: 'Ann',
    avatarfull: 'https://a.test/p',
    profileurl: 'https://steamcommunity.com/id/ann',
  };

  it.each<[string, Answers]>([
    ['without a key', { players: [ann] }],
    ['of whom nothing is said', { secret: 'key', players: [] }],
    ['beside whom another is named', { secret: 'key', players: [{ ...ann, steamid: '1' }] }],
    ['of whom nonsense is said', { secret: 'key', players: [{ steamid: id }] }],
  ])('%s is named by their id', async (_what, answers) => {
    expect(await come(toParams(), answers)).toEqual({ emails: [], claims: nameless });
  });

  it('is named as they are there, where a key is given', async () => {
    const { session, asked } = open({ secret: 'a key', players: [{ ...ann, steamid: '1' }, ann] });
    const { emails, claims } = await steam.verifyCallback(session, toParams(), now);
    expect(emails).toEqual([]);
    expect(claims).toEqual({
      ...nameless,
      ...{ name: 'Ann', full_name: 'Ann', user_name: 'Ann', profile: ann.profileurl },
      ...{ picture: 'https://a.test/p', avatar_url: 'https://a.test/p' },
    });
    expect(asked[1]?.address).toBe(
      `https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/?key=a+key&steamids=${id}`,
    );
  });

  it.each([{ url: 'https://fake.test' }, { apiUrl: 'https://fake.test' }])(
    'is asked for where %j is Steam',
    async (config) => {
      const { session, asked } = open({ secret: 'key', config });
      const own = 'url' in config ? 'https://fake.test' : 'https://steamcommunity.com';
      const claimed = `${own}/openid/id/${id}`;
      const op_endpoint = `${own}/openid/login`;
      const params = toParams({ claimed_id: claimed, identity: claimed, op_endpoint });
      await steam.verifyCallback(session, params, now);
      expect(asked.map(({ address }) => new URL(address).origin)).toEqual([
        'https://fake.test',
        'https://fake.test',
      ]);
    },
  );
});
