import {
  emptyLadder,
  type LadderEventType,
  type LadderState,
  type LeagueEvent,
} from '@muster/league';
import { describe, expect, it } from 'vitest';
import { planLadderNotices } from './plan-ladder.ts';

const at = '2026-11-21T18:00:00.000Z';

const entry = (id: string, status: string, person_id: string | null = null) =>
  ({ id, name: id.toUpperCase(), status, person_id }) as LadderState['entries'][string];
const state: LadderState = {
  ...emptyLadder,
  ladder: { id: 'ladder' } as LadderState['ladder'],
  entries: {
    c: entry('c', 'active'),
    d: entry('d', 'active'),
    gone: entry('gone', 'left'),
    solo: entry('solo', 'active', 'ann'),
  },
  runs: { run: { person_id: 'driver' } as LadderState['runs'][string] },
};

/** Who is told of what happened on a ladder, as `kind to whom`, with what the notice says and whom it names. */
function listTold(type: LadderEventType, data: object) {
  const event = { type, data, at, match_id: null, actor_id: 'actor' };
  const plans = planLadderNotices(event as unknown as LeagueEvent<'ladder'>, 'origin', state);
  return plans.map(({ kind, to, facts, other_id, ...rest }) => {
    expect(rest).toEqual({
      ...{ origin: 'origin', except: 'actor' },
      ...{ ladder_id: 'ladder', match_id: null, team_id: null },
    });
    const roles = 'roles' in to ? (to.roles.length > 2 ? ' everybody' : ' officers') : '';
    return [`${kind} to ${to.of} ${'id' in to ? to.id : ''}${roles}`, facts, other_id];
  });
}

describe('who is told of what happens on a ladder outside its matches', () => {
  const c = { team: 'C' };
  const of = { entry_id: 'c' };

  it.each<[LadderEventType, object, unknown[]]>([
    [
      'season_opened',
      {},
      [
        ['season_opened to entry c officers', c, null],
        ['season_opened to entry d officers', { team: 'D' }, null],
        ['season_opened to entry solo officers', {}, 'ann'],
      ],
    ],
    [
      'season_closed',
      { standings: [of, { entry_id: 'gone' }] },
      [
        ['season_closed to entry c officers', c, null],
        ['season_closed to entry gone officers', { team: 'GONE' }, null],
      ],
    ],
    ['rest_ended', of, [['rest_ended to entry c officers', c, null]]],
    [
      'idle_warned',
      { ...of, drops_at: at },
      [['idle_warned to entry c officers', { ...c, by: at }, null]],
    ],
    ['idle_dropped', of, [['idle_dropped to entry c officers', c, null]]],
    ['entry_removed', of, [['entry_removed to entry c everybody', c, null]]],
    [
      'strike_given',
      { ...of, lapses_at: at },
      [['strike_given to entry c officers', { ...c, until: at }, null]],
    ],
    [
      'entry_suspended',
      { ...of, until: at },
      [['entry_suspended to entry c everybody', { ...c, until: at }, null]],
    ],
    [
      'suspension_ended',
      { entry_id: 'solo' },
      [['suspension_ended to entry solo officers', {}, 'ann']],
    ],
    ['run_confirmed', { run_id: 'run', by: 'bo' }, [['run_confirmed to person driver', {}, 'bo']]],
    ['run_verified', { run_id: 'run', by: 'bo' }, [['run_verified to person driver', {}, 'bo']]],
    ['run_rejected', { run_id: 'run', by: 'bo' }, [['run_rejected to person driver', {}, 'bo']]],
    ['run_rejected', { run_id: 'none', by: 'bo' }, []],
    ['entry_joined', of, []],
  ])('%s of %o', (type, data, told) => {
    expect(listTold(type, data)).toEqual(told);
  });
});
