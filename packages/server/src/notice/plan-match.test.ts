import {
  createDefaultRules,
  emptyLadder,
  type LadderEventType,
  type LadderState,
  type LeagueEvent,
  type Match,
  type ResultReason,
  type Rules,
  type Season,
  type SideReport,
} from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState, createResult } from '../testing/match-state.ts';
import { planMatchNotices } from './plan-match.ts';

const at = '2026-11-21T18:00:00.000Z';
const id = createMatchState().id;
const report: SideReport = { by: 'challenger', person_id: 'one', at, scores: [], winner: null };

interface Happened {
  type: LadderEventType;
  data?: object;
  match?: Partial<Match>;
  season?: Season;
}

/** The notices that an event makes, of a match between C and D. */
function plan({ type, data = {}, match = {}, season }: Happened) {
  const whole = createMatchState(match);
  const entry = (name: string) => ({ name }) as LadderState['entries'][string];
  const state: LadderState = {
    ...emptyLadder,
    ladder: { id: 'ladder' } as LadderState['ladder'],
    season: season ?? null,
    entries: { [whole.challenger_id]: entry('C'), [whole.defender_id]: entry('D') },
    matches: { [id]: whole },
  };
  const event = {
    type,
    data,
    at,
    match_id: id,
    actor_id: 'actor',
  } as unknown as LeagueEvent<'ladder'>;
  return planMatchNotices(event, 'origin', state);
}

/** Who is told of an event, as `kind to side roles`, or `kind to the admins`. */
function listTold(happened: Happened): string[] {
  return plan(happened).map(({ kind, to, facts, except }) => {
    expect(except).toBe('actor');
    const roles = 'roles' in to ? (to.roles.length > 2 ? 'everybody' : 'officers') : to.of;
    const outcome = facts.outcome === undefined ? '' : ` ${facts.outcome}`;
    return `${kind}${outcome} to ${'roles' in to ? `${facts.team} ` : ''}${roles}`;
  });
}

