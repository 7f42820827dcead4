import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMatch, createTestLeague, type TestLeague, testNow } from '../testing/test-league.ts';
import { listMatters } from './matters.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

const after = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString();

/** A captain in office for whom everything waits that a sanction can keep them from. */
beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  const { kaarna, treadheads, dust, loner, ladder, season_id } = league;
  const { captain } = treadheads;
  await createMatch(database, league, {
    ...{ challenger: kaarna, defender: treadheads, number: 1 },
    ...{ status: 'challenged', deadline: after(600), state: {} },
  });
  await database.query(
    `insert into private.join_requests (team_id, person_id, asked_at) values ($1, $2, now())`,
    [treadheads.id, loner.id],
  );
  const [invite, post] = [randomUUID(), randomUUID()];
  await database.query(
    `insert into private.team_invites (code, invite_id, team_id, created_by, expires_at, person_id)
     values ('code', $1, $2, $3, $4, $5)`,
    [invite, dust.id, dust.captain.id, after(60), captain.id],
  );
  await database.query(
    `with head as (insert into public.stream_heads (stream) values ($1))
     insert into private.stream_states (stream, state, sequence) values ($1, $2, 0)`,
    [`team:${dust.id}`, JSON.stringify({ invites: { [invite]: { status: 'open' } } })],
  );
  await database.query(
    `insert into public.board_posts (id, kind, game_slug, person_id, team_id, region, zone, languages, text, created_at, expires_at)
     values ($1, 'scrim', 'battlefield6', $2, $3, 'EU', 'UTC', '{en}', 'x', '2026-01-01T00:00:00Z', $4)`,
    [post, captain.id, treadheads.id, after(600)],
  );
  await database.query(
    `insert into private.board_answers (id, post_id, person_id, team_id, starts_at, answered_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), post, dust.captain.id, dust.id, after(60), testNow],
  );
  await database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
    captain.id,
    ladder.id,
  ]);
  await database.query(
    `insert into private.cases (id, kind, subject, ladder_id, opened_at) values ($1, 'team', $1::uuid::text, $2, $3)`,
    [randomUUID(), ladder.id, testNow],
  );
  await database.query(
    `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
     values ($1, $2, $3, $4, 'Pass', 1000, 0, 'submitted', $5)`,
    [randomUUID(), season_id, kaarna.entry_id, kaarna.captain.id, testNow],
  );
  const dispute = randomUUID();
  const disputed = await createMatch(database, league, {
    ...{ challenger: kaarna, defender: dust, number: 2 },
    ...{ status: 'disputed', state: { dispute_id: dispute } },
  });
  await database.query(
    `insert into private.stream_members (stream, collection, id, state) values ($1, 'disputes', $2, $3)`,
    [
      `ladder:${ladder.id}`,
      dispute,
      JSON.stringify({ match_id: disputed, status: 'open', opened_at: testNow, statements: [] }),
    ],
  );
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => database.query('delete from public.sanctions'));

const onLadder = ['answer', 'rule', 'runs'];
const elsewhere = ['invitation', 'join_request', 'judge_case', 'notice_answered', 'notice_ends'];
const all = [...onLadder, ...elsewhere].sort();

it.each<[string, object, string[]]>([
  ['by nothing: everything', { is_lifted: true }, all],
  ['everywhere: nothing', {}, []],
  ['everywhere by a suspension: nothing', { kind: 'suspension' }, []],
  ['everywhere until a minute from now: nothing', { ends_at: after(1) }, []],
  ['everywhere until now: everything', { ends_at: after(0) }, all],
  ['everywhere from now on: nothing', { starts_at: after(0) }, []],
  ['everywhere from a minute on: everything', { starts_at: after(1) }, all],
  ['from speaking: all but their notice', { kind: 'mute' }, all.filter((k) => k !== 'notice_ends')],
  ['by a strike: everything', { kind: 'strike' }, all],
  ['on the ladder: what is not its', { ladder: 'own' }, elsewhere],
  ['on another ladder: everything', { ladder: 'other' }, all],
])('what waits for somebody held back %s', async (_name, sanction, expected) => {
  const given = {
    kind: 'ban',
    starts_at: after(-600),
    ends_at: null,
    is_lifted: false,
    ...sanction,
  };
  const ladders: Record<string, string> = { own: league.ladder.id, other: randomUUID() };
  const { captain } = league.treadheads;
  await database.query(
    `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id, is_lifted)
     values ($1, $2, $3, $4, $5, $6, $1, $7)`,
    [
      ...[randomUUID(), captain.id, 'ladder' in given ? ladders[String(given.ladder)] : null],
      ...[given.kind, given.starts_at, given.ends_at, given.is_lifted],
    ],
  );
  const matters = await listMatters(database, captain.id, testNow);
  expect(matters.map(({ kind }) => kind).sort()).toEqual(expected);
});
