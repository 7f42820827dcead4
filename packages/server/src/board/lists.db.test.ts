import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadBoards } from './page.ts';

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
  await database.query('delete from public.board_posts');
  await database.query('delete from private.scrims');
  await database.query('delete from public.sanctions');
});

const toTime = (milliseconds: number) => new Date(testNow.getTime() + milliseconds).toISOString();
const hour = 3_600_000;

async function putUp(by: TestPerson, kind: string, { id: team }: { id?: string } = {}) {
  const id = randomUUID();
  await database.query(
    `insert into public.board_posts
       (id, kind, game_slug, team_id, person_id, region, zone, languages, text, created_at, expires_at)
     values ($1, $2, 'battlefield6', $3, $4, 'EU', 'Europe/Helsinki', '{fi}', 'We look.', $5, $6)`,
    [id, kind, team ?? null, by.id, toTime(-hour), toTime(48 * hour)],
  );
  return id;
}

async function look(person?: TestPerson) {
  const about = { path: '/boards', ...(person === undefined ? {} : { person }) };
  return (await loadBoards(toInput(database, about))) ?? expect.fail();
}

const join = ({ id }: TestTeam, person: TestPerson, role: string) =>
  database.query(
    `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, $4, $5)`,
    [id, person.id, person.user_id, role, testNow],
  );

