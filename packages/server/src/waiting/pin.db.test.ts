import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toIsAtHandSql } from '../page/at-hand.ts';
import { createMatchState } from '../testing/match-state.ts';
import {
  createMatch,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  testNow,
} from '../testing/test-league.ts';
import { loadPin } from './pin.ts';

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

type Status = 'scheduled' | 'checking_in' | 'veto' | 'live' | 'reported';

async function play(status: Status, minutes: number) {
  const starts_at = after(minutes);
  const deadline = after(minutes + 600);
  const time = { starts_at, zone: 'UTC', by: 'agreement' as const, reason: null };
  const state = createMatchState({ status, deadline, time });
  return createMatch(database, league, {
    ...{ challenger: league.kaarna, defender: league.treadheads, number: 1 },
    ...{ status, starts_at, deadline, state: { ...state } },
  });
}

/** What a page's own statement says first, so that the rest is asked only where there is something. */
async function isAtHand({ id }: TestPerson): Promise<boolean | undefined> {
  const [row] = await database.query<{ is: boolean }>(
    `select ${toIsAtHandSql({ person: '$1::uuid', now: '$2' })} as is`,
    [id, testNow],
  );
  return row?.is;
}

it.each<[string, Status, number, string | null]>([
  ['an hour before its start', 'scheduled', 60, 'play'],
  ['a moment earlier', 'scheduled', 60 + 1 / 60_000, null],
  ['at check-in', 'checking_in', 20, 'check_in'],
  ['in its veto', 'veto', 5, 'play'],
  ['under way', 'live', -90, 'report'],
  ['once it is reported', 'reported', -90, null],
])('a match %s stands above every page', async (_name, status, minutes, kind) => {
  const id = await play(status, minutes);
  const { captain } = league.kaarna;
  const pin = await loadPin(database, captain.id, testNow);
  expect(pin).toEqual(
    kind === null
      ? null
      : {
          ...{ id, kind, team: 'Kaarna', opponent: 'Treadheads', starts_at: after(minutes) },
          until: kind === 'play' ? after(minutes) : after(minutes + 600),
        },
  );
  expect(await isAtHand(captain)).toBe(kind !== null);
});

it('is for those who may play, and nobody else', async () => {
  await play('checking_in', 8);
  const { kaarna, dust, loner } = league;
  expect(await loadPin(database, kaarna.player.id, testNow)).toMatchObject({ kind: 'play' });
  for (const other of [dust.captain, loner]) {
    expect(await loadPin(database, other.id, testNow)).toBeNull();
    expect(await isAtHand(other)).toBe(false);
  }
  await database.query('update public.entries set team_id = null, person_id = $2 where id = $1', [
    kaarna.entry_id,
    loner.id,
  ]);
  const alone = [await isAtHand(loner), (await loadPin(database, loner.id, testNow))?.kind];
  await database.query('update public.entries set team_id = $2, person_id = null where id = $1', [
    kaarna.entry_id,
    kaarna.id,
  ]);
  expect(alone).toEqual([true, 'check_in']);
  await database.query('update public.matches set ended_at = now()');
  expect(await isAtHand(kaarna.captain)).toBe(false);
});
