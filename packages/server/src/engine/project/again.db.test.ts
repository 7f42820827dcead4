import type { Database, Transaction } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import {
  applyLadder,
  emptyLadder,
  type LadderEvent,
  type LadderState,
  type LeagueEvent,
  type StreamName,
  simulateSeason,
} from '@muster/league';
import { expect, it } from 'vitest';
import { kinds } from '../kinds/kinds.ts';
import { appendTo } from '../streams.ts';
import { projectLadder } from './ladder.ts';
import { upsertRows } from './rows.ts';

const start = Date.parse('2026-08-03T10:00:00.000Z');
const day = 24 * 3_600_000;
const toId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const rules = { maps: { pool: ['A', 'B', 'C', 'D', 'E'] } };
const alone = { team: { size: 1 }, timeAttack: { stages: ['Coast', 'Forest'] } };

/** Short seasons in which everything comes about once: matches in each state, rulings, overturned results, runs. */
function playSeasons() {
  const ladder = {
    game: 'game',
    zone: 'UTC',
    is_test: false,
    region: 'everywhere',
    share: 1,
  } as const;
  const about = (number: number) => ({
    ...ladder,
    ladder_id: toId(number),
    season_id: toId(100 + number),
    name: `Ladder ${number}`,
    season_name: 'Season',
  });
  return simulateSeason({
    seed: 7,
    teams: 12,
    people: 48,
    large: 4,
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + 45 * day).toISOString(),
    ladders: [
      { ...about(1), format: 'rung', rules, script: 'justice' },
      { ...about(2), format: 'rating', rules, script: 'statuses' },
      { ...about(3), format: 'time_attack', rules: alone },
    ],
  });
}

/** The log of a ladder, sealed as the server has it. */
function seal(name: StreamName<'ladder'>, log: readonly LadderEvent[]): LeagueEvent<'ladder'>[] {
  const start = { sequence: 0, hash: '0'.repeat(64), at: null };
  const none = { kind: 'ladder' as const, name, ...start, state: kinds.ladder.empty };
  return appendTo(none, log).events;
}

const tables: Record<string, string> = {
  'public.seasons': '{}',
  'public.entries': '{}',
  'public.entry_players': '{}',
  'public.entry_rungs': '{}',
  // What an overturned result had been is in the state before it, which only one of the two ways has.
  'public.entry_ratings': '{from_mu,from_sigma}',
  'public.matches': '{}',
  'public.match_maps': '{}',
  'public.match_bookings': '{}',
  'private.match_lineups': '{}',
  'public.runs': '{}',
  'private.rulings': '{}',
};

async function readTables(database: Database): Promise<Record<string, unknown[]>> {
  const read = Object.entries(tables).map(async ([table, without]) => {
    const rows = await database.query<{ row: unknown }>(
      `select to_jsonb(t) - $1::text[] as row from ${table} t order by 1`,
      [without],
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

interface Step {
  before: LadderState;
  after: LadderState;
  events: LeagueEvent[];
}

/** Each act with what follows from it at the same instant. */
function toSteps(events: readonly LeagueEvent[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const last = steps.at(-1);
    const after = applyLadder(last?.after ?? emptyLadder, event as LadderEvent);
    if (last?.events[0]?.at === event.at) {
      last.events.push(event);
      last.after = after;
    } else {
      steps.push({ before: last?.after ?? emptyLadder, after, events: [event] });
    }
  }
  return steps;
}

/** Writes steps into a database of their own; what they lean on, people and teams, is not asked for. */
async function writeSteps(
  database: Database,
  written: readonly { stream: StreamName; steps: readonly Step[] }[],
): Promise<void> {
  await database.transaction(async (transaction: Transaction) => {
    await transaction.query('set local session_replication_role = replica');
    for (const { stream, steps } of written) {
      for (const step of steps) {
        await upsertRows(transaction, 'public.league_events', ['id'], step.events);
        await projectLadder(transaction, { stream, ...step });
      }
    }
  });
}

it('comes to the same, act by act or the whole log at once', async () => {
  await using byStep = await createTestDatabase();
  await using atOnce = await createTestDatabase();
  const { log } = playSeasons();
  const streams = [1, 2, 3].map((number) => {
    const stream: StreamName = `ladder:${toId(number)}`;
    const own = log.filter(({ ladder_id }) => ladder_id === toId(number)) as LadderEvent[];
    const steps = toSteps(seal(stream, own));
    const after = steps.at(-1)?.after ?? emptyLadder;
    const events = steps.flatMap((step) => step.events);
    return { stream, steps, whole: [{ before: emptyLadder, after, events }] };
  });
  await writeSteps(byStep.database, streams);
  await writeSteps(
    atOnce.database,
    streams.map(({ stream, whole }) => ({ stream, steps: whole })),
  );
  const [one, other] = [await readTables(byStep.database), await readTables(atOnce.database)];
  for (const table of Object.keys(tables)) {
    expect(one[table]?.length, table).toBeGreaterThan(0);
    expect(one[table], table).toEqual(other[table]);
  }
});
