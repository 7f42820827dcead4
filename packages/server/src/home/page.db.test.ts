import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { createMatch, createTestLeague, toInput } from '../testing/test-league.ts';
import { loadHome } from './page.ts';

const acting = { check_ins: { challenger: null, defender: null }, reports: {} };

describe('the home page', () => {
  it('counts teams, people and results as they come and go', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    const { kaarna, treadheads, loner } = await createTestLeague(database);
    const count = async () => (await loadHome(toInput(database)))?.figures;
    const results = (entry: string, wins: number, draws: number) =>
      database.query('update public.entries set wins = $2, draws = $3 where id = $1', [
        entry,
        wins,
        draws,
      ]);
    await results(kaarna.entry_id, 2, 1);
    await results(treadheads.entry_id, 0, 1);
    expect(await count()).toMatchObject({ teams: 3, people: 7, matches: 3 });
    await results(kaarna.entry_id, 1, 1);
    await database.query('update public.teams set disbanded_at = now() where id = $1', [kaarna.id]);
    await database.query(
      `update public.profiles set user_id = null, username = U&'\\2E3A' where id = $1`,
      [loner.id],
    );
    const left = { teams: 2, people: 6, matches: 2 };
    expect(await count()).toMatchObject(left);
    await database.query('select private.fold_figures()');
    expect(await count()).toMatchObject(left);
    expect(await database.query('select figure from private.figure_changes')).toHaveLength(3);
    await database.query('update public.teams set disbanded_at = null where id = $1', [kaarna.id]);
    await database.query('delete from public.seasons');
    expect(await count()).toMatchObject({ teams: 3, people: 6, matches: 0, ladders: 1 });
    // As below, where the ladders of a game that is retired are not listed.
    await database.query('update public.games set retired_at = now()');
    expect(await count()).toMatchObject({ ladders: 0 });
  });

  it('shows tonight’s matches, results that moved rungs, ladders and teams short of people', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust } = league;
    await createMatch(test.database, league, {
      challenger: kaarna,
      defender: treadheads,
      status: 'scheduled',
      number: 1,
      starts_at: '2026-11-21T20:00:00Z',
    });
    await createMatch(test.database, league, {
      challenger: dust,
      defender: kaarna,
      status: 'completed',
      number: 2,
      ended_at: '2026-11-20T20:00:00Z',
      winner: 'challenger',
      scores: [2, 1],
      climb: [3, 2],
    });
    await createMatch(test.database, league, {
      challenger: kaarna,
      defender: treadheads,
      status: 'completed',
      number: 3,
      ended_at: '2026-11-19T20:00:00Z',
      winner: 'defender',
      scores: [0, 2],
    });
    const data = await loadHome(toInput(test.database));
    expect(data).toMatchObject({
      figures: { teams: 3, people: 7, ladders: 1 },
      tonight: [
        {
          status: 'scheduled',
          starts_at: '2026-11-21T20:00:00.000Z',
          challenger: { name: 'Kaarna', href: '/teams/kaarna' },
          ladder: { slug: 'tanks', name: 'Tanks' },
        },
      ],
      results: [{ winner: 'challenger', climb: { from: 3, to: 2, others: 1 } }],
      ladders: [
        {
          slug: 'tanks',
          summary: 'Two tanks',
          entries: 3,
          top: [{ place: 1, name: 'Treadheads' }, { place: 2 }, { place: 3 }],
        },
      ],
      next: null,
    });
    expect(data?.short_teams).toContainEqual({
      slug: 'kaarna',
      name: 'Kaarna',
      tag: 'KAA',
      logo: null,
      people: 2,
      size: 2,
      ladder: { slug: 'tanks', name: 'Tanks' },
    });
  });

  it('tells each person their next thing: the check-in before the answer, the team before the ladder', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust, loner } = league;
    const askNext = async (person: typeof loner) =>
      (await loadHome(toInput(test.database, { person })))?.next;

    expect(await askNext(loner)).toEqual({ kind: 'find_team' });
    expect(await askNext(kaarna.player)).toMatchObject({ kind: 'wait_for_captain' });
    expect(await askNext(kaarna.captain)).toMatchObject({ kind: 'challenge', rung: 2 });

    await createMatch(test.database, league, {
      challenger: dust,
      defender: kaarna,
      status: 'challenged',
      number: 1,
      deadline: '2026-11-22T18:00:00Z',
      state: acting,
    });
    expect(await askNext(kaarna.captain)).toMatchObject({
      kind: 'answer',
      team: 'Kaarna',
      opponent: 'Dust Devils',
    });
    expect(await askNext(dust.captain)).toMatchObject({ kind: 'wait' });

    await createMatch(test.database, league, {
      challenger: kaarna,
      defender: treadheads,
      status: 'checking_in',
      number: 2,
      starts_at: '2026-11-21T18:10:00Z',
      deadline: '2026-11-21T18:20:00Z',
      state: { ...acting, check_ins: { challenger: null, defender: { at: 'x' } } },
    });
    expect(await askNext(kaarna.captain)).toMatchObject({
      kind: 'check_in',
      opponent: 'Treadheads',
    });
    expect(await askNext(treadheads.captain)).toMatchObject({ kind: 'play' });
    expect(await askNext(kaarna.player)).toMatchObject({ kind: 'play' });
  });
});