describe('who is told of an event of a match', () => {
  it.each<[string, Happened, string[]]>([
    [
      'a challenge',
      { type: 'challenge_made', match: { status: 'challenged' } },
      ['challenged to D officers'],
    ],
    ['one that is answered already', { type: 'challenge_made' }, []],
    [
      'an acceptance',
      { type: 'challenge_accepted', match: { status: 'offered' } },
      ['times_offered to C officers'],
    ],
    [
      'one that has its hour already',
      { type: 'challenge_accepted', match: { status: 'scheduled' } },
      [],
    ],
    [
      'other times',
      { type: 'counter_offered', match: { status: 'countered' } },
      ['times_countered to D officers'],
    ],
    [
      'other times, agreed already',
      { type: 'counter_offered', match: { status: 'scheduled' } },
      [],
    ],
    ['a challenge declined', { type: 'challenge_declined' }, ['challenge_declined to C officers']],
    ['one withdrawn', { type: 'challenge_withdrawn' }, ['challenge_withdrawn to D officers']],
    [
      'one run out',
      { type: 'challenge_expired' },
      ['challenge_expired to C officers', 'challenge_expired to D officers'],
    ],
    [
      'more time wanted',
      { type: 'extension_asked', data: { by: 'defender' } },
      ['extension_asked to C officers'],
    ],
    [
      'no match wanted',
      { type: 'cancellation_asked', data: { by: 'challenger' } },
      ['cancellation_asked to D officers'],
    ],
    [
      'no match',
      { type: 'match_cancelled' },
      ['match_cancelled to C everybody', 'match_cancelled to D everybody'],
    ],
    [
      'an hour agreed',
      { type: 'match_scheduled', data: { starts_at: at }, match: { status: 'scheduled' } },
      ['match_scheduled to C everybody', 'match_scheduled to D everybody'],
    ],
    ['an hour that has come already', { type: 'match_scheduled', match: { status: 'live' } }, []],
    [
      'another hour',
      { type: 'match_rescheduled' },
      ['match_rescheduled to C everybody', 'match_rescheduled to D everybody'],
    ],
    [
      'another hour wanted',
      { type: 'reschedule_asked', data: { by: 'challenger' } },
      ['reschedule_asked to D officers'],
    ],
    [
      'and not given',
      { type: 'reschedule_refused', data: { by: 'challenger' } },
      ['reschedule_refused to D officers'],
    ],
    [
      'a later deadline',
      { type: 'deadline_extended' },
      ['deadline_extended to C officers', 'deadline_extended to D officers'],
    ],
    [
      'check-in',
      { type: 'check_in_opened', match: { status: 'checking_in' } },
      ['check_in_opened to C officers', 'check_in_opened to D officers'],
    ],
    [
      'check-in that is over already',
      { type: 'check_in_opened', match: { status: 'forfeited' } },
      [],
    ],
    [
      'the start',
      { type: 'match_started', match: { status: 'live' } },
      ['match_live to C officers', 'match_live to D officers'],
    ],
    ['a start that is over already', { type: 'match_started', match: { status: 'reported' } }, []],
    [
      'a report',
      { type: 'match_reported', data: { by: 'challenger' }, match: { status: 'reported' } },
      ['reported_against to D officers'],
    ],
    [
      'another report than the first',
      {
        type: 'match_reported',
        data: { by: 'defender' },
        match: { status: 'reported', reports: { challenger: report, defender: report } },
      },
      ['reports_differ to C officers'],
    ],
    [
      'one that is confirmed already',
      { type: 'match_reported', data: { by: 'challenger' }, match: { status: 'completed' } },
      [],
    ],
    [
      'a correction wanted',
      { type: 'correction_asked', data: { by: 'defender' } },
      ['correction_asked to C officers'],
    ],
    [
      'a side that gives up',
      { type: 'forfeit_announced', data: { by: 'defender' } },
      ['forfeit_announced to C officers'],
    ],
    [
      'a side that plays on after all',
      { type: 'forfeit_taken_back', data: { by: 'defender' } },
      ['forfeit_taken_back to C officers', 'forfeit_taken_back to D officers'],
    ],
    [
      'a result',
      { type: 'match_completed', data: { winner: 'defender', ruled: false } },
      ['match_completed lost to C everybody', 'match_completed won to D everybody'],
    ],
    [
      'a draw',
      { type: 'match_completed', data: { winner: null, ruled: false } },
      ['match_completed drawn to C everybody', 'match_completed drawn to D everybody'],
    ],
    [
      'a result that is a ruling’s',
      { type: 'match_completed', data: { winner: null, ruled: true } },
      [],
    ],
    [
      'a forfeit',
      { type: 'match_forfeited', data: { winner: 'challenger', ruled: false } },
      ['match_forfeited won to C everybody', 'match_forfeited lost to D everybody'],
    ],
    [
      'a forfeit that is a ruling’s',
      { type: 'match_forfeited', data: { winner: null, ruled: true } },
      [],
    ],
    [
      'no result',
      { type: 'match_voided', data: { ruled: false, reason: 'both_absent' } },
      ['match_voided to C everybody', 'match_voided to D everybody'],
    ],
    [
      'no result by an admin',
      { type: 'match_voided', data: { ruled: true, reason: 'by_admin' } },
      ['match_voided to C everybody', 'match_voided to D everybody'],
    ],
    [
      'no result for the season’s end',
      { type: 'match_voided', data: { ruled: true, reason: 'season_closed' } },
      ['match_voided to C everybody', 'match_voided to D everybody'],
    ],
    [
      'no result by a ruling',
      { type: 'match_voided', data: { ruled: true, reason: 'ruling' } },
      [],
    ],
    [
      'a dispute',
      { type: 'match_disputed', match: { status: 'disputed' } },
      [
        'match_disputed to C officers',
        'match_disputed to D officers',
        'dispute_opened to ladder_admins',
      ],
    ],
    [
      'a result disputed',
      { type: 'result_disputed', data: { by: 'challenger' } },
      ['match_disputed to D officers', 'dispute_opened to ladder_admins'],
    ],
    [
      'a ruling',
      { type: 'ruling_given' },
      ['ruling_given to C everybody', 'ruling_given to D everybody'],
    ],
    [
      'a replay',
      { type: 'replay_ordered', match: { status: 'offered' } },
      ['times_offered to C officers'],
    ],
    [
      'an appeal',
      { type: 'appeal_made', data: { by: 'challenger' } },
      ['appeal_made to D officers', 'appeal_opened to site_admins'],
    ],
    [
      'its end',
      { type: 'appeal_decided' },
      ['appeal_decided to C everybody', 'appeal_decided to D everybody'],
    ],
    ['what needs nobody', { type: 'checked_in', data: { by: 'challenger' } }, []],
  ])('%s', (_what, happened, told) => {
    expect(listTold(happened)).toEqual(told);
  });

  describe('a veto’s turn', () => {
    const defaults = createDefaultRules();
    const maps: Rules['maps'] = {
      ...defaults.maps,
      choice: 'veto',
      pool: ['A', 'B', 'C'],
      veto: ['ban', 'ban', 'decider'],
    };
    const season = { rules: { ...defaults, maps } } as Season;
    const turn = { action: 'ban' as const, by: 'defender' as const, value: 'A', at };
    const ask = (by: string, veto: Match['veto'], status: Match['status'] = 'veto') =>
      listTold({ type: 'veto_turn_taken', data: { by }, match: { status, veto }, season });

    it('tells whose it is, where the other side has just had theirs', () => {
      expect(ask('defender', [turn])).toEqual(['veto_turn to C officers']);
      expect(ask('challenger', [])).toEqual(['veto_turn to D officers']);
      // One that the draw took is news for whose turn it is, too.
      expect(ask('draw', [turn])).toEqual(['veto_turn to C officers']);
      // Whoever goes on by themselves needs no word, nor anybody for what the draw takes, or after the start.
      expect(ask('challenger', [turn])).toEqual([]);
      expect(ask('challenger', [turn, { ...turn, by: 'challenger' }])).toEqual([]);
      expect(ask('defender', [turn], 'live')).toEqual([]);
      expect(listTold({ type: 'veto_turn_taken', data: { by: 'defender' } })).toEqual([]);
    });

    it('tells whose it is, and by when, as soon as each has a clock', () => {
      const deadline = '2026-11-21T18:01:00.000Z';
      const begin = (veto: Match['veto'], status: Match['status'] = 'veto') =>
        ({ type: 'veto_started', data: { deadline }, match: { status, veto }, season }) as const;
      const earlier = { ...turn, at: '2026-11-21T17:59:59.999Z' };
      expect(listTold(begin([]))).toEqual(['veto_turn to D officers']);
      expect(listTold(begin([earlier]))).toEqual(['veto_turn to C officers']);
      expect(plan(begin([])).map(({ facts }) => facts.by)).toEqual([deadline]);
      // What was drawn at once tells of it, and where no turn is left nobody is asked.
      expect(listTold(begin([turn]))).toEqual([]);
      expect(listTold(begin([earlier, { ...earlier, by: 'challenger' }]))).toEqual([]);
      expect(listTold(begin([], 'live'))).toEqual([]);
    });
  });
});

