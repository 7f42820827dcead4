import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import {
  type ApiLeague,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';
import { letAllGo } from './leave-league.ts';
import { previewDeparture } from './preview-departure.ts';

let own: ApiLeague;
let kaarna: TestTeam;
let dust: TestTeam;
let match: string;

const leave = (who: Viewer, confirm = who.username) =>
  own.send(who, { path: '/me/deletion', body: { confirm } });

async function getProfile(personId: string) {
  const [row] = await own.database.query<{ user_id: string | null; username: string }>(
    'select user_id, username from public.profiles where id = $1',
    [personId],
  );
  return row;
}

async function count(sql: string, values: unknown[]): Promise<number> {
  const [row] = await own.database.query<{ count: number }>(
    `select count(*)::int as count ${sql}`,
    values,
  );
  return row?.count ?? -1;
}

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  kaarna = await own.addTeam('Kaarna', 'tanks');
  dust = await own.addTeam('Dust Devils', 'tanks');
  ({ match } = await scheduleMatch(own, 'tanks', [dust, kaarna]));
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

describe('deleting an account', () => {
  it('wants the name typed, and changes nothing before', async () => {
    const answer = await leave(kaarna.captain, 'kaarna');
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'confirm' } } });
    expect(await getProfile(kaarna.captain.person_id)).toMatchObject({
      username: 'Kaarna captain',
    });
  });

  it('tells before what it will do, by the rules that do it', async () => {
    expect(await previewDeparture(own.database, kaarna.captain.person_id, own.at(0, 12))).toEqual({
      teams: [
        {
          slug: kaarna.slug,
          name: 'Kaarna',
          outcome: 'passes',
          heir: 'Kaarna player',
          forfeits: [],
        },
      ],
      ladders: [],
      offices: 0,
    });
    expect(
      (await previewDeparture(own.database, kaarna.player.person_id, own.at(0, 12))).teams,
    ).toMatchObject([{ outcome: 'stays', heir: null }]);
    expect(await count(`from public.league_events where type = 'captaincy_passed'`, [])).toBe(0);
  });

  it('locks nothing for it, and waits for nobody', async () => {
    await own.database.transaction(async (transaction) => {
      await transaction.query('select 1 from public.stream_heads for update');
      const { teams } = await previewDeparture(
        own.database,
        kaarna.captain.person_id,
        own.at(0, 12),
      );
      expect(teams).toMatchObject([{ outcome: 'passes', heir: 'Kaarna player' }]);
    });
  });

  it('passes the captaincy on, forgets the person and ends every sign-in', async () => {
    const { captain, player } = kaarna;
    const { database } = own;
    await own.act(captain, {
      path: `/matches/${match}/messages`,
      body: { text: 'My number is 555' },
    });
    await own.act(captain, { path: '/me/settings', body: { zone: 'Europe/Helsinki' } });
    await own.act(captain, { path: '/me/identities', body: { kind: 'steam', handle: 'otso' } });
    await own.act(captain, { path: '/me/calendar' });
    await database.query(
      'insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())',
      [randomUUID(), captain.user_id],
    );
    expect((await leave(captain)).status).toBe(200);
    expect(await getProfile(captain.person_id)).toEqual({ user_id: null, username: '⸺' });
    const roles = await database.query(
      'select person_id, role from public.rosters where team_id = $1',
      [kaarna.id],
    );
    expect(roles).toEqual([{ person_id: player.person_id, role: 'captain' }]);
    for (const table of [
      'auth.users where id',
      'auth.sessions where user_id',
      'auth.identities where user_id',
    ]) {
      expect(await count(`from ${table} = $1`, [captain.user_id])).toBe(0);
    }
    for (const table of [
      'private.person_settings',
      'private.match_messages',
      'private.calendar_feeds',
      'private.commands',
      'private.departures',
      'public.profile_identities',
    ]) {
      expect([
        table,
        await count(`from ${table} where person_id = $1`, [captain.person_id]),
      ]).toEqual([table, 0]);
    }
    expect(await count('from public.past_rosters where person_id = $1', [captain.person_id])).toBe(
      1,
    );
  });

  it('forfeits the open matches of a team that nobody is left of', async () => {
    await own.act(kaarna.player, {
      path: '/teams',
      body: { name: 'Second', tag: 'SEC', zone: 'UTC', locale: 'fi' },
    });
    const departure = await previewDeparture(own.database, kaarna.player.person_id, own.at(0, 12));
    expect(departure.teams).toMatchObject([
      { name: 'Kaarna', outcome: 'disbands', forfeits: [{ id: match, opponent: 'Dust Devils' }] },
      { name: 'Second', outcome: 'disbands', forfeits: [] },
    ]);
    expect((await leave(kaarna.player)).status).toBe(200);
    const [row] = await own.database.query(
      'select status, winner from public.matches where id = $1',
      [match],
    );
    expect(row).toEqual({ status: 'forfeited', winner: 'challenger' });
    const [team] = await own.database.query<{ disbanded_at: Date | null }>(
      'select disbanded_at from public.teams where id = $1',
      [kaarna.id],
    );
    expect(team?.disbanded_at).not.toBeNull();
  });

  it('ends offices, also the last admin`s, and drops what somebody asked of a team', async () => {
    const admin = await own.addAdmin('Admin');
    await own.act(admin, { path: `/teams/${dust.slug}/requests` });
    expect((await leave(admin)).status).toBe(200);
    expect(await count('from public.admins where person_id = $1', [admin.person_id])).toBe(0);
    expect(
      await count(`from private.stream_states where state -> 'requests' ? $1`, [admin.person_id]),
    ).toBe(0);
  });

  it('takes a driver off the ladder and keeps the runs without a name', async () => {
    await own.addLadder('rally', 'time_attack', { timeAttack: { stages: ['Monte'] } });
    const driver = await own.addPerson('Driver');
    await own.act(driver, { path: '/ladders/rally/entries' });
    expect((await previewDeparture(own.database, driver.person_id, own.at(0, 12))).ladders).toEqual(
      [{ slug: 'rally', name: 'rally' }],
    );
    expect((await leave(driver)).status).toBe(200);
    const [entry] = await own.database.query(
      'select status from public.entries where person_id = $1',
      [driver.person_id],
    );
    expect(entry).toEqual({ status: 'left' });
  });

  it('leaves a name free for whoever comes next, and lets two be gone at once', async () => {
    const again = await own.addPerson('Driver');
    expect(again.username).toBe('Driver');
    expect((await leave(again)).status).toBe(200);
    expect(await count(`from public.profiles where username = '⸺'`, [])).toBeGreaterThan(2);
  });
});

