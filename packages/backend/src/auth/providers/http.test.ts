import { describe, expect, it } from 'vitest';
import { resolveProviders } from '../config.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { getProviderBase, requestAsUser, requestTokens, toAuthorizeUrl } from './http.ts';
import { toProviderUser } from './oidc.ts';
import type { ProviderSession } from './provider.ts';

interface Asked {
  address: string;
  init: RequestInit;
}

type Answer = (address: string) => Response;

/** What it takes to ask a provider that answers so, and what it was asked. */
function open(
  answer: Answer,
  { url = null, apiUrl = null }: { url?: string | null; apiUrl?: string | null } = {},
): { session: ProviderSession; asked: Asked[] } {
  const asked: Asked[] = [];
  const { one } = resolveProviders({
    one: { clientIds: ['ours', 'our-app'], clientSecret: 'secret', url, apiUrl },
  });
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
      return answer(String(address));
    },
  };
  return { session, asked };
}

const json = (value: unknown) => () => Response.json(value);
const tokens = { accessToken: 'theirs', refreshToken: '', idToken: null };

describe('where a provider is', () => {
  it.each([
    [{}, 'https://known.test', 'https://known.test'],
    [{ url: 'https://own.test/' }, 'https://own.test', 'https://own.test'],
    [{ url: '/fake' }, 'https://league.test/fake', 'https://league.test/fake'],
    [{ url: 'https://own.test', apiUrl: 'http://inner//' }, 'https://own.test', 'http://inner'],
    [{ apiUrl: 'http://inner' }, 'https://known.test', 'http://inner'],
  ])('by %j', (config, forBrowser, forServer) => {
    const { session } = open(json({}), config);
    expect(getProviderBase(session, 'browser', 'https://known.test/')).toBe(forBrowser);
    expect(getProviderBase(session, 'server', 'https://known.test/')).toBe(forServer);
  });
});

describe('the address at which a sign-in begins', () => {
  const begin = (codeChallenge: string | null) => {
    const { session } = open(json({}));
    const url = toAuthorizeUrl('https://known.test/authorize', session, {
      state: 'a state',
      scopes: ['email', 'identify', 'email'],
      extra: { prompt: 'none', client_id: 'theirs', state: 'theirs' },
      codeChallenge,
    });
    return Object.fromEntries(new URL(url).searchParams);
  };
  const ours = {
    prompt: 'none',
    client_id: 'ours',
    redirect_uri: 'https://league.test/auth/v1/callback',
    response_type: 'code',
    scope: 'email identify',
    state: 'a state',
  };

  it('says what is ours to say, whatever else was asked for', () => {
    expect(begin(null)).toEqual(ours);
    expect(begin('hash')).toEqual({
      ...ours,
      code_challenge: 'hash',
      code_challenge_method: 'S256',
    });
  });
});

describe('where a sign-in goes', () => {
  const input = { state: 's', scopes: ['guilds'], extra: {}, codeChallenge: null };

  it.each([
    [discord, {}, 'https://discord.com/api/oauth2/authorize', 'email identify guilds'],
    [
      discord,
      { url: '/fake' },
      'https://league.test/fake/api/oauth2/authorize',
      'email identify guilds',
    ],
    [github, {}, 'https://github.com/login/oauth/authorize', 'user:email guilds'],
    [
      github,
      { url: 'https://code.test' },
      'https://code.test/login/oauth/authorize',
      'user:email guilds',
    ],
  ])('%o with %j', async (provider, config, address, scope) => {
    const url = new URL(await provider.getAuthorizeUrl(open(json({}), config).session, input));
    expect([url.origin + url.pathname, url.searchParams.get('scope')]).toEqual([address, scope]);
  });

  it.each([
    [discord, {}, 'https://discord.com/api/oauth2/token'],
    [discord, { apiUrl: 'http://inner' }, 'http://inner/api/oauth2/token'],
    [github, {}, 'https://github.com/login/oauth/access_token'],
    [github, { apiUrl: 'http://inner' }, 'http://inner/login/oauth/access_token'],
  ])('%o with %j exchanges its code', async (provider, config, address) => {
    const { session, asked } = open(json({ access_token: 'a' }), config);
    await provider.exchangeCode(session, { code: 'c', codeVerifier: null });
    expect(asked.map((one) => one.address)).toEqual([address]);
  });
});

