import { describe, expect, it } from 'vitest';
import { listEventInstants, toEventFigures, toEventPeople } from './event-words.ts';
import type { LogLine, Names } from './log-line.ts';

const toLine = (data: LogLine['data'], given: Partial<LogLine> = {}): LogLine => ({
  ...{ sequence: 1, at: '', type: 'any', actor_id: null, match_id: null, hash: '', data },
  ...given,
});
const toEntry = (entry_id: string, name: string) => ({ entry_id, name, tag: null, href: null });
const names: Names = {
  entries: { k: toEntry('k', 'Kaarna'), d: toEntry('d', 'Dust Devils'), v: toEntry('v', 'Ville') },
  people: { p: { username: 'Rook', user_id: null } },
  runs: { r: { entry: 'v', stage: 'Pass' } },
};
const sides = { challenger: 'k', defender: 'd' };

describe('whom an event is about', () => {
  it.each<[string, LogLine['data'], Partial<ReturnType<typeof toEventPeople>>]>([
    ['the sides of its match', {}, { challenger: 'Kaarna', defender: 'Dust Devils' }],
    [
      'the sides that it names itself',
      { challenger_id: 'd', defender_id: 'v' },
      {
        ...{ challenger: 'Dust Devils', defender: 'Ville' },
      },
    ],
    [
      'the challenger, who won',
      { winner: 'challenger' },
      { winner: 'Kaarna', loser: 'Dust Devils' },
    ],
    ['the defender, who won', { winner: 'defender' }, { winner: 'Dust Devils', loser: 'Kaarna' }],
    ['nobody who won', { winner: null }, { winner: 'none', loser: 'none' }],
    ['the side that acted', { by: 'defender' }, { by: 'Dust Devils' }],
    ['no side that acted', { by: 'default' }, { by: 'none' }],
    ['an entry', { entry_id: 'v' }, { entry: 'Ville' }],
    ['an entry that the page does not know', { entry_id: 'x' }, { entry: '?' }],
    ['the entry of a run', { run_id: 'r' }, { entry: 'Ville' }],
    ['no entry', {}, { entry: 'none', person: '?' }],
  ])('%s', (_what, data, people) => {
    expect(toEventPeople(toLine(data), names, sides)).toMatchObject(people);
  });

  it('whoever acted, and nobody where no match is known', () => {
    const line = toLine({}, { actor_id: 'p' });
    expect(toEventPeople(line, names, null)).toMatchObject({
      ...{ person: 'Rook', challenger: 'none', defender: 'none' },
    });
    expect(toEventPeople(toLine({}, { actor_id: 'q' }), names, null).person).toBe('?');
  });
});

describe('the instants of an event', () => {
  it.each([
    ['from', ['from', 'eligible_from', 'starts_at']],
    [
      'until',
      ['until', 'deadline', 'lapses_at', 'effective_at', 'drops_at', 'ends_at', 'stands_at'],
    ],
  ])('%s stand under one of several names, the first of them first', (name, keys) => {
    for (const [place, key] of keys.entries()) {
      const data = Object.fromEntries(keys.slice(place).map((one) => [one, `at ${one}`]));
      expect(listEventInstants(toLine(data))[name]).toBe(`at ${key}`);
    }
    expect(listEventInstants(toLine({ [keys[0] ?? '']: null }))[name]).toBeNull();
  });

  it('have the start as the time, but of a run, whose time is what it took', () => {
    const data = { starts_at: 'then', time_ms: 215_500, penalty_ms: 0 };
    expect(listEventInstants(toLine(data)).time).toBe('then');
    expect(listEventInstants(toLine(data, { type: 'run_submitted' }))).not.toHaveProperty('time');
  });
});

describe('the figures of an event', () => {
  const read = (data: LogLine['data'], type = 'any') =>
    toEventFigures(toLine(data, { type }), names);

  it('are nothing where it has none', () => {
    expect(read({})).toEqual({
      ...{ version: 0, days: 0, count: 0, rung: 'none', score: 'none', kind: 'other', name: '' },
      ...{ zone: '', stage: '', rule: '', status: 'other', reason: 'other', action: 'other' },
      value: '',
    });
  });

  it.each<[LogLine['data'], Record<string, string | number>]>([
    [
      { rules_version: 3, days: 7, rung: 1 },
      { version: 3, days: 7, rung: 1 },
    ],
    [{ by: 'default' }, { kind: 'default' }],
    [{ by: 'challenger' }, { kind: 'other' }],
    [{ times: ['a', 'b'] }, { count: 2 }],
    [{ matches: ['a'] }, { count: 1 }],
    [{ moves: ['a', 'b', 'c'] }, { count: 3 }],
    [{ stage: 'Col', run_id: 'r' }, { stage: 'Col' }],
    [{ run_id: 'r' }, { stage: 'Pass' }],
  ])('%j', (data, figures) => {
    expect(read(data)).toMatchObject(figures);
  });

  const toScore = (map: string, challenger: number, defender: number) => ({
    ...{ map, challenger, defender },
  });
  it.each([
    ['one map alone', 'challenger', [toScore('Cairo', 2, 1)], 'Cairo 2–1'],
    ['the winner’s first', 'defender', [toScore('Cairo', 1, 2)], 'Cairo 2–1'],
    [
      'maps that were won and lost, none that was drawn',
      'challenger',
      [toScore('A', 2, 1), toScore('B', 0, 3), toScore('C', 1, 1), toScore('D', 4, 0)],
      '2–1 (A 2–1, B 0–3, C 1–1, D 4–0)',
    ],
    [
      'the challenger’s first in a draw',
      'draw',
      [toScore('A', 2, 1), toScore('B', 0, 3)],
      '1–1 (A 2–1, B 0–3)',
    ],
    ['none', 'challenger', [], 'none'],
  ])('have scores: %s', (_what, winner, scores, words) => {
    expect(read({ winner, scores }).score).toBe(words);
  });

  it.each([
    [215_500, 0, '3:35.500'],
    [210_500, 5_000, '3:35.500 (3:30.500 + 0:05.000)'],
    [60_000, 0, '1:00.000'],
    [59_999, 0, '0:59.999'],
    [9_005, 0, '0:09.005'],
  ])('have the time of a run: %i and %i ms', (time_ms, penalty_ms, time) => {
    expect(read({ time_ms, penalty_ms }, 'run_submitted').time).toBe(time);
    expect(read({ time_ms, penalty_ms })).not.toHaveProperty('time');
  });
});
