import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoaderInput, Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { testNow, toInput } from '../testing/test-league.ts';
import { loadAccount, loadAccountDelete, loadAccountPassword } from './page.ts';

let own: ApiLeague;
let team: TestTeam;
let aino: Viewer;
let bram: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  team = await own.addTeam('Kaarna', null);
});
afterAll(() => own[Symbol.asyncDispose]());

const query = (text: string, values: unknown[] = []) => own.database.query(text, values);
const seconds = (count: number) => new Date(testNow.getTime() + count * 1000);

const toRequest = (viewer: Viewer | null, more: Partial<LoaderInput> = {}): LoaderInput => ({
  ...toInput(own.database),
  viewer,
  ...more,
});
const look = (viewer: Viewer, more?: Partial<LoaderInput>) => loadAccount(toRequest(viewer, more));

/** Two people, and what of each is nobody else's. */
async function addTwo(): Promise<void> {
  aino = await own.addPerson(`Aino ${randomUUID().slice(0, 4)}`);
  bram = await own.addPerson(`Bram ${randomUUID().slice(0, 4)}`);
}

const addFactor = (who: Viewer, name: string | null, status: string, at: number) =>
  query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'totp', $3, $4, $4)`,
    [who.user_id, name, status, seconds(at)],
  );

async function addSession(
  who: Viewer,
  {
    started,
    seen = null,
    ends = null,
  }: { started: number; seen?: number | null; ends?: number | null },
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after, user_agent)
     values ($1, $2, $3, $4::timestamptz at time zone 'UTC', $5, 'Firefox')`,
    [
      id,
      who.user_id,
      seconds(started),
      seen === null ? null : seconds(seen),
      ends === null ? null : seconds(ends),
    ],
  );
  return id;
}

