import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMatch,
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadMe } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from private.stream_members');
  await database.query('delete from public.matches');
});

const after = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString();
const look = async (person?: TestPerson) =>
  loadMe(toInput(database, person === undefined ? {} : { person }));
const list = async (person: TestPerson) => (await look(person))?.matters.map(({ kind }) => kind);

const play = (change: object = {}) =>
  createMatch(database, league, {
    ...{ challenger: league.kaarna, defender: league.treadheads, number: 1 },
    ...{ status: 'challenged', deadline: after(600), state: {}, ...change },
  });

it('is nobody’s who is not signed in', async () => {
  expect(await look()).toBeNull();
});

it('has the matches of one’s teams, for those who may act, and nobody else’s', async () => {
  const { kaarna, treadheads, dust, loner } = league;
  await play();
  expect(await list(treadheads.captain)).toEqual(['answer']);
  expect(await list(kaarna.captain)).toEqual(['wait']);
  expect(await list(kaarna.player)).toEqual([]);
  expect(await list(dust.captain)).toEqual([]);
  expect(await list(loner)).toEqual([]);
});

it('has nothing of a season that is over, nor of a team that is', async () => {
  const { captain, id } = league.treadheads;
  await play();
  await database.query(`update public.seasons set status = 'closed'`);
  expect(await list(captain)).toEqual([]);
  await database.query(`update public.seasons set status = 'open'`);
  const end = (at: Date | null) =>
    database.query('update public.teams set disbanded_at = $2 where id = $1', [id, at]);
  await end(testNow);
  const disbanded = await look(captain);
  await end(null);
  expect([disbanded?.matters, disbanded?.stands]).toEqual([[], []]);
});

it('has what concerns somebody who plays alone until their season is over', async () => {
  const { dust, loner } = league;
  const entry = 'update public.entries set team_id = $2, person_id = $3 where id = $1';
  await database.query(entry, [dust.entry_id, null, loner.id]);
  await play({ challenger: league.kaarna, defender: dust });
  const open = await list(loner);
  await database.query(`update public.seasons set status = 'closed'`);
  const closed = await list(loner);
  await database.query(`update public.seasons set status = 'open'`);
  await database.query(entry, [dust.entry_id, dust.id, null]);
  expect([open, closed]).toEqual([['answer'], []]);
});

describe('a player is told of a match', () => {
  const { may, mayNot } = { may: ['play'], mayNot: [] };
  it.each([
    ['from before its start on', 59, may],
    ['from its start on', 60, may],
    ['after it', 60 + 1 / 60_000, mayNot],
  ])('for which they may play %s', async (_name, minutes, expected) => {
    await play({ status: 'scheduled', starts_at: after(60) });
    const { player } = league.kaarna;
    const before = await database.query<{ eligible_from: Date }>(
      'select eligible_from from public.entry_players where person_id = $1',
      [player.id],
    );
    await database.query(
      'update public.entry_players set eligible_from = $2 where person_id = $1',
      [player.id, after(minutes)],
    );
    expect(await list(player)).toEqual(expected);
    await database.query(
      'update public.entry_players set eligible_from = $2 where person_id = $1',
      [player.id, before[0]?.eligible_from],
    );
  });

  it('only where they play for the team there, not whoever else does', async () => {
    await play({ status: 'scheduled', starts_at: after(60) });
    const { kaarna, dust } = league;
    const move = (entry: string) =>
      database.query('update public.entry_players set entry_id = $2 where person_id = $1', [
        kaarna.player.id,
        entry,
      ]);
    await move(dust.entry_id);
    const elsewhere = await list(kaarna.player);
    await move(kaarna.entry_id);
    expect(elsewhere).toEqual(mayNot);
    expect(await list(kaarna.player)).toEqual(may);
  });
});

