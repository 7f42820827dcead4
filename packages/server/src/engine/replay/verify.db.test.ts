import type { Database, Transaction } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import {
  applySite,
  emptySite,
  type LadderState,
  replayLadder,
  type StreamName,
} from '@muster/league';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { furnished } from '../../testing/furnished.ts';
import { listEvents } from '../streams.ts';
import { compareLadder } from './compare-ladder.ts';
import { compareSanctions } from './compare-sanctions.ts';
import { verify } from './verify.ts';
import { findKeptDifference } from './verify-kept.ts';

/** Whoever changes a figure by hand is found out, whichever it is: each change is made past every guard, told, and undone. */

let own: Awaited<ReturnType<typeof createTestDatabase>>;
const ladders = new Map<StreamName<'ladder'>, LadderState>();
let site = emptySite;

beforeAll(async () => {
  own = await createTestDatabase({ world: furnished });
  const seasons = await own.database.query<{ stream: StreamName<'ladder'> }>(
    'select stream from public.seasons',
  );
  for (const { stream } of seasons) {
    ladders.set(stream, replayLadder(await listEvents<'ladder'>(own.database, stream)));
  }
  site = (await listEvents<'site'>(own.database, 'site')).reduce(applySite, site);
});
afterAll(() => own[Symbol.asyncDispose]());

class Undone extends Error {}

/** What is found where a statement has changed something, which it must; nothing of it stays. */
async function findAfter(
  statement: string,
  find: (transaction: Transaction) => Promise<string | null>,
): Promise<string | null> {
  let found: string | null = null;
  const changing = own.database.transaction(async (transaction) => {
    await transaction.query("set local session_replication_role = 'replica'");
    expect(await transaction.query(`${statement} returning 1`)).not.toEqual([]);
    found = await find(transaction);
    throw new Undone();
  });
  await expect(changing).rejects.toThrow(Undone);
  return found;
}

/** The first table of a stream that is not what its log had come to before anything was changed. */
async function findInTables(transaction: Transaction): Promise<string | null> {
  for (const [stream, ladder] of ladders) {
    const found = await compareLadder(transaction, stream, ladder);
    if (found !== null) {
      return found;
    }
  }
  return compareSanctions(transaction, site);
}

const findInSanctions = (transaction: Transaction) => compareSanctions(transaction, site);

/** The ladder with the fewest events. */
const short = `(select stream from public.league_events where stream like 'ladder:%'
  group by stream order by count(*), stream limit 1)`;

/** Verifies of the ladders the short one alone, which takes a tenth of the time. */
async function verifyShort(transaction: Transaction): Promise<string | null> {
  await transaction.query(
    `delete from public.stream_heads where stream like 'ladder:%' and stream <> ${short}`,
  );
  return verifyWithin(transaction);
}

/** Verifies inside a transaction that has changed something. */
async function verifyWithin(transaction: Transaction): Promise<string | null> {
  const database: Database = {
    ...own.database,
    url: own.database.url,
    transaction: (work) => work(transaction),
  };
  const { difference } = await verify(database);
  return difference?.what ?? null;
}

const anyOf = (table: string, where = 'true') =>
  `(select ctid from ${table} where ${where} order by 1 limit 1)`;
const change = (table: string, set: string, where = 'true') =>
  `update ${table} set ${set} where ctid = ${anyOf(table, where)}`;
const remove = (table: string, where = 'true') =>
  `delete from ${table} where ctid = ${anyOf(table, where)}`;

