import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

let own: ApiLeague;
let aino: Viewer;
let bram: Viewer;

async function link(person: Viewer, provider: string, id: string): Promise<void> {
  await own.database.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
     values ($1, $2, $3, $4, now())`,
    [
      id,
      person.user_id,
      JSON.stringify({ sub: id, full_name: `${person.username} there` }),
      provider,
    ],
  );
}

beforeAll(async () => {
  own = await createApiLeague();
  aino = await own.addPerson('Aino');
  bram = await own.addPerson('Bram');
  await link(aino, 'discord', '111');
  await link(aino, 'steam', '222');
  await link(bram, 'discord', '333');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

describe('linked accounts', () => {
  it('are seen by others only where their owner shows them', async () => {
    const path = `/profiles/${aino.user_id}/linked-accounts`;
    const get = async (who: Viewer | null, at = path) =>
      (await own.send(who, { method: 'GET', path: at })).body;
    expect(await get(bram)).toEqual([]);
    // The owner sees all, under either id.
    const steam = 'https://steamcommunity.com/profiles/222';
    for (const id of [aino.user_id, aino.person_id]) {
      expect(await get(aino, `/profiles/${id}/linked-accounts`)).toEqual([
        { provider: 'discord', display_name: 'Aino there', url: 'https://discord.com/users/111' },
        { provider: 'steam', display_name: 'Aino there', url: steam },
      ]);
    }
    await own.act(aino, { path: '/me/settings', body: { shown_accounts: ['discord'] } });
    const shown = {
      provider: 'discord',
      display_name: 'Aino there',
      url: 'https://discord.com/users/111',
    };
    expect(await get(null)).toEqual([shown]);
    expect(await get(bram, `/profiles/${randomUUID()}/linked-accounts`)).toEqual([]);
    expect(await get(bram, '/profiles/nobody/linked-accounts')).toEqual([]);
  });

  it('are called by the name that their owner goes by there', async () => {
    const cleo = await own.addPerson('Cleo');
    const names = {
      discord: { custom_claims: { global_name: 'Cleo!' }, full_name: 'cleo', name: 'c#1' },
      github: { full_name: 'Cleo C.', name: 'cc' },
      twitch: { name: 'cleo_77' },
    };
    for (const [provider, about] of Object.entries(names)) {
      await own.database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, $3, $4)`,
        [randomUUID(), cleo.user_id, JSON.stringify(about), provider],
      );
    }
    await own.act(cleo, { path: '/me/settings', body: { shown_accounts: ['twitch', 'github'] } });
    const path = `/profiles/${cleo.person_id}/linked-accounts`;
    const shown = async (who: Viewer) => (await own.send(who, { method: 'GET', path })).body;
    const [github, twitch] = [
      { provider: 'github', display_name: 'Cleo C.', url: null },
      { provider: 'twitch', display_name: 'cleo_77', url: null },
    ];
    expect(await shown(bram)).toEqual([github, twitch]);
    expect(await shown(cleo)).toMatchObject([{ display_name: 'Cleo!' }, github, twitch]);
    // Somebody who shows others hides the chat platform's.
    const call = { path: '/users/discord-ids', body: { userIds: [cleo.user_id] } };
    expect((await own.send(null, call)).body).toEqual({});
  });

  it('give chat ids of those who show theirs, and hide who is unknown', async () => {
    const userIds = [aino.user_id, bram.user_id, randomUUID(), 'nobody'];
    const call = { path: '/users/discord-ids', body: { userIds } };
    const answer = await own.send(null, call);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ [aino.user_id]: '111' });
    const many = { ...call, body: { userIds: Array.from({ length: 101 }, () => randomUUID()) } };
    expect(await own.send(null, many)).toMatchObject({
      status: 400,
      body: { error: { field: 'userIds' } },
    });
    const answers = await Promise.all(Array.from({ length: 31 }, () => own.send(null, call)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3);
  });

  it('may be taken away by their owner, but for the last', async () => {
    const unlink = (who: Viewer | null, provider: string, headers = {}) =>
      own.send(who, {
        method: 'DELETE',
        path: `/profiles/${aino.user_id}/linked-accounts/${provider}`,
        headers,
      });
    expect(await unlink(null, 'steam')).toMatchObject({
      status: 401,
      body: { error: { code: 'not_signed_in', message: 'User not logged in' } },
    });
    expect((await unlink(bram, 'steam')).status).toBe(403);
    expect((await unlink(aino, 'steam', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await unlink(aino, 'github')).status).toBe(404);
    const both = await Promise.all([unlink(aino, 'steam'), unlink(aino, 'discord')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.body.error?.code).toBe('last_way_in');
    const left = await own.database.query<{ provider: string }>(
      'select provider from auth.identities where user_id = $1',
      [aino.user_id],
    );
    expect(left).toHaveLength(1);
    const [user] = await own.database.query<{ providers: string[] }>(
      `select raw_app_meta_data -> 'providers' as providers from auth.users where id = $1`,
      [aino.user_id],
    );
    expect(user?.providers).toEqual([left[0]?.provider]);
  });

  it('of a provider that the league takes no more are no way in', async () => {
    const finn = await own.addPerson('Finn');
    for (const provider of ['discord', 'github']) {
      await own.database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, '{}', $3)
         on conflict do nothing`,
        [finn.user_id, finn.user_id, provider],
      );
    }
    const unlink = (provider: string) => {
      const path = `/profiles/${finn.user_id}/linked-accounts/${provider}`;
      return own.send(finn, { method: 'DELETE', path });
    };
    const discord = { name: 'discord', label: null };
    own.signIn = { providers: [discord], email: false, sign_up: true, captcha: false };
    try {
      expect((await unlink('discord')).body.error).toEqual({
        code: 'last_way_in',
        params: { provider: 'discord' },
      });
      const kept = await own.database.query(
        'select provider from auth.identities where user_id = $1 order by 1',
        [finn.user_id],
      );
      expect(kept).toEqual([{ provider: 'discord' }, { provider: 'github' }]);
      expect((await unlink('github')).status).toBe(200);
    } finally {
      own.signIn = null;
    }
  });

  it('taken away are shown no more, and what else signs one in stays, the first of them before the others', async () => {
    const [dora, eve] = [await own.addPerson('Dora'), await own.addPerson('Eve')];
    for (const [place, provider] of ['steam', 'github', 'discord'].entries()) {
      for (const who of [dora, eve]) {
        await own.database.query(
          `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
           values ($1, $2, '{}', $3, now() - $4 * interval '1 day')`,
          [randomUUID(), who.user_id, provider, 9 - place],
        );
        const body = { shown_accounts: ['steam', 'discord'] };
        await own.act(who, { path: '/me/settings', body });
      }
    }
    const path = `/profiles/${dora.user_id}/linked-accounts/steam`;
    expect(await own.act(dora, { method: 'DELETE', path })).toEqual({ provider: 'steam' });
    const read = async ({ user_id, person_id }: Viewer) => {
      const [row] = await own.database.query(
        `select raw_app_meta_data -> 'provider' as first, raw_app_meta_data -> 'providers' as all,
           (select array_agg(provider order by provider) from auth.identities where user_id = $1) as kept,
           (select shown_accounts from private.person_settings where person_id = $2) as shown
         from auth.users where id = $1`,
        [user_id, person_id],
      );
      return row;
    };
    const kept = ['discord', 'github'];
    expect(await read(dora)).toEqual({
      first: 'github',
      all: ['github', 'discord'],
      kept,
      shown: ['discord'],
    });
    expect(await read(eve)).toMatchObject({
      kept: [...kept, 'steam'],
      shown: ['steam', 'discord'],
    });
  });
});

describe('an account elsewhere that is taken away', () => {
  /** Somebody with the address of an account at Steam, besides an older one at Discord with the given address. */
  async function addLinked(name: string, theirs: string | null): Promise<Viewer> {
    const person = await own.addPerson(name);
    await own.database.query('delete from auth.identities where user_id = $1', [person.user_id]);
    for (const [provider, email] of [
      ['discord', theirs],
      ['steam', `${name.toLowerCase()}@steam.example`],
    ]) {
      const about = { sub: name, ...(email === null ? {} : { email, email_verified: true }) };
      await own.database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, $3, $4)`,
        [randomUUID(), person.user_id, JSON.stringify(about), provider],
      );
    }
    await own.database.query(
      `update auth.users set email = $2, email_confirmed_at = now(), recovery_token = id || 'r' where id = $1`,
      [person.user_id, `${name.toLowerCase()}@steam.example`],
    );
    return person;
  }

  async function unlinkSteam(person: Viewer) {
    const path = `/profiles/${person.user_id}/linked-accounts/steam`;
    const answer = await own.send(person, { method: 'DELETE', path });
    const [user] = await own.database.query<{ email: string | null }>(
      `select email, email_confirmed_at is not null as is_proved, recovery_token <> '' as has_code,
         array(select provider from auth.identities where user_id = u.id order by 1) as providers,
         array(select payload ->> 'action' from auth.audit_log_entries where payload ->> 'actor_id' = u.id::text) as noted
       from auth.users u where id = $1`,
      [person.user_id],
    );
    return { code: answer.body.error?.code, ...user };
  }

  const gone = { code: undefined, providers: ['discord'], noted: ['identity_unlinked'] };

  it.each([
    ['the one of what is left', 'Flo', 'flo@discord.example', true],
    ['none where that has none', 'Gil', null, false],
  ])(
    'takes its address along, and what was sent there: %s stays',
    async (_what, name, email, is_proved) => {
      const person = await addLinked(name, email);
      expect(await unlinkSteam(person)).toEqual({ ...gone, email, is_proved, has_code: false });
    },
  );

  it('stays where the address that would be left is somebody else’s', async () => {
    await addLinked('Hal', null);
    const person = await addLinked('Ina', 'hal@steam.example');
    expect(await unlinkSteam(person)).toEqual({
      ...{ code: 'address_taken', email: 'ina@steam.example', is_proved: true, has_code: true },
      ...{ providers: ['discord', 'steam'], noted: [] },
    });
  });
});

