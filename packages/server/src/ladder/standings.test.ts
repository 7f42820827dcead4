import { createDefaultRules } from '@muster/league';
import { describe, expect, it } from 'vitest';
import type { EntryRow, LadderPageRow, OpenMatchRow } from './query.ts';
import { sortOpenMatches, toStandings } from './standings.ts';

const now = new Date('2026-11-21T18:00:00.000Z');
const seconds = (count: number) => new Date(now.getTime() + count * 1000).toISOString();

const createRow = (change: Partial<EntryRow> = {}): EntryRow => ({
  ...{ id: 'own', team_id: 'team', person_id: null, name: 'Own', tag: 'OWN' },
  ...{ href: '/teams/own', logo: null, status: 'active', rung: 2 },
  ...{ wins: 1, losses: 0, draws: 0, streak: 1, form: 'W', mu: null, sigma: null },
  ...{ rest_from: null, rest_until: null, immune_until: null, suspended_until: null },
  ...{ joined_at: seconds(-999), has_moved: false, week_rung: null },
  ...change,
});
const other = createRow({ id: 'other', name: 'Other', rung: 1 });

const createMatch = (change: Partial<OpenMatchRow>): OpenMatchRow => ({
  ...{ id: 'match', status: 'offered', challenger_entry_id: 'own', defender_entry_id: 'other' },
  ...{ starts_at: null, deadline: null, maps: null },
  ...change,
});

function show(
  entries: EntryRow[],
  matches: OpenMatchRow[] = [],
  format: LadderPageRow['format'] = 'rung',
) {
  const season = { rules: createDefaultRules() };
  // The standings read no more of the page than this.
  const page = { format, season, entries } as LadderPageRow;
  return toStandings(page, sortOpenMatches(matches), now);
}
const showOwn = (change: Partial<EntryRow>, matches: OpenMatchRow[] = []) =>
  show([other, createRow(change)], matches)[1];

describe('what an entry is busy with', () => {
  it.each<[string, Partial<EntryRow>, object]>([
    ['free', {}, { kind: 'available' }],
    ['one that has played nothing', { wins: 0 }, { kind: 'newcomer' }],
    ['one that has only lost', { wins: 0, losses: 1 }, { kind: 'available' }],
    ['one that has only drawn', { wins: 0, draws: 1 }, { kind: 'available' }],
    ['immune', { immune_until: seconds(1) }, { kind: 'immune', until: seconds(1) }],
    ['immune until now', { immune_until: seconds(0) }, { kind: 'available' }],
    [
      'suspended',
      { status: 'suspended', suspended_until: seconds(9), immune_until: seconds(9) },
      { kind: 'suspended', until: seconds(9) },
    ],
    ['suspended for good', { status: 'suspended' }, { kind: 'suspended', until: null }],
    [
      'in a rest that begins now',
      { rest_from: seconds(0), rest_until: seconds(9), immune_until: seconds(9) },
      { kind: 'resting', until: seconds(9) },
    ],
    [
      'before its rest',
      { rest_from: seconds(1), rest_until: seconds(9) },
      { kind: 'rest_announced', from: seconds(1) },
    ],
    [
      'in a rest that is about to end',
      { rest_from: seconds(-9), rest_until: seconds(1) },
      { kind: 'resting', until: seconds(1) },
    ],
    [
      'after a rest that ends now',
      { rest_from: seconds(-9), rest_until: seconds(0) },
      { kind: 'available' },
    ],
  ])('%s', (_what, change, status) => {
    expect(showOwn(change)?.status).toEqual(status);
  });

  const rest = { rest_from: seconds(-1), rest_until: seconds(9) };
  const defends = { challenger_entry_id: 'other', defender_entry_id: 'own' };

  it.each([
    ['challenged', 'challenging', 'challenged'],
    ['offered', 'challenging', 'challenged'],
    ['countered', 'challenging', 'challenged'],
    ['scheduled', 'scheduled', 'scheduled'],
    ['checking_in', 'check_in', 'check_in'],
    ['veto', 'check_in', 'check_in'],
    ['live', 'live', 'live'],
    ['reported', 'reported', 'reported'],
  ])('a match that is %s: %s out, %s in, also while it rests', (status, out, challenged) => {
    const about = { starts_at: seconds(5), deadline: seconds(7) };
    const shown = { match_id: 'match', opponent: 'Other', ...about };
    expect(showOwn(rest, [createMatch({ status, ...about })])?.status).toEqual({
      kind: out,
      ...shown,
    });
    expect(showOwn(rest, [createMatch({ status, ...about, ...defends })])?.status).toEqual({
      kind: challenged,
      ...shown,
    });
  });

  it('a dispute comes after a rest and before being free', () => {
    const disputed = [createMatch({ status: 'disputed' })];
    expect(showOwn({}, disputed)?.status.kind).toBe('disputed');
    expect(showOwn({ immune_until: seconds(9) }, disputed)?.status.kind).toBe('disputed');
    expect(showOwn(rest, disputed)?.status.kind).toBe('resting');
  });

  const order = ['live', 'checking_in', 'reported', 'scheduled', 'challenged', 'disputed'];
  it.each(order.slice(1).map((status, place) => [order[place] ?? '', status]))(
    '%s comes before %s, whichever way round',
    (first, second) => {
      for (const [out, challenged] of [
        [first, second],
        [second, first],
      ]) {
        const found = showOwn({}, [
          createMatch({ id: String(out), status: String(out) }),
          createMatch({ id: String(challenged), status: String(challenged), ...defends }),
        ]);
        expect(found?.status).toMatchObject({ match_id: first });
      }
    },
  );

  it('being challenged comes before challenging', () => {
    const found = showOwn({}, [createMatch({ id: 'out' }), createMatch({ id: 'in', ...defends })]);
    expect(found?.status).toMatchObject({ kind: 'challenged', match_id: 'in' });
  });

  it.each([['out'], ['in']])('a disputed match holds no place while another is open: %s', (way) => {
    const sides = way === 'in' ? defends : {};
    const open = createMatch({ id: 'open', ...sides });
    const disputed = createMatch({ id: 'disputed', status: 'disputed', ...sides });
    for (const matches of [
      [open, disputed],
      [disputed, open],
    ]) {
      expect(showOwn({}, matches)?.status).toMatchObject({ match_id: 'open' });
    }
  });
});