describe('the boards', () => {
  it('show two hundred notices, the newest', async () => {
    await database.query(
      `with people as (
         insert into public.profiles (id, user_id, username, locale, created_at)
         select gen_random_uuid(), gen_random_uuid(), 'Many ' || n, 'fi', $1 from generate_series(1, 201) n
         returning id, username)
       insert into public.board_posts
         (id, kind, game_slug, person_id, region, zone, languages, text, created_at, expires_at)
       select gen_random_uuid(), 'player_seeks_team', 'battlefield6', id, 'EU', 'UTC', '{fi}', username,
         $1::timestamptz - substring(username from 6)::integer * interval '1 minute', $2 from people`,
      [testNow, toTime(hour)],
    );
    const { posts } = await look();
    expect(posts.map(({ text }) => text)).toEqual(
      Array.from({ length: 200 }, (_, place) => `Many ${place + 1}`),
    );
  });

  it('offer of a scrim’s hours those that are to come, the next first', async () => {
    const { kaarna } = league;
    const id = await putUp(kaarna.captain, 'scrim', kaarna);
    await database.query('update public.board_posts set times = $2 where id = $1', [
      id,
      [toTime(2 * hour), toTime(0), toTime(1)],
    ]);
    expect((await look()).posts[0]?.times).toEqual([toTime(1), toTime(2 * hour)]);
  });

  it('say to people of its team that a notice is theirs, and to nobody else', async () => {
    const { kaarna, dust } = league;
    await putUp(kaarna.captain, 'scrim', kaarna);
    const people = [kaarna.captain, kaarna.player, dust.captain, undefined];
    const seen = await Promise.all(people.map(async (one) => (await look(one)).posts[0]));
    expect(seen.map((post) => [post?.is_member, post?.is_own])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
    ]);
  });

  it('show a notice that was removed to its author alone, and offer its place to nobody', async () => {
    const { kaarna, dust } = league;
    const second = await createPerson(database, 'Second');
    await join(kaarna, second, 'co_captain');
    const id = await putUp(kaarna.captain, 'scrim', kaarna);
    expect((await look()).zones).toHaveLength(1);
    await database.query('update public.board_posts set hidden_at = $2 where id = $1', [
      id,
      testNow,
    ]);
    expect((await look(kaarna.captain)).posts).toMatchObject([{ is_removed: true }]);
    for (const other of [second, dust.captain, undefined]) {
      const { posts, zones } = await look(other);
      expect([posts, zones]).toEqual([[], []]);
    }
  });

  it('show a notice that is withheld to each who leads its team', async () => {
    const { treadheads } = league;
    const second = await createPerson(database, 'Heir');
    await join(treadheads, second, 'co_captain');
    await putUp(treadheads.captain, 'scrim', treadheads);
    await sanction(treadheads.captain, {});
    const people = [treadheads.captain, second, treadheads.player];
    const seen = await Promise.all(people.map(async (one) => (await look(one)).posts.length));
    expect(seen).toEqual([1, 1, 0]);
  });

  it('show a notice that is not up any more to its author alone, for whom it takes the place of another', async () => {
    const { dust, loner } = league;
    const former = await createPerson(database, 'Former');
    const heir = await createPerson(database, 'Heir of the dust');
    await join(dust, former, 'co_captain');
    await join(dust, heir, 'co_captain');
    const id = await putUp(former, 'team_seeks_player', dust);
    await database.query(
      `insert into private.board_answers (id, post_id, person_id, words, answered_at) values ($1, $2, $3, '', $4)`,
      [randomUUID(), id, loner.id, testNow],
    );
    const see = async () => {
      const { form, posts } = await look(former);
      const others = [heir, dust.player, loner, undefined];
      const seen = await Promise.all(others.map(async (one) => (await look(one)).posts.length));
      const own = posts.map(({ is_own, is_up, is_withheld, answers }) => {
        return { is_own, is_up, is_withheld, answers: answers.length };
      });
      return { own, taken: form?.taken, seen };
    };
    const taken = ['team_seeks_player'];
    const up = { is_own: true, is_up: true, is_withheld: false, answers: 1 };
    expect(await see()).toEqual({ own: [up], taken, seen: [1, 1, 1, 1] });
    const gone = { is_own: true, is_up: false, is_withheld: true, answers: 0 };
    await database.query('update public.teams set disbanded_at = $2 where id = $1', [
      ...[dust.id, testNow],
    ]);
    const ofNone = await see();
    await database.query('update public.teams set disbanded_at = null');
    expect(ofNone).toEqual({ own: [gone], taken, seen: [0, 0, 0, 0] });
    await database.query(`update public.rosters set role = 'player' where person_id = $1`, [
      former.id,
    ]);
    expect(await see()).toEqual({ own: [gone], taken, seen: [0, 0, 0, 0] });
    await database.query('delete from public.rosters where person_id = any ($1)', [
      [former.id, heir.id],
    ]);
  });

  it('name the last answer that somebody gave', async () => {
    const { kaarna, loner } = league;
    const id = await putUp(kaarna.captain, 'team_seeks_player', kaarna);
    for (const [status, at] of [
      ['open', 0],
      ['declined', -hour],
    ] as const) {
      await database.query(
        `insert into private.board_answers (id, post_id, person_id, status, words, answered_at)
         values ($1, $2, $3, $4, '', $5)`,
        [randomUUID(), id, loner.id, status, toTime(at)],
      );
    }
    expect((await look(loner)).posts[0]?.own_answer?.status).toBe('open');
  });

  it.each([
    ['an admin removed it', `update private.board_answers set hidden_at = now()`],
    ['an admin removed its notice', `update public.board_posts set hidden_at = now()`],
    ['somebody has dealt with it', `update private.board_answers set status = 'declined'`],
    ['its team is gone', `update public.teams set disbanded_at = now() where slug = 'dust-devils'`],
    [
      'who gave it is gone',
      `update public.profiles set user_id = null, username = U&'\\2E3A' where username = 'Dust Devils captain'`,
    ],
  ])('give nobody an answer to take once %s', async (_when, change) => {
    const { kaarna, dust } = league;
    const id = await putUp(kaarna.captain, 'scrim', kaarna);
    await database.query(
      `insert into private.board_answers (id, post_id, person_id, team_id, starts_at, words, answered_at)
       values ($1, $2, $3, $4, $5, '', $6)`,
      [randomUUID(), id, dust.captain.id, dust.id, toTime(hour), testNow],
    );
    expect((await look(kaarna.captain)).posts[0]?.answers).toHaveLength(1);
    await database.query(change);
    const answers = (await look(kaarna.captain)).posts[0]?.answers;
    await database.query('update public.teams set disbanded_at = null');
    await database.query(`update public.profiles set user_id = $2, username = $3 where id = $1`, [
      ...[dust.captain.id, dust.captain.user_id, dust.captain.username],
    ]);
    expect(answers).toEqual([]);
  });
});