describe('what a provider is asked for', () => {
  it.each([
    [null, {}],
    ['a verifier', { code_verifier: 'a verifier' }],
  ])('by a code, with %j', async (codeVerifier, more) => {
    const { session, asked } = open(json({ access_token: 'a', refresh_token: 'r', id_token: 'i' }));
    const endpoint = 'https://known.test/token';
    const given = await requestTokens(endpoint, session, { code: 'a code', codeVerifier });
    expect(given).toEqual({ accessToken: 'a', refreshToken: 'r', idToken: 'i' });
    const [{ address, init } = { address: '', init: {} }] = asked;
    expect([address, init.method, init.redirect]).toEqual([endpoint, 'POST', 'error']);
    expect(Object.fromEntries(new URLSearchParams(String(init.body)))).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      redirect_uri: 'https://league.test/auth/v1/callback',
      client_id: 'ours',
      client_secret: 'secret',
      ...more,
    });
  });

  it.each([{}, { access_token: '' }, { access_token: 7 }])(
    'and gave no token: %j',
    async (answer) => {
      const { session } = open(json(answer));
      const input = { code: 'c', codeVerifier: null };
      await expect(requestTokens('https://known.test/token', session, input)).rejects.toThrow();
    },
  );

  it('and gave one token alone', async () => {
    const { session } = open(json({ access_token: 'a' }));
    const input = { code: 'c', codeVerifier: null };
    expect(await requestTokens('https://known.test/token', session, input)).toEqual({
      accessToken: 'a',
      refreshToken: '',
      idToken: null,
    });
  });

  it('on behalf of somebody, and never elsewhere', async () => {
    const { session, asked } = open(json({ id: 1 }));
    expect(await requestAsUser(session, 'https://known.test/me', 'theirs')).toEqual({ id: 1 });
    expect(asked[0]?.init).toMatchObject({
      redirect: 'error',
      headers: { authorization: 'Bearer theirs', 'user-agent': 'Muster' },
    });
  });

  it('with an answer of a mebibyte, and not of a byte more', async () => {
    const ask = (bytes: number) => {
      const { session } = open(() => new Response(JSON.stringify('x'.repeat(bytes - 2))));
      return requestAsUser(session, 'https://known.test/me', 'theirs');
    };
    expect(await ask(1_048_576)).toHaveLength(1_048_574);
    await expect(ask(1_048_577)).rejects.toThrow('the answer is too large');
  });

  it.each([200, 299])('with status %i', async (status) => {
    const { session } = open(() => new Response('{"id":1}', { status }));
    expect(await requestAsUser(session, 'https://known.test/me', 'theirs')).toEqual({ id: 1 });
  });

  it.each([300, 404, 500])(
    'with status %i, and tells nobody the key in the address',
    async (status) => {
      const { session } = open(() => new Response('{"id":1}', { status }));
      const asking = requestAsUser(session, 'https://known.test/me?key=secret', 'theirs');
      const refusal = `https://known.test/me answered ${status}`;
      await expect(asking).rejects.toThrow(new Error(refusal));
    },
  );
});