describe('what is kept for pages', () => {
  it('is what it is made from, unless somebody changed it', async () => {
    expect(await findKeptDifference(own.database)).toBeNull();
  });

  it.each([
    [
      'the final places',
      'another place',
      change('public.entries', 'final_place = 99', 'final_place is not null'),
    ],
    [
      'the final places',
      'no place',
      change('public.entries', 'final_place = null', 'final_place is not null'),
    ],
    [
      'the final places',
      'a place before the end',
      change('public.entries', 'final_place = 1', 'final_place is null'),
    ],
    ['the rulings', 'another judge', change('private.rulings', 'actor_id = gen_random_uuid()')],
    ['the rulings', 'nobody', change('private.rulings', 'actor_id = null', 'actor_id is not null')],
    [
      'the rulings',
      'one that was overturned',
      change('private.rulings', 'is_overturned = not is_overturned', 'not is_overturned'),
    ],
    [
      'the rulings',
      'quicker',
      change('private.rulings', 'hours = hours - 0.01', 'hours is not null'),
    ],
    [
      'the rulings',
      'without its hours',
      change('private.rulings', 'hours = null', 'hours is not null'),
    ],
    ['the rulings', 'one less', remove('private.rulings')],
    [
      'the rulings',
      'one that nobody gave',
      'insert into private.rulings (event_id, dispute_id, is_overturned) values (gen_random_uuid(), gen_random_uuid(), false)',
    ],
    [
      'the rulings',
      'those of a ladder that is a test’s',
      `update public.ladders set is_test = true where id in (
         select ladder_id from public.league_events where type = 'ruling_given')`,
    ],
    [
      'the figures of rulings',
      'one more',
      change('private.ruling_figures', 'rulings = rulings + 1'),
    ],
    [
      'the figures of rulings',
      'one more that was overturned',
      change('private.ruling_figures', 'overturned = overturned + 1'),
    ],
    [
      'the figures of rulings',
      'quicker',
      change('private.ruling_figures', 'median_hours = median_hours / 2'),
    ],
    ['the figures of rulings', 'no time', change('private.ruling_figures', 'median_hours = null')],
    [
      'the figures of rulings',
      'those of all gone',
      remove('private.ruling_figures', "whose = 'all'"),
    ],
    [
      'the figures of rulings',
      "one judge's gone",
      remove('private.ruling_figures', "whose <> 'all'"),
    ],
    [
      'the results of lineups',
      'a win lost',
      change('private.match_lineups', "outcome = 'lost'", "outcome = 'won'"),
    ],
    [
      'the results of lineups',
      'a loss won',
      change('private.match_lineups', "outcome = 'won'", "outcome = 'lost'"),
    ],
    [
      'the results of lineups',
      'no outcome',
      change(
        'private.match_lineups',
        'outcome = null, ladder_id = null, ended_at = null',
        'outcome is not null',
      ),
    ],
    [
      'the results of lineups',
      'later',
      change(
        'private.match_lineups',
        "ended_at = ended_at + interval '1 second'",
        'ended_at is not null',
      ),
    ],
    [
      'the results of lineups',
      'on another ladder',
      change('private.match_lineups', 'ladder_id = gen_random_uuid()', 'outcome is not null'),
    ],
    ['the records of people', 'a win more', change('private.person_records', 'wins = wins + 1')],
    [
      'the records of people',
      'a loss more',
      change('private.person_records', 'losses = losses + 1'),
    ],
    ['the records of people', 'a draw more', change('private.person_records', 'draws = draws + 1')],
    ['the records of people', 'no record', remove('private.person_records', 'wins > 0')],
    [
      'the figures of the league',
      'a team more',
      "insert into private.figure_changes (figure, change) values ('teams', 1)",
    ],
    [
      'the figures of the league',
      'a person less',
      "insert into private.figure_changes (figure, change) values ('people', -1)",
    ],
    [
      'the figures of the league',
      'a result more',
      "insert into private.figure_changes (figure, change) values ('sides_of_results', 2)",
    ],
  ])('tells that %s differ: %s', async (what, _how, statement) => {
    expect(await findAfter(statement, findKeptDifference)).toBe(
      `${what} are not what they are made from`,
    );
  });

  it('says nothing of hours that differ by less than a page shows', async () => {
    const later = change('private.rulings', 'hours = hours + 0.0009', 'hours is not null');
    expect(await findAfter(later, findKeptDifference)).toBeNull();
  });

  it('says nothing of the record of who has gone', async () => {
    const gone = `with gone as (
        update public.profiles set user_id = null, username = '⸺' where id = (select person_id from private.person_records limit 1)
        returning id)
      delete from private.person_records where person_id in (select id from gone)`;
    // One person less is told for itself; their record, which is compared before, is not.
    expect(await findAfter(gone, findKeptDifference)).toBe(
      'the figures of the league are not what they are made from',
    );
  });
});

/** The last point of each chart. */
const lastPoint = `not exists (select from public.entry_ratings later
  where later.entry_id = r.entry_id and later.sequence > r.sequence)`;

