import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from './identities.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';

const password = 'correct horse';
const now = new Date('2026-11-02T12:00:00.000Z');
let harness: AuthHarness;
let generous: AuthHarness;

beforeAll(async () => {
  const security = { manualLinkingEnabled: true };
  harness = await createAuthHarness({ security });
  generous = await createAuthHarness({ security, mailer: { autoconfirm: true } });
  await join(harness, 'taken@a.example');
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await generous[Symbol.asyncDispose]();
});

/** An account elsewhere: its provider, its address or none, and whether that is proved there. */
type Elsewhere = readonly [provider: string, email: string | null, isProved?: boolean];

/** Somebody who has proved this address, by id. */
async function join(of: AuthHarness, email: string): Promise<string> {
  const json = { email, password, email_confirm: true };
  return (await (await post(of, '/admin/users', json, bearer(await of.serviceRoleKey()))).json())
    .id;
}

let people = 0;

/**
 * Somebody by `own` who has these accounts elsewhere and takes the first away: what address is left, whether
 * it is proved, and what the answer was. `{n}` in an address is theirs alone.
 */
async function takeAway(
  own: string,
  identities: readonly Elsewhere[],
  { from = harness, phone = '' } = {},
) {
  people += 1;
  const mine = (text: string) => text.replace('{n}', String(people));
  const id = await join(from, mine(own));
  const json = { email: mine(own), password };
  const token = (await (await post(from, '/token?grant_type=password', json)).json()).access_token;
  await from.database.query('delete from auth.identities where user_id = $1', [id]);
  const ids: string[] = [];
  for (const [provider, email, isProved = true] of identities) {
    const claimed = email === null ? {} : { email: mine(email), email_verified: isProved };
    const data = { sub: `${people}-${provider}`, ...claimed };
    ids.push((await createIdentity(from.database, { userId: id, provider, data, now })).id);
  }
  await from.database.query(
    `update auth.users set phone = nullif($2, ''), phone_confirmed_at = case when $2 <> '' then now() end,
       email_change = 'next@a.example', email_change_token_current = id || 'a', email_change_token_new = id || 'b',
       confirmation_token = id || 'c', recovery_token = id || 'd', reauthentication_token = id || 'e'
     where id = $1`,
    [id, phone],
  );
  await from.database.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
     values (gen_random_uuid(), $1::uuid, 'recovery_token', $1::uuid::text, 'old')`,
    [id],
  );
  const answer = await from.request(`/user/identities/${ids[0]}`, {
    method: 'DELETE',
    headers: bearer(token),
  });
  const [left] = await from.database.query<{ email: string | null; [key: string]: unknown }>(
    `select email, email_confirmed_at is not null as is_proved, phone, phone_confirmed_at is not null as has_phone,
       raw_app_meta_data -> 'providers' as providers, email_change <> '' as is_changing,
       concat(email_change_token_current, email_change_token_new, confirmation_token, recovery_token,
         reauthentication_token) <> '' as has_codes,
       exists (select from auth.one_time_tokens t where t.user_id = u.id) as has_tokens
     from auth.users u where id = $1`,
    [id],
  );
  const email = left?.email?.replace(String(people), '{n}') ?? null;
  return { code: answer.headers.get('x-sb-error-code') ?? 'ok', ...left, email };
}

describe('an account elsewhere that is taken away', () => {
  it('leaves the address that another still has, with all that was sent to it', async () => {
    const address = 'kept{n}@a.example';
    expect(
      await takeAway(address, [
        ['discord', address],
        ['github', address, false],
      ]),
    ).toMatchObject({
      code: 'ok',
      email: address,
      is_proved: true,
      providers: ['github'],
      is_changing: true,
      has_codes: true,
      has_tokens: true,
    });
  });

  it.each<[string, Elsewhere[], string | null, boolean]>([
    ['a proved one', [['github', 'b{n}@a.example']], 'b{n}@a.example', true],
    [
      'one that is only claimed, which is not proved',
      [['github', 'b{n}@a.example', false]],
      'b{n}@a.example',
      false,
    ],
    [
      'the proved one of two',
      [
        ['github', 'b{n}@a.example', false],
        ['google', 'c{n}@a.example'],
      ],
      'c{n}@a.example',
      true,
    ],
    [
      'one that is only claimed before none',
      [
        ['steam', null],
        ['google', 'c{n}@a.example', false],
      ],
      'c{n}@a.example',
      false,
    ],
    ['none', [['steam', null]], null, false],
    [
      'the next, where the first is somebody’s',
      [
        ['github', 'taken@a.example'],
        ['google', 'c{n}@a.example', false],
      ],
      'c{n}@a.example',
      false,
    ],
    [
      'none, where the other is somebody’s',
      [
        ['github', 'taken@a.example'],
        ['steam', null],
      ],
      null,
      false,
    ],
  ])(
    'leaves the address of what is left, and nothing of what was sent: %s',
    async (_what, others, email, isProved) => {
      expect(
        await takeAway('own{n}@a.example', [['discord', 'own{n}@a.example'], ...others]),
      ).toMatchObject({
        code: 'ok',
        email,
        is_proved: isProved,
        is_changing: false,
        has_codes: false,
        has_tokens: false,
      });
    },
  );

  it('stays where every address that is left is somebody’s', async () => {
    const own = 'own{n}@a.example';
    expect(
      await takeAway(own, [
        ['discord', own],
        ['github', 'taken@a.example'],
      ]),
    ).toMatchObject({
      code: 'email_conflict_identity_not_deletable',
      email: own,
      has_tokens: true,
    });
  });

  it('proves an address that is only claimed where nobody is asked to prove one', async () => {
    const others: Elsewhere[] = [
      ['discord', 'own{n}@a.example'],
      ['github', 'b{n}@a.example', false],
    ];
    expect(await takeAway('own{n}@a.example', others, { from: generous })).toMatchObject({
      email: 'b{n}@a.example',
      is_proved: true,
    });
  });

  it('takes the number with it, and no address', async () => {
    const own = 'own{n}@a.example';
    const identities: Elsewhere[] = [
      ['phone', null],
      ['github', 'b{n}@a.example'],
    ];
    expect(await takeAway(own, identities, { phone: '15557770001' })).toMatchObject({
      code: 'ok',
      email: own,
      is_proved: true,
      phone: null,
      has_phone: false,
      has_tokens: true,
    });
  });
});