describe('somebody at the chat platform', () => {
  const read = async (person: object) => {
    const { session } = open(json({ id: '80351110224678912', username: 'ann', ...person }));
    return discord.getUser(session, tokens);
  };

  it.each([
    [
      { email: 'a@b.example', verified: true },
      [{ email: 'a@b.example', verified: true, primary: true }],
    ],
    [
      { email: 'a@b.example', verified: false },
      [{ email: 'a@b.example', verified: false, primary: true }],
    ],
    [{ email: 'a@b.example' }, [{ email: 'a@b.example', verified: false, primary: true }]],
    [{ email: null, verified: true }, []],
    [{ email: '', verified: true }, []],
  ])('with %j', async (person, emails) => {
    expect((await read(person)).emails).toEqual(emails);
  });

  it.each([
    [{ avatar: 'abc' }, 'https://cdn.discordapp.com/avatars/80351110224678912/abc.png'],
    [{ avatar: 'a_bc' }, 'https://cdn.discordapp.com/avatars/80351110224678912/a_bc.gif'],
    // (80351110224678912 >> 22) % 6, as the platform has it.
    [{ avatar: null }, 'https://cdn.discordapp.com/embed/avatars/5.png'],
  ])('has a picture with %j', async (person, picture) => {
    expect((await read(person)).claims).toMatchObject({ picture, avatar_url: picture });
  });

  it('is named by their name there, and by the one that is shown beside it', async () => {
    expect((await read({ global_name: 'Ann K', discriminator: '7' })).claims).toMatchObject({
      iss: 'https://discord.com/api',
      sub: '80351110224678912',
      provider_id: '80351110224678912',
      name: 'ann#7',
      full_name: 'ann',
      custom_claims: { global_name: 'Ann K' },
    });
    const plain = (await read({})).claims;
    expect(plain).toMatchObject({ name: 'ann#0', custom_claims: {} });
    expect(plain).not.toHaveProperty('locale');
  });

  it.each(['', 'x', '-1', '1'.repeat(21)])('has an id of digits: %j is none', async (id) => {
    await expect(read({ id })).rejects.toThrow();
  });
});

describe('somebody at the place for code', () => {
  const emails = [
    { email: 'second@b.example', primary: false, verified: true },
    { email: 'first@b.example', primary: true, verified: false },
  ];
  const read = async (person: object, config = {}) => {
    const { session, asked } = open(
      (address) =>
        Response.json(address.endsWith('/emails') ? emails : { id: 7, login: 'ann', ...person }),
      config,
    );
    const user = await github.getUser(session, tokens);
    return { user, addresses: asked.map(({ address }) => address) };
  };

  it.each([
    [
      { name: 'Ann', avatar_url: 'https://a.test/p' },
      { full_name: 'Ann', avatar_url: 'https://a.test/p' },
    ],
    [{ name: null, avatar_url: null }, { full_name: 'ann' }],
  ])('with %j', async (person, more) => {
    const { user } = await read(person);
    expect(user.emails).toEqual(emails);
    expect(user.claims).toEqual({
      iss: 'https://api.github.com',
      sub: '7',
      provider_id: '7',
      name: more.full_name,
      preferred_username: 'ann',
      user_name: 'ann',
      ...more,
    });
  });

  it.each([
    [{}, 'https://api.github.com'],
    [{ url: 'https://code.test' }, 'https://code.test/api/v3'],
    [{ apiUrl: 'http://inner' }, 'http://inner/api/v3'],
  ])('is asked for at %j', async (config, base) => {
    const { addresses } = await read({}, config);
    expect(addresses).toEqual([`${base}/user`, `${base}/user/emails`]);
  });
});

describe('somebody at an issuer', () => {
  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['TRUE', false],
    [null, false],
    [undefined, false],
  ])('whose address is verified: %j', (said, verified) => {
    const { emails } = toProviderUser({ sub: 's', email: 'a@b.example', email_verified: said });
    expect(emails).toEqual([{ email: 'a@b.example', verified, primary: true }]);
  });

  it('is known by what is said of them, and by no more', () => {
    const little = { sub: 's', email_verified: true, name: '', picture: null };
    expect(toProviderUser(little)).toStrictEqual({
      emails: [],
      claims: { sub: 's', provider_id: 's' },
    });
    const said = {
      iss: 'https://issuer.test',
      sub: 's',
      name: 'Ann',
      picture: 'https://a.test/p',
      preferred_username: 'ann',
      locale: 'fi',
      aud: 'ours',
      groups: ['all'],
    };
    expect(toProviderUser(said).claims).toEqual({
      iss: 'https://issuer.test',
      sub: 's',
      provider_id: 's',
      name: 'Ann',
      full_name: 'Ann',
      picture: 'https://a.test/p',
      avatar_url: 'https://a.test/p',
      preferred_username: 'ann',
      user_name: 'ann',
      locale: 'fi',
    });
    expect(() => toProviderUser({ sub: '' })).toThrow();
    expect(() => toProviderUser({ name: 'Ann' })).toThrow();
  });
});
