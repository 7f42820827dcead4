import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLadder, replayLadder } from './apply.ts';
import { decideClock } from './clock.ts';
import type { RulingCommand } from './command.ts';
import type { DecideContext } from './context.ts';
import { decideLadder } from './ladder.ts';
import { previewRuling, type RulingEffects } from './ruling-effects.ts';
import type { Entry, RulingOutcome } from './state.ts';
import { holds } from './testing/holds.ts';
import { teams, toCommand, toInstantOf } from './testing/random-play.ts';
import { stepArbitrary } from './testing/random-step.ts';
import {
  act,
  captain,
  createWorld,
  getFacts,
  goLive,
  join,
  judge,
  noon,
  owner,
  runClock,
  scores,
  text,
  tryCommand,
  type World,
} from './testing/world.ts';

const steps = fc.array(stepArbitrary, { minLength: 40, maxLength: 140, size: 'max' });

/** Every ruling that somebody could give in this world, whether the rules would take it or not. */
function listRulings(world: World): { actor: typeof judge; command: RulingCommand }[] {
  const outcomes: RulingOutcome[] = [
    { kind: 'completed', winner: 'challenger', scores: [] },
    { kind: 'completed', winner: 'defender', scores: [] },
    { kind: 'forfeited', loser: 'challenger' },
    { kind: 'forfeited', loser: 'defender' },
    { kind: 'voided' },
    { kind: 'upheld' },
    { kind: 'replay', times: [noon(world, 4), noon(world, 5), noon(world, 6)] },
  ];
  return Object.values(world.state.matches).flatMap(({ id }) =>
    outcomes.flatMap((outcome) => {
      const ruling = {
        match_id: id,
        outcome,
        rule: 'report.confirmWithin',
        reason: text(`reason of ${id}`),
      };
      return [
        { actor: judge, command: { type: 'rule', ...ruling } as const },
        { actor: owner, command: { type: 'decide_appeal', ...ruling } as const },
      ];
    }),
  );
}

/** What the page tells of an entry, taken from the state by another hand than the rules'. */
const toFacts = ({ rung, record, streak, rating, immune_until }: Entry) => ({
  rung,
  wins: record.wins,
  losses: record.losses,
  draws: record.draws,
  streak,
  rating: rating === null ? null : { mu: rating.mu, sigma: rating.sigma },
  immune_until,
});

type Preview = typeof previewRuling;

/** Tries each ruling, gives each that is allowed on a copy of the world, and compares what it said with what it did. */
function checkRulings(world: World, preview: Preview): Map<string, number> {
  const given = new Map<string, number>();
  // Not the state that was decided on: the log from its first event, and then the ruling.
  const replayed = replayLadder(structuredClone(world.events));
  for (const { actor, command } of listRulings(world)) {
    const ids = world.ids;
    const context: DecideContext = { at: world.now, actor, facts: getFacts(world) };
    const told = preview(world.state, command, context);
    world.ids = ids;
    const decision = decideLadder(world.state, command, { ...context, facts: getFacts(world) });
    expect(told.ok).toBe(decision.ok);
    if (!told.ok || !decision.ok) {
      continue;
    }
    const ruled = structuredClone(decision.events).reduce(applyLadder, replayed);
    for (const entry of Object.values(ruled.entries)) {
      const change = told.effects.entries.find(({ entry_id }) => entry_id === entry.id);
      const old = world.state.entries[entry.id] ?? entry;
      expect(change?.after ?? toFacts(old)).toMatchObject(toFacts(entry));
      expect(change?.before ?? toFacts(old)).toMatchObject(toFacts(old));
    }
    for (const match of Object.values(ruled.matches)) {
      const change = told.effects.matches.find(({ match_id }) => match_id === match.id);
      const old = world.state.matches[match.id] ?? match;
      expect(change?.after.status ?? old.status).toBe(match.status);
      expect(change === undefined ? old.deadline : change.after.deadline).toBe(match.deadline);
      expect(change === undefined ? old.result?.winner : change.after.winner).toBe(
        change === undefined ? match.result?.winner : (match.result?.winner ?? null),
      );
    }
    const kind = decision.events.at(-1)?.type ?? '';
    given.set(kind, (given.get(kind) ?? 0) + 1);
  }
  return given;
}

function play(list: readonly Parameters<typeof toCommand>[1][], format: 'rung' | 'rating'): World {
  const world = createWorld({ format });
  join(world, teams - 1);
  for (const step of list) {
    world.now = toInstantOf(world, step);
    runClock(world);
    const asked = toCommand(world, step);
    // Its own rulings are left out, so that more disputes and appeals stay open to be tried.
    if (asked && step.kind !== 'rule') {
      tryCommand(world, asked.actor, asked.command);
    }
  }
  expect(decideClock(world.state, world.now, { facts: getFacts(world) })).toEqual([]);
  return world;
}

/**
 * A match that both report as won, and one that is disputed after its result: whatever chance plays, each
 * kind of ruling is tried at least here.
 */
function contest(format: 'rung' | 'rating'): World {
  const world = createWorld({ format });
  join(world, 4);
  goLive(world, 3, 1, 'contested');
  act(world, captain(3), { type: 'report', match_id: 'contested', scores: scores(2, 0) });
  act(world, captain(1), { type: 'report', match_id: 'contested', scores: scores(0, 2) });
  const doubted = { match_id: 'doubted' };
  goLive(world, 4, 2, doubted.match_id);
  act(world, captain(4), { type: 'report', ...doubted, scores: scores(2, 0) });
  act(world, captain(2), { type: 'confirm_report', ...doubted });
  act(world, captain(2), {
    type: 'dispute',
    ...doubted,
    dispute_id: 'dispute',
    statement: text('statement'),
  });
  return world;
}

/** What a preview says, told otherwise. */
const toldAs =
  (change: (effects: RulingEffects) => Partial<RulingEffects>): Preview =>
  (...asked) => {
    const told = previewRuling(...asked);
    return told.ok ? { ok: true, effects: { ...told.effects, ...change(told.effects) } } : told;
  };

describe('a ruling tried first', () => {
  const seen = new Set<string>();
  for (const format of ['rung', 'rating'] as const) {
    const tryAll = (world: World, preview: Preview) => {
      for (const type of checkRulings(world, preview).keys()) {
        seen.add(type);
      }
    };
    holds(
      `says before what is so afterwards, over random seasons by ${format}`,
      (preview: Preview) =>
        fc.property(steps, (list) => {
          tryAll(contest(format), preview);
          tryAll(play(list, format), preview);
        }),
      {
        part: previewRuling,
        runs: 60,
        faults: {
          'were entries told as they were': toldAs(({ entries }) => ({
            entries: entries.map((entry) => ({ ...entry, after: entry.before })),
          })),
          'were matches not told': toldAs(() => ({ matches: [] })),
          'were every ruling allowed': (state, command, context) => {
            const told = previewRuling(state, command, context);
            return told.ok ? told : { ok: true, effects: { entries: [], matches: [], later: [] } };
          },
        },
      },
    );
  }

  it('has tried each kind of ruling', () => {
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'match_completed',
        'match_forfeited',
        'match_voided',
        'replay_ordered',
        'result_overturned',
        'ruling_given',
      ]),
    );
  });
});
