import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthHarness,
  createAuthHarness,
  followToSite,
  signInWithProvider,
} from './testing/auth-harness.ts';
import { post } from './testing/requests.ts';

/** When an account becomes somebody whom others see, and under which name. */

let harness: AuthHarness;
const password = 'correct horse';

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
  });
});
afterAll(() => harness[Symbol.asyncDispose]());

async function findProfile(contact: string) {
  const [row] = await harness.database.query<{ username: string | null }>(
    `select p.username from auth.users u left join public.profiles p on p.user_id = u.id
     where u.email = $1 or u.phone = $1 or u.raw_user_meta_data ->> 'full_name' = $1`,
    [contact],
  );
  return row?.username ?? null;
}

const lastMail = (to: string) => harness.mails.filter((mail) => mail.to === to).at(-1);

test.each(['/signup', '/otp', '/magiclink'])(
  'a sign-up by mail (%s) is nobody until it is confirmed, and has a neutral name then',
  async (path) => {
    const email = `hidden.address${path.replace('/', '-')}@players.example`;
    expect((await post(harness, path, { email, password })).status).toBe(200);
    expect(await findProfile(email)).toBeNull();
    await followToSite(lastMail(email)?.link ?? '');
    expect(await findProfile(email)).toMatch(/^player\d{2,}$/);
  },
);

test('a sign-up by phone is nobody until it is confirmed, and has a neutral name then', async () => {
  const phone = '15550009911';
  await post(harness, '/otp', { phone });
  expect(await findProfile(phone)).toBeNull();
  const token = harness.texts.at(-1)?.code ?? '';
  const answer = await post(harness, '/verify', { type: 'sms', phone, token });
  expect(answer.status).toBe(200);
  const name = await findProfile(phone);
  expect(name).toMatch(/^player\d{2,}$/);
  expect(name).not.toContain('9911');
});

test('an invitation and an account that an administrator makes begin with their proof', async () => {
  const { admin } = await harness.createAdmin();
  await admin.inviteUserByEmail('invited.one@players.example');
  expect(await findProfile('invited.one@players.example')).toBeNull();
  await followToSite(lastMail('invited.one@players.example')?.link ?? '');
  expect(await findProfile('invited.one@players.example')).toMatch(/^player\d+$/);

  const made = { email: 'made.one@players.example', user_metadata: { full_name: 'Made One' } };
  const { data } = await admin.createUser(made);
  expect(await findProfile(made.email)).toBeNull();
  await admin.updateUserById(data.user?.id ?? '', { email_confirm: true });
  expect(await findProfile(made.email)).toBe('Made One');
  await admin.createUser({ email: 'proved.one@players.example', email_confirm: true });
  expect(await findProfile('proved.one@players.example')).toMatch(/^player\d+$/);
});

test('who comes by a provider has the name shown there, and none from their address', async () => {
  const person = { id: '8101', username: 'shown', email: 'not.shown@players.example' };
  harness.provider.add({ ...person, global_name: 'Shown Name', verified: true });
  await signInWithProvider(harness, harness.createClient(), 'shown');
  expect(await findProfile(person.email)).toBe('Shown Name');
});

test.each([
  ['Arbiter', 'Arbiter'],
  // With a Cyrillic letter, in full width, with characters of no width and ones that turn the text.
  ['Аrbiter', 'Аrbiter2'],
  ['ＡRBITER', 'ＡRBITER3'],
  ['Ar\u200bbi\u202eter', 'Arbiter4'],
  ['  Two   words\u2028here ', 'Two words here'],
  ['\u3164\u200b', /^player\d+$/],
  ['!', /^player\d+$/],
  ['!!!', /^player\d+$/],
  ['a'.repeat(60), 'a'.repeat(28)],
  ['a'.repeat(61), `${'a'.repeat(23)}2`],
])('a provider’s name is taken as far as it may be: %j', async (global_name, username) => {
  const id = String(8200 + (await harness.database.query('select from auth.users')).length);
  const email = `p${id}@players.example`;
  harness.provider.add({ id, username: id, global_name, email, verified: true });
  await signInWithProvider(harness, harness.createClient(), id);
  expect(await findProfile(email)).toEqual(
    typeof username === 'string' ? username : expect.stringMatching(username),
  );
});

test('a dozen people of one name who come at once are all named', async () => {
  const people = Array.from({ length: 12 }, (_, index) => `same${index}`);
  for (const [index, username] of people.entries()) {
    const email = `${username}@players.example`;
    harness.provider.add({
      id: `85${index}`,
      username,
      global_name: 'Same',
      email,
      verified: true,
    });
  }
  await Promise.all(
    people.map((person) => signInWithProvider(harness, harness.createClient(), person)),
  );
  const names = await Promise.all(people.map((one) => findProfile(`${one}@players.example`)));
  expect(new Set(names).size).toBe(12);
  expect(names.every((name) => /^Same\d*$/.test(name ?? ''))).toBe(true);
});
