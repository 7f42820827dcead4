import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import {
  emptyLadder,
  emptySite,
  type LadderEvent,
  type LeagueEvent,
  replayLadder,
  simulateSeason,
} from '@muster/league';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeLogAlone } from '../../testing/log-alone.ts';
import { eventColumns } from '../streams.ts';
import { Checkpoints } from './checkpoints.ts';
import { loadStandingLog, loadStateAt } from './past.ts';

const start = Date.parse('2026-03-01T00:00:00.000Z');
const day = 24 * 3600 * 1000;
const days = 200;
const ladderId = '00000000-0000-4000-8000-0000000000aa';
const kind = 'ladder';
const stream = `ladder:${ladderId}` as const;

let own: TestDatabase;
let log: LeagueEvent[];

beforeAll(async () => {
  own = await createTestDatabase();
  log = await writeLog(own.database);
});
afterAll(() => own[Symbol.asyncDispose]());

/** A ladder's log of some thousand events, and only the log. */
async function writeLog(database: Database): Promise<LeagueEvent[]> {
  const season = simulateSeason({
    seed: 3,
    teams: 40,
    people: 160,
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + days * day).toISOString(),
    ladders: [
      {
        ladder_id: ladderId,
        season_id: '00000000-0000-4000-8000-0000000000bb',
        name: 'Tanks',
        season_name: 'Spring',
        game: 'battlefield6',
        format: 'rung',
        zone: 'UTC',
        is_test: false,
        rules: {},
        region: 'everywhere',
        share: 1,
      },
    ],
  });
  const ofLadder = season.log.filter((event) => event.stream === stream);
  await takeLogAlone(database);
  await database.query('insert into public.stream_heads (stream) values ($1)', [stream]);
  await database.query(
    `insert into public.league_events (${eventColumns})
     select ${eventColumns} from jsonb_populate_recordset(null::public.league_events, $1::jsonb)`,
    [JSON.stringify(ofLadder)],
  );
  return ofLadder;
}

/** The database for a process that has looked at nothing yet, and how many events it read. */
function countEvents(database: Database): { database: Database; taken: () => number } {
  let events = 0;
  return {
    database: {
      ...database,
      url: database.url,
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        const rows = await database.query<Row>(text, values);
        events += text.includes('order by sequence') ? rows.length : 0;
        return rows;
      },
    },
    taken() {
      const taken = events;
      events = 0;
      return taken;
    },
  };
}

it('replays a long ladder once, and after that a stretch of it at most', async () => {
  expect(log.length).toBeGreaterThan(5000);
  const { database, taken } = countEvents(own.database);
  const last = log.at(-1)?.at ?? '';
  const replay = (at: string) =>
    replayLadder(log.filter((event) => event.at <= at) as LadderEvent[]);

  // Ten at once are one replay.
  const ten = await Promise.all(
    Array.from({ length: 10 }, () => loadStateAt(database, { kind, stream, at: last })),
  );
  expect(taken()).toBe(log.length);
  expect(ten[0]).toEqual(replay(last));
  expect(new Set(ten).size).toBe(1);

  const kept = structuredClone(ten[0]);
  for (let count = 1; count <= 12; count += 1) {
    const at = new Date(start + ((count * Math.SQRT2) % 1) * days * day).toISOString();
    expect(await loadStateAt(database, { kind, stream, at })).toEqual(replay(at));
    expect(taken()).toBeLessThanOrEqual(2000);
    await loadStateAt(database, { kind, stream, at });
    expect(taken()).toBe(0);
  }
  // What went on from a state that is kept has not changed it.
  expect(ten[0]).toEqual(kept);
  const long = '2020-01-01T00:00:00.000Z';
  expect(await loadStateAt(database, { kind, stream, at: long })).toEqual(emptyLadder);
});

it('reads what standings are made of once, and after that what is new', async () => {
  const { database, taken } = countEvents(own.database);
  const read = await loadStandingLog(database, stream);
  expect(taken()).toBe(read.length);
  expect(read.length).toBeLessThan(log.length / 2);
  expect(await loadStandingLog(database, stream)).toBe(read);
  expect(taken()).toBe(0);
});

it('keeps so many states and no more, those used last', () => {
  const checkpoints = new Checkpoints(3);
  const state = emptySite;
  const keep = (sequence: number) =>
    checkpoints.keep({ kind: 'site', log: 'one', sequence, state });
  const find = (sequence: number, log = 'one') => checkpoints.find('site', log, sequence)?.sequence;
  for (const sequence of [10, 20, 30]) {
    keep(sequence);
  }
  expect([find(9), find(10), find(29), find(99)]).toEqual([undefined, 10, 20, 30]);
  expect(find(99, 'another')).toBeUndefined();
  find(10);
  keep(40);
  expect(checkpoints.size).toBe(3);
  expect([find(15), find(25), find(35), find(45)]).toEqual([10, 10, 30, 40]);
});