describe('an account that goes without asking us', () => {
  it('is forgotten at once and let go by the next job', async () => {
    const team = await own.addTeam('Orphans', 'tanks');
    await own.database.query(`update auth.users set email = 'gone@example.org' where id = $1`, [
      team.captain.user_id,
    ]);
    await own.database.query(
      `insert into private.mails (id, kind, recipient, locale, state) values ($1, 'notice.x', 'Gone@example.org', 'en', 'sent')`,
      [randomUUID()],
    );
    await own.database.query('delete from auth.users where id = $1', [team.captain.user_id]);
    expect(await getProfile(team.captain.person_id)).toEqual({ user_id: null, username: '⸺' });
    expect(await count('from private.mails', [])).toBe(0);
    await letAllGo(own.league);
    const captains = await own.database.query(
      'select person_id from public.rosters where team_id = $1',
      [team.id],
    );
    expect(captains).toEqual([{ person_id: team.player.person_id }]);
    await own.database.query('update auth.users set deleted_at = now() where id = $1', [
      team.player.user_id,
    ]);
    await letAllGo(own.league);
    expect(await count('from public.rosters where team_id = $1', [team.id])).toBe(0);
    expect(await count('from private.departures', [])).toBe(0);
  });
});

describe('accounts that went while one of them cannot be let go', () => {
  it('are let go all the same, and the failure is told at the end', async () => {
    const [first, second] = [await own.addPerson('Stuck'), await own.addPerson('Free')];
    await own.database.query('delete from auth.users where id = any ($1)', [
      [first.user_id, second.user_id],
    ]);
    await own.database.query(
      `update private.departures set left_at = left_at - interval '1 hour' where person_id = $1`,
      [first.person_id],
    );
    await own.database.query(
      `create function private.keep_departure() returns trigger language plpgsql as
       'begin raise exception ''this one stays''; end'`,
    );
    await own.database.query(
      `create trigger keep before delete on private.departures for each row
       when (old.person_id = '${first.person_id}') execute function private.keep_departure()`,
    );
    await expect(letAllGo(own.league)).rejects.toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ message: expect.stringContaining(first.person_id) })],
      }),
    );
    const waiting = await own.database.query('select person_id from private.departures');
    expect(waiting).toEqual([{ person_id: first.person_id }]);
    await own.database.query('drop trigger keep on private.departures');
    await letAllGo(own.league);
    expect(await count('from private.departures', [])).toBe(0);
  });
});

describe('a copy of what is kept', () => {
  it('holds a person`s own records, whole, and nobody else`s', async () => {
    const { captain, player } = dust;
    await own.act(captain, { path: `/matches/${match}/messages`, body: { text: 'Well played' } });
    await own.act(player, { path: `/matches/${match}/messages`, body: { text: 'Not mine' } });
    await own.act(captain, { path: `/teams/${dust.slug}/invites` });
    const answer = await own.send(captain, { path: '/me/data', method: 'GET' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="muster-.*\.json"$/,
    );
    expect(answer.body).toMatchObject({
      account: [{ id: captain.user_id }],
      profile: [{ username: 'Dust Devils captain' }],
      teams: [{ name: 'Dust Devils', role: 'captain' }],
      'private.match_messages': [{ text: 'Well played' }],
    });
    // Of a table that names people more than once, each row that names this one at all.
    const invite = { created_by: captain.person_id, person_id: null };
    expect(answer.body['private.team_invites']).toContainEqual(expect.objectContaining(invite));
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain('Not mine');
    expect(text).not.toContain('encrypted_password');
    expect((await own.send(null, { path: '/me/data', method: 'GET' })).status).toBe(401);
  });
});

describe('sign-ins', () => {
  it('are ended one by one by their owner and by nobody else', async () => {
    const id = randomUUID();
    await own.database.query(
      'insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())',
      [id, dust.captain.user_id],
    );
    const end = { path: `/me/sessions/${id}`, method: 'DELETE' as const };
    expect((await own.send(dust.player, end)).status).toBe(404);
    expect((await own.send(null, end)).status).toBe(401);
    await own.act(dust.captain, end);
    expect((await own.send(dust.captain, { ...end, path: '/me/sessions/1' })).status).toBe(404);
    expect(await count('from auth.sessions where id = $1', [id])).toBe(0);
    const log = await own.database.query(
      `select payload ->> 'action' as action, payload -> 'traits' ->> 'session_id' as session
       from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
      [dust.captain.user_id],
    );
    expect(log).toEqual([{ action: 'logout', session: id }]);
  });
});
