import { describe, expect, test } from 'vitest';
import { RestFailure } from '../failure.ts';
import { type ForeignKey, findRelationship, toRelationships } from './relationships.ts';
import type { Relation, Schema } from './schema.ts';

const key = (
  constraint: string,
  table: string,
  target: string,
  columns: ForeignKey['columns'],
  isUnique = false,
): ForeignKey => ({ ...{ constraint, table, target, columns, isUnique } });

const keys = [
  key('clubs_city_fkey', 'clubs', 'cities', [['city_id', 'id']]),
  key('fixtures_away_fkey', 'fixtures', 'clubs', [['away_id', 'id']]),
  key('fixtures_home_fkey', 'fixtures', 'clubs', [['home_id', 'id']]),
  key('passports_fkey', 'passports', 'persons', [['id', 'id']], true),
  key('persons_boss_fkey', 'persons', 'persons', [['boss_id', 'id']]),
  key('seats_fkey', 'seats', 'halls', [
    ['hall_city', 'city'],
    ['hall_number', 'number'],
  ]),
  // All of its key: it joins cups and clubs.
  key('entries_club_fkey', 'entries', 'clubs', [['club_id', 'id']]),
  key('entries_cup_fkey', 'entries', 'cups', [['cup_id', 'id']]),
  // Beside its key: it joins nothing.
  key('visits_club_fkey', 'visits', 'clubs', [['club_id', 'id']]),
  key('visits_cup_fkey', 'visits', 'cups', [['cup_id', 'id']]),
  // One row at most for each cup: it joins nothing either.
  key('finals_club_fkey', 'finals', 'clubs', [['club_id', 'id']]),
  key('finals_cup_fkey', 'finals', 'cups', [['cup_id', 'id']], true),
];

const relation = (name: string, primaryKey: string[]): [string, Relation] => [
  name,
  { name, columns: new Map(), primaryKey },
];
const relations = new Map([
  relation('entries', ['club_id', 'cup_id', 'season']),
  relation('visits', ['cup_id', 'day']),
  relation('finals', ['club_id', 'cup_id']),
]);

const schema: Schema = {
  relations,
  relationships: toRelationships(keys, relations),
  routines: new Map(),
};

const find = (from: string, target: string, hint: string | null = null) =>
  findRelationship(schema, from, target, hint);

function refuse(from: string, target: string, hint: string | null = null) {
  try {
    find(from, target, hint);
  } catch (thrown) {
    if (thrown instanceof RestFailure) {
      return { status: thrown.status, ...thrown.body };
    }
    throw thrown;
  }
  return expect.fail('it is certain');
}

describe('from one table to another', () => {
  test.each([
    ['clubs', 'cities', 'many-to-one', [['city_id', 'id']]],
    ['cities', 'clubs', 'one-to-many', [['id', 'city_id']]],
    ['passports', 'persons', 'one-to-one', [['id', 'id']]],
    ['persons', 'passports', 'one-to-one', [['id', 'id']]],
    [
      'halls',
      'seats',
      'one-to-many',
      [
        ['city', 'hall_city'],
        ['number', 'hall_number'],
      ],
    ],
  ])('%s to %s is %s', (from, to, kind, columns) => {
    expect(find(from, to)).toMatchObject({ from, to, kind, columns, junction: null });
  });

  test('through a table whose key both keys are of', () => {
    expect(find('cups', 'clubs')).toEqual({
      ...{ from: 'cups', to: 'clubs', kind: 'many-to-many', constraint: 'entries_cup_fkey' },
      columns: [['id', 'cup_id']],
      junction: {
        ...{ table: 'entries', constraint: 'entries_club_fkey' },
        columns: [['id', 'club_id']],
      },
    });
  });
});

test('through such a table alone, from its other side too', () => {
  expect(find('clubs', 'cups')).toMatchObject({
    ...{ kind: 'many-to-many', columns: [['id', 'club_id']] },
    junction: { table: 'entries', columns: [['id', 'cup_id']] },
  });
});

