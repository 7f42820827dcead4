import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';

/** Several who ask at once for a message to one person get one sent, not one each. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { phone: { enabled: true } },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

let people = 0;

/** Somebody who has proved an address, with the headers of their requests. */
async function join() {
  people += 1;
  const email = `person${people}@players.example`;
  const client = harness.createClient();
  await client.signInWithOtp({ email });
  const token = harness.mails.at(-1)?.code ?? '';
  const { data, error } = await client.verifyOtp({ email, token, type: 'email' });
  if (error) {
    throw error;
  }
  return { client, email, headers: bearer(data.session?.access_token ?? '') };
}

type Person = Awaited<ReturnType<typeof join>>;
type Ask = () => Promise<Response>;

const update = ({ headers }: Person, json: unknown) =>
  harness.request('/user', { method: 'PUT', headers, json });

/** What is asked for, how many messages that is, and how. */
const acts: readonly [string, number, (person: Person) => Promise<Ask> | Ask][] = [
  [
    'a link for a new password',
    1,
    ({ email }) =>
      () =>
        post(harness, '/recover', { email }),
  ],
  [
    'a link to sign in',
    1,
    ({ email }) =>
      () =>
        post(harness, '/otp', { email }),
  ],
  [
    'the confirmation once more',
    1,
    async ({ email }) => {
      const other = `other-${email}`;
      await post(harness, '/otp', { email: other });
      harness.advance(61);
      return () => post(harness, '/resend', { type: 'signup', email: other });
    },
  ],
  ['a change of address', 2, (person) => () => update(person, { email: `new-${person.email}` })],
  [
    'a code for a new password',
    1,
    ({ headers }) =>
      () =>
        harness.request('/reauthenticate', { headers }),
  ],
  [
    'a text to sign in',
    1,
    async () => {
      const phone = '15550001111';
      await post(harness, '/otp', { phone });
      harness.advance(61);
      return () => post(harness, '/otp', { phone });
    },
  ],
  ['a change of number', 1, (person) => () => update(person, { phone: '15550002222' })],
  [
    'a second factor',
    1,
    async ({ client, headers }) => {
      const { data } = await client.mfa.enroll({ factorType: 'phone', phone: '15550003333' });
      return () => post(harness, `/factors/${data?.id}/challenge`, {}, headers);
    },
  ],
];

const countSent = () => harness.mails.length + harness.texts.length;

describe('who asks at once for', () => {
  it.each(acts)('%s', async (_what, messages, prepare) => {
    // Else the last of them may come when the interval is over.
    harness.stopClock();
    const ask = await prepare(await join());
    const before = countSent();
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429]);
    expect(countSent() - before).toBe(messages);
  });
});

describe('who asks again must wait for', () => {
  it.each(acts)('%s', async (what, messages, prepare) => {
    harness.stopClock();
    const ask = await prepare(await join());
    const seconds = what === 'a second factor' ? 5 : 60;
    const statuses: number[] = [];
    const before = countSent();
    for (const wait of [0, seconds - 0.001, 0.001]) {
      harness.advance(wait);
      statuses.push((await ask()).status);
    }
    expect(statuses).toEqual([200, 429, 200]);
    expect(countSent() - before).toBe(2 * messages);
  });
});
