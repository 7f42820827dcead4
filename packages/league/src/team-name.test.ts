import { expect, it } from 'vitest';
import type { TeamCommand } from './command.ts';
import type { Facts } from './context.ts';
import { findRefusal } from './refusal.ts';
import { emptyTeam } from './team.ts';
import { requireNotRemoved } from './team-name.ts';
import { limit, rows } from './testing/rows.ts';
import { asPerson, createWorld, getFacts, worldStart } from './testing/world.ts';

const foundTeam = {
  type: 'found_team',
  team_id: 'new',
  name: 'Steel Bears',
  tag: 'BEAR',
  zone: 'UTC',
  locale: 'en',
} as const;

const found = (change: Partial<TeamCommand>, facts: Partial<Facts> = {}) => ({
  team: emptyTeam,
  command: { ...foundTeam, ...change } as TeamCommand,
  by: { actor: asPerson('zoe'), facts },
});

const named = (change: Partial<TeamCommand>) => found(change);

limit('a name has two letters', (away) => named({ name: 'Nameless'.slice(0, 2 + away) }), {
  before: { code: 'name_invalid', params: { minimum: 2, maximum: 40 }, field: 'name' },
  at: ['team_founded'],
  after: ['team_founded'],
});
limit('a name has forty letters', (away) => named({ name: 'n'.repeat(40 + away) }), {
  before: ['team_founded'],
  at: ['team_founded'],
  after: { code: 'name_invalid', params: { minimum: 2, maximum: 40 }, field: 'name' },
});
limit('a tag has two letters', (away) => named({ tag: 'TAG'.slice(0, 2 + away) }), {
  before: { code: 'tag_invalid', params: { minimum: 2, maximum: 6 }, field: 'tag' },
  at: ['team_founded'],
  after: ['team_founded'],
});
limit('a tag has six letters', (away) => named({ tag: 't'.repeat(6 + away) }), {
  before: ['team_founded'],
  at: ['team_founded'],
  after: { code: 'tag_invalid', params: { minimum: 2, maximum: 6 }, field: 'tag' },
});

rows('a team’s home', named, {
  'is a zone and one of our languages': [
    { zone: 'Europe/Helsinki', locale: 'fi' },
    ['team_founded'],
  ],
  'is no place elsewhere': [
    { zone: 'Mars/Olympus' },
    { code: 'zone_unknown', params: { zone: 'Mars/Olympus' }, field: 'zone' },
  ],
  'speaks no other language': [
    { locale: 'la' },
    { code: 'field_invalid', params: { field: 'locale' }, field: 'locale' },
  ],
});
rows('a team speaks', (locale: string) => named({ locale }), {
  English: ['en', ['team_founded']],
  Spanish: ['es', ['team_founded']],
  French: ['fr', ['team_founded']],
  German: ['de', ['team_founded']],
  Polish: ['pl', ['team_founded']],
  Portuguese: ['pt', ['team_founded']],
  Finnish: ['fi', ['team_founded']],
  'nothing that is not said': ['', 'field_invalid'],
});

type Other = { team_id?: string; name?: string; tag?: string };
const similar = (others: readonly Other[]) =>
  found(
    {},
    {
      similar_names: others.map((other) => ({
        team_id: 'x',
        name: 'Others',
        tag: 'OTH',
        ...other,
      })),
    },
  );

rows('a name', similar, {
  'is not taken by itself': [[{ team_id: 'new', name: 'Steel Bears' }], ['team_founded']],
  'is not that of another': [
    [{ name: 'STEEL bears' }],
    { code: 'name_taken', params: { name: 'STEEL bears' }, field: 'name' },
  ],
  'does not look like that of another': [
    [{ name: 'Stee1 Bears' }],
    { code: 'name_confusable', params: { name: 'Stee1 Bears' }, field: 'name' },
  ],
  'nor of the second of two others': [
    [{ name: 'Steel Boars' }, { name: 'Steel Bears' }],
    { code: 'name_taken', params: { name: 'Steel Bears' }, field: 'name' },
  ],
  'is taken before it is confused': [
    [{ name: 'Stee1 Bears' }, { name: 'Steel Bears' }],
    'name_taken',
  ],
  'may be the tag of another': [[{ name: 'BEAR', tag: 'Steel' }], ['team_founded']],
  'and its tag is not that of another': [
    [{ tag: 'bear' }],
    { code: 'name_taken', params: { name: 'bear' }, field: 'tag' },
  ],
  'nor looks like it': [
    [{ tag: 'BЕAR' }],
    { code: 'name_confusable', params: { name: 'BЕAR' }, field: 'tag' },
  ],
});

rows(
  'a name that an admin hid',
  (named: Partial<TeamCommand>) =>
    found(named, { removed_names: { name: ['Nice Bears', 'Rude Bears'], tag: ['FINE', 'RUDE'] } }),
  {
    'founds no team': [
      { name: 'Rude Bears' },
      { code: 'name_removed', params: { name: 'Rude Bears' }, field: 'name' },
    ],
    'nor does one that looks like it': [{ name: 'RUDE BEAR5' }, 'name_removed'],
    'nor does its tag': [
      { tag: 'RUDE' },
      { code: 'name_removed', params: { name: 'RUDE' }, field: 'tag' },
    ],
    'keeps no other from one': [{ name: 'Rude Foxes' }, ['team_founded']],
    'keeps no name from a tag': [{ name: 'Rude' }, ['team_founded']],
  },
);

const before = { name: 'Rude Bears', tag: 'RUDE' };
it.each([
  ['a name that stays as it was', before, before, null],
  ['one that changes', { ...before, name: 'rude bears' }, before, 'name'],
  ['a tag that changes beside it', { ...before, tag: 'rude' }, before, 'tag'],
  ['a name that nobody had', before, null, 'name'],
  ['one where nothing was taken', { name: 'Kind Bears', tag: 'KIND' }, null, null],
] as const)('what was taken does not come back: %s', (_what, names, was, field) => {
  const removed_names = { name: ['Rude Bears'], tag: ['RUDE'] };
  const facts = { ...getFacts(createWorld()), removed_names };
  const refusal = findRefusal(() =>
    requireNotRemoved({ at: worldStart, actor: null, facts }, names, was),
  );
  expect(refusal?.field ?? null).toBe(field);
});
