import { expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import {
  appeal,
  at,
  coCaptain,
  dispute,
  getMatch,
  notIdle,
  onMatch,
  player,
  report,
  rule,
  startCompleted,
  startDiffering,
  startDisputed,
  startLive,
  startReported,
  startResultDisputed,
  startRuled,
  stranger,
} from './testing/stations.ts';
import { act, captain, getEntry, judge, owner, text, type World } from './testing/world.ts';

const add = { type: 'add_statement', ...onMatch, statement: text('more') } as const;
const after = (world: World, duration: string) => addDuration(world.now, duration);

rows(
  'a report is disputed by the side that did not give it',
  (actor: Actor | null) => ({ world: startReported(), actor, command: dispute() }),
  {
    'its captain': [captain(2), ['match_disputed']],
    'its co-captain': [coCaptain(2), ['match_disputed']],
    'one of its players': [player(2), 'not_captain'],
    'whoever gave it': [captain(4), 'already_reported'],
    'a team that is not in it': [captain(1), 'not_captain'],
    'somebody without a team': [stranger, 'not_captain'],
    'somebody who is not signed in': [null, 'not_signed_in'],
  },
);

it('a dispute says who opened it, by when both may speak, and when it is ruled or void', () => {
  const world = startDisputed();
  expect(world.events.at(-1)).toMatchObject({
    type: 'match_disputed',
    data: {
      by: 'defender',
      reason: 'disputed',
      statement: text('statement'),
      report: null,
      statements_until: after(world, 'PT24H'),
      ruling_aimed_at: after(world, 'PT72H'),
      deadline: after(world, 'P10D'),
      rule: null,
    },
  });
  expect(world.state.disputes.dispute).toMatchObject({ status: 'open', after_result: false });
});

rows(
  'a second dispute by the same number',
  ({ id, from = startResultDisputed }: { id: string; from?: () => World }) => ({
    world: from(),
    actor: captain(2),
    command: dispute(id),
  }),
  {
    'is the first where there is none yet': [
      { id: 'other', from: startCompleted },
      ['result_disputed'],
    ],
    'is none': [
      { id: 'dispute' },
      { code: 'already_exists', params: { what: 'match', id: 'dispute' } },
    ],
    'and one of its own is too many': [{ id: 'other' }, { code: 'dispute_open', params: {} }],
  },
);

rows(
  'a result is disputed',
  ({ from, team }: { from: () => World; team: number }) => {
    return { world: from(), actor: captain(team), command: dispute('new') };
  },
  {
    'by the side that lost': [
      { from: startCompleted, team: 2 },
      [
        {
          type: 'result_disputed',
          data: {
            dispute_id: 'new',
            by: 'defender',
            statement: text('statement'),
            statements_until: '2026-03-04T12:00:00.000Z',
            ruling_aimed_at: '2026-03-06T12:00:00.000Z',
          },
        },
      ],
    ],
    'not by the side that won': [{ from: startCompleted, team: 4 }, 'not_the_loser'],
    'not when nobody lost': [
      { from: draw, team: 2 },
      { code: 'not_the_loser', params: {} },
    ],
    'not when it is void': [{ from: voided, team: 2 }, 'not_the_loser'],
    'not when a judge has ruled it': [{ from: startRuled, team: 2 }, 'dispute_closed'],
    'not when an appeal has made a win of what was void': [
      { from: overturnedVoid, team: 2 },
      'dispute_closed',
    ],
    'not when a judge has upheld it': [{ from: upheld, team: 2 }, 'dispute_closed'],
    'not when the season is over': [{ from: closed, team: 2 }, 'season_closed'],
  },
);

function draw(): World {
  const world = startLive({ score: { draws: true }, maps: { count: 2 } });
  act(world, captain(4), report(1, 1));
  act(world, captain(2), { type: 'confirm_report', ...onMatch });
  return world;
}

function voided(): World {
  const world = startLive();
  act(world, judge, { type: 'void_match', ...onMatch, rule: 'x', reason: text('void') });
  return world;
}

function overturnedVoid(): World {
  const world = voided();
  act(world, captain(4), appeal());
  act(world, owner, {
    ...rule({ kind: 'completed', winner: 'challenger', scores: [] }),
    type: 'decide_appeal',
  });
  return world;
}

function upheld(): World {
  const world = startResultDisputed();
  act(world, judge, rule({ kind: 'upheld' }));
  return world;
}

function closed(): World {
  const world = startCompleted();
  act(world, owner, { type: 'close_season', void_open: false, reason: null });
  return world;
}

limit(
  'a result is disputed until a day after it',
  (away) => {
    const world = startCompleted();
    const end = addDuration(getMatch(world).result?.at ?? '', 'PT24H');
    return { world: at(world, shift(end, away)), actor: captain(2), command: dispute() };
  },
  {
    before: ['result_disputed'],
    at: { code: 'dispute_closed', params: { at: '2026-03-04T12:00:00.000Z' } },
    after: { code: 'dispute_closed', params: { at: '2026-03-04T12:00:00.000Z' } },
  },
);

rows('a statement', (from: () => World) => ({ world: from(), actor: captain(4), command: add }), {
  'is heard in an open dispute': [
    startDisputed,
    [
      {
        type: 'statement_added',
        data: { dispute_id: 'dispute', by: 'challenger', statement: text('more') },
      },
    ],
  ],
  'is heard in one of a result': [startResultDisputed, ['statement_added']],
  'is not where nobody disputes': [
    startCompleted,
    { code: 'dispute_closed', params: { at: null } },
  ],
  'is not in a match that goes on': [startLive, { code: 'dispute_closed', params: { at: null } }],
  'is not when it is ruled': [startRuled, { code: 'dispute_closed', params: { at: null } }],
});

limit(
  'statements are heard for a day',
  (away) => {
    const world = startDisputed();
    return {
      world: at(world, shift(after(world, 'PT24H'), away)),
      actor: captain(4),
      command: add,
    };
  },
  {
    before: ['statement_added'],
    at: { code: 'dispute_closed', params: { at: '2026-03-04T12:00:00.000Z' } },
    after: 'dispute_closed',
  },
);

limit(
  'a dispute that nobody rules is void after ten days',
  (away) => {
    const world = startDisputed(notIdle);
    return { world, until: shift(after(world, 'P10D'), away) };
  },
  {
    before: [],
    at: [
      {
        type: 'match_voided',
        at: '2026-03-13T12:00:00.000Z',
        data: { reason: 'not_ruled', rule: 'dispute.voidUnruled', ruled: false, text: null },
      },
    ],
    after: ['match_voided'],
  },
);

limit(
  'a match that nobody reports is void three days after that, with a strike each',
  (away) => {
    const world = startLive(notIdle);
    const { now } = world;
    return { world, until: shift(addDuration(now, 'P4D'), away) };
  },
  {
    before: [
      {
        type: 'match_disputed',
        at: '2026-03-04T12:00:00.000Z',
        data: like({
          by: null,
          reason: 'nobody_reported',
          rule: 'report.reportWithin',
          deadline: '2026-03-07T12:00:00.000Z',
        }),
      },
    ],
    at: [
      'match_disputed',
      {
        type: 'match_voided',
        data: like({ reason: 'nobody_reported', rule: 'dispute.voidUnreported' }),
      },
      {
        type: 'strike_given',
        match_id: 'match',
        data: like({
          entry_id: 'entry4',
          reason: 'not_reported',
          rule: 'dispute.voidUnreported',
        }),
      },
      { type: 'strike_given', data: like({ entry_id: 'entry2', reason: 'not_reported' }) },
    ],
    after: ['match_disputed', 'match_voided', 'strike_given', 'strike_given'],
  },
);

rows(
  'the clock opens a dispute by its rule',
  ({ from, until }: { from: () => World; until: string }) => ({ world: from(), until }),
  {
    'where a report is not answered and the rules accept none so': [
      {
        from: () => startReported({ report: { unanswered: 'dispute' } }),
        until: '2026-03-04T12:00:00.000Z',
      },
      [
        {
          type: 'match_disputed',
          data: like({ by: null, reason: 'unanswered_report', rule: 'report.unanswered' }),
        },
      ],
    ],
    'where two reports differ for an hour': [
      { from: startDiffering, until: '2026-03-03T13:00:00.000Z' },
      [
        {
          type: 'match_disputed',
          data: like({ by: null, reason: 'reports_differ', rule: 'report.differ' }),
        },
      ],
    ],
  },
);

rows(
  'two reports that differ',
  (team: number) => ({ world: startDiffering(), actor: captain(team), command: dispute() }),
  {
    'are what the first of them disputes, by no rule of the clock': [
      4,
      [
        {
          type: 'match_disputed',
          data: like({ by: 'challenger', reason: 'reports_differ', rule: null }),
        },
      ],
    ],
  },
);

rows(
  'a result that is disputed',
  (judges: Actor[]) => {
    const world = startCompleted();
    world.facts = { judges };
    return { world, actor: captain(2), command: dispute() };
  },
  {
    'waits where the ladder has an admin and the site none': [
      [judge],
      [
        {
          type: 'result_disputed',
          data: {
            dispute_id: 'dispute',
            by: 'defender',
            statement: text('statement'),
            statements_until: '2026-03-04T12:00:00.000Z',
            ruling_aimed_at: '2026-03-06T12:00:00.000Z',
          },
        },
      ],
    ],
    'stands in three days where nobody is in office': [
      [],
      [{ type: 'result_disputed', data: like({ stands_at: '2026-03-06T12:00:00.000Z' }) }],
    ],
  },
);

it('a rest that was announced begins with the dispute', () => {
  const world = startReported();
  const rest = { entry_id: 'entry4', rest_id: 'rest', from: world.now, days: 2 };
  act(world, captain(4), { type: 'announce_rest', ...rest });
  expect(getEntry(world, 'entry4').rests[0]?.status).toBe('announced');
  act(world, captain(2), dispute());
  expect(getEntry(world, 'entry4').rests[0]?.status).toBe('running');
});