describe('one-self', () => {
  it('keeps zone and free hours, each by itself', async () => {
    const availability = [{ weekday: 5, from: '18:00', to: '24:00' }];
    await own.act(bram, { path: '/me/settings', body: { zone: 'Europe/Helsinki' } });
    await own.act(bram, { path: '/me/settings', body: { availability } });
    const read = () =>
      own.database.query(
        'select zone, availability, shown_accounts from private.person_settings where person_id = $1',
        [bram.person_id],
      );
    expect(await read()).toEqual([{ zone: 'Europe/Helsinki', availability, shown_accounts: [] }]);
    for (const [body, field] of [
      [{ zone: 'Mars/Base' }, 'zone'],
      [{ availability: [{ weekday: 8, from: '18:00', to: '19:00' }] }, 'availability.0.weekday'],
      [{ availability: [{ weekday: 1, from: '24:00', to: '19:00' }] }, 'availability.0.from'],
    ] as const) {
      const answer = await own.send(bram, { path: '/me/settings', body });
      expect(answer.body.error?.field).toBe(field);
    }
    await own.act(bram, { path: '/me/settings', body: { zone: null } });
    expect(await read()).toMatchObject([{ zone: null, availability }]);
  });

  it('keeps free hours in the zone that is named for them, whatever zone is read in later', async () => {
    const cid = await own.addPerson('Cid');
    const availability = [{ weekday: 5, from: '18:00', to: '24:00' }];
    const save = (body: object) => own.act(cid, { path: '/me/settings', body: { ...body } });
    const read = async () => {
      const [row] = await own.database.query(
        'select zone, availability_zone from private.person_settings where person_id = $1',
        [cid.person_id],
      );
      return row;
    };
    await save({ availability });
    expect(await read()).toEqual({ zone: null, availability_zone: null });
    await save({ zone: null, availability, availability_zone: 'Europe/Warsaw' });
    expect(await read()).toEqual({ zone: null, availability_zone: 'Europe/Warsaw' });
    await save({ shown_accounts: [] });
    await save({ zone: null });
    expect(await read()).toEqual({ zone: null, availability_zone: 'Europe/Warsaw' });
    await save({ zone: 'Asia/Seoul' });
    expect(await read()).toEqual({ zone: 'Asia/Seoul', availability_zone: 'Asia/Seoul' });
    await save({ zone: null });
    expect(await read()).toEqual({ zone: null, availability_zone: 'Asia/Seoul' });
    // Of settings from before, whose hours were in the zone to read in.
    await own.database.query(
      `update private.person_settings set zone = 'Asia/Tokyo', availability_zone = null where person_id = $1`,
      [cid.person_id],
    );
    await save({ zone: null });
    expect(await read()).toEqual({ zone: null, availability_zone: 'Asia/Tokyo' });
    const wrong = { availability, availability_zone: 'Mars/Base' };
    const answer = await own.send(cid, { path: '/me/settings', body: wrong });
    expect(answer.body.error).toMatchObject({ code: 'zone_unknown', field: 'availability_zone' });
    expect(await read()).toMatchObject({ availability_zone: 'Asia/Tokyo' });
  });

  it('names oneself in a game, and unsays it', async () => {
    const add = { path: '/me/identities', body: { kind: 'ea', handle: ' Bram_77 ' } };
    expect(await own.act(bram, add)).toEqual({ kind: 'ea', handle: 'Bram_77' });
    const bad = { path: '/me/identities', body: { kind: 'ea', handle: 'a\u0007b' } };
    expect(await own.send(bram, bad)).toMatchObject({
      status: 400,
      body: { error: { field: 'handle' } },
    });
    await own.act(bram, { path: '/me/identities/ea', method: 'DELETE' });
    expect(await own.database.query('select 1 from public.profile_identities')).toEqual([]);
  });
});
