import { createDefaultRules, type MapScore, type Move } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { MatchData } from './data.ts';
import { MatchTop } from './match-top.tsx';
import { Scores } from './outcome.tsx';

const rules = createDefaultRules();
const toSide = (name: string, given: object = {}) => ({
  ...{ entry_id: name, name, tag: null, href: null, logo: null, rung_then: 5, rung_now: 6 },
  ...{ wins: 3, losses: 1, people: [], reported: null },
  ...given,
});
const match = {
  ...{
    id: 'm',
    number: 7,
    status: 'completed',
    rules,
    is_rematch: false,
    time: null,
    forfeit: null,
  },
  ...{ ladder: { slug: 'tanks', name: 'Tanks', zone: 'UTC', is_test: false, format: 'rung' } },
  ...{ season: { name: 'Season 2', is_demo: false }, zone_name: 'Helsinki', deadline: null },
  ...{ sides: { challenger: toSide('Dust'), defender: toSide('Mud') }, correction: null },
  ...{ dispute: null, appeal: null, ended_at: null, veto: [], viewer: null, result: null, log: [] },
};

function see(Part: (props: { data: MatchData }) => React.ReactNode, given: object): string {
  // No more of the page's data is looked at.
  const data = { ...match, ...given } as unknown as MatchData;
  return renderPage(Part, data, { viewer: null, locale: 'en' });
}
const read = (given: object = {}) => readWords(see(MatchTop, given));

const toScores = (...scores: [number, number][]): MapScore[] =>
  scores.map(([challenger, defender], index) => ({ map: `M${index}`, challenger, defender }));
const toResult = (scores: MapScore[], given: object = {}) => ({
  ...{ kind: 'completed', winner: 'challenger', scores, moves: [], ...given },
});

describe('the head of a match', () => {
  it('has the maps that each side won once it is over', () => {
    expect(read({ result: toResult(toScores([2, 1], [3, 0], [1, 1], [0, 5])) })).toContain('2–1');
  });

  it('has the points where those count', () => {
    const points = { ...rules, score: { ...rules.score, by: 'points' } };
    const result = toResult(toScores([2, 1], [3, 0], [0, 5]));
    expect(read({ result, rules: points })).toContain('5–6');
  });

  it.each([
    ['completed', 'Over'],
    ['forfeited', 'Forfeit'],
    ['voided', 'Void'],
    ['declined', 'Declined'],
    ['withdrawn', 'Withdrawn'],
    ['expired', 'Lapsed'],
    ['cancelled', 'Called off'],
  ])('says how it ended without scores: %s', (status, words) => {
    expect(read({ status })).toContain(words);
  });

  it('says so of a forfeit whatever was played', () => {
    expect(read({ status: 'forfeited', result: toResult(toScores([2, 1])) })).toContain('Forfeit');
  });

  it('has the rungs of then once it is over, and of now before', () => {
    expect(read()).toContain('rung 5 · challenger');
    expect(read({ status: 'scheduled' })).toContain('defender · rung 6');
    const gone = {
      sides: { challenger: toSide('Dust', { rung_now: null }), defender: toSide('Mud') },
    };
    expect(read({ ...gone, status: 'scheduled' })).toContain('rung 5 · challenger');
    const none = { rung_now: null, rung_then: null };
    const sides = { challenger: toSide('Dust', none), defender: toSide('Mud', none) };
    expect(read({ sides })).not.toContain('rung ');
  });

  it('can be put into a calendar while it is to come, and counts to its start', () => {
    const time = {
      starts_at: '2026-11-20T20:00:00.000Z',
      zone: 'UTC',
      by: 'agreement',
      reason: null,
    };
    for (const [status, isOffered] of [
      ['scheduled', true],
      ['checking_in', true],
      ['live', false],
      ['completed', false],
    ] as const) {
      expect(see(MatchTop, { status, time }).includes('.ics'), status).toBe(isOffered);
    }
    expect(read({ status: 'scheduled', time })).toContain('01:00:00');
  });

  it('says its hour in the ladder’s zone too, where that is another', () => {
    const time = {
      starts_at: '2026-11-20T20:00:00.000Z',
      zone: 'UTC',
      by: 'agreement',
      reason: null,
    };
    const ladder = { ...match.ladder, zone: 'Europe/Helsinki' };
    expect(read({ time })).not.toContain('yours');
    expect(read({ time, ladder })).toContain('Fri 22:00 Helsinki · Fri 20:00 yours');
  });

  it('marks what is a rematch, a test and a demonstration', () => {
    const marks = (given: object) =>
      ['rematch', 'test ladder', 'demonstration season', 'Season 2'].filter((mark) =>
        read(given).includes(mark),
      );
    expect(marks({})).toEqual(['Season 2']);
    expect(marks({ is_rematch: true })).toEqual(['rematch', 'Season 2']);
    expect(marks({ ladder: { ...match.ladder, is_test: true } })).toEqual([
      'test ladder',
      'Season 2',
    ]);
    expect(marks({ season: { ...match.season, is_demo: true } })).toEqual(['demonstration season']);
  });
});

