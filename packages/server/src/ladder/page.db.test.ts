import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { keepLadder } from '../testing/keep-ladder.ts';
import { createMatchState } from '../testing/match-state.ts';
import {
  createMatch,
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadLadder } from './page.ts';
import { ladderPage } from './query.ts';

const params = { slug: 'tanks' };

async function moveRung(
  database: Database,
  team: TestTeam,
  move: [from: number, to: number, at: string],
) {
  const [from, to, at] = move;
  await database.query(
    `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
     values ($1, $2, $3, $4, $5, 'match_completed')`,
    [team.entry_id, 100 + from, at, from, to],
  );
}

const load = (database: Database, team?: TestTeam) =>
  loadLadder(toInput(database, { params, ...(team ? { person: team.captain } : {}) }));

describe('the ladder page', () => {
  it('names no ladder that is not there', async () => {
    await using test = await createTestDatabase();
    expect(await loadLadder(toInput(test.database, { params: { slug: 'nope' } }))).toBeNull();
  });

  it('shows a visitor the standings, what moved this week, what is next and what was last', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust } = league;
    await moveRung(test.database, kaarna, [3, 2, '2026-11-20T20:00:00Z']);
    await moveRung(test.database, dust, [2, 3, '2026-11-20T20:00:00Z']);
    const next = await createMatch(test.database, league, {
      challenger: kaarna,
      defender: treadheads,
      status: 'scheduled',
      number: 1,
      starts_at: '2026-11-22T20:00:00Z',
    });
    await createMatch(test.database, league, {
      challenger: kaarna,
      defender: dust,
      status: 'completed',
      number: 2,
      ended_at: '2026-11-20T20:00:00Z',
      winner: 'challenger',
      scores: [2, 1],
      climb: [3, 2],
    });
    const data = await load(test.database);
    expect(data).toMatchObject({
      title: 'Tanks',
      size: 3,
      moved: 2,
      viewer: null,
      standings: [
        {
          name: 'Treadheads',
          place: 1,
          moved: 0,
          status: {
            kind: 'scheduled',
            match_id: next,
            opponent: 'Kaarna',
            starts_at: '2026-11-22T20:00:00.000Z',
          },
        },
        { name: 'Kaarna', place: 2, moved: 1, href: '/teams/kaarna' },
        { name: 'Dust Devils', place: 3, moved: -1, status: { kind: 'newcomer' } },
      ],
      coming: [{ id: next, challenger: { name: 'Kaarna' }, defender: { name: 'Treadheads' } }],
      results: [{ winner: 'challenger', climb: { from: 3, to: 2, others: 1 } }],
    });
    expect(data?.standings[0]).not.toHaveProperty('refusal');
  });

  it('says on which day a season ended that was closed before its time', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    const closed = '2026-11-20T20:00:00.000Z';
    expect((await load(test.database))?.season?.ends_at).not.toBe(closed);
    await test.database.query(`update public.seasons set status = 'closed', closed_at = $1`, [
      closed,
    ]);
    expect((await load(test.database))?.season?.ends_at).toBe(closed);
  });

  it('tells a captain for each row whether the rules let them challenge it, and why not', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust } = league;
    await test.database.query('update public.entries set immune_until = $2 where id = $1', [
      kaarna.entry_id,
      '2026-11-22T10:00:00Z',
    ]);
    await keepLadder(test.database, league);
    const data = await load(test.database, dust);
    expect(data?.viewer).toMatchObject({
      entry: { name: 'Dust Devils', place: 3, may_act: true, reach_top: 1, targets: 1 },
      matches: [],
      suggestions: [
        {
          name: 'Treadheads',
          place: 1,
          reasons: [
            { code: 'in_reach', rungs: 2 },
            { code: 'even_odds', percent: 50 },
            { code: 'not_met', last: null },
          ],
        },
      ],
    });
    expect(data?.standings.map(({ refusal }) => refusal)).toEqual([
      null,
      {
        code: 'entry_immune',
        params: { entry: 'Kaarna', until: '2026-11-22T10:00:00.000Z' },
      },
      undefined,
    ]);
    const player = await loadLadder(toInput(test.database, { params, person: treadheads.player }));
    expect(player?.viewer?.entry).toMatchObject({ may_act: false, targets: 0 });
    expect(player?.standings[0]).not.toHaveProperty('refusal');
  });

  it('marks a challenge that would be a rematch, up to the instant at which it is none', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { treadheads, dust } = league;
    await keepLadder(test.database, league);
    const meet = (at: string) =>
      test.database.query(
        `update private.stream_members set state = jsonb_set(state, '{met}', $2) where id = $1`,
        [dust.entry_id, { [treadheads.entry_id]: at }],
      );
    const week = 7 * 24 * 3600 * 1000;
    const marks = async () => {
      const data = await load(test.database, dust);
      const row = data?.standings.find(({ entry_id }) => entry_id === treadheads.entry_id);
      const near = data?.viewer?.suggestions.find(({ name }) => name === 'Treadheads');
      return [row?.is_rematch, near?.is_rematch];
    };
    expect(await marks()).toEqual([undefined, undefined]);
    await meet(new Date(testNow.getTime() - week + 1).toISOString());
    expect(await marks()).toEqual([true, true]);
    await meet(new Date(testNow.getTime() - week).toISOString());
    expect(await marks()).toEqual([undefined, undefined]);
  });

  it('says how far up a captain may challenge, and nothing to who has nobody above', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    await keepLadder(test.database, league);
    const readTop = async (team: TestTeam) =>
      (await load(test.database, team))?.viewer?.entry?.reach_top;
    expect(await readTop(league.dust)).toBe(1);
    expect(await readTop(league.kaarna)).toBe(1);
    expect(await readTop(league.treadheads)).toBeNull();
    await test.database.query('update public.entries set rung = null where id = $1', [
      league.dust.entry_id,
    ]);
    expect(await readTop(league.dust)).toBeNull();
  });

  it('names the match that waits for the viewer’s side, and keeps a second challenge back', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust } = league;
    const id = await createMatch(test.database, league, {
      challenger: dust,
      defender: treadheads,
      status: 'challenged',
      number: 1,
      deadline: '2026-11-23T20:00:00Z',
      state: {
        ...createMatchState({ status: 'challenged', deadline: '2026-11-23T20:00:00.000Z' }),
      },
    });
    await keepLadder(test.database, league);
    const defender = await load(test.database, treadheads);
    expect(defender?.viewer?.matches).toEqual([
      {
        id,
        status: 'challenged',
        side: 'defender',
        opponent: 'Dust Devils',
      },
    ]);
    const challenger = await load(test.database, dust);
    expect(defender?.viewer?.next).toMatchObject({
      ...{ kind: 'answer', weight: 'act', match: { id }, team: 'Treadheads' },
      ...{ opponent: 'Dust Devils', until: '2026-11-23T20:00:00.000Z' },
    });
    expect(challenger?.viewer?.matches).toMatchObject([{ id, side: 'challenger' }]);
    expect(challenger?.viewer?.next).toMatchObject({ kind: 'wait', weight: 'news' });
    expect((await load(test.database, kaarna))?.viewer?.next).toBeNull();
    const row = challenger?.standings.find(({ name }) => name === kaarna.name);
    expect(row?.refusal).toMatchObject({ code: 'already_challenging', params: { match_id: id } });
  });

  it('offers a captain the teams that may join, and says what the others lack', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { loner } = league;
    await test.database.query(
      `with team as (
         insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
         values (gen_random_uuid(), 'solo', 'Solo', 'SO', 'solo', 'so', 'UTC', 'en', now()) returning id
       )
       insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select id, $1, $2, 'captain', now() from team`,
      [loner.id, loner.user_id],
    );
    await keepLadder(test.database, league);
    const data = await loadLadder(toInput(test.database, { params, person: loner }));
    expect(data?.viewer).toMatchObject({
      entry: null,
      joinable: [
        {
          slug: 'solo',
          choice: null,
          refusal: { code: 'roster_too_small', params: { has: 1, needs: 2 } },
        },
      ],
    });
    const names = ['Ann', 'Bea', 'Cid', 'Dan', 'Eve', 'Fay'];
    for (const [index, name] of names.entries()) {
      const { id, user_id } = await createPerson(test.database, name);
      await test.database.query(
        `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
         select id, $1, $2, 'player', now() - make_interval(hours => $3) from public.teams where slug = 'solo'`,
        [id, user_id, index],
      );
    }
    await test.database.query(
      `insert into public.entry_players (entry_id, season_id, person_id, eligible_from)
       select $1, $2, id, now() from public.profiles where username = 'Dan'`,
      [league.kaarna.entry_id, league.season_id],
    );
    await keepLadder(test.database, league);
    const larger = await loadLadder(toInput(test.database, { params, person: loner }));
    const [solo] = larger?.viewer?.joinable ?? [];
    expect(solo).toMatchObject({ people: 7, refusal: null, choice: { minimum: 2, maximum: 6 } });
    // The captain first, then whoever has been there longest.
    expect(solo?.choice?.roster.map(({ username }) => username)).toEqual([
      loner.username,
      ...names.toReversed(),
    ]);
    expect(solo?.choice?.roster.filter(({ refusal }) => refusal !== null)).toMatchObject([
      { username: 'Dan', refusal: { code: 'person_in_other_entry', params: { entry: 'Kaarna' } } },
    ]);
  });

  it('reads a long ladder by indexes, without looking at other seasons', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    await fill(test.database, league, 1500);
    const weekAgo = new Date(testNow.getTime() - 7 * 86_400_000);
    const plan = await test.database.query<{ 'QUERY PLAN': string }>(
      `explain ${ladderPage.replaceAll('$1', "'tanks'").replaceAll('$2', 'null::uuid').replaceAll('$3', `'${weekAgo.toISOString()}'`).replaceAll('$4', `'${testNow.toISOString()}'`).replaceAll('$5', 'null').replaceAll('$6', 'null')}`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).not.toMatch(/Seq Scan on (?:entry_rungs|matches) /);
    const data = await loadLadder(toInput(test.database, { params }));
    expect(data?.size).toBe(1503);
    expect(data?.standings).toHaveLength(200);
    const last = await loadLadder(
      toInput(test.database, { params, path: '/ladders/tanks?from=1503' }),
    );
    expect(last).toMatchObject({ rows_from: 1401, standings: { length: 103 } });
  });
});