describe('what else waits', () => {
  it('is an invitation by name until it ends, or until one is on the team', async () => {
    const { dust, loner } = league;
    const invite = randomUUID();
    await database.query(
      `insert into private.team_invites (code, invite_id, team_id, created_by, expires_at, person_id)
       values ('code', $1, $2, $3, $4, $5)`,
      [invite, dust.id, dust.captain.id, after(1), loner.id],
    );
    await database.query(
      `with head as (insert into public.stream_heads (stream) values ($1) on conflict do nothing)
       insert into private.stream_states (stream, state, sequence) values ($1, $2, 0)`,
      [`team:${dust.id}`, JSON.stringify({ invites: { [invite]: { status: 'open' } } })],
    );
    const invited = [{ kind: 'invitation', team: { slug: 'dust-devils' }, until: after(1) }];
    expect((await look(loner))?.matters).toMatchObject(invited);
    const end = (minutes: number) =>
      database.query('update private.team_invites set expires_at = $1', [after(minutes)]);
    await end(0);
    expect(await list(loner)).toEqual([]);
    await end(1);
    await database.query(
      `update private.stream_states set state = jsonb_set(state, array['invites', $1, 'status'], '"taken_back"')`,
      [invite],
    );
    expect(await list(loner)).toEqual([]);
    await database.query('delete from private.stream_states');
    await database.query('delete from private.team_invites');
  });

  it('is somebody who asks to join, for those who lead the team', async () => {
    const { dust, loner } = league;
    await database.query(
      `insert into private.join_requests (team_id, person_id, asked_at) values ($1, $2, now())`,
      [dust.id, loner.id],
    );
    expect(await list(dust.captain)).toEqual(['join_request']);
    expect(await list(dust.player)).toEqual([]);
    const end = (at: Date | null) =>
      database.query('update public.teams set disbanded_at = $2 where id = $1', [dust.id, at]);
    await end(testNow);
    expect(await list(dust.captain)).toEqual([]);
    await end(null);
    await database.query(
      'update private.join_requests set is_accepted = false, answered_at = now()',
    );
    expect(await list(dust.captain)).toEqual([]);
    await database.query('delete from private.join_requests');
  });

  it('is of each kind twenty at most, of who asks to join those who asked first', async () => {
    const { dust } = league;
    const names: string[] = [];
    for (let age = 1; age <= 21; age += 1) {
      const { id, username } = await createPerson(database, `Asker ${age}`);
      await database.query(
        'insert into private.join_requests (team_id, person_id, asked_at) values ($1, $2, $3)',
        [dust.id, id, after(-age)],
      );
      names.unshift(username);
    }
    const matters = (await look(dust.captain))?.matters ?? [];
    await database.query('delete from private.join_requests');
    expect(matters.map((matter) => 'who' in matter && matter.who)).toEqual(names.slice(0, 20));
  });

  it('is a notice that ends within three days', async () => {
    const { loner } = league;
    const post = randomUUID();
    await database.query(
      `insert into public.board_posts (id, kind, game_slug, person_id, region, zone, languages, text, created_at, expires_at)
       values ($1, 'player_seeks_team', 'battlefield6', $2, 'EU', 'UTC', '{en}', 'x', '2026-01-01T00:00:00Z', $3)`,
      [post, loner.id, after(3 * 24 * 60)],
    );
    const end = (minutes: number) =>
      database.query('update public.board_posts set expires_at = $1', [after(minutes)]);
    expect(await list(loner)).toEqual(['notice_ends']);
    expect(await list(league.dust.captain)).toEqual([]);
    await end(3 * 24 * 60 + 1);
    expect(await list(loner)).toEqual([]);
    await end(0);
    expect(await list(loner)).toEqual([]);
    await database.query('delete from public.board_posts');
  });

  it.each<[string, string, string[]]>([
    ['that others see', 'select 1', ['notice_ends']],
    ['that admins removed', 'update public.board_posts set hidden_at = now()', []],
    [
      'of a team that its author leads no more',
      `update public.rosters set role = 'player' where role = 'captain' and team_id in (select team_id from public.board_posts)`,
      [],
    ],
  ])('is a notice that ends soon only where it is up: one %s', async (_which, change, expected) => {
    const { kaarna } = league;
    await database.query(
      `insert into public.board_posts (id, kind, game_slug, person_id, team_id, region, zone, languages, text, created_at, expires_at)
       values ($1, 'scrim', 'battlefield6', $2, $3, 'EU', 'UTC', '{en}', 'x', '2026-01-01T00:00:00Z', $4)`,
      [randomUUID(), kaarna.captain.id, kaarna.id, after(60)],
    );
    await database.query(change);
    const seen = await list(kaarna.captain);
    await database.query(`update public.rosters set role = 'captain' where person_id = $1`, [
      kaarna.captain.id,
    ]);
    await database.query('delete from public.board_posts');
    expect(seen).toEqual(expected);
  });

  describe('is an answer to a notice of a team that one leads', () => {
    beforeEach(async () => {
      const { kaarna, dust } = league;
      const [post, role] = [
        randomUUID(),
        'update public.rosters set role = $2 where person_id = $1',
      ];
      await database.query('delete from public.board_posts');
      await database.query(role, [kaarna.player.id, 'co_captain']);
      await database.query(
        `insert into public.board_posts (id, kind, game_slug, person_id, team_id, region, zone, languages, text, created_at, expires_at)
         values ($1, 'scrim', 'battlefield6', $2, $3, 'EU', 'UTC', '{en}', 'x', '2026-01-01T00:00:00Z', $4)`,
        [post, kaarna.captain.id, kaarna.id, after(4 * 24 * 60)],
      );
      await database.query(
        `insert into private.board_answers (id, post_id, person_id, team_id, starts_at, answered_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [randomUUID(), post, dust.captain.id, dust.id, after(60), testNow],
      );
    });
    afterAll(async () => {
      await database.query('delete from public.board_posts');
      await database.query(`update public.rosters set role = 'player' where role = 'co_captain'`);
    });

    const waits = [['notice_answered'], ['notice_answered']];
    const never: string[][] = [[], []];
    const start = 'update private.board_answers set starts_at = ';
    it.each<[string, string, string[][]]>([
      ['for all who lead it', 'select 1', waits],
      [
        'and for nobody else on it',
        `update public.rosters set role = 'player' where role = 'co_captain'`,
        [['notice_answered'], []],
      ],
      ['until its hour', `${start} '${after(1)}'`, waits],
      ['no more at its hour', `${start} '${after(0)}'`, never],
      [
        'until somebody has dealt with it',
        `update private.board_answers set status = 'declined'`,
        never,
      ],
      ['unless an admin hid it', `update private.board_answers set hidden_at = now()`, never],
      [
        'unless an admin removed the notice',
        `update public.board_posts set hidden_at = now()`,
        never,
      ],
      ['until the notice ends', `update public.board_posts set expires_at = '${after(0)}'`, never],
      [
        'while who wrote the notice leads the team',
        `update public.rosters set role = 'player' where role = 'captain' and team_id in (select team_id from public.board_posts)`,
        [[], []],
      ],
    ])('%s', async (_name, change, expected) => {
      const { kaarna, dust } = league;
      await database.query(change);
      const seen = [await list(kaarna.captain), await list(kaarna.player)];
      const others = [await list(dust.captain), await list(dust.player)];
      await database.query(`update public.rosters set role = 'captain' where person_id = $1`, [
        kaarna.captain.id,
      ]);
      expect(seen).toEqual(expected);
      expect(others).toEqual(never);
    });

    it('until the hour that it names, else until the notice ends', async () => {
      const until = async () =>
        (await look(league.kaarna.captain))?.matters.map((matter) => matter.until);
      expect(await until()).toEqual([after(60)]);
      await database.query(`update public.board_posts set kind = 'team_seeks_player'`);
      await database.query(
        'update private.board_answers set team_id = null, starts_at = null, person_id = $1',
        [league.loner.id],
      );
      expect(await until()).toEqual([after(4 * 24 * 60)]);
    });

    it('while there is the team', async () => {
      const { kaarna } = league;
      const end = (at: Date | null) =>
        database.query('update public.teams set disbanded_at = $2 where id = $1', [kaarna.id, at]);
      await end(testNow);
      const seen = [await list(kaarna.captain), await list(kaarna.player)];
      await end(null);
      expect(seen).toEqual(never);
    });

    it('but not of who is gone', async () => {
      const { kaarna, dust } = league;
      const end = (at: Date | null) =>
        database.query('update public.teams set disbanded_at = $2 where id = $1', [dust.id, at]);
      await end(testNow);
      const seen = await list(kaarna.captain);
      await end(null);
      expect(seen).toEqual([]);
      const account = await database.query<{ user_id: string; username: string }>(
        'select user_id, username from public.profiles where id = $1',
        [dust.captain.id],
      );
      const name = (user: string | null, username: string) =>
        database.query('update public.profiles set user_id = $2, username = $3 where id = $1', [
          ...[dust.captain.id, user, username],
        ]);
      await name(null, '\u2E3A');
      const deleted = await list(kaarna.captain);
      await name(account[0]?.user_id ?? null, account[0]?.username ?? '');
      expect(deleted).toEqual([]);
    });
  });

  it('is a game account that a ladder asks for', async () => {
    const { captain } = league.dust;
    const ask = (identity: string) =>
      database.query(
        `update public.seasons set rules = jsonb_set(rules, '{team,identityRequired}', $1)`,
        [identity],
      );
    await ask('"steam"');
    expect(await list(captain)).toEqual(['identity']);
    const stand = (status: string) =>
      database.query('update public.entries set status = $2 where id = $1', [
        league.dust.entry_id,
        status,
      ]);
    await stand('suspended');
    expect(await list(captain)).toEqual([]);
    await stand('active');
    const season = (status: string) =>
      database.query('update public.seasons set status = $1', [status]);
    await season('closed');
    expect(await list(captain)).toEqual([]);
    await season('open');
    // Asked once by a ladder, however many teams one has on it; by neither another's account nor one elsewhere answered.
    await database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, 'player', now())`,
      [league.kaarna.id, captain.id, captain.user_id],
    );
    const name = (who: TestPerson, kind: string) =>
      database.query(
        `insert into public.profile_identities (person_id, kind, handle) values ($1, $2, 'x')`,
        [who.id, kind],
      );
    await name(captain, 'ea');
    await name(league.loner, 'steam');
    expect((await look(captain))?.matters).toMatchObject([
      { kind: 'identity', identity: 'steam', ladder: { slug: 'tanks', name: 'Tanks' } },
    ]);
    // Linked by signing in counts as named by hand does; not where another has linked it.
    const link = async (who: TestPerson) => {
      await database.query('insert into auth.users (id) values ($1) on conflict do nothing', [
        who.user_id,
      ]);
      await database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider)
         values ($1, $2, '{}', 'steam')`,
        [randomUUID(), who.user_id],
      );
    };
    await link(league.loner);
    expect(await list(captain)).toEqual(['identity']);
    await link(captain);
    expect(await list(captain)).toEqual([]);
    await database.query("delete from auth.identities where provider = 'steam'");
    expect(await list(captain)).toEqual(['identity']);
    await name(captain, 'steam');
    expect(await list(captain)).toEqual([]);
    await ask('null');
    await database.query('delete from public.rosters where team_id = $1 and person_id = $2', [
      league.kaarna.id,
      captain.id,
    ]);
  });

  it('is a scrim until two hours after it begins, unless it is called off', async () => {
    const { kaarna, dust } = league;
    await database.query(
      `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
       values ($1, 'battlefield6', $2, $3, $4, 'UTC', now())`,
      [randomUUID(), kaarna.id, dust.id, after(-119)],
    );
    expect((await look(dust.player))?.matters).toMatchObject([
      { kind: 'scrim', team: 'Dust Devils', opponent: 'Kaarna', until: after(-119) },
    ]);
    expect((await look(kaarna.player))?.matters).toMatchObject([
      { kind: 'scrim', team_slug: 'kaarna', team: 'Kaarna', opponent: 'Dust Devils' },
    ]);
    expect(await list(league.treadheads.captain)).toEqual([]);
    await database.query('update private.scrims set cancelled_at = now()');
    expect(await list(dust.player)).toEqual([]);
    await database.query('update private.scrims set cancelled_at = null, starts_at = $1', [
      after(-120),
    ]);
    expect(await list(dust.player)).toEqual([]);
    await database.query('delete from private.scrims');
  });
});
