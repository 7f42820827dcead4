import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { createDefaultRules } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { loadLadderLog } from '../log/page.ts';
import { keepLadder } from '../testing/keep-ladder.ts';
import {
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  toInput,
} from '../testing/test-league.ts';
import { loadLadder } from './page.ts';

const params = { slug: 'tanks' };

interface Driver {
  person: TestPerson;
  entry_id: string;
}

interface Rally {
  database: Database;
  league: TestLeague;
  ladder: string;
  season: string;
  ada: Driver;
  bo: Driver;
  /** Plays in Ada's team. */
  cy: Driver;
}

async function addDriver(database: Database, season: string, person: TestPerson): Promise<Driver> {
  const entry_id = randomUUID();
  await database.query(
    `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
     values ($1, $2, $3, 'active', '2026-09-01T00:00:00Z', '2026-11-01T00:00:00Z')`,
    [entry_id, season, person.id],
  );
  return { person, entry_id };
}

/** The small league's ladder turned into a rally of two stages with three drivers. */
async function createRally(database: Database, ranking: 'points' | 'time'): Promise<Rally> {
  const league = await createTestLeague(database);
  const rules = {
    ...createDefaultRules(),
    timeAttack: { stages: ['Pass', 'Forest'], ranking, points: [10, 6, 4] },
  };
  await database.query("update public.ladders set format = 'time_attack'");
  await database.query('update public.seasons set rules = $1', [JSON.stringify(rules)]);
  await database.query('delete from public.entries');
  await database.query(
    'insert into public.stream_heads (stream) values ($1) on conflict do nothing',
    [`ladder:${league.ladder.id}`],
  );
  const season = league.season_id;
  const drivers = {
    ada: await addDriver(database, season, league.kaarna.captain),
    bo: await addDriver(database, season, await createPerson(database, 'Bo')),
    cy: await addDriver(database, season, league.kaarna.player),
  };
  await keepLadder(database, league);
  return { database, league, ladder: league.ladder.id, season, ...drivers };
}

interface TestRun {
  stage: string;
  time_ms: number;
  penalty_ms?: number;
  status?: 'submitted' | 'confirmed' | 'verified' | 'rejected';
}