describe('the account page', () => {
  it('is nobody’s who is not signed in', async () => {
    for (const load of [loadAccount, loadAccountDelete, loadAccountPassword]) {
      expect(await load(toRequest(null))).toBeNull();
    }
  });

  it('lists one’s own second factors that are proved, the oldest first', async () => {
    await addTwo();
    await addFactor(aino, 'Phone', 'verified', -10);
    await addFactor(aino, null, 'verified', -20);
    await addFactor(aino, 'Begun', 'unverified', -30);
    await addFactor(bram, 'Not hers', 'verified', -30);
    expect((await look(aino))?.factors).toMatchObject([
      { kind: 'totp', name: '', added_at: seconds(-20).toISOString() },
      { kind: 'totp', name: 'Phone', added_at: seconds(-10).toISOString() },
    ]);
  });

  it('lists one’s own sign-ins that have not ended: this one first, then as they were seen last', async () => {
    await addTwo();
    const old = await addSession(aino, { started: -500 });
    const current = await addSession(aino, { started: -900, seen: -800, ends: 1 });
    const seen = await addSession(aino, { started: -600, seen: -20 });
    await addSession(aino, { started: -100, ends: 0 });
    await addSession(aino, { started: -100, ends: -1 });
    await addSession(bram, { started: -100 });
    const data = await look({ ...aino, session_id: current });
    expect(data?.sessions).toEqual(
      [
        { id: current, started: -900, seen: -800 },
        { id: seen, started: -600, seen: -20 },
        { id: old, started: -500, seen: -500 },
      ].map(({ id, started, seen: last }) => ({
        id,
        user_agent: 'Firefox',
        started_at: seconds(started).toISOString(),
        seen_at: seconds(last).toISOString(),
        is_current: id === current,
      })),
    );
  });

  it('shows one’s free hours as they were entered, and in which zone', async () => {
    await addTwo();
    const availability = [{ weekday: 1, from: '19:30', to: '24:00' }];
    const body = { zone: null, availability, availability_zone: 'Asia/Seoul' };
    await own.act(aino, { path: '/me/settings', body });
    expect(await look(aino)).toMatchObject({ zone: null, availability, hours_zone: 'Asia/Seoul' });
    expect(await look(bram)).toMatchObject({ zone: null, availability: [], hours_zone: 'UTC' });
  });

  it('says of each account elsewhere whether it is shown, and what one is called there', async () => {
    await addTwo();
    const link = (who: Viewer, provider: string, about: object) =>
      query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, $3, $4)`,
        [randomUUID(), who.user_id, JSON.stringify(about), provider],
      );
    await link(aino, 'steam', { name: 'aino_77' });
    await link(aino, 'discord', {
      custom_claims: { global_name: 'Aino!' },
      full_name: 'aino',
      name: 'a#1',
    });
    await link(aino, 'github', { full_name: 'Aino A.', name: 'aa' });
    await link(bram, 'twitch', { name: 'bram' });
    const accounts = async () =>
      (await look(aino))?.accounts.map(({ provider, display_name, is_shown }) => [
        provider,
        display_name,
        is_shown,
      ]);
    const names = [
      ['discord', 'Aino!'],
      ['github', 'Aino A.'],
      ['steam', 'aino_77'],
    ];
    expect(await accounts()).toEqual(names.map((name) => [...name, false]));
    await query(
      `insert into private.person_settings (person_id, shown_accounts) values ($1, '{github}')`,
      [aino.person_id],
    );
    expect(await accounts()).toEqual(names.map((name) => [...name, name[0] === 'github']));
  });

  it.each([
    ['a password', { encrypted_password: 'x' }, { has_password: true }],
    ['an empty one', { encrypted_password: '' }, { has_password: false }],
    ['none', { encrypted_password: null }, { has_password: false }],
    ['an address', { email: 'a@players.test' }, { email: 'a@players.test' }],
    ['one that was made up', { email: 'a@dev.invalid' }, { email: null }],
    ['none', { email: null }, { email: null }],
    ['a change under way', { email_change: 'b@players.test' }, { new_email: 'b@players.test' }],
    ['no change under way', { email_change: '' }, { new_email: null }],
  ])('shows of somebody with %s what that means', async (_what, columns, shown) => {
    await addTwo();
    for (const [column, value] of Object.entries(columns)) {
      await query(`update auth.users set ${column} = $2 where id = $1`, [aino.user_id, value]);
    }
    expect(await look(aino)).toMatchObject(shown);
  });

  it('shows what is one’s own: names in games, recovery codes, the calendar’s address', async () => {
    await addTwo();
    for (const who of [aino, bram]) {
      await query(
        `insert into public.profile_identities (person_id, kind, handle) values ($1, 'steam', $2), ($1, 'ea', $2)`,
        [who.person_id, `${who.username} there`],
      );
      await query(
        'insert into private.calendar_feeds (person_id, token, made_at) values ($1, $2, now())',
        [who.person_id, `${who.person_id}-feed-of-one-person`],
      );
    }
    await query(
      'insert into private.recovery_codes (user_id, code_hash, made_at) select $1, n::text, now() from generate_series(1, 3) n',
      [aino.user_id],
    );
    const handle = `${aino.username} there`;
    expect(await look(aino)).toMatchObject({
      identities: [
        { kind: 'ea', handle, is_verified: false },
        { kind: 'steam', handle, is_verified: false },
      ],
      recovery_codes: 3,
      calendar: `/api/calendar/people/${aino.person_id}-feed-of-one-person.ics`,
    });
    expect((await look(bram))?.recovery_codes).toBe(0);
  });

  it('says how one may sign in here, and nothing of it while that is not known', async () => {
    await addTwo();
    const providers = [{ name: 'discord', label: null }];
    const options = { providers, email: true, sign_up: true, captcha: false };
    const readSignIn = () => Promise.resolve(options);
    expect(await look(aino, { readSignIn })).toMatchObject({ has_email: true, providers });
    const nothing = { has_email: false, providers: [] };
    expect(await look(aino)).toMatchObject(nothing);
    const fails = () => Promise.reject(new Error('away'));
    expect(await look(aino, { readSignIn: fails })).toMatchObject(nothing);
  });

  it('says of each account elsewhere whether it is the only way in that is open', async () => {
    await addTwo();
    for (const provider of ['discord', 'github']) {
      await query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, '{}', $3)`,
        [randomUUID(), aino.user_id, provider],
      );
    }
    const open = { providers: [{ name: 'discord', label: null }], email: false };
    const readSignIn = () => Promise.resolve({ ...open, sign_up: true, captcha: false });
    expect((await look(aino, { readSignIn }))?.accounts).toMatchObject([
      { provider: 'discord', is_needed: true },
      { provider: 'github', is_needed: false },
    ]);
    // What is open is not known.
    expect((await look(aino))?.accounts).toMatchObject([
      { provider: 'discord', is_needed: false },
      { provider: 'github', is_needed: false },
    ]);
  });

  it('lists the invitations that wait, the newest first, and none that is over', async () => {
    await addTwo();
    const makeInvite = async (of: TestTeam, age: number) => {
      const body = { person: aino.person_id };
      const { invite } = await own.act(of.captain, { path: `/teams/${of.slug}/invites`, body });
      await query('update private.team_invites set created_at = $2 where invite_id = $1', [
        invite,
        seconds(-age),
      ]);
      return String(invite);
    };
    const second = await own.addTeam('Second', null);
    const gone = await own.addTeam('Gone', null);
    const joined = await own.addTeam('Joined', null);
    const [first, newest] = [await makeInvite(team, 20), await makeInvite(second, 10)];
    await makeInvite(gone, 5);
    await own.act(gone.captain, { path: `/teams/${gone.slug}/disband` });
    const invite = await makeInvite(joined, 5);
    await own.act(aino, { path: `/teams/${joined.slug}/join`, body: { invite } });
    const list = async (who: Viewer, now: Date) =>
      (await look(who, { now }))?.invitations.map(({ invite_id }) => invite_id);
    const made = own.league.now();
    expect(await list(aino, made)).toEqual([newest, first]);
    expect(await list(bram, made)).toEqual([]);
    expect((await look(aino, { now: made }))?.invitations[0]).toMatchObject({
      team: { slug: 'second', name: 'Second' },
      by: 'Second captain',
    });
    const ends = made.getTime() + 7 * 86_400_000;
    expect(await list(aino, new Date(ends - 1))).toEqual([newest, first]);
    expect(await list(aino, new Date(ends))).toEqual([]);
    await own.act(aino, { path: `/teams/${team.slug}/invites/${first}`, method: 'DELETE' });
    expect(await list(aino, made)).toEqual([newest]);
  });
});

describe('a new password', () => {
  it.each([
    ['the present one is asked for', 'x', 'password', true],
    ['not in a sign-in that began with a forgotten one', 'x', 'recovery', false],
    ['there is none to ask for', '', 'password', false],
  ])('%s', async (_what, hash, method, asks) => {
    await addTwo();
    await query(`update auth.users set encrypted_password = $2, email = $3 where id = $1`, [
      aino.user_id,
      hash,
      `${aino.user_id}@dev.invalid`,
    ]);
    const session = await addSession(aino, { started: -10 });
    await query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now(), $2)`,
      [session, method],
    );
    // Another sign-in of theirs, which began with a forgotten password.
    const other = await addSession(aino, { started: -20 });
    await query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now(), 'recovery')`,
      [other],
    );
    const data = await loadAccountPassword(toRequest({ ...aino, session_id: session }));
    expect(data).toEqual({ email: null, asks_current: asks });
  });
});