describe('who seeks a team may be invited', () => {
  const forTeams = async (person?: TestPerson) => (await look(person)).posts[0]?.may_invite;
  const play = async (change: string, values: unknown[]) => {
    await database.query(change, values);
    return forTeams(inviter);
  };
  let inviter: TestPerson;
  beforeAll(async () => {
    inviter = await createPerson(database, 'Inviter');
    await join(league.kaarna, inviter, 'co_captain');
    await join(league.dust, inviter, 'captain');
    await join(league.treadheads, inviter, 'player');
    await database.query(
      `with head as (insert into public.stream_heads (stream) values ($1))
       insert into private.stream_states (stream, state, sequence) values ($1, '{}', 0)`,
      [`team:${league.dust.id}`],
    );
  });
  beforeEach(() => putUp(league.loner, 'player_seeks_team'));
  afterAll(() => database.query('delete from public.rosters where person_id = $1', [inviter.id]));

  it('for each team that one leads, and for none where one leads none', async () => {
    expect(await forTeams(inviter)).toEqual(['dust-devils', 'kaarna']);
    expect(await forTeams(league.kaarna.player)).toEqual([]);
    expect(await forTeams()).toEqual([]);
    await database.query(
      `update public.board_posts set kind = 'scrim', team_id = $1, person_id = $2`,
      [league.treadheads.id, league.treadheads.captain.id],
    );
    expect(await forTeams(inviter)).toEqual([]);
  });

  it('for no team that is gone, nor one that has them', async () => {
    const end = 'update public.teams set disbanded_at = $2 where id = $1';
    expect(await play(end, [league.dust.id, testNow])).toEqual(['kaarna']);
    expect(await play(end, [league.dust.id, null])).toEqual(['dust-devils', 'kaarna']);
    await join(league.kaarna, league.loner, 'substitute');
    const seen = await forTeams(inviter);
    const leave = 'delete from public.rosters where person_id = $1';
    expect(await play(leave, [league.loner.id])).toEqual(['dust-devils', 'kaarna']);
    expect(seen).toEqual(['dust-devils']);
  });

  it.each<[string, { status?: string; left?: number; whom?: 'another' | 'nobody' }, string[]]>([
    ['while an invitation waits for them', {}, ['kaarna']],
    ['until its last instant', { left: 1 }, ['kaarna']],
    ['again once it has run out', { left: 0 }, ['dust-devils', 'kaarna']],
    ['again once it was declined', { status: 'revoked' }, ['dust-devils', 'kaarna']],
    ['where it is for another', { whom: 'another' }, ['dust-devils', 'kaarna']],
    ['where it names nobody', { whom: 'nobody' }, ['dust-devils', 'kaarna']],
  ])('for a team: %s', async (_when, { status = 'open', left = hour, whom }, expected) => {
    const { dust, kaarna, loner } = league;
    const invite = randomUUID();
    const other = whom === 'another' ? kaarna.player.id : null;
    await database.query(
      `insert into private.team_invites (code, invite_id, team_id, created_by, expires_at, person_id)
       values ('code', $1, $2, $3, $4, $5)`,
      [invite, dust.id, dust.captain.id, toTime(left), whom === undefined ? loner.id : other],
    );
    await database.query('update private.stream_states set state = $2 where stream = $1', [
      `team:${dust.id}`,
      JSON.stringify({ invites: { [invite]: { status } } }),
    ]);
    const seen = await forTeams(inviter);
    await database.query('delete from private.team_invites');
    expect(seen).toEqual(expected);
  });
});

describe('a notice of a team', () => {
  const count = async () => (await look()).posts.length;

  it('is on the board, suspended or not, where no season of its game runs for it', async () => {
    const { kaarna, ladder } = league;
    await putUp(kaarna.captain, 'scrim', kaarna);
    const stand = (status: string, rung: number | null) =>
      database.query('update public.entries set status = $2, rung = $3 where id = $1', [
        ...[kaarna.entry_id, status, rung],
      ]);
    const run = (status: string) =>
      database.query('update public.seasons set status = $1', [status]);
    const play = (game: string) =>
      database.query('update public.ladders set game_slug = $2 where id = $1', [ladder.id, game]);
    await stand('suspended', null);
    const seen = [await count()];
    await run('closed');
    seen.push(await count());
    await run('open');
    await database.query(
      `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
       select 'other', 'Other', 'Other', 9, false, tagline, about, facts, maps, modes from public.games`,
    );
    await play('other');
    seen.push(await count());
    await play('battlefield6');
    await database.query(`delete from public.games where slug = 'other'`);
    await stand('active', 2);
    expect(seen).toEqual([0, 1, 1]);
  });

  it('that seeks players is there while two lineups and two more are not full, where the rules set no other bound', async () => {
    const { kaarna, season_id } = league;
    const [before] = await database.query<{ rules: object }>('select rules from public.seasons');
    await database.query(
      `update public.seasons set rules = jsonb_set(rules, '{team}', rules -> 'team' || '{"size":2,"rosterMaximum":null}')`,
    );
    await putUp(kaarna.captain, 'team_seeks_player', kaarna);
    const seen: number[] = [];
    const players: string[] = [];
    for (const name of ['Third of six', 'Fourth of six', 'Fifth of six', 'Sixth of six']) {
      const { id } = await createPerson(database, name);
      players.push(id);
      await database.query(
        `insert into public.entry_players (season_id, entry_id, person_id, eligible_from) values ($1, $2, $3, now())`,
        [season_id, kaarna.entry_id, id],
      );
      seen.push(await count());
    }
    await database.query('delete from public.entry_players where person_id = any ($1)', [players]);
    await database.query('update public.seasons set rules = $1', [JSON.stringify(before?.rules)]);
    expect(seen).toEqual([1, 1, 1, 0]);
  });
});

interface TestSanction {
  kind?: string;
  ladder?: string;
  from?: number;
  isLifted?: boolean;
}