describe('a way is named', () => {
  test('by a key to the table that has it, though it is part of a way through that', () => {
    expect(find('cups', 'entries_cup_fkey')).toMatchObject({ to: 'entries', kind: 'one-to-many' });
  });

  test.each([
    // By the key, by its column, by the table with either.
    ['fixtures', 'fixtures_home_fkey', null, 'fixtures_home_fkey'],
    ['fixtures', 'home_id', null, 'fixtures_home_fkey'],
    ['fixtures', 'clubs', 'away_id', 'fixtures_away_fkey'],
    ['fixtures', 'clubs', 'fixtures_away_fkey', 'fixtures_away_fkey'],
    // From the other side by the column of the many.
    ['clubs', 'fixtures', 'home_id', 'fixtures_home_fkey'],
    ['cups', 'clubs', 'entries', 'entries_cup_fkey'],
    // In itself: the many by the table, the one by the column.
    ['persons', 'persons', null, 'persons_boss_fkey'],
    ['persons', 'persons', 'boss_id', 'persons_boss_fkey'],
    ['persons', 'boss_id', null, 'persons_boss_fkey'],
  ])('from %s: %s with %s is by %s', (from, target, hint, constraint) => {
    expect(find(from, target, hint).constraint).toBe(constraint);
  });

  test('in itself as many by the table and as one by the column', () => {
    expect(find('persons', 'persons').kind).toBe('one-to-many');
    expect(find('persons', 'persons', 'boss_id').kind).toBe('one-to-many');
    expect(find('persons', 'boss_id').kind).toBe('many-to-one');
  });

  test.each([
    ['clubs', 'nothing', null],
    ['nothing', 'clubs', null],
    // A hint that is of another way, or of none.
    ['fixtures', 'clubs', 'city_id'],
    ['fixtures', 'home_id', 'clubs'],
    ['cups', 'clubs', 'visits'],
    ['cups', 'clubs', 'entries_cup_fkey'],
    // A junction is no name of what it leads to, nor is its key.
    ['cups', 'entries_club_fkey', null],
    // A column of a key of two is no name of it.
    ['seats', 'hall_city', null],
    ['seats', 'halls', 'hall_city'],
    ['persons', 'boss_id', 'persons'],
    ['persons', 'persons', 'id'],
    ['persons', 'persons_boss_fkey', null],
  ])('from %s: not by %s with %s', (from, target, hint) => {
    expect(refuse(from, target, hint)).toMatchObject({ status: 400, code: 'PGRST200' });
  });
});

describe('what is not certain is told', () => {
  test.each([
    [
      null,
      "Searched for a foreign key relationship between 'clubs' and 'citys' in the schema 'public', but no matches were found.",
    ],
    [
      'city_id',
      "Searched for a foreign key relationship between 'clubs' and 'citys' using the hint 'city_id' in the schema 'public', but no matches were found.",
    ],
  ])('as none, with the hint %s', (hint, details) => {
    expect(refuse('clubs', 'citys', hint)).toEqual({
      ...{ status: 400, code: 'PGRST200', details },
      message: "Could not find a relationship between 'clubs' and 'citys' in the schema cache",
      hint: "Perhaps you meant 'cities' instead of 'citys'.",
    });
  });

  test('as none, where nothing comes near', () => {
    expect(refuse('clubs', 'zzzzzz').hint).toBeNull();
  });

  test('as several, with what each is and how it is meant', () => {
    expect(refuse('clubs', 'fixtures')).toEqual({
      ...{ status: 300, code: 'PGRST201' },
      message:
        "Could not embed because more than one relationship was found for 'clubs' and 'fixtures'",
      details: [
        {
          ...{ cardinality: 'one-to-many', embedding: 'clubs with fixtures' },
          relationship: 'fixtures_away_fkey using clubs(id) and fixtures(away_id)',
        },
        {
          ...{ cardinality: 'one-to-many', embedding: 'clubs with fixtures' },
          relationship: 'fixtures_home_fkey using clubs(id) and fixtures(home_id)',
        },
      ],
      hint: "Try changing 'fixtures' to one of the following: 'fixtures!fixtures_away_fkey', 'fixtures!fixtures_home_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  test('as several through junctions, by these', () => {
    const more = [
      key('loans_club_fkey', 'loans', 'clubs', [['club_id', 'id']]),
      key('loans_cup_fkey', 'loans', 'cups', [['cup_id', 'id']]),
    ];
    const known = new Map([...relations, relation('loans', ['club_id', 'cup_id'])]);
    const wider = { ...schema, relationships: toRelationships([...keys, ...more], known) };
    const ask = () => findRelationship(wider, 'cups', 'clubs', null);
    expect(ask).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({
          details: [
            {
              ...{ cardinality: 'many-to-many', embedding: 'cups with clubs' },
              relationship: 'entries using entries_cup_fkey(cup_id) and entries_club_fkey(club_id)',
            },
            {
              ...{ cardinality: 'many-to-many', embedding: 'cups with clubs' },
              relationship: 'loans using loans_cup_fkey(cup_id) and loans_club_fkey(club_id)',
            },
          ],
          hint: "Try changing 'clubs' to one of the following: 'clubs!entries', 'clubs!loans'. Find the desired relationship in the 'details' key.",
        }),
      }),
    );
  });
});
