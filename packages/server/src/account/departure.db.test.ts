import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';
import { askTimes } from '../testing/ask-times.ts';
import { previewDeparture } from './preview-departure.ts';

let own: ApiLeague;
let admin: Viewer;
let number = 0;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  await own.addLadder('golf');
  admin = await own.addAdmin('Owner');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const query = <Row>(text: string, values: unknown[] = []) => own.database.query<Row>(text, values);
const preview = (who: Viewer) => previewDeparture(own.database, who.person_id, own.at(0, 12));
const leave = (who: Viewer) =>
  own.act(who, { path: '/me/deletion', body: { confirm: ` ${who.username} ` } });
const addPair = async (): Promise<[TestTeam, TestTeam]> => {
  number += 1;
  const first = await own.addTeam(`${number}A club`, 'tanks');
  return [first, await own.addTeam(`${number}B club`, 'tanks')];
};

/** A team of its captain alone. */
async function leaveAlone({ slug, captain, player }: TestTeam): Promise<void> {
  await own.act(captain, { path: `/teams/${slug}/members/${player.person_id}`, method: 'DELETE' });
}

describe('what a departure would do', () => {
  it('forfeits what is open of a team that disbands, and names the other side', async () => {
    const [first, second] = await addPair();
    const { match } = await scheduleMatch(own, 'tanks', [second, first]);
    await query('delete from public.entry_players where person_id = $1', [first.player.person_id]);
    await leaveAlone(first);
    const forfeits = async () => (await preview(first.captain)).teams[0]?.forfeits;
    expect(await forfeits()).toEqual([{ id: match, opponent: second.name }]);
    const change = async (table: string, set: string, back: string, id: string) => {
      await query(`update public.${table} set ${set} where id = $1`, [id]);
      const found = await forfeits();
      await query(`update public.${table} set ${back} where id = $1`, [id]);
      return found;
    };
    const [season] = await query<{ id: string }>(
      'select season_id as id from public.entries where id = $1',
      [first.entry],
    );
    const over = [
      ['matches', 'ended_at = now()', 'ended_at = null', match],
      ['seasons', `status = 'closed'`, `status = 'open'`, season?.id ?? ''],
      ['entries', `rung = null, status = 'left'`, `rung = 90, status = 'active'`, first.entry],
    ] as const;
    for (const [table, set, back, id] of over) {
      expect([table, await change(table, set, back, id)]).toEqual([table, []]);
    }
    const benched = await change(
      'entries',
      `status = 'suspended'`,
      `status = 'active'`,
      first.entry,
    );
    expect(benched).toEqual([{ id: match, opponent: second.name }]);
  });

  it('counts each office, and the ladders that one drives on for oneself', async () => {
    const person = await own.addPerson('Officer');
    const give = (path: string) => own.act(admin, { path, body: { person: person.person_id } });
    expect(await preview(person)).toEqual({ teams: [], ladders: [], offices: 0 });
    await give('/ladders/golf/admins');
    await give('/ladders/tanks/admins');
    await give('/editors');
    const offices = async () =>
      query<{ table: string }>(
        `select 'admin' as table from public.admins where person_id = $1
         union all select 'editor' from public.editors where person_id = $1`,
        [person.person_id],
      );
    expect(await offices()).toHaveLength(3);
    expect((await preview(person)).offices).toBe(2);
    for (const name of ['sprint', 'rally']) {
      await own.addLadder(name, 'time_attack', { timeAttack: { stages: ['Pass'] } });
      await own.act(person, { path: `/ladders/${name}/entries` });
    }
    const ladders = async () => (await preview(person)).ladders.map(({ slug }) => slug);
    expect(await ladders()).toEqual(['rally', 'sprint']);
    const set = (status: string) =>
      query('update public.entries set status = $2 where person_id = $1', [
        person.person_id,
        status,
      ]);
    for (const [status, shown] of [
      ['left', []],
      ['removed', []],
      ['suspended', ['rally', 'sprint']],
      ['active', ['rally', 'sprint']],
    ] as const) {
      await set(status);
      expect([status, await ladders()]).toEqual([status, shown]);
    }
    await own.act(admin, { path: '/ladders/sprint/seasons/closing', body: { name: 'Season 1' } });
    expect(await ladders()).toEqual(['rally']);
    await leave(person);
    expect(await offices()).toEqual([]);
    const left = await query<{ status: string }>(
      `select e.status from public.entries e join public.seasons s on s.id = e.season_id
       join public.ladders l on l.id = s.ladder_id where e.person_id = $1 order by l.slug`,
      [person.person_id],
    );
    // What a season past came to stays.
    expect(left).toEqual([{ status: 'left' }, { status: 'active' }]);
  });

  it('ends the offices of whoever leaves and of nobody else', async () => {
    const [leaving, staying] = [await own.addPerson('Leaving'), await own.addPerson('Staying')];
    for (const person of [leaving, staying]) {
      for (const path of ['/admins', '/editors', '/ladders/golf/admins']) {
        await own.act(admin, { path, body: { person: person.person_id } });
      }
    }
    await leave(leaving);
    const rows = await query<{ person_id: string }>(
      `select person_id from public.admins where person_id = any ($1)
       union all select person_id from public.editors where person_id = any ($1)`,
      [[leaving.person_id, staying.person_id]],
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ person_id: staying.person_id })));
  });

  it('says of several teams in their order who takes over, and where one is not the last captain', async () => {
    const [first, second] = await addPair();
    const both = await own.act(second.captain, { path: `/teams/${second.slug}/invites` });
    await own.act(first.captain, {
      path: `/teams/${second.slug}/join`,
      body: { code: both.code },
    });
    const shown = (await preview(first.captain)).teams.map(({ name, outcome, heir }) => [
      name,
      outcome,
      heir,
    ]);
    expect(shown).toEqual([
      [first.name, 'passes', first.player.username],
      [second.name, 'stays', null],
    ]);
  });
});