describe('what is said of an event of a match', () => {
  const [by, later] = ['2026-11-22T18:00:00.000Z', '2026-11-23T18:00:00.000Z'];
  const time = { starts_at: by, zone: 'UTC', by: 'agreement' as const, reason: null };

  it.each<[LadderEventType, Omit<Happened, 'type'>, object]>([
    ['challenge_made', { data: { deadline: by }, match: { status: 'challenged' } }, { by }],
    ['challenge_accepted', { data: { deadline: by }, match: { status: 'offered' } }, { by }],
    ['counter_offered', { data: { deadline: by }, match: { status: 'countered' } }, { by }],
    ['extension_asked', { data: { by: 'challenger' }, match: { deadline: by } }, { by }],
    ['cancellation_asked', { data: { by: 'challenger' }, match: { deadline: by } }, {}],
    [
      'match_scheduled',
      { data: { starts_at: by }, match: { status: 'scheduled' } },
      { starts_at: by },
    ],
    ['match_rescheduled', { data: { starts_at: by } }, { starts_at: by }],
    ['reschedule_refused', { data: { by: 'challenger' }, match: { time } }, { starts_at: by }],
    ['reschedule_refused', { data: { by: 'challenger' } }, { starts_at: null }],
    ['deadline_extended', { data: { deadline: by } }, { by }],
    ['check_in_opened', { data: { deadline: by }, match: { status: 'checking_in' } }, { by }],
    [
      'match_reported',
      { data: { by: 'challenger', deadline: by }, match: { status: 'reported' } },
      { by },
    ],
    ['forfeit_announced', { data: { by: 'challenger', effective_at: by } }, { by }],
    ['forfeit_taken_back', { match: { status: 'offered', deadline: by } }, { by }],
    ['forfeit_taken_back', { match: { status: 'live', time, deadline: later } }, { by: later }],
    ['forfeit_taken_back', { match: { status: 'live', deadline: null } }, { by: null }],
    [
      'forfeit_taken_back',
      { match: { status: 'checking_in', time, deadline: later } },
      { by: later },
    ],
    [
      'forfeit_taken_back',
      { match: { status: 'checking_in', time, deadline: by } },
      { starts_at: by },
    ],
    [
      'forfeit_taken_back',
      { match: { status: 'scheduled', time, deadline: at } },
      { starts_at: by },
    ],
    ['replay_ordered', { data: { deadline: by }, match: { status: 'offered' } }, { by }],
  ])('of %s with %j: %j', (type, about, facts) => {
    for (const { origin, ladder_id, match_id, facts: said, ...rest } of plan({ type, ...about })) {
      expect([origin, ladder_id, match_id]).toEqual(['origin', 'ladder', id]);
      expect([rest.team_id, rest.other_id]).toEqual([null, null]);
      const { team, opponent, ...more } = said;
      expect([team, opponent].toSorted()).toEqual(['C', 'D']);
      expect(more).toEqual(facts);
    }
    expect(plan({ type, ...about })).not.toEqual([]);
  });

  it.each<[ResultReason, object]>([
    ['both_absent', {}],
    ['season_closed', {}],
    // An appeal may be made within two days.
    ['by_admin', { did: 'voided_by_admin', until: later }],
  ])('of a match that is void since %s: %j', (reason, more) => {
    const season = { rules: createDefaultRules() } as Season;
    const said = plan({ type: 'match_voided', data: { reason }, season }).map(({ facts }) => facts);
    expect(said).toEqual([
      { team: 'C', opponent: 'D', ...more },
      { team: 'D', opponent: 'C', ...more },
    ]);
  });

  it.each<[LadderEventType, Partial<Match>, string[]]>([
    ['match_disputed', { status: 'disputed' }, [by, by, later]],
    ['result_disputed', { status: 'disputed' }, [by, later]],
  ])(
    'of %s, to the sides until when they may speak, to the admins by when they rule',
    (type, match, times) => {
      const data = { by: 'challenger', statements_until: by, ruling_aimed_at: later };
      expect(plan({ type, data, match }).map(({ facts }) => facts.by)).toEqual(times);
    },
  );

  it('tells nobody of a replay’s new hour once there is one, nor of a dispute that is over', () => {
    expect(listTold({ type: 'replay_ordered', match: { status: 'scheduled' } })).toEqual([]);
    expect(listTold({ type: 'match_disputed', match: { status: 'completed' } })).toEqual([
      'dispute_opened to ladder_admins',
    ]);
  });

  it.each([
    ['match_disputed', 'ladder_admins', 'ladder'],
    ['result_disputed', 'ladder_admins', 'ladder'],
    ['appeal_made', 'site_admins', undefined],
  ] as const)(
    'asks of %s only who may judge that match, and not who ruled in it',
    (type, of, of_id) => {
      const asked = (match: Partial<Match>) =>
        plan({ type, data: { by: 'challenger' }, match }).at(-1);
      const to = of_id === undefined ? { of } : { of, id: of_id };
      expect(asked({ result: createResult({ ruled_by: 'judge' }) })?.to).toEqual({
        ...{ ...to, judges: { match_id: id, ruled_by: 'judge' } },
      });
      expect(asked({})?.to).toEqual({ ...to, judges: { match_id: id, ruled_by: null } });
    },
  );

  it('is nothing of a match that is not known, or of what was no match’s', () => {
    const event = { type: 'match_cancelled', data: {}, at, actor_id: 'actor' };
    const state = { ...emptyLadder, matches: { [id]: createMatchState() } };
    for (const match_id of ['another', null]) {
      const of = { ...event, match_id } as unknown as LeagueEvent<'ladder'>;
      expect(planMatchNotices(of, 'origin', state)).toEqual([]);
    }
  });
});