describe('the scores of a match', () => {
  const say = (given: object) => readWords(see(Scores, given));
  const toReported = (...scores: [number, number][]) => ({
    reported: { scores: toScores(...scores) },
  });
  const toSides = (challenger: object, defender: object) => ({
    sides: { challenger: toSide('Dust', challenger), defender: toSide('Mud', defender) },
  });
  const moves = (...ways: [string, number | null, number | null][]): Move[] =>
    ways.map(([entry_id, from, to]) => ({ entry_id, from, to }));

  it('are nothing where there are none, and no rungs that they moved', () => {
    expect(say({})).toBe('');
    const ladder = { ...match.ladder, format: 'rating' };
    expect(say({ ladder, result: toResult([]) })).toBe('');
    expect(say({ ladder, result: toResult(toScores([2, 1])) })).not.toContain('moves');
    expect(say({ result: toResult([], { kind: 'voided' }) })).toContain('Nobody moves');
  });

  it('are those of the result, and what each reported only where they differed', () => {
    const result = toResult(toScores([2, 1]));
    expect(say({ result, ...toSides(toReported([2, 1]), toReported([2, 1])) })).not.toContain(
      'Reported by',
    );
    const differing = say({ result, ...toSides(toReported([2, 1]), toReported([1, 2])) });
    expect(differing).toContain('The two reports differed Reported by Dust');
    expect(differing).toContain('Reported by Mud');
  });

  it('are what was reported while there is no result', () => {
    const one = say(toSides(toReported([2, 1]), {}));
    expect(one).toContain('Reported by Dust');
    expect(one).not.toContain('Reported by Mud');
    expect(one).not.toContain('differed');
  });

  it.each<[string, object, string]>([
    [
      'the challenger climbs',
      { moves: moves(['Dust', 5, 3], ['Mud', 3, 4], ['Ash', 4, 5]) },
      'Dust from rung 5 to 3; 2 teams down one.',
    ],
    ['nobody does', { moves: [] }, 'Nobody moves on the ladder.'],
    [
      'the challenger goes down',
      { moves: moves(['Dust', 3, 5]) },
      'Nobody moves on the ladder. By the new ruling: Dust 3 → 5.',
    ],
    [
      'a ruling puts both where they stood',
      {
        moves: moves(['Dust', 5, 3]),
        restanding: moves(['Mud', 4, 3], ['Ash', 1, 2], ['Dust', 3, null]),
      },
      'Dust from rung 5 to 3; nobody else moves. By the new ruling: Dust 3 → –, Mud 4 → 3.',
    ],
  ])('say what they moved: %s', (_what, given, words) => {
    expect(say({ result: toResult(toScores([2, 1]), given) })).toContain(words);
  });

  it('say who asks to correct them', () => {
    const correction = { asked_by: 'defender' };
    expect(say({ result: toResult(toScores([2, 1])), correction })).toContain('Mud ask to correct');
  });

  it('mark the winner of each map', () => {
    const html = see(Scores, { result: toResult(toScores([2, 1], [1, 1], [0, 4])) });
    expect([...html.matchAll(/class="score-won">(\d)/g)].map(([, figure]) => figure)).toEqual([
      '2',
      '4',
    ]);
  });
});
