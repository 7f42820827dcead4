import { describe, expect, it } from 'vitest';
import { type AuthHarness, clientAddress, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';

/** Nobody uses up the league's messages for everybody. */

const hour = 3600;
const perHour = (requests: number) => ({ requests, perSeconds: hour });

type Limits = NonNullable<Parameters<typeof createAuthHarness>[0]>['rateLimits'];

async function open(rateLimits: Limits): Promise<AuthHarness> {
  const harness = await createAuthHarness({
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
    mailer: { maxFrequencySeconds: 0 },
    sms: { maxFrequencySeconds: 0 },
    rateLimits: { enabled: true, burst: 1000, ...rateLimits },
  });
  harness.stopClock();
  return harness;
}

type Ask = (harness: AuthHarness, index: number, from: string) => Promise<Response>;

const from = (address: string) => ({ [clientAddress]: address });
const ways: Record<'mail' | 'text', { refusal: string; ask: Ask }> = {
  mail: {
    refusal: 'over_email_send_rate_limit',
    ask: (harness, index, address) =>
      post(harness, '/otp', { email: `p${index}@a.example` }, from(address)),
  },
  text: {
    refusal: 'over_sms_send_rate_limit',
    ask: (harness, index, address) =>
      post(harness, '/otp', { phone: `1555000${1000 + index}` }, from(address)),
  },
};

let people = 0;

/** Asks so many times for somebody new, and gives the statuses. */
async function ask(harness: AuthHarness, way: 'mail' | 'text', times: number, address: string) {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    people += 1;
    const answer = await ways[way].ask(harness, people, address);
    statuses.push(answer.status);
    if (answer.status === 429) {
      expect(await answer.json()).toMatchObject({ code: ways[way].refusal });
    }
  }
  return statuses;
}

const ok = (times: number) => Array<number>(times).fill(200);
const countSent = ({ mails, texts }: AuthHarness) => mails.length + texts.length;

describe.each(['mail', 'text'] as const)('a %s', (way) => {
  it('is sent to a fifth of what there is for one address, and to others all the same', async () => {
    const limit = way === 'mail' ? { emailSent: perHour(30) } : { smsSent: perHour(30) };
    await using harness = await open(limit);
    expect(await ask(harness, way, 7, '192.0.2.1')).toEqual([...ok(6), 429]);
    expect(await ask(harness, way, 1, '192.0.2.2')).toEqual([200]);
    // Ten minutes bring one more.
    harness.advance(599);
    expect(await ask(harness, way, 1, '192.0.2.1')).toEqual([429]);
    harness.advance(1);
    expect(await ask(harness, way, 2, '192.0.2.1')).toEqual([200, 429]);
    expect(countSent(harness)).toBe(8);
  });

  it('is one of thirty an hour where nobody says how many, of which an address has a fifth', async () => {
    await using harness = await open({});
    expect(await ask(harness, way, 7, '192.0.2.1')).toEqual([...ok(6), 429]);
    expect(await ask(harness, way, 6, '192.0.2.2')).toEqual(ok(6));
    expect(await ask(harness, way, 6, '192.0.2.3')).toEqual(ok(6));
    // Twenty in all: the last third is for people who have proved who they are.
    expect(await ask(harness, way, 3, '192.0.2.4')).toEqual([200, 200, 429]);
  });

  it('is sent once to each address where a fifth would be less than one', async () => {
    const limit = way === 'mail' ? { emailSent: perHour(4) } : { smsSent: perHour(4) };
    await using harness = await open(limit);
    expect(await ask(harness, way, 2, '192.0.2.1')).toEqual([200, 429]);
    expect(await ask(harness, way, 1, '192.0.2.2')).toEqual([200]);
    // An hour brings one more.
    harness.advance(3599);
    expect(await ask(harness, way, 1, '192.0.2.1')).toEqual([429]);
    harness.advance(1);
    expect(await ask(harness, way, 2, '192.0.2.1')).toEqual([200, 429]);
  });

  it('is counted for a network of IPv6 as for one address', async () => {
    const limit = way === 'mail' ? { emailSent: perHour(10) } : { smsSent: perHour(10) };
    await using harness = await open(limit);
    expect(await ask(harness, way, 1, '2001:db8::1')).toEqual([200]);
    expect(await ask(harness, way, 1, '2001:db8::ffff:1')).toEqual([200]);
    expect(await ask(harness, way, 1, '2001:DB8:0:0:9::9')).toEqual([429]);
    expect(await ask(harness, way, 1, '2001:db8:0:1::1')).toEqual([200]);
  });

  it('is sent as often as the operator says', async () => {
    await using harness = await open(
      way === 'mail'
        ? { emailSent: perHour(6), emailSentByAddress: perHour(3) }
        : { smsSent: perHour(6), smsSentByAddress: perHour(3) },
    );
    expect(await ask(harness, way, 4, '192.0.2.1')).toEqual([...ok(3), 429]);
    // Four of the six are for anybody.
    expect(await ask(harness, way, 2, '192.0.2.2')).toEqual([200, 429]);
    expect(countSent(harness)).toBe(4);
  });
});

