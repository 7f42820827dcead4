import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';

/** Steam as a process of its own: it signs, and confirms once what it has signed. */
async function createFakeSteam() {
  const app = new Hono();
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const url = `http://127.0.0.1:${address.port}`;
  const signed = new Set<string>();
  let now = () => new Date();
  app.get('/openid/login', (context) => {
    const query = context.req.query();
    const id = `${url}/openid/id/76561197960287930`;
    const fields: Record<string, string> = {
      ns: 'http://specs.openid.net/auth/2.0',
      mode: 'id_res',
      op_endpoint: `${url}/openid/login`,
      claimed_id: id,
      identity: id,
      return_to: query['openid.return_to'] ?? '',
      response_nonce: `${now().toISOString().slice(0, 19)}Z${randomUUID()}`,
      assoc_handle: '1234567890',
      signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
      sig: randomUUID(),
    };
    signed.add(fields.sig ?? '');
    const back = new URL(query['openid.return_to'] ?? '');
    for (const [name, value] of Object.entries(fields)) {
      back.searchParams.set(`openid.${name}`, value);
    }
    return context.redirect(back.href);
  });
  app.post('/openid/login', async (context) => {
    const form = await context.req.parseBody();
    const isValid =
      form['openid.mode'] === 'check_authentication' && signed.delete(String(form['openid.sig']));
    return context.text(`ns:http://specs.openid.net/auth/2.0\nis_valid:${isValid}\n`);
  });
  app.get('/ISteamUser/GetPlayerSummaries/v2/', (context) =>
    context.req.query('key') === 'the-key'
      ? context.json({
          response: { players: [{ steamid: '76561197960287930', personaname: 'Rabscuttle' }] },
        })
      : context.text('Forbidden', 403),
  );
  return {
    url,
    setClock: (clock: () => Date) => {
      now = clock;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let steam: Awaited<ReturnType<typeof createFakeSteam>>;
let harness: AuthHarness;

beforeAll(async () => {
  steam = await createFakeSteam();
  harness = await createAuthHarness({
    external: { providers: { steam: { url: steam.url, clientSecret: 'the-key' } } },
  });
  steam.setClock(harness.now);
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await steam[Symbol.asyncDispose]();
});

/** Goes to Steam and back, as far as the address that the browser would bring. */
async function comeBack(): Promise<URL> {
  const authorize = await harness.request('/authorize?provider=steam');
  const atSteam = await fetch(authorize.headers.get('location') ?? '', { redirect: 'manual' });
  return new URL(atSteam.headers.get('location') ?? '');
}

async function present(address: URL): Promise<URL> {
  const response = await fetch(address, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

describe('Steam', () => {
  it('lets somebody in who has no address there, with name and picture where a key is given', async () => {
    const back = await present(await comeBack());
    const token = new URLSearchParams(back.hash.slice(1)).get('access_token') ?? '';
    const response = await harness.request('/user', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({
      email: '',
      app_metadata: { provider: 'steam' },
      user_metadata: { full_name: 'Rabscuttle', provider_id: '76561197960287930' },
    });
    const identities = await harness.database.query(
      `select identity_data ->> 'email_verified' as is_proved, identity_data ->> 'sub' as sub from auth.identities`,
    );
    expect(identities).toEqual([{ is_proved: 'false', sub: '76561197960287930' }]);
    const again = await present(await comeBack());
    expect(again.hash).toContain('access_token=');
    const rows = await harness.database.query('select id from auth.users');
    expect(rows).toHaveLength(1);
  });

  it('needs no key to let somebody in', async () => {
    await using keyless = await createAuthHarness({
      external: { providers: { steam: { url: steam.url } } },
    });
    const authorize = await keyless.request('/authorize?provider=steam');
    const atSteam = await fetch(authorize.headers.get('location') ?? '', { redirect: 'manual' });
    const response = await fetch(atSteam.headers.get('location') ?? '', { redirect: 'manual' });
    expect(response.headers.get('location')).toContain('access_token=');
  });

  it.each<[string, (address: URL) => void]>([
    [
      'another id',
      (a) => a.searchParams.set('openid.claimed_id', `${steam.url}/openid/id/76561197960287931`),
    ],
    [
      'an id of another place',
      (a) => {
        for (const name of ['claimed_id', 'identity']) {
          a.searchParams.set(`openid.${name}`, 'https://evil.example/openid/id/76561197960287930');
        }
      },
    ],
    [
      'another endpoint',
      (a) => a.searchParams.set('openid.op_endpoint', 'https://evil.example/openid/login'),
    ],
    [
      'another return address',
      (a) => a.searchParams.set('openid.return_to', 'https://evil.example/'),
    ],
    ['less signed', (a) => a.searchParams.set('openid.signed', 'signed,op_endpoint,identity')],
    ['a field twice', (a) => a.searchParams.append('openid.claimed_id', 'x')],
    ['no namespace', (a) => a.searchParams.delete('openid.ns')],
    ['another mode', (a) => a.searchParams.set('openid.mode', 'cancel')],
    ['an old nonce', (a) => a.searchParams.set('openid.response_nonce', '2001-01-01T00:00:00Zx')],
    ['a signature that is not its own', (a) => a.searchParams.set('openid.sig', 'forged')],
    [
      'nothing',
      (a) => {
        for (const name of [...a.searchParams.keys()]) {
          if (name !== 'state') {
            a.searchParams.delete(name);
          }
        }
      },
    ],
  ])('refuses %s', async (_case, change) => {
    const address = await comeBack();
    change(address);
    const back = await present(address);
    expect(back.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(back.hash).not.toContain('access_token');
  });

  it('refuses the same assertion a second time, also with another state', async () => {
    const address = await comeBack();
    await present(address);
    expect((await present(address)).searchParams.get('error_code')).toBe('bad_oauth_state');
    const other = await comeBack();
    address.searchParams.set('state', other.searchParams.get('state') ?? '');
    expect((await present(address)).searchParams.get('error_code')).toBe('bad_oauth_callback');
  });
});