describe('a row of the standings', () => {
  it('has what its entry came to', () => {
    const came = { wins: 3, losses: 2, draws: 1, streak: -2, form: 'WWDLL', logo: '/api/logos/x' };
    expect(showOwn(came)).toMatchObject({
      ...{ entry_id: 'own', name: 'Own', tag: 'OWN', href: '/teams/own', place: 2, ...came },
    });
  });

  it.each<[string, Partial<EntryRow>, number | null]>([
    ['stayed', { has_moved: false, week_rung: 5 }, 0],
    ['climbed from the third rung', { has_moved: true, week_rung: 3 }, 1],
    ['fell from the first', { has_moved: true, week_rung: 1 }, -1],
    ['came new', { has_moved: true, week_rung: null }, null],
    ['has no rung', { rung: null, has_moved: false }, null],
    ['has no rung any more', { rung: null, has_moved: true, week_rung: 3 }, null],
  ])('says how it moved: %s', (_what, change, moved) => {
    expect(showOwn(change)?.moved).toBe(moved);
  });

  it('gives places by rating, and equal ratings the same', () => {
    const rate = (id: string, mu: number | null, sigma: number | null) =>
      createRow({ id, mu, sigma, rung: null });
    const rows = [rate('a', 30, 1), rate('b', 27, 0), rate('c', 24, 0), rate('d', null, null)];
    const shown = show(rows, [], 'rating');
    expect(shown.map(({ place }) => place)).toEqual([1, 1, 3, 4]);
    expect(shown.map(({ rating }) => rating?.value)).toEqual([27, 27, 24, undefined]);
    expect(shown[3]?.rating).toBeNull();
    expect(show(rows).map(({ rating }) => rating)).toEqual([null, null, null, null]);
    expect(showOwn({})).toMatchObject({ place: 2, rating: null });
  });

  it('calls a rating provisional until so many matches are played, of whatever result', () => {
    const { provisionalMatches: most } = createDefaultRules().rating;
    const isProvisional = (change: Partial<EntryRow>) =>
      show([createRow({ mu: 25, sigma: 8, wins: 0, ...change })], [], 'rating')[0]?.rating
        ?.is_provisional;
    expect(isProvisional({ wins: most - 1 })).toBe(true);
    expect(isProvisional({ wins: most })).toBe(false);
    expect(isProvisional({ wins: most - 2, losses: 1, draws: 1 })).toBe(false);
    expect(isProvisional({ wins: most - 2, losses: 1 })).toBe(true);
  });
});
