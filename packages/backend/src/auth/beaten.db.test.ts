import { expect, test } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { post } from './testing/requests.ts';

const many = 12;

/** The address at which a sign-in comes back from the provider, not yet followed. */
async function comeBack(harness: AuthHarness, query: Record<string, string>): Promise<string> {
  const begin = await harness.request(
    `/authorize?${new URLSearchParams({ provider: 'discord', ...query })}`,
  );
  const provider = await fetch(begin.headers.get('location') ?? '', { redirect: 'manual' });
  return provider.headers.get('location') ?? '';
}

/** Follows all at once and tells where each led to. */
async function followAll(addresses: readonly string[]): Promise<URLSearchParams[]> {
  const answers = await Promise.all(
    addresses.map((address) => fetch(address, { redirect: 'manual' })),
  );
  return answers.map((answer) => {
    const { hash } = new URL(answer.headers.get('location') ?? '');
    return new URLSearchParams(hash.slice(1));
  });
}

async function count(harness: AuthHarness, table: 'users' | 'identities' | 'sessions') {
  const [row] = await harness.database.query<{ count: number }>(
    `select count(*)::integer as count from auth.${table}`,
  );
  return row?.count;
}

test.each([
  ['with a verified address', { email: 'twice@players.example', verified: true }],
  ['without an address', { email: null, verified: false }],
])(
  'a dozen callbacks at once for one new identity %s: one account, and all are signed in',
  async (_how, contact) => {
    await using harness = await createAuthHarness({
      external: { providers: { discord: { emailOptional: true } } },
    });
    harness.provider.add({ id: '7001', username: 'twice', ...contact });
    const backs = await Promise.all(
      Array.from({ length: many }, () => comeBack(harness, { person: 'twice' })),
    );
    const led = await followAll(backs);
    expect(led.map((hash) => hash.get('error_code'))).toEqual(Array(many).fill(null));
    expect(led.every((hash) => (hash.get('access_token') ?? '') !== '')).toBe(true);
    expect(await count(harness, 'users')).toBe(1);
    expect(await count(harness, 'identities')).toBe(1);
    expect(await count(harness, 'sessions')).toBe(many);
  },
);

test('two identities with one verified address that come at once share one account', async () => {
  await using harness = await createAuthHarness();
  const contact = { email: 'shared@players.example', verified: true };
  harness.provider.add({ id: '7002', username: 'one', ...contact });
  harness.provider.add({ id: '7003', username: 'other', ...contact });
  const people = Array.from({ length: many }, (_, index) => (index % 2 === 0 ? 'one' : 'other'));
  const backs = await Promise.all(people.map((person) => comeBack(harness, { person })));
  const led = await followAll(backs);
  expect(led.map((hash) => hash.get('error_code'))).toEqual(Array(many).fill(null));
  expect(await count(harness, 'users')).toBe(1);
  expect(await count(harness, 'identities')).toBe(2);
});

test.each([
  ['by tokens', {}, 'bad_oauth_state'],
  [
    'by a code',
    { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' },
    'flow_state_already_used',
  ],
])(
  'two callbacks of one state at once, whatever their codes: one is let in %s',
  async (_how, query, refusal) => {
    await using harness = await createAuthHarness();
    const contact = { email: 'state@players.example', verified: true };
    harness.provider.add({ id: '7005', username: 'state', ...contact });
    await followAll([await comeBack(harness, { person: 'state' })]);
    const params = new URLSearchParams({ provider: 'discord', person: 'state', ...query });
    const begin = (await harness.request(`/authorize?${params}`)).headers.get('location') ?? '';
    const backs = await Promise.all(
      [begin, begin].map(async (address) => {
        const { headers } = await fetch(address, { redirect: 'manual' });
        return headers.get('location') ?? '';
      }),
    );
    expect(new Set(backs).size).toBe(2);
    // Both have found the state as it was begun before either can write that it is used.
    const following = await harness.database.transaction(async (transaction) => {
      await transaction.query('lock table auth.flow_state in share mode');
      const both = followAll(backs);
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => harness.database.query(waiting)).toHaveLength(2);
      return { both };
    });
    const led = await following.both;
    expect(new Set(led.map((hash) => hash.get('error_code')))).toEqual(new Set([null, refusal]));
    const isByTokens = refusal === 'bad_oauth_state';
    expect(led.filter((hash) => hash.has('access_token'))).toHaveLength(isByTokens ? 1 : 0);
    expect(await count(harness, 'sessions')).toBe(isByTokens ? 2 : 1);
    const states = await harness.database.query('select from auth.flow_state');
    expect(states).toHaveLength(isByTokens ? 0 : 1);
  },
);

test('a sign-up and a callback for one address at once: one account, and no failure of ours', async () => {
  await using harness = await createAuthHarness();
  harness.provider.add({
    id: '7004',
    username: 'both',
    email: 'both@players.example',
    verified: true,
  });
  const backs = await Promise.all(
    Array.from({ length: many / 2 }, () => comeBack(harness, { person: 'both' })),
  );
  const body = { email: 'both@players.example', password: 'correct horse' };
  const [led, answers] = await Promise.all([
    followAll(backs),
    Promise.all(Array.from({ length: many / 2 }, () => post(harness, '/signup', body))),
  ]);
  expect(led.map((hash) => hash.get('error_code'))).toEqual(Array(many / 2).fill(null));
  // Who is there is never told: an answer as for a new person, or that a mail has just gone out.
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  expect(await count(harness, 'users')).toBe(1);
});

test('a dozen who ask for a code for one new address at once make one account', async () => {
  await using harness = await createAuthHarness({ mailer: { maxFrequencySeconds: 60 } });
  const body = { email: 'codes@players.example' };
  const answers = await Promise.all(
    Array.from({ length: many }, () => post(harness, '/otp', body)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(many - 1).fill(429)]);
  expect(await count(harness, 'users')).toBe(1);
});
