import {
  type AskingMatch,
  createDefaultRules,
  listSideActs,
  type MatchStatus,
  type Side,
} from '@muster/league';
import { describe, expect, it } from 'vitest';
import type { MatchData } from './data.ts';
import { findBarredTeam } from './lacks.tsx';
import { findMatchStep } from './match-step.ts';

const now = Date.parse('2026-11-21T18:00:00.000Z');
const soon = '2026-11-21T20:00:00.000Z';

const side = (name: string) => ({ name, checked_in_at: null, reported: null });

/** What the rules say that it asks of a side, as the server hands it over. */
function listActs(data: MatchData, of: Side) {
  const { challenger, defender } = data.sides;
  const match = {
    ...data,
    check_ins: {
      challenger: challenger.checked_in_at === null ? null : {},
      defender: defender.checked_in_at === null ? null : {},
    },
    reports: { challenger: challenger.reported, defender: defender.reported },
  } as AskingMatch;
  return listSideActs({
    ...{ match, rules: data.rules, format: 'rung', dispute: data.dispute, side: of },
    ends_at: '2027-06-01T00:00:00.000Z',
    now: new Date(now).toISOString(),
  });
}

/** A match as one side's captain sees it; only what the step looks at. */
function see(...given: Parameters<typeof toData>): MatchData {
  const data = toData(...given);
  const acts = { challenger: listActs(data, 'challenger'), defender: listActs(data, 'defender') };
  return { ...data, acts };
}

function toData(
  status: MatchStatus,
  viewer: Side | 'admin' | null,
  change: Partial<MatchData> = {},
): MatchData {
  return {
    status,
    rules: createDefaultRules(),
    sides: { challenger: side('Kaarna'), defender: side('Treadheads') },
    deadline: soon,
    ended_at: null,
    time: { starts_at: '2026-11-22T20:00:00.000Z', zone: 'UTC', by: 'agreement', reason: null },
    offered: [],
    countered: [],
    extension: null,
    reschedule: null,
    reschedules: 0,
    cancellation: null,
    veto: [],
    maps: [],
    correction: null,
    forfeit: null,
    taken_back: [],
    result: null,
    dispute: null,
    appeal: null,
    season: { name: 'Season 1', is_demo: false, is_open: true },
    viewer:
      viewer === null
        ? null
        : {
            side: viewer === 'admin' ? null : viewer,
            role: viewer === 'admin' ? null : 'captain',
            may_act: viewer !== 'admin',
            refused: null,
            may_rule: viewer === 'admin',
            may_decide_appeal: false,
            refusals: { accept: null, decline: null, report: null },
          },
    ...change,
  } as MatchData;
}

const find = (...given: Parameters<typeof see>) => findMatchStep(see(...given), now);