/** Many more teams with a rung each, and a past of moves. */
async function fill(database: Database, league: TestLeague, count: number): Promise<void> {
  await database.query(
    `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
     select gen_random_uuid(), 'team-' || n, 'Team ' || n, 'T' || n, 'team ' || n, 't' || n, 'UTC', 'en', now()
     from generate_series(1, $1::int) n`,
    [count],
  );
  await database.query(
    `insert into public.entries (id, season_id, team_id, status, rung, joined_at, last_active_at)
     select gen_random_uuid(), $1, t.id, 'active', 3 + row_number() over (order by t.slug), now(), now()
     from public.teams t where t.slug like 'team-%'`,
    [league.season_id],
  );
  await database.query(
    `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
     select e.id, 1000 + n, '2026-10-01'::timestamptz + n * interval '3 days', e.rung, e.rung, 'match_completed'
     from public.entries e, generate_series(1, 12) n where e.season_id = $1`,
    [league.season_id],
  );
  const [past] = await database.query<{ id: string }>(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at)
     select gen_random_uuid(), ladder_id, stream, 0, 'Season 0', 'closed', rules, 1, '2025-01-01'
     from public.seasons where id = $1 returning id`,
    [league.season_id],
  );
  const seasons = [league.season_id, ...Array.from({ length: 8 }, () => past?.id)];
  await database.query(
    `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id,
       status, version, challenged_at, ended_at, winner)
     select gen_random_uuid(), $1, season::uuid, n * 2000 + below.rung, below.id, above.id, 'completed', 1,
       now() - n * interval '2 hours', now() - n * interval '1 hour', 'defender'
     from unnest($2::text[]) with ordinality as seasons (season, n),
       public.entries below join public.entries above on above.rung = below.rung - 1`,
    [league.ladder.id, seasons],
  );
  await database.query('analyze');
}