async function drive(rally: Rally, { person, entry_id }: Driver, run: TestRun): Promise<string> {
  const id = randomUUID();
  const { stage, time_ms, penalty_ms = 0, status = 'verified' } = run;
  const at = '2026-11-10T12:00:00.000Z';
  await rally.database.query(
    `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, rally.season, entry_id, person.id, stage, time_ms, penalty_ms, status, at],
  );
  const state = { id, entry_id, person_id: person.id, stage, time_ms, penalty_ms, status, at };
  await rally.database.query(
    `insert into private.stream_members (stream, collection, id, state) values ($1, 'runs', $2, $3)`,
    [`ladder:${rally.ladder}`, id, JSON.stringify({ ...state, proof: null })],
  );
  return id;
}

async function load({ database }: Rally, person?: TestPerson) {
  const data = await loadLadder(toInput(database, { params, ...(person ? { person } : {}) }));
  return data?.time_attack ?? null;
}

describe('a ladder against the clock', () => {
  it('gives points for places on the stages; ties share a place', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'points');
    const { ada, bo, cy } = rally;
    await drive(rally, ada, { stage: 'Pass', time_ms: 250_000, penalty_ms: 10_000 });
    await drive(rally, bo, { stage: 'Pass', time_ms: 260_000, status: 'confirmed' });
    await drive(rally, cy, { stage: 'Pass', time_ms: 270_000, status: 'confirmed' });
    await drive(rally, cy, { stage: 'Forest', time_ms: 90_000, status: 'rejected' });
    const timeAttack = await load(rally);
    const places = timeAttack?.standings.map(({ entry_id, place, value }) => ({
      entry_id,
      place,
      value,
    }));
    expect(places).toHaveLength(3);
    expect(places).toEqual(
      expect.arrayContaining([
        { entry_id: ada.entry_id, place: 1, value: 10 },
        { entry_id: bo.entry_id, place: 1, value: 10 },
        { entry_id: cy.entry_id, place: 3, value: 4 },
      ]),
    );
    expect(timeAttack?.standings[2]).toMatchObject({
      name: 'Kaarna player',
      href: `/profiles/${cy.person.user_id}`,
      results: [{ stage: 'Pass', place: 3, time_ms: 270_000, points: 4 }],
    });
    expect(timeAttack?.stages.map(({ name, runs }) => [name, runs.length])).toEqual([
      ['Pass', 3],
      ['Forest', 0],
    ]);
    expect(timeAttack?.viewer).toBeNull();
  });

  it('sums times where the rules say so, more stages first', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'time');
    await drive(rally, rally.ada, { stage: 'Pass', time_ms: 200_000 });
    await drive(rally, rally.bo, { stage: 'Pass', time_ms: 210_000 });
    await drive(rally, rally.bo, { stage: 'Forest', time_ms: 100_000 });
    const timeAttack = await load(rally);
    expect(timeAttack?.standings.slice(0, 2)).toMatchObject([
      { entry_id: rally.bo.entry_id, place: 1, value: 310_000 },
      { entry_id: rally.ada.entry_id, place: 2, value: 200_000 },
    ]);
  });

  it('shows what waits beside what counts, and holds the fastest for an admin', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'points');
    await drive(rally, rally.ada, { stage: 'Pass', time_ms: 250_000 });
    await drive(rally, rally.bo, { stage: 'Pass', time_ms: 240_000, status: 'confirmed' });
    await drive(rally, rally.ada, { stage: 'Pass', time_ms: 245_000, status: 'submitted' });
    await drive(rally, rally.ada, { stage: 'Pass', time_ms: 255_000, status: 'submitted' });
    const timeAttack = await load(rally);
    expect(timeAttack?.stages[0]?.runs).toMatchObject([
      { time_ms: 240_000, status: 'waiting_for_admin', place: null },
      { time_ms: 245_000, status: 'submitted', place: null },
      { time_ms: 250_000, status: 'verified', place: 1 },
    ]);
  });

  it('asks those who may confirm: another entry, no team in common; admins for the fastest', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'points');
    const { ada, bo, cy } = rally;
    const loner = await createPerson(test.database, 'Passer-by');
    const run = await drive(rally, ada, { stage: 'Pass', time_ms: 250_000, status: 'submitted' });
    const fastest = await drive(rally, cy, {
      stage: 'Forest',
      time_ms: 9_000,
      status: 'confirmed',
    });
    const waiting = async (person: TestPerson) =>
      (await load(rally, person))?.viewer?.waiting.map(({ id }) => id);
    expect(await waiting(ada.person)).toEqual([]);
    expect(await waiting(cy.person)).toEqual([]);
    expect(await waiting(loner)).toEqual([]);
    expect(await waiting(bo.person)).toEqual([run]);
    expect((await load(rally, loner))?.viewer).toMatchObject({ may_join: true, may_submit: false });
    expect((await load(rally, ada.person))?.viewer).toMatchObject({
      may_join: false,
      may_submit: true,
      rejectable: [],
      stages_left: 1,
    });
    await test.database.query(
      'insert into public.admins (id, person_id, ladder_id) values ($1, $2, $3)',
      [randomUUID(), loner.id, rally.ladder],
    );
    expect(await waiting(loner)).toEqual([fastest, run]);
  });

  it('asks for fifty of those that wait, and not for those of who stands there no more', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'points');
    for (let time_ms = 1; time_ms <= 51; time_ms += 1) {
      await drive(rally, rally.ada, { stage: 'Pass', time_ms, status: 'submitted' });
    }
    const read = async () => {
      const data = await load(rally, rally.bo.person);
      return [data?.viewer?.waiting.length, data?.latest.length];
    };
    expect(await read()).toEqual([50, 6]);
    await test.database.query(`update public.entries set status = 'left' where id = $1`, [
      rally.ada.entry_id,
    ]);
    await keepLadder(test.database, rally.league);
    expect(await read()).toEqual([0, 0]);
  });

  it('takes no run once the season has ended, and no word on one once it is closed', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'points');
    const run = await drive(rally, rally.ada, {
      stage: 'Pass',
      time_ms: 250_000,
      status: 'submitted',
    });
    await test.database.query("update public.seasons set ends_at = '2026-11-20T00:00:00Z'");
    await keepLadder(test.database, rally.league);
    expect((await load(rally, rally.bo.person))?.viewer).toMatchObject({
      may_submit: false,
      waiting: [{ id: run }],
    });
    expect((await load(rally, rally.ada.person))?.viewer?.may_withdraw).toBe(true);
    await test.database.query("update public.seasons set status = 'closed'");
    await keepLadder(test.database, rally.league);
    expect((await load(rally, rally.bo.person))?.viewer).toMatchObject({
      may_submit: false,
      waiting: [],
    });
    expect((await load(rally, rally.ada.person))?.viewer?.may_withdraw).toBe(false);
  });
});

describe('the log of a ladder against the clock', () => {
  it('names whose run an event is of, and its stage, where the event has only its id', async () => {
    await using test = await createTestDatabase();
    const rally = await createRally(test.database, 'time');
    const run = await drive(rally, rally.bo, { stage: 'Forest', time_ms: 90_000 });
    await test.database.query(
      `insert into public.league_events
         (id, stream, sequence, ladder_id, type, version, actor_id, at, data, previous_hash, hash)
       values (gen_random_uuid(), $1, 1, $2, 'run_confirmed', 1, $3, '2026-11-10T12:00:00Z',
         jsonb_build_object('run_id', $4::text), repeat('a', 64), repeat('b', 64))`,
      [`ladder:${rally.ladder}`, rally.ladder, rally.ada.person.id, run],
    );
    const log = await loadLadderLog(toInput(test.database, { params }));
    expect(log?.names.runs).toEqual({ [run]: { entry: rally.bo.entry_id, stage: 'Forest' } });
    expect(log?.names.entries[rally.bo.entry_id]?.name).toBe('Bo');
  });
});
