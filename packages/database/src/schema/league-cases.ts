import assert from 'node:assert/strict';
import { forgottenNames, keptNames } from './audit-runs.ts';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** What holds of the log and of matches, and what triggers count. */

const rewritten = { code: '23001' };

/** What is kept for good: the league's log, and that of the offices; `column` is one that may hold `written`. */
const logs = [
  { table: 'public.league_events', column: 'type', trigger: 'refuse_log_change' },
  { table: 'private.audit_log', column: 'act', trigger: 'refuse_audit_change' },
];

const logChanges = logs.map(
  ({ table, column, trigger }): Case => ({
    object: `trigger ${table}.${trigger}`,
    lets: {
      'one line more': async (world) => void (await world.add(table)),
      ...(trigger === 'refuse_audit_change' ? forgottenNames : {}),
    },
    stops: {
      'another line in its place': async (world) => {
        await world.add(table);
        await world.stops(rewritten, () =>
          world.query(`update ${table} set ${column} = 'written'`),
        );
      },
      'the end of one': async (world) => {
        await world.add(table);
        await world.stops(rewritten, () => world.query(`delete from ${table}`));
      },
      ...(trigger === 'refuse_audit_change' ? keptNames : {}),
    },
  }),
);

const logTruncates = logs.map(
  ({ table }): Case => ({
    object: `trigger ${table}.refuse_log_truncate`,
    lets: {
      'emptying another table': async (world) =>
        void (await world.query('truncate private.rulings')),
    },
    stops: {
      'emptying the log': async (world) =>
        world.stops(rewritten, () => world.query(`truncate ${table} cascade`)),
    },
  }),
);

/** A booking of an entry in a match of its own. */
const book = (world: World, entry: Row, hours: string, is_moved = false) =>
  world.add('public.match_bookings', {
    entry_id: entry.id,
    during: `[${hours.split(' ').map((hour) => `2030-01-01T${hour}Z`)})`,
    is_moved,
  });

const beside =
  (hours: string, isLet: boolean, { first = false, second = false, isOther = false } = {}): Run =>
  async (world) => {
    const entry = await world.add('public.entries');
    await book(world, entry, '18:00 20:00', first);
    const next = isOther ? await world.add('public.entries') : entry;
    const add = () => book(world, next, hours, second);
    await (isLet
      ? world.lets(add)
      : world.stops({ code: '23P01', constraint: 'match_bookings_apart' }, add));
  };

const bookings: Case = {
  object: 'exclusion public.match_bookings.match_bookings_apart',
  lets: {
    'one right after the other': beside('20:00 22:00', true),
    'one right before the other': beside('16:00 18:00', true),
    'another entry at the same time': beside('18:00 20:00', true, { isOther: true }),
    'one that an outage moved there': beside('18:00 20:00', true, { second: true }),
    'one beside what an outage moved': beside('18:00 20:00', true, { first: true }),
  },
  stops: {
    'two at the same time': beside('18:00 20:00', false),
    'one that begins too early': beside('19:59 22:00', false),
    'one that ends too late': beside('16:00 18:01', false),
    'one within the other': beside('18:30 19:00', false),
  },
};

const admin = '6f0d3b5e-2d49-4c3e-9b0a-0d7a4d3f5a11';

async function figures(world: World): Promise<Record<string, string>> {
  const rows = await world.query<{ whose: string; text: string }>(
    `select whose, concat_ws(' ', rulings, overturned, coalesce(median_hours::text, '-')) as text
     from private.ruling_figures`,
  );
  return Object.fromEntries(rows.map(({ whose, text }) => [whose, text]));
}

/** Rulings by who gave them and how long they took; then what happens, and the figures that come of it. */
const counts =
  (rulings: readonly Row[], expected: Record<string, string>, then = 'select'): Run =>
  async (world) => {
    for (const ruling of rulings) {
      await world.add('private.rulings', ruling);
    }
    await world.query(then);
    assert.deepEqual(await figures(world), expected);
  };