describe('how often one may ask', () => {
  beforeEach(async () => {
    await query('delete from private.rate_limits');
  });

  const wait = (milliseconds: number) =>
    own.moveTo(new Date(own.league.now().getTime() + milliseconds).toISOString());

  it('for a copy of what is kept: ten times an hour, each person for themselves', async () => {
    const person = await own.addPerson('Copier');
    const ask = () => own.send(person, { path: '/me/data', method: 'GET' });
    const all = await askTimes(11, ask);
    expect(all).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await own.send(admin, { path: '/me/data', method: 'GET' })).status).toBe(200);
    wait(hour / 10 - 1000);
    expect(await askTimes(1, ask)).toEqual([429]);
    wait(1000);
    expect(await askTimes(2, ask)).toEqual([200, 429]);
  });

  it('for an account elsewhere to be taken away: ten times a minute', async () => {
    const person = await own.addPerson('Unlinker');
    const path = `/profiles/${person.user_id}/linked-accounts/steam`;
    const ask = () => own.send(person, { path, method: 'DELETE' });
    expect(await askTimes(11, ask)).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
    wait(5000);
    expect(await askTimes(1, ask)).toEqual([429]);
    wait(1000);
    expect(await askTimes(2, ask)).toEqual([404, 429]);
  });
});

describe('a copy of what is kept', () => {
  it('has of the account what is one’s own in its order, and nothing that proves who one is', async () => {
    const [person, stranger] = [await own.addPerson('Kept'), await own.addPerson('Foreign')];
    await query(
      `update auth.users set email = id || '@Players.test', phone = right(replace(id::text, '-', ''), 15),
         encrypted_password = 'secret-hash', email_change = '' where id = any ($1)`,
      [[person.user_id, stranger.user_id]],
    );
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
    const mark = (who: Viewer, day: number) => `${who.username} ${day}`;
    for (const who of [person, stranger]) {
      for (const day of [2, 1]) {
        const text = mark(who, day);
        await query(
          `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at)
           values ($1, $2, '{}', 'p' || $3, $4)`,
          [text, who.user_id, String(day), at(day)],
        );
        await query(
          `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
           values ($1, $2, $3, 'totp', 'verified', $4, $4, 'secret-seed')`,
          [randomUUID(), who.user_id, text, at(day)],
        );
        await query(
          'insert into auth.sessions (id, user_id, user_agent, created_at) values ($1, $2, $3, $4)',
          [randomUUID(), who.user_id, text, at(day)],
        );
        await query(
          `insert into auth.audit_log_entries (id, payload, created_at, ip_address) values ($1, $2, $3, '')`,
          [randomUUID(), JSON.stringify({ actor_id: who.user_id, action: text }), at(day)],
        );
        for (const channel of ['mail', 'sms']) {
          await query(
            `insert into private.mails (id, kind, channel, recipient, locale, subject, state, created_at)
             select $1, 'notice.x', $2, case $2 when 'mail' then upper(u.email) else u.phone end, 'en', $3, 'sent', $4
             from auth.users u where u.id = $5`,
            [randomUUID(), channel, text, at(day), who.user_id],
          );
        }
      }
    }
    const { body } = await own.send(person, { path: '/me/data', method: 'GET' });
    const list = (part: string, key: string) =>
      (body[part] as Record<string, unknown>[]).map((row) => row[key]);
    const both = [mark(person, 1), mark(person, 2)];
    expect(list('identities', 'provider_id')).toEqual(both);
    expect(list('second_factors', 'friendly_name')).toEqual(both);
    expect(list('sessions', 'user_agent')).toEqual(both);
    expect(list('sign_in_log', 'payload').map((row) => (row as { action: string }).action)).toEqual(
      both,
    );
    expect(list('mails', 'subject')).toEqual([both[0], both[0], both[1], both[1]]);
    expect(body.account).toMatchObject([{ has_password: true, new_email: null }]);
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/secret-hash|secret-seed|Foreign/);
  });

  it('has the teams that one was on, the matches that one was in the lineup of, and one’s acts', async () => {
    const [first, second] = await addPair();
    const { match } = await scheduleMatch(own, 'tanks', [second, first]);
    const lineup = (side: string, who: Viewer) =>
      query('insert into private.match_lineups (match_id, side, person_id) values ($1, $2, $3)', [
        match,
        side,
        who.person_id,
      ]);
    await lineup('challenger', second.player);
    await lineup('defender', first.player);
    own.moveTo(new Date(own.league.now().getTime() + hour).toISOString());
    await own.act(first.player, {
      path: `/teams/${first.slug}/members/${first.player.person_id}`,
      method: 'DELETE',
    });
    const copy = async (who: Viewer) =>
      (await own.send(who, { path: '/me/data', method: 'GET' })).body;
    const left = await copy(first.player);
    expect(left).toMatchObject({
      teams: [{ name: first.name, role: 'player' }],
      matches_played: [
        {
          id: match,
          ladder: 'tanks',
          challenger: second.name,
          defender: first.name,
          side: 'defender',
        },
      ],
    });
    expect((left.teams as { left_at: string | null }[])[0]?.left_at).not.toBeNull();
    const acts = (left.acts_in_the_log as { type: string }[]).map(({ type }) => type);
    expect(acts).toEqual(['member_joined', 'player_released', 'member_left']);
    expect(await copy(second.player)).toMatchObject({
      teams: [{ name: second.name, left_at: null }],
      matches_played: [{ id: match, side: 'challenger' }],
    });
    expect((await copy(second.captain)).matches_played).toEqual([]);
  });
});