describe('what the log comes to', () => {
  it.each<[string, string]>([
    ['wins', change('public.entries', 'wins = wins + 1')],
    ['losses', change('public.entries', 'losses = losses + 1')],
    ['draws', change('public.entries', 'draws = draws + 1')],
    ['streak', change('public.entries', 'streak = streak + 1')],
    ['rung', change('public.entries', 'rung = rung + 100', 'rung is not null')],
    ['status', change('public.entries', "status = 'suspended'", "status = 'active'")],
    ['mu', change('public.entries', 'mu = mu + 0.001', 'mu is not null')],
    ['sigma', change('public.entries', 'sigma = sigma + 0.001', 'sigma is not null')],
    [
      'rated_at',
      change(
        'public.entries',
        "rated_at = rated_at + interval '1 millisecond'",
        'rated_at is not null',
      ),
    ],
    ['charted_mu', `update public.entry_ratings r set mu = mu + 0.001 where ${lastPoint}`],
    ['charted_sigma', `update public.entry_ratings r set sigma = sigma + 0.001 where ${lastPoint}`],
  ])('is an entry by its %s', async (field, statement) => {
    expect(await findAfter(statement, findInTables)).toMatch(
      new RegExp(`^entry .* is not what the log comes to \\(${field}\\)$`),
    );
  });

  it.each<[string, string]>([
    ['status', change('public.matches', "status = 'voided'", "status = 'completed'")],
    ['version', change('public.matches', 'version = version + 1')],
    ['winner', change('public.matches', "winner = 'defender'", "winner = 'challenger'")],
  ])('is a match by its %s', async (field, statement) => {
    expect(await findAfter(statement, findInTables)).toMatch(
      new RegExp(`^match .* is not what the log comes to \\(${field}\\)$`),
    );
  });

  it.each<[string, string]>([
    ['kind', change('public.sanctions', "kind = 'strike'", "kind <> 'strike'")],
    ['person_id', change('public.sanctions', 'person_id = gen_random_uuid()')],
    ['ladder_id', change('public.sanctions', 'ladder_id = gen_random_uuid()')],
    ['given_by', change('public.sanctions', 'given_by = gen_random_uuid()')],
    ['starts_at', change('public.sanctions', "starts_at = starts_at - interval '1 millisecond'")],
    ['ends_at', change('public.sanctions', 'ends_at = null', 'ends_at is not null')],
    ['text_id', change('public.sanctions', 'text_id = gen_random_uuid()')],
    ['is_lifted', change('public.sanctions', 'is_lifted = not is_lifted')],
    ['rule', change('public.sanctions', "rule = 'another'")],
  ])('is a sanction by its %s', async (field, statement) => {
    expect(await findAfter(statement, findInSanctions)).toMatch(
      new RegExp(`^sanction .* is not what the log comes to \\(${field}\\)$`),
    );
  });

  it.each<[string, string, RegExp]>([
    ['an entry', remove('public.entries'), /^the table has \d+ entries, the log \d+$/],
    ['a match', remove('public.matches'), /^the table has \d+ matches, the log \d+$/],
    ['a sanction', remove('public.sanctions'), /^the table has \d+ sanctions, the log \d+$/],
    [
      'a member',
      remove('private.stream_members', 'is_current'),
      /^the state has \d+ members, the log \d+$/,
    ],
  ])('is missed where %s is gone', async (_what, statement, said) => {
    expect(await findAfter(statement, findInTables)).toMatch(said);
  });

  it.each<[string, string, RegExp]>([
    ['a line of a roster', remove('public.rosters'), /^the roster of .* is not what/],
    [
      'a result',
      change(
        'public.entries',
        'wins = wins + 1',
        `season_id = (select id from public.seasons where stream = ${short})`,
      ),
      /^entry .* \(wins\)$/,
    ],
    [
      'a sanction',
      change('public.sanctions', 'is_lifted = not is_lifted'),
      /^sanction .* \(is_lifted\)$/,
    ],
    [
      'a role',
      change('public.rosters', "role = 'substitute'", "role <> 'substitute'"),
      /^the roster of .* is not what the log comes to \(\d+\.role\)$/,
    ],
    [
      'the state of a member',
      change(
        'private.stream_members',
        `state = state || '{"id": ""}'`,
        `is_current and stream = ${short}`,
      ),
      /^\w+ [0-9a-f-]+ is not what the log comes to \(id\)$/,
    ],
    [
      'the state',
      change('private.stream_states', `state = state || '{"season": null}'`, `stream = ${short}`),
      /^the state is not what the log comes to \(season\)$/,
    ],
    [
      'the next deadline',
      change(
        'private.stream_states',
        "due_at = due_at + interval '1 ms'",
        `due_at is not null and stream = ${short}`,
      ),
      /^the next deadline is not what the log comes to$/,
    ],
    [
      'a deadline that is none any more',
      change('private.stream_states', 'due_at = null', `due_at is not null and stream = ${short}`),
      /^the next deadline is not what the log comes to$/,
    ],
    [
      'the place of the head',
      change('public.stream_heads', 'sequence = sequence + 1', `stream = ${short}`),
      /^the head stands at \d+, the log ends at \d+$/,
    ],
    [
      'the hash of the head',
      change('public.stream_heads', "hash = repeat('0', 64)", `stream = ${short}`),
      /^the head stands at \d+, the log ends at \d+$/,
    ],
    [
      'what a line says',
      change(
        'public.league_events',
        `data = data || '{"more": 1}'`,
        `sequence = 5 and stream = ${short}`,
      ),
      /^the chain breaks \(hash\)$/,
    ],
    [
      'a line',
      remove('public.league_events', `sequence = 5 and stream = ${short}`),
      /^the chain breaks \(sequence\)$/,
    ],
    [
      'what is kept for pages',
      change('private.person_records', 'wins = wins + 1'),
      /^the records of people are not what they are made from$/,
    ],
  ])('is told by the whole look where %s was changed', async (_what, statement, said) => {
    expect(await findAfter(statement, verifyShort)).toMatch(said);
  });

  it('is no matter of a head that somebody held and wrote nothing behind', async () => {
    const held = `insert into public.stream_heads (stream) values ('team:' || gen_random_uuid())`;
    expect(await findAfter(held, verifyWithin)).toBeNull();
  });
});