const rulings: Case = {
  object: 'trigger private.rulings.count_rulings',
  lets: {
    'the first of an admin': counts([{ actor_id: admin, hours: 3 }], {
      all: '1 0 3',
      [admin]: '1 0 3',
    }),
    'the middle of their hours': counts(
      [
        { actor_id: admin, hours: 1 },
        { actor_id: admin, hours: 2, is_overturned: true },
        { actor_id: admin, hours: 9 },
      ],
      { all: '3 1 2', [admin]: '3 1 2' },
    ),
    'one that is overturned': counts(
      [{ actor_id: admin, hours: 3 }],
      { all: '1 1 3', [admin]: '1 1 3' },
      'update private.rulings set is_overturned = true',
    ),
    'one that goes': counts(
      [
        { actor_id: admin, hours: 3 },
        { actor_id: admin, hours: 5 },
      ],
      { all: '1 0 3', [admin]: '1 0 3' },
      'delete from private.rulings where hours = 5',
    ),
  },
  stops: {
    'what the rules ruled themselves, for an admin': counts(
      [{ hours: 5 }, { actor_id: admin, hours: 3 }],
      { all: '2 0 4', [admin]: '1 0 3' },
    ),
    'the last of an admin: nothing is left of them': counts([{ actor_id: null, hours: 5 }], {
      all: '1 0 5',
    }),
    'the ruling of another admin': async (world) => {
      const other = '9c1e7c7a-5f6b-4f7e-8a59-3f1f2f6a2b22';
      await counts(
        [
          { actor_id: other, hours: 7 },
          { actor_id: admin, hours: 3 },
        ],
        {
          all: '2 0 5',
          [other]: '1 0 7',
          [admin]: '1 0 3',
        },
      )(world);
    },
  },
};

const at = '2030-01-01T18:00:00Z';
const ladder = '9c1e7c7a-5f6b-4f7e-8a59-3f1f2f6a2b22';
const resultOf = (outcome: string) => ({ outcome, ended_at: at, ladder_id: ladder });

async function records(world: World): Promise<string[]> {
  const rows = await world.query<{ text: string }>(
    `select concat_ws(' ', wins, losses, draws) as text from private.person_records order by wins, losses, draws`,
  );
  return rows.map(({ text }) => text);
}

/** A person's lineups by what came of them; then what happens, and the records that come of it. */
const keeps =
  (lineups: readonly Row[], expected: readonly string[], then = 'select'): Run =>
  async (world) => {
    const person = await world.add('public.profiles');
    for (const lineup of lineups) {
      await world.add('private.match_lineups', { person_id: person.id, ...lineup });
    }
    await world.query(then);
    assert.deepEqual(await records(world), expected);
  };

const won = resultOf('won');
const lost = resultOf('lost');
const drawn = resultOf('drawn');
const set = (outcome: string) => `update private.match_lineups
  set outcome = '${outcome}', ended_at = '${at}', ladder_id = '${ladder}'`;

const record: Case = {
  object: 'trigger private.match_lineups.keep_record',
  lets: {
    'a match that was won': keeps([won], ['1 0 0']),
    'one that was lost': keeps([lost], ['0 1 0']),
    'one that was drawn': keeps([drawn], ['0 0 1']),
    'all of them': keeps([won, won, won, lost, lost, drawn], ['3 2 1']),
    'a result that comes': keeps([{}], ['1 0 0'], set('won')),
    'a result that comes where its ladder is known': keeps(
      [won, { ladder_id: ladder }],
      ['2 0 0'],
      `${set('won')} where outcome is null`,
    ),
    'a result that is another now': keeps([won, won], ['0 2 0'], set('lost')),
    'a draw that is a win now': keeps([drawn], ['1 0 0'], set('won')),
    'a defeat that is a draw now': keeps([lost], ['0 0 1'], set('drawn')),
    'a result that is none any more': keeps(
      [won],
      ['0 0 0'],
      'update private.match_lineups set outcome = null, ended_at = null',
    ),
    'a lineup that goes': keeps(
      [won, lost],
      ['1 0 0'],
      `delete from private.match_lineups where outcome = 'lost'`,
    ),
    'two ladders apart': keeps([won, { ...lost, ladder_id: admin }], ['0 1 0', '1 0 0']),
    'two ladders apart, also when a lineup goes': keeps(
      [won, { ...won, ladder_id: admin }],
      ['0 0 0', '1 0 0'],
      `delete from private.match_lineups where ladder_id = '${admin}'`,
    ),
    'two people apart': async (world) => {
      await keeps([won], ['1 0 0'])(world);
      await keeps([won, lost], ['1 0 0', '1 1 0'])(world);
      await world.query(`delete from private.match_lineups where outcome = 'lost'`);
      assert.deepEqual(await records(world), ['1 0 0', '1 0 0']);
    },
  },
  stops: {
    'a match without a result': keeps([{}], []),
    'the end of one': keeps([{}], [], 'delete from private.match_lineups'),
  },
};

export const leagueCases: readonly Case[] = [
  ...logChanges,
  ...logTruncates,
  bookings,
  rulings,
  record,
];