/** For good, of the whole site and in force unless it is said otherwise. */
const sanction = (
  { id }: TestPerson,
  { kind = 'mute', ladder, from = 0, isLifted = false }: TestSanction,
) =>
  database.query(
    `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, text_id, is_lifted)
     values (gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), $5)`,
    [id, ladder ?? null, kind, toTime(from), isLifted],
  );

describe('a notice of somebody who', () => {
  it.each<[string, TestSanction, number]>([
    ['is muted for good, from this instant', {}, 0],
    ['will be in a moment', { from: 1 }, 1],
    ['was, and it was lifted', { isLifted: true }, 1],
    ['is suspended', { kind: 'suspension' }, 0],
    ['is banned', { kind: 'ban' }, 0],
    ['has a strike', { kind: 'strike' }, 1],
    ['is muted on a ladder', { ladder: 'tanks' }, 1],
  ])('%s', async (_who, { ladder, ...given }, count) => {
    await putUp(league.loner, 'player_seeks_team');
    await sanction(league.loner, ladder ? { ...given, ladder: league.ladder.id } : given);
    expect((await look()).posts).toHaveLength(count);
  });
});

describe('the scrims that one has before one', () => {
  const agree = async (starts_at: string, isOff = false) => {
    const id = randomUUID();
    const { kaarna, dust } = league;
    await database.query(
      `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at,
         cancelled_at) values ($1, 'battlefield6', $2, $3, $4, 'UTC', $5, $6)`,
      [id, kaarna.id, dust.id, starts_at, toTime(-9 * hour), isOff ? testNow : null],
    );
    return id;
  };
  const list = async () => (await look(league.dust.player)).scrims.map(({ id }) => id);

  it('are those that are not off, until two hours after they began, the next first', async () => {
    const late = await agree(toTime(5 * hour));
    const begun = await agree(toTime(1 - 2 * hour));
    await agree(toTime(-2 * hour));
    await agree(toTime(3 * hour), true);
    expect(await list()).toEqual([begun, late]);
  });

  it('are twenty, the next', async () => {
    const later = await agree(toTime(30 * hour));
    const ids: string[] = [];
    for (let count = 1; count <= 20; count += 1) {
      ids.push(await agree(toTime(count * hour)));
    }
    expect(await list()).toEqual(ids);
    expect(ids).not.toContain(later);
  });
});

it('a notice is no more on the board once its team is gone', async () => {
  const { kaarna, loner } = league;
  await putUp(kaarna.captain, 'scrim', kaarna);
  expect((await look(loner)).posts).toHaveLength(1);
  await database.query('update public.teams set disbanded_at = $2 where id = $1', [
    ...[kaarna.id, testNow],
  ]);
  expect((await look(loner)).posts).toEqual([]);
  await database.query('update public.teams set disbanded_at = null');
});

describe('the form', () => {
  it('offers the teams that one leads, by name, of those that there are', async () => {
    const { kaarna, dust, treadheads } = league;
    const person = await createPerson(database, 'Of many');
    await join(treadheads, person, 'co_captain');
    await join(dust, person, 'captain');
    await join(kaarna, person, 'player');
    const offer = async () => (await look(person)).form?.teams.map(({ slug }) => slug);
    expect(await offer()).toEqual(['dust-devils', 'treadheads']);
    await database.query('update public.teams set disbanded_at = $2 where id = $1', [
      treadheads.id,
      testNow,
    ]);
    expect(await offer()).toEqual(['dust-devils']);
    await database.query('update public.teams set disbanded_at = null');
  });

  it.each([
    [1, ['player_seeks_team']],
    [0, []],
  ])('knows a kind as taken while its notice is up: %i ms before its end', async (left, taken) => {
    await putUp(league.loner, 'player_seeks_team');
    await database.query('update public.board_posts set expires_at = $1', [toTime(left)]);
    expect((await look(league.loner)).form?.taken).toEqual(taken);
  });

  it('begins with the first game that is played still', async () => {
    const add = (slug: string, position: number, retired: string | null) =>
      database.query(
        `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps,
           modes, retired_at)
         select $1, $1, $1, $2, false, tagline, about, facts, maps, modes, $3 from public.games
         where slug = 'battlefield6'`,
        [slug, position, retired],
      );
    await add('second', 2, null);
    await database.query(`update public.games set name = name where slug = 'battlefield6'`);
    expect((await look(league.loner)).form?.game?.slug).toBe('battlefield6');
    await add('retired', 0, toTime(0));
    expect((await look(league.loner)).form?.game?.slug).toBe('battlefield6');
    expect((await look()).games.list.map(({ slug }) => slug)).toEqual(['battlefield6', 'second']);
    await database.query(`delete from public.games where slug in ('second', 'retired')`);
  });
});