/** Somebody whose address and number are proved, with the headers of their requests. */
async function join(harness: AuthHarness) {
  people += 1;
  const contact = { email: `member${people}@a.example`, phone: `1555999${1000 + people}` };
  const password = 'correct horse battery';
  const admin = await harness.createAdmin();
  const made = await admin.admin.createUser({
    ...contact,
    password,
    email_confirm: true,
    phone_confirm: true,
  });
  if (made.error) {
    throw made.error;
  }
  const client = harness.createClient();
  const { data } = await client.signInWithPassword({ email: contact.email, password });
  return { ...contact, client, headers: bearer(data.session?.access_token ?? '') };
}

type Member = Awaited<ReturnType<typeof join>>;
type MemberAsk = (
  harness: AuthHarness,
  member: Member,
  at: Record<string, string>,
) => Promise<Response>;

const update =
  (json: unknown) =>
  (harness: AuthHarness, { headers }: Pick<Member, 'headers'>, at: Record<string, string>) =>
    harness.request('/user', { method: 'PUT', headers: { ...headers, ...at }, json });

const nameless =
  (json: unknown): MemberAsk =>
  async (harness, _member, at) => {
    const answer = await post(harness, '/signup', {});
    const { access_token: token } = await answer.json();
    return update(json)(harness, { headers: bearer(token) }, at);
  };

/** Somebody who has proved a number alone. */
async function joinByNumber(harness: AuthHarness, more: { email?: string }) {
  const phone = '15559990001';
  const password = 'correct horse battery';
  const { admin } = await harness.createAdmin();
  await admin.createUser({ phone, password, phone_confirm: true, ...more });
  const answer = await post(harness, '/token?grant_type=password', { phone, password });
  return { headers: bearer((await answer.json()).access_token) };
}

/** What members ask for, of which the last third is theirs; the first is what a stranger asks for. */
const acts: readonly ['mail' | 'text', string, number, MemberAsk][] = [
  [
    'mail',
    'a link to sign in',
    200,
    (harness, { email }, at) => post(harness, '/otp', { email }, at),
  ],
  [
    'mail',
    'a new password',
    200,
    (harness, { email }, at) => post(harness, '/recover', { email }, at),
  ],
  ['mail', 'another address', 200, update({ email: 'another@a.example' })],
  [
    'mail',
    'a code',
    200,
    (harness, { headers }, at) =>
      harness.request('/reauthenticate', { headers: { ...headers, ...at } }),
  ],
  [
    'mail',
    'a sign-up',
    429,
    (harness, _member, at) =>
      post(harness, '/signup', { email: 'new@a.example', password: 'correct horse' }, at),
  ],
  [
    'mail',
    'an invitation',
    200,
    async (harness, _member, at) => {
      const headers = { ...bearer(await harness.serviceRoleKey()), ...at };
      return post(harness, '/invite', { email: 'invited@a.example' }, headers);
    },
  ],
  [
    'mail',
    'a first address, of somebody with a number',
    200,
    async (harness, _member, at) => {
      const member = await joinByNumber(harness, {});
      return update({ email: 'first@a.example' })(harness, member, at);
    },
  ],
  [
    'mail',
    'another address, of somebody with a number who never proved theirs',
    200,
    async (harness, _member, at) => {
      const member = await joinByNumber(harness, { email: 'unproved@a.example' });
      return update({ email: 'first@a.example' })(harness, member, at);
    },
  ],
  ['mail', 'an address, of somebody without a name', 429, nameless({ email: 'named@a.example' })],
  ['text', 'a number, of somebody without a name', 429, nameless({ phone: '15551114444' })],
  [
    'text',
    'a code to sign in',
    200,
    (harness, { phone }, at) => post(harness, '/otp', { phone }, at),
  ],
  ['text', 'another number', 200, update({ phone: '15551112222' })],
  [
    'text',
    'a second factor',
    200,
    async (harness, { client, headers }, at) => {
      const { data } = await client.mfa.enroll({ factorType: 'phone', phone: '15550003333' });
      return post(harness, `/factors/${data?.id}/challenge`, {}, { ...headers, ...at });
    },
  ],
  [
    'text',
    'a first code',
    429,
    (harness, _member, at) => post(harness, '/otp', { phone: '15551113333' }, at),
  ],
];

describe('once strangers have had theirs', () => {
  it.each(acts)('%s: %s is answered %i', async (way, _what, status, act) => {
    await using harness = await open({
      emailSent: perHour(9),
      smsSent: perHour(9),
      emailSentByAddress: perHour(9),
      smsSentByAddress: perHour(9),
    });
    const member = await join(harness);
    expect(await ask(harness, way, 7, '192.0.2.1')).toEqual([...ok(6), 429]);
    expect((await act(harness, member, from('192.0.2.9'))).status).toBe(status);
  });

  it('members get what was kept and no more', async () => {
    await using harness = await open({ emailSent: perHour(9), emailSentByAddress: perHour(9) });
    expect(await ask(harness, 'mail', 7, '192.0.2.1')).toEqual([...ok(6), 429]);
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { email } = await join(harness);
      statuses.push((await post(harness, '/otp', { email }, from('192.0.2.9'))).status);
    }
    expect(statuses).toEqual([...ok(3), 429]);
  });
});
