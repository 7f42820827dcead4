import { bothSides, type LadderState, type MatchStatus, type Simulation } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { toNamedId } from '../content/named-id.ts';
import { playDemoSeason } from './season.ts';

const everyStatus: MatchStatus[] = [
  'challenged',
  'offered',
  'countered',
  'scheduled',
  'checking_in',
  'veto',
  'live',
  'reported',
  'disputed',
  'completed',
  'forfeited',
  'voided',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
];

/** An evening, the small hours of a night, and the hours at which Europe and America change their clocks. */
const instants = [
  '2026-11-20T19:00:00.000Z',
  '2026-11-21T04:13:37.000Z',
  '2026-03-29T01:00:00.000Z',
  '2026-11-01T06:00:00.000Z',
];

function getLadder({ ladders }: Simulation, slug: string): LadderState {
  const ladder = ladders[toNamedId(`ladder:${slug}`)];
  if (ladder === undefined) {
    throw new Error(`There is no ladder ${slug}`);
  }
  return ladder;
}

const listStatuses = ({ matches }: LadderState) =>
  new Set(Object.values(matches).map(({ status }) => status));

describe.each(instants)('the demonstration season of a league first started at %s', (instant) => {
  const season = playDemoSeason(new Date(instant));
  const tanks = getLadder(season, 'bf6-2v2-tanks');
  const rated = getLadder(season, 'aqtion-4v4-teamplay');
  const vetoed = getLadder(season, 'squad-4v4-cc');

  it('has a match in every status, on a rung ladder and, but for the veto, on a rating ladder', () => {
    expect([...listStatuses(vetoed)].sort()).toEqual([...everyStatus].sort());
    const withoutVeto = everyStatus.filter((status) => status !== 'veto');
    expect([...listStatuses(rated)].sort()).toEqual(withoutVeto.sort());
  });

  it('leaves nothing overdue: what is open has time to go on', () => {
    for (const { matches } of Object.values(season.ladders)) {
      for (const { deadline } of Object.values(matches)) {
        expect(deadline === null || deadline > instant).toBe(true);
      }
    }
    const checkingIn = Object.values(vetoed.matches).find(({ status }) => status === 'checking_in');
    const minutes = (Date.parse(checkingIn?.deadline ?? '') - Date.parse(instant)) / 60_000;
    expect(minutes).toBeGreaterThan(25);
  });

  it('has runs in every status against the clock', () => {
    const { runs } = getLadder(season, 'dirt2-intl-open-classic');
    const statuses = new Set(Object.values(runs).map(({ status }) => status));
    expect([...statuses].sort()).toEqual(
      ['confirmed', 'rejected', 'submitted', 'verified', 'withdrawn'].sort(),
    );
  });

  it('has disputes open and ruled, an overturned result that moved others, and appeals open and decided', () => {
    const kinds = new Set(Object.values(tanks.disputes).map(({ status }) => status));
    expect([...kinds].sort()).toEqual(['open', 'overturned', 'upheld']);
    const appeals = new Set(Object.values(tanks.appeals).map(({ status }) => status));
    expect(appeals).toContain('open');
    expect(appeals).toContain('upheld');
    const overturned = season.log.filter(({ type }) => type === 'result_overturned');
    expect(overturned.some(({ data }) => 'standings' in data && data.standings.length > 0)).toBe(
      true,
    );
  });

  it('has rests announced and running, strikes given and lifted, and a suspension by the third', () => {
    const entries = Object.values(tanks.entries);
    const rests = entries.flatMap((entry) => entry.rests.map(({ status }) => status));
    expect(rests).toEqual(expect.arrayContaining(['announced', 'running', 'over']));
    const strikes = entries.flatMap((entry) => entry.strikes.map(({ lifted }) => lifted));
    expect(strikes).toEqual(expect.arrayContaining([true, false]));
    expect(entries.filter(({ status }) => status === 'suspended').length).toBeGreaterThan(0);
  });

  it('has a double no-show, void, with a strike for each side', () => {
    const missed = Object.values(vetoed.matches).find(
      ({ result }) => result?.reason === 'both_absent',
    );
    for (const side of bothSides) {
      const entry = vetoed.entries[missed?.[`${side}_id`] ?? ''];
      expect(entry?.strikes).toContainEqual(
        expect.objectContaining({ reason: 'no_show', match_id: missed?.id }),
      );
    }
  });

  it('has draws with their seeds published, and teams for ten a side on both continents', () => {
    const drawn = Object.values(tanks.matches).filter(
      ({ draws, seed }) => draws.length > 0 && seed !== null,
    );
    expect(drawn.length).toBeGreaterThan(50);
    for (const slug of ['bf6-10v10-eu', 'bf6-10v10-na']) {
      const ladder = getLadder(season, slug);
      const active = Object.values(ladder.entries).filter(({ status }) => status === 'active');
      expect(active.length).toBeGreaterThanOrEqual(4);
      expect(listStatuses(ladder)).toContain('completed');
    }
  });

  it('is a long log of many kinds of events, and leaves no admin of the site behind', () => {
    expect(season.log.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(season.log.map(({ type }) => type)).size).toBeGreaterThanOrEqual(50);
    expect(season.site.at(-1)?.type).toBe('site_admin_revoked');
  });
});