describe('the one next thing in a match', () => {
  it.each<[string, MatchStatus, Side, Partial<MatchData>, string]>([
    [
      'more time, of who has nothing else to do',
      'offered',
      'defender',
      { extension: { asked_by: 'challenger', asked_at: soon, agreed_at: null } },
      'agree_extension',
    ],
    [
      'to call it off',
      'scheduled',
      'defender',
      { deadline: soon, cancellation: { asked_by: 'challenger', asked_at: soon } },
      'agree_cancellation',
    ],
  ])('answers what the other side asks: %s', (_name, status, viewer, change, form) => {
    const step = find(status, viewer, change);
    expect(step).toMatchObject({ main: form, tone: 'act', team: 'Kaarna' });
    expect(step.quiet).not.toContain(form);
  });

  it.each<[MatchStatus, Side, string | null]>([
    ['challenged', 'defender', 'accept'],
    ['challenged', 'challenger', null],
    ['offered', 'challenger', 'choose'],
    ['offered', 'defender', null],
    ['countered', 'defender', 'choose'],
    ['countered', 'challenger', null],
    ['scheduled', 'challenger', null],
    ['checking_in', 'challenger', 'check_in'],
    ['live', 'defender', 'report'],
    ['reported', 'defender', 'confirm_report'],
    ['completed', 'challenger', null],
    ['declined', 'challenger', null],
  ])('while %s gives the %s %s', (status, viewer, main) => {
    const step = find(status, viewer);
    expect(step.main).toBe(main);
    expect(step.tone).toBe(main === null ? 'calm' : 'act');
  });

  it('has both sides compare reports that differ, and tells everybody else that they may', () => {
    const reported = { at: soon, scores: [], winner: null };
    const sides = {
      challenger: { ...side('Kaarna'), reported },
      defender: { ...side('Treadheads'), reported },
    } as unknown as MatchData['sides'];
    for (const viewer of ['challenger', 'defender'] as const) {
      expect(find('reported', viewer, { sides })).toMatchObject({
        says: 'settle_reports',
        main: 'settle',
        quiet: ['confirm_report', 'dispute'],
        by: soon,
      });
    }
    expect(find('reported', null, { sides })).toMatchObject({ says: 'reports_differ', main: null });
    expect(find('reported', null)).toMatchObject({ says: 'reported', main: null });
  });

  it('gives a visitor and a player nothing to press', () => {
    for (const status of ['challenged', 'offered', 'scheduled', 'live', 'disputed'] as const) {
      expect(find(status, null)).toMatchObject({ main: null, quiet: [], tone: 'calm' });
    }
  });

  it('names the turn for which the other side waits, and the hour once none is left', () => {
    const rules = createDefaultRules();
    const choice = { ...rules.maps, choice: 'veto', pool: ['A', 'B', 'C'], veto: ['ban', 'pick'] };
    const play = { rules: { ...rules, maps: choice } } as Partial<MatchData>;
    const ban = { action: 'ban', by: 'defender', value: 'A', at: soon } as const;
    const pick = { action: 'pick', by: 'challenger', value: 'B', at: soon } as const;
    expect(find('veto', 'defender', play)).toMatchObject({ says: 'veto_ban', main: 'veto' });
    expect(find('veto', 'challenger', play)).toMatchObject({ says: 'wait_ban', main: null });
    const second = { ...play, veto: [ban] };
    expect(find('veto', 'defender', second)).toMatchObject({ says: 'wait_pick', main: null });
    const done = { ...play, veto: [ban, pick] };
    for (const viewer of ['challenger', 'defender', null] as const) {
      expect(find('veto', viewer, done)).toMatchObject({
        says: 'both_in',
        by: '2026-11-22T20:00:00.000Z',
        main: null,
      });
    }
  });

  it('asks the side that is missing to check in, and lets the other wait', () => {
    const sides = {
      challenger: { ...side('Kaarna'), checked_in_at: soon },
      defender: side('Treadheads'),
    } as unknown as MatchData['sides'];
    expect(find('checking_in', 'challenger', { sides })).toMatchObject({
      says: 'wait_check_in',
      main: null,
      team: 'Treadheads',
    });
    expect(find('checking_in', 'defender', { sides }).main).toBe('check_in');
  });

  it('says that both sides are in, and when it starts, as soon as nobody is missing', () => {
    const sides = {
      challenger: { ...side('Kaarna'), checked_in_at: soon },
      defender: { ...side('Treadheads'), checked_in_at: soon },
    } as unknown as MatchData['sides'];
    for (const viewer of ['challenger', 'defender', null] as const) {
      const step = find('checking_in', viewer, { sides });
      expect(step).toMatchObject({ says: 'both_in', main: null, by: '2026-11-22T20:00:00.000Z' });
    }
  });

  it('says who decides an appeal while it is open', () => {
    const appeal = { status: 'open' } as unknown as MatchData['appeal'];
    expect(find('completed', 'challenger', { appeal })).toMatchObject({ says: 'wait_appeal' });
    const decided = { status: 'upheld' } as unknown as MatchData['appeal'];
    expect(find('completed', 'challenger', { appeal: decided })).toMatchObject({
      says: 'completed',
    });
  });

  it('asks each side of a dispute to speak until it has, and lets it say more while there is time', () => {
    const dispute = {
      status: 'open',
      statements_until: soon,
      ruling_aimed_at: '2026-11-24T20:00:00.000Z',
      statements: [{ by: 'challenger' }],
    } as unknown as MatchData['dispute'];
    expect(find('disputed', 'defender', { dispute }).main).toBe('statement');
    expect(find('disputed', 'challenger', { dispute })).toMatchObject({
      says: 'wait_ruling',
      main: null,
      quiet: ['statement'],
    });
  });

  it('sends whoever has the veto turn to the maps, and nobody else', () => {
    const rules = createDefaultRules();
    rules.maps = { ...rules.maps, choice: 'veto', pool: ['A', 'B', 'C', 'D', 'E'] };
    expect(find('veto', 'defender', { rules })).toMatchObject({ says: 'veto_ban', main: 'veto' });
    expect(find('veto', 'challenger', { rules })).toMatchObject({ says: 'wait_ban', main: null });
  });

  it('offers to move a match only until the rules’ limit before its start', () => {
    expect(find('scheduled', 'challenger').quiet).toContain('reschedule');
    const late = see('scheduled', 'challenger', {
      time: { starts_at: '2026-11-21T19:00:00.000Z', zone: 'UTC', by: 'agreement', reason: null },
    });
    expect(findMatchStep(late, now).quiet).not.toContain('reschedule');
  });

  describe('where the rules would refuse what is asked of a side', () => {
    const without = (
      [status, by, form]: [MatchStatus, Side, 'accept' | 'decline' | 'report'],
      change: Partial<MatchData> = {},
    ) => {
      const data = see(status, by, change);
      const { viewer } = data;
      if (viewer === null) {
        expect.fail();
      }
      const refusal = { code: 'evidence_missing', params: {} } as const;
      const refusals = { ...viewer.refusals, [form]: refusal };
      const { main, quiet } = findMatchStep({ ...data, viewer: { ...viewer, refusals } }, now);
      return [main, quiet];
    };

    it('leads to a roster that is too small to accept', () => {
      expect(find('challenged', 'defender').quiet).toEqual(['decline']);
      expect(without(['challenged', 'defender', 'accept'])).toEqual(['roster', ['decline']]);
      expect(without(['challenged', 'challenger', 'accept'])).toEqual([null, ['withdraw']]);
    });

    it('offers to decline no more, and to withdraw all the same', () => {
      expect(without(['challenged', 'defender', 'decline'])).toEqual(['accept', []]);
      expect(without(['challenged', 'challenger', 'decline'])).toEqual([null, ['withdraw']]);
    });

    it('leads to the evidence that a report lacks, in each form of it', () => {
      const reported = { at: soon, scores: [], winner: null };
      const toSides = (challenger: object | null, defender: object | null) =>
        ({
          challenger: { ...side('Kaarna'), reported: challenger },
          defender: { ...side('Treadheads'), reported: defender },
        }) as unknown as MatchData['sides'];
      const own = toSides(reported, null);
      expect(without(['live', 'defender', 'report'])).toEqual(['evidence', ['concede']]);
      expect(find('reported', 'defender', { sides: own }).quiet).toEqual(['report', 'dispute']);
      expect(without(['reported', 'defender', 'report'], { sides: own })).toEqual([
        'confirm_report',
        ['dispute'],
      ]);
      expect(
        without(['reported', 'challenger', 'report'], { sides: toSides(reported, reported) }),
      ).toEqual(['evidence', ['confirm_report', 'dispute']]);
    });
  });

  it('lets both sides mend typing errors for an hour, also once the result is disputed', () => {
    const result = {
      ...{ kind: 'completed', winner: 'challenger', reason: 'reported', moves: [] },
      ...{ scores: [{ map: '', challenger: 2, defender: 1 }], ruled_by: null, ruled_at: null },
    } as const;
    const open = { status: 'open', statements_until: soon, statements: [] };
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    const quiet = (minutes: number, dispute: object | null) =>
      find('completed', 'challenger', {
        result: { ...result, at: ago(minutes) } as unknown as MatchData['result'],
        dispute: dispute as MatchData['dispute'],
      }).quiet;
    expect(quiet(59, null)).toEqual(['correct']);
    expect(quiet(60, null)).toEqual([]);
    const heard = { ...open, statements: [{ by: 'challenger' }] };
    expect(quiet(59, heard)).toEqual(['statement', 'correct']);
    expect(quiet(60, heard)).toEqual(['statement']);
    expect(quiet(59, { ...heard, statements_until: ago(1) })).toEqual(['correct']);
  });

  it('lets the side that announced a forfeit take it back, once', () => {
    const forfeit = {
      by: 'challenger',
      at: soon,
      effective_at: soon,
      stopped_deadline: null,
    } as const;
    expect(find('scheduled', 'challenger', { forfeit }).quiet).toEqual(['take_back']);
    expect(find('scheduled', 'challenger', { forfeit, taken_back: ['challenger'] }).quiet).toEqual(
      [],
    );
    expect(find('scheduled', 'defender', { forfeit }).quiet).toEqual([]);
  });

  it('lets only the loser dispute a result, and only in time', () => {
    const result = {
      kind: 'completed',
      winner: 'challenger',
      scores: [],
      reason: 'reported',
      at: '2026-11-21T12:00:00.000Z',
      ruled_by: null,
      ruled_at: null,
      moves: [],
    } as const satisfies MatchData['result'];
    expect(find('completed', 'defender', { result }).quiet).toEqual(['dispute']);
    expect(find('completed', 'challenger', { result }).quiet).toEqual([]);
    const old = { ...result, at: '2026-11-19T12:00:00.000Z' };
    expect(find('completed', 'defender', { result: old }).quiet).toEqual([]);
  });

  it.each<[string, MatchStatus, object, string | null]>([
    ['who is on both rosters', 'challenged', {}, 'Treadheads'],
    ['who is on one', 'challenged', { may_act: true, refused: null }, null],
    ['who is suspended', 'live', { refused: { code: 'suspended', params: { until: null } } }, null],
    ['on both, of a match that is over', 'declined', {}, null],
    ['on none', 'challenged', { side: null, role: null }, null],
  ])('names the team for which another must act to a captain %s', (_name, status, change, team) => {
    const refused = { code: 'same_people_on_both_sides', params: { people: ['ann'] } };
    const { viewer, ...data } = see(status, 'defender');
    const barred = { ...viewer, may_act: false, refused, ...change } as MatchData['viewer'];
    expect(findBarredTeam({ ...data, viewer: barred })).toBe(team);
    expect(findBarredTeam({ ...data, viewer: null })).toBeNull();
  });

  it('names it of a match that is over too, as long as something is asked of the team', () => {
    const open = { status: 'open', statements_until: soon, statements: [] };
    const data = see('completed', 'defender', {
      correction: { asked_by: 'challenger', asked_at: soon, scores: [] },
      result: { at: new Date(now).toISOString() } as MatchData['result'],
      dispute: open as unknown as MatchData['dispute'],
    });
    const refused = { code: 'same_people_on_both_sides', params: { people: ['ann'] } };
    const viewer = { ...data.viewer, may_act: false, refused } as MatchData['viewer'];
    expect(data.acts.defender.length).toBeGreaterThan(0);
    expect(findBarredTeam({ ...data, viewer })).toBe('Treadheads');
    expect(findMatchStep({ ...data, viewer }, now)).toMatchObject({ main: null, quiet: [] });
  });

  it('asks a ladder’s admin to rule on an open dispute', () => {
    const dispute = {
      status: 'open',
      ruling_aimed_at: soon,
      statements_until: soon,
      statements: [],
    } as unknown as MatchData['dispute'];
    expect(find('disputed', 'admin', { dispute })).toMatchObject({ main: 'rule', by: soon });
  });
});
