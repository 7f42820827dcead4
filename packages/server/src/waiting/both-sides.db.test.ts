import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import type { Role } from '@muster/league';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadMatch } from '../match/page.ts';
import { keepLadder } from '../testing/keep-ladder.ts';
import { createMatchState } from '../testing/match-state.ts';
import {
  createMatch,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { listMatters } from './matters.ts';
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
  const { kaarna, treadheads, dust } = league;
  const captains = [kaarna, treadheads, dust].map(({ captain }) => captain.id);
  await database.query('delete from private.stream_members');
  await database.query('delete from public.matches');
  await database.query(
    `delete from public.rosters r using public.teams t
     where t.id = r.team_id and r.person_id = any ($1) and r.person_id <> t.founder_id`,
    [captains],
  );
  await database.query(
    `delete from public.entry_players ep using public.entries e, public.teams t
     where e.id = ep.entry_id and t.id = e.team_id and ep.person_id = any ($1) and ep.person_id <> t.founder_id`,
    [captains],
  );
});

/** A match at check-in, which Kaarna and Treadheads are to play in half an hour. */
async function play(): Promise<string> {
  const { kaarna, treadheads } = league;
  const after = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString();
  const [starts_at, deadline] = [after(30), after(40)];
  const id = await createMatch(database, league, {
    ...{ challenger: kaarna, defender: treadheads, number: 1, status: 'checking_in' },
    ...{ starts_at, deadline },
    state: {
      ...createMatchState({
        ...{ challenger_id: kaarna.entry_id, defender_id: treadheads.entry_id },
        ...{ status: 'checking_in', deadline },
        time: { starts_at, zone: 'UTC', by: 'agreement', reason: null },
      }),
    },
  });
  await keepLadder(database, league);
  return id;
}

const join = ({ id }: TestTeam, person: TestPerson, role: Role) =>
  database.query(
    `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
     values ($1, $2, $3, $4, '2026-10-01T00:00:00Z')`,
    [id, person.id, person.user_id, role],
  );
const mayPlayFor = ({ entry_id }: TestTeam, { id }: TestPerson) =>
  database.query(
    `insert into public.entry_players (season_id, entry_id, person_id, eligible_from, is_exclusive)
     values ($1, $2, $3, '2026-10-01T00:00:00Z', false)`,
    [league.season_id, entry_id, id],
  );

/** What waits for somebody, what stands above their pages, and what the match's own page has of them. */
async function look(person: TestPerson, id: string) {
  const matters = await listMatters(database, person.id, testNow);
  const pin = await loadPin(database, person.id, testNow);
  const { viewer } = (await loadMatch(toInput(database, { params: { id }, person }))) ?? {};
  return [
    matters.map(({ kind }) => kind).join(),
    pin?.kind ?? null,
    `${viewer?.side} ${viewer?.role} ${viewer?.may_act} ${viewer?.refused?.code ?? null}`,
  ];
}

const both = 'same_people_on_both_sides';

it.each<[string, (them: TestPerson, league: TestLeague) => unknown, (string | null)[]]>([
  ['of one side', () => null, ['check_in', 'check_in', 'challenger captain true null']],
  [
    'who is a substitute of the other',
    (them, { treadheads }) => join(treadheads, them, 'substitute'),
    ['play', 'play', `challenger captain false ${both}`],
  ],
  [
    'who leads the other too',
    (them, { treadheads }) => join(treadheads, them, 'co_captain'),
    ['play', 'play', `challenger captain false ${both}`],
  ],
  [
    'who may play for the other, off its roster',
    (them, { treadheads }) => mayPlayFor(treadheads, them),
    ['play', 'play', `challenger captain false ${both}`],
  ],
  [
    'who plays for a third team too',
    async (them, { dust }) => {
      await join(dust, them, 'player');
      await mayPlayFor(dust, them);
    },
    ['check_in', 'check_in', 'challenger captain true null'],
  ],
])('a captain %s is asked what the match’s page takes of them', async (_name, change, expected) => {
  const { captain } = league.kaarna;
  await change(captain, league);
  expect(await look(captain, await play())).toEqual(expected);
});

it('a captain of the defender who is a substitute of the challenger is asked nothing, whoever else leads it is', async () => {
  const { kaarna, treadheads, dust } = league;
  await join(kaarna, treadheads.captain, 'substitute');
  await join(treadheads, dust.captain, 'co_captain');
  const id = await play();
  const barred = `defender captain false ${both}`;
  expect(await look(treadheads.captain, id)).toEqual(['play', 'play', barred]);
  const free = 'defender co_captain true null';
  expect(await look(dust.captain, id)).toEqual(['check_in', 'check_in', free]);
});

it('a player of either side, or of both, is told when they play, and no reason', async () => {
  const { kaarna, treadheads, dust } = league;
  const id = await play();
  const told = ['play', 'play', 'challenger player false null'];
  expect(await look(kaarna.player, id)).toEqual(told);
  await join(treadheads, kaarna.player, 'player');
  expect(await look(kaarna.player, id)).toEqual(told);
  expect(await look(dust.captain, id)).toEqual(['', null, 'undefined undefined undefined null']);
});
