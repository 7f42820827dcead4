import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLadder, emptyLadder, replayLadder } from './apply.ts';
import { decideClock, findNextDeadline } from './clock.ts';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { addDuration, laterOf } from './duration.ts';
import type { LadderEvent } from './event.ts';
import type { Side } from './ids.ts';
import { keepAnswers } from './kept.ts';
import { decideLadder } from './ladder.ts';
import { firstPreviousHash, type LeagueEvent, sealEvent, toCanonicalJson } from './log.ts';
import { isFinalStatus, machine } from './machine.ts';
import { bothSides, getEntryId, getOtherSide, isDiffering } from './sides.ts';
import type { Entry, LadderState, Match, MatchStatus } from './state.ts';
import { holds, usualSeed } from './testing/holds.ts';
import { teams, toCommand, toInstantOf } from './testing/random-play.ts';
import { type Asked, type Step, stepArbitrary } from './testing/random-step.ts';
import { createVariant, type Variant, variants } from './testing/variants.ts';
import { verifyChain } from './testing/verify-chain.ts';
import {
  act,
  captain,
  getFacts,
  goLive,
  join,
  judge,
  owner,
  scores,
  type World,
  worldStart,
} from './testing/world.ts';

type Watch = (before: LadderState, event: LadderEvent, after: LadderState) => void;

/** The parts of the rules that a game is played by. */
interface Engine {
  decide: typeof decideLadder;
  apply: typeof applyLadder;
  clock: typeof decideClock;
}
const engine: Engine = { decide: decideLadder, apply: applyLadder, clock: decideClock };

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) {
      freeze(member);
    }
  }
  return value;
}

/** A ladder, and what happens on it. */
interface Game {
  variant: Variant;
  steps: readonly Step[];
}

/** A game in progress: its state is frozen, so that whatever changes it in place throws. */
class Table {
  readonly world: World;
  readonly #engine: Engine;
  readonly #watch: Watch;

  constructor(world: World, by: Engine, watch: Watch = () => {}) {
    this.world = { ...world, events: [...world.events] };
    this.#engine = by;
    this.#watch = watch;
  }

  take(events: readonly LadderEvent[]): void {
    for (const event of events) {
      const before = this.world.state;
      this.world.state = freeze(this.#engine.apply(before, event));
      this.world.events.push(event);
      this.#watch(before, event, this.world.state);
    }
  }

  runClock(): void {
    const { world } = this;
    // A clock that does nothing for ever would be waited for without end.
    for (let turns = 0; turns < 2000; turns += 1) {
      const events = this.#engine.clock(world.state, world.now, { facts: getFacts(world) });
      if (events.length === 0) {
        return;
      }
      this.take(events);
    }
    throw new Error('The clock never comes to an end');
  }

  decide(command: LadderCommand, actor: Actor | null, isSystem = false) {
    const { world } = this;
    return this.#engine.decide(world.state, command, {
      at: world.now,
      actor,
      facts: getFacts(world),
      ...(isSystem ? { system: true as const } : {}),
    });
  }

  /** Goes to a step's instant, and says what it asks. */
  turnTo(step: Step): Asked {
    this.world.now = toInstantOf(this.world, step);
    this.runClock();
    return toCommand(this.world, step);
  }
}

/** How each game of a variant begins. */
const begin = keepAnswers(Object.keys(variants).length, (variant: Variant) => {
  const world = createVariant(variant);
  join(world, teams - 1);
  return world;
});

/** Games that begin in the middle of a match: chance alone brings few matches to what two people say of them. */
const beginLive = keepAnswers(1, () => {
  const world = createVariant('defaults');
  join(world, teams - 1);
  goLive(world, 3, 1);
  return world;
});

/** Games that begin with two reports that differ: chance alone brings one in a thousand there. */
const beginDiffering = keepAnswers(1, () => {
  const { ...world } = beginLive();
  world.events = [...world.events];
  act(world, captain(3), { type: 'report', match_id: 'match', scores: scores(2, 0) });
  act(world, captain(1), { type: 'report', match_id: 'match', scores: scores(0, 2) });
  return world;
});

/** Plays random steps. */
function playOn(world: World, steps: readonly Step[], by: Engine, watch?: Watch): World {
  const table = new Table(world, by, watch);
  for (const step of steps) {
    const asked = table.turnTo(step);
    if (!asked) {
      continue;
    }
    const decision = table.decide(asked.command, asked.actor, asked.isSystem);
    if (decision.ok) {
      table.take(decision.events);
    }
  }
  return table.world;
}

const runs = 200;

/** With one seed all properties draw the same games, and whoever watches changes nothing: each is played once by the rules. */
const playByRules = keepAnswers(
  runs,
  (game: Game) => {
    const happened: Parameters<Watch>[] = [];
    const world = playOn(begin(game.variant), game.steps, engine, (...one) => happened.push(one));
    return { world, happened };
  },
  (game) => JSON.stringify(game),
);

function play(game: Game, by: Engine, watch?: Watch): World {
  if (by !== engine) {
    return playOn(begin(game.variant), game.steps, by, watch);
  }
  const { world, happened } = playByRules(game);
  for (const one of watch ? happened : []) {
    watch?.(...one);
  }
  return { ...world };
}

const games: fc.Arbitrary<Game> = fc.record({
  variant: fc.constantFrom(...Object.keys(variants)),
  steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 150, size: 'max' }),
});
/** The same value, each object's members in reverse. */
function turn<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    return value.map(turn) as Value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, turn(member)])) as Value;
}

const present = (state: LadderState) =>
  Object.values(state.entries).filter(
    ({ status }) => status === 'active' || status === 'suspended',
  );

/** `status` before and after an event, with the event that did it. */
function listTransitions(
  before: LadderState,
  after: LadderState,
): { from: MatchStatus | null; to: MatchStatus; id: string }[] {
  return Object.values(after.matches).flatMap((match) => {
    const from = before.matches[match.id]?.status ?? null;
    return from === match.status ? [] : [{ from, to: match.status, id: match.id }];
  });
}

/** Each event's data told otherwise before it is applied. */
const appliedAs = (change: (data: LadderEvent['data'], type: string) => object): Engine => ({
  ...engine,
  apply: (state, event) =>
    applyLadder(state, { ...event, data: change(event.data, event.type) } as LadderEvent),
});
/** Each event of a decision told otherwise. */
const decidedAs = (change: (event: LadderEvent, state: LadderState) => object): Engine => ({
  ...engine,
  decide(state, command, context) {
    const decision = decideLadder(state, command, context);
    if (!decision.ok) {
      return decision;
    }
    const events = decision.events.map((event) => ({ ...event, ...change(event, state) }));
    return { ok: true, events: events as LadderEvent[] };
  },
});
/** The command decided on a state of which something is forgotten. */
const decidedOn = (forget: (state: LadderState) => LadderState): Engine => ({
  ...engine,
  decide: (state, command, context) => decideLadder(forget(state), command, context),
});
/** Each entry otherwise after each event. */
const keptAs = (change: (state: LadderState, event: LadderEvent) => LadderState): Engine => ({
  ...engine,
  apply: (state, event) => change(applyLadder(state, event), event),
});
const mapEntries = (state: LadderState, change: (entry: Entry) => Entry): LadderState => ({
  ...state,
  entries: Object.fromEntries(
    Object.entries(state.entries).map(([id, entry]) => [id, change(entry)]),
  ),
});
const mapMatches = (state: LadderState, change: (match: Match) => Match): LadderState => ({
  ...state,
  matches: Object.fromEntries(
    Object.entries(state.matches).map(([id, match]) => [id, change(match)]),
  ),
});

/** Whether the side that lost has reported so itself: then the other one may agree. */
const isOwnLoss = (match: Match, winner: Side) =>
  match.reports[getOtherSide(winner)]?.winner === winner;

describe('whatever is commanded', () => {
  it('the random play reaches what there is to reach', () => {
    const seen = new Map<string, number>();
    const count: Watch = (_before, { type }) => void seen.set(type, (seen.get(type) ?? 0) + 1);
    for (const game of fc.sample(games, { numRuns: runs, seed: usualSeed })) {
      play(game, engine, count);
    }
    expect(seen.size).toBeGreaterThan(42);
    expect(seen.get('veto_turn_taken')).toBeGreaterThan(50);
  });

  holds(
    '1: rungs are 1..n, each once',
    (by: Engine) =>
      fc.property(games, (game) => {
        play(game, by, (_before, _event, after) => {
          const rungs = Object.values(after.entries)
            .flatMap(({ rung }) => (rung === null ? [] : [rung]))
            .sort((a, b) => a - b);
          expect(rungs).toEqual(rungs.map((_, index) => index + 1));
          if (after.ladder?.format === 'rung') {
            expect(after.size).toBe(rungs.length);
          }
        });
      }),
    {
      part: engine,
      runs,
      faults: {
        'were the last whom a result moves left where they are': appliedAs((data) =>
          'moves' in data ? { ...data, moves: data.moves.slice(0, -1) } : data,
        ),
        'were a departure not counted': keptAs((state, { type }) =>
          type === 'entry_left' ? { ...state, size: state.size + 1 } : state,
        ),
      },
    },
  );

  holds(
    '2: wins equal losses, forfeits likewise',
    (by: Engine) =>
      fc.property(games, (game) => {
        play(game, by, (_before, _event, after) => {
          const sum = (field: 'wins' | 'losses' | 'forfeits_won' | 'forfeits_lost') =>
            Object.values(after.entries).reduce((total, { record }) => total + record[field], 0);
          expect(sum('wins')).toBe(sum('losses'));
          expect(sum('forfeits_won')).toBe(sum('forfeits_lost'));
        });
      }),
    {
      part: engine,
      runs,
      faults: {
        'were a loss by forfeit no loss': keptAs((state) =>
          mapEntries(state, (entry) => ({
            ...entry,
            record: { ...entry.record, losses: entry.record.losses - entry.record.forfeits_lost },
          })),
        ),
        'were a forfeit counted for the winner alone': keptAs((state) =>
          mapEntries(state, (entry) => ({
            ...entry,
            record: { ...entry.record, forfeits_lost: 0 },
          })),
        ),
      },
    },
  );

  holds(
    "3: a defender's win moves nobody, a challenger's exactly the entries between",
    (by: Engine) =>
      fc.property(games, (game) => {
        const watch: Watch = (before, event) => {
          if (event.type !== 'match_completed' && event.type !== 'match_forfeited') {
            return;
          }
          const match = before.matches[event.match_id ?? ''];
          const own = before.entries[match?.challenger_id ?? '']?.rung ?? null;
          const theirs = before.entries[match?.defender_id ?? '']?.rung ?? null;
          const isClimb =
            event.data.winner === 'challenger' && own !== null && theirs !== null && own > theirs;
          expect(
            event.data.moves.map(({ from }) => from).sort((a, b) => (a ?? 0) - (b ?? 0)),
          ).toEqual(
            isClimb ? Array.from({ length: own - theirs + 1 }, (_, index) => theirs + index) : [],
          );
          if (isClimb) {
            expect(event.data.moves[0]).toEqual({
              entry_id: match?.challenger_id,
              from: own,
              to: theirs,
            });
          }
        };
        playOn(beginLive(), game.steps.slice(0, 10), by, watch);
        play(game, by, watch);
      }),
    {
      part: engine,
      runs,
      faults: {
        'would the defender win as the challenger does': decidedAs((event) =>
          event.type === 'match_completed'
            ? { data: { ...event.data, winner: 'challenger' } }
            : event,
        ),
        'would a climb stop one rung below': decidedAs((event) =>
          event.type === 'match_completed'
            ? { data: { ...event.data, moves: event.data.moves.slice(0, -1) } }
            : event,
        ),
      },
    },
  );

  holds(
    '4: no entry has two open challenges out, nor two in',
    (by: Engine) =>
      fc.property(games, (game) => {
        play(game, by, (_before, _event, after) => {
          for (const side of bothSides) {
            const holding = Object.values(after.matches)
              .filter(({ status }) => machine[status].holdsPlaces)
              .map((match) => getEntryId(match, side));
            expect(new Set(holding).size).toBe(holding.length);
          }
          for (const entry of Object.values(after.entries)) {
            for (const id of [entry.challenging, entry.challenged_by]) {
              if (id) {
                expect(machine[after.matches[id]?.status ?? 'voided'].holdsPlaces).toBe(true);
              }
            }
          }
        });
      }),
    {
      part: engine,
      runs,
      faults: {
        'were the place in not looked at': decidedOn((state) =>
          mapEntries(state, (entry) => ({ ...entry, challenged_by: null })),
        ),
        'were the place out not looked at': decidedOn((state) =>
          mapEntries(state, (entry) => ({ ...entry, challenging: null })),
        ),
      },
    },
  );

  const withoutRule = decidedOn((state) => {
    const { season } = state;
    if (!season) {
      return state;
    }
    const team = { ...season.rules.team, oneEntryPerPerson: false };
    return { ...state, season: { ...season, rules: { ...season.rules, team } } };
  });
  holds(
    '5: no person is in two entries of a season, nor on both sides',
    (by: Engine) =>
      fc.property(games, (game) => {
        play(game, by, (_before, _event, after) => {
          const people = present(after).flatMap(({ players }) =>
            players.map(({ person_id }) => person_id),
          );
          if (after.season?.rules.team.oneEntryPerPerson) {
            expect(new Set(people).size).toBe(people.length);
          }
          for (const { check_ins } of Object.values(after.matches)) {
            const lineups = [
              ...(check_ins.challenger?.players ?? []),
              ...(check_ins.defender?.players ?? []),
            ];
            expect(new Set(lineups).size).toBe(lineups.length);
          }
        });
      }),
    {
      part: engine,
      runs,
      faults: {
        'were the rule of one entry a person forgotten': withoutRule,
        'were the first of a lineup on the other side too': keptAs((state) =>
          mapMatches(state, (match) => {
            const { challenger, defender } = match.check_ins;
            if (!challenger || !defender) {
              return match;
            }
            const players = [challenger.players[0] ?? '', ...defender.players];
            return { ...match, check_ins: { challenger, defender: { ...defender, players } } };
          }),
        ),
      },
    },
  );

  const departures = ['entry_left', 'entry_removed', 'entry_suspended'];
  const watchStatus: Watch = (before, event, after) => {
    for (const { from, to, id } of listTransitions(before, after)) {
      if (from === null) {
        expect(to).toBe('challenged');
        continue;
      }
      const row = machine[from];
      const allowed = new Set([
        ...row.clock,
        ...Object.values(row.commands).flatMap((command) => command.to),
      ]);
      const reason = after.matches[id]?.result?.reason ?? '';
      const isDeparture =
        departures.includes(reason) || (event.type === 'challenge_withdrawn' && to === 'withdrawn');
      if (!isDeparture) {
        expect([...allowed], `${from} by ${event.type}`).toContain(to);
      }
      if (!isDeparture && event.actor_id === null && event.type !== 'deadlines_extended') {
        expect([...row.clock], `${from} by the clock`).toContain(to);
      }
    }
  };

  /** Plays, and then lets the clock alone go on to the end. */
  function playToTheEnd(game: Game, by: Engine): World {
    const table = new Table(play(game, by, watchStatus), by, watchStatus);
    const { world } = table;
    const end = addDuration(world.now, 'P60D');
    for (let turns = 0; turns < 2000; turns += 1) {
      const next = findNextDeadline(world.state);
      if (next === null || next > end) {
        break;
      }
      world.now = laterOf(next, world.now);
      table.runClock();
    }
    return world;
  }

  holds(
    '6: each status is left as the table says, and the clock alone ends every match',
    (by: Engine) =>
      fc.property(games, (game) => {
        for (const { status } of Object.values(playToTheEnd(game, by).state.matches)) {
          expect(isFinalStatus(status)).toBe(true);
        }
      }),
    {
      part: engine,
      runs,
      faults: {
        'did the clock leave disputes alone': {
          ...engine,
          clock: (state, now, context) =>
            decideClock(
              mapMatches(state, (match) =>
                match.status === 'disputed' ? { ...match, deadline: null } : match,
              ),
              now,
              context,
            ),
        },
        'were a report at once a result': keptAs((state, { type }) =>
          type === 'match_started'
            ? mapMatches(state, (match) =>
                match.status === 'live' ? { ...match, status: 'reported' } : match,
              )
            : state,
        ),
        'were an answered challenge agreed already': keptAs((state) =>
          mapMatches(state, (match) =>
            match.status === 'offered' ? { ...match, status: 'scheduled' } : match,
          ),
        ),
      },
    },
  );

  holds(
    '7: the log applied from empty gives the state, byte for byte, and its chain holds',
    (by: Engine) =>
      fc.property(games, (game) => {
        const world = play(game, by);
        expect(JSON.stringify(replayLadder(world.events))).toBe(JSON.stringify(world.state));
        const copied = world.events.map(
          (event) => JSON.parse(JSON.stringify(event)) as LadderEvent,
        );
        expect(JSON.stringify(copied.reduce(applyLadder, emptyLadder))).toBe(
          JSON.stringify(world.state),
        );
        const lines: LeagueEvent[] = [];
        for (const event of world.events) {
          const previous = lines.at(-1);
          lines.push(
            sealEvent(event, {
              id: `e${lines.length}`,
              stream: 'ladder:ladder',
              sequence: lines.length + 1,
              previous_hash: previous?.hash ?? firstPreviousHash,
            }),
          );
        }
        expect(verifyChain(lines)).toBeNull();
      }),
    {
      part: engine,
      runs: 60,
      faults: {
        'did a state know more than its log': keptAs((state, { type }) =>
          type === 'challenge_made'
            ? mapEntries(state, (entry) => ({
                ...entry,
                challenges_made: entry.challenges_made + 1,
              }))
            : state,
        ),
      },
    },
  );

  holds(
    '7: nothing hangs on the order in which a store gives members back',
    (by: Engine) =>
      fc.property(games, (game) => {
        const { events } = play(game, engine);
        const replayed = events.reduce(by.apply, emptyLadder);
        const stored = events.reduce((state, event) => by.apply(turn(state), event), emptyLadder);
        expect(toCanonicalJson(stored)).toBe(toCanonicalJson(replayed));
      }),
    {
      part: engine,
      runs: 60,
      faults: {
        'did an order depend on which entry comes first': keptAs((state) => ({
          ...state,
          size: Object.keys(state.entries)[0] === 'entry1' ? state.size : state.size + 1,
        })),
      },
    },
  );

  holds(
    '8: whoever decides leaves the state alone, and time never falls',
    (by: Engine) =>
      fc.property(games, (game) => {
        const times = play(game, by).events.map(({ at }) => at);
        expect(times).toEqual([...times].sort());
      }),
    {
      part: engine,
      runs,
      faults: {
        'did a refused command change something': {
          ...engine,
          decide(state, command, context) {
            const decision = decideLadder(state, command, context);
            if (!decision.ok) {
              Object.assign(state, { size: state.size + 1 });
            }
            return decision;
          },
        },
        'were an event dated before the one that it follows': decidedAs((event) => ({
          ...event,
          at: worldStart,
        })),
      },
    },
  );

  holds(
    '10: no correction of a report gives its side more time',
    (by: Engine) =>
      fc.property(games, (game) => {
        const watch: Watch = (before, event, after) => {
          const match = before.matches[event.match_id ?? ''];
          if (event.type === 'match_reported' && match && isDiffering(match)) {
            expect(after.matches[match.id]?.deadline).toBe(match.deadline);
          }
        };
        playOn(beginDiffering(), game.steps.slice(0, 10), by, watch);
        play(game, by, watch);
      }),
    {
      part: engine,
      runs,
      faults: {
        'did each correction begin the hour anew': decidedAs((event) =>
          event.type === 'match_reported'
            ? { data: { ...event.data, deadline: addDuration(event.at, 'PT1H') } }
            : event,
        ),
      },
    },
  );

  const repeatable = ['move_entry', 'announce_rest', 'correct_scores', 'suspend_entry', 'join'];
  holds(
    '9: the same command on the same version is taken once',
    (by: Engine) =>
      fc.property(games, ({ variant, steps }) => {
        const table = new Table(begin(variant), by);
        for (const step of steps) {
          const asked = table.turnTo(step);
          if (!asked || asked.isSystem) {
            continue;
          }
          const once = table.decide(asked.command, asked.actor);
          if (!once.ok) {
            continue;
          }
          table.take(once.events);
          if (once.events.length === 0 || repeatable.includes(asked.command.type)) {
            continue;
          }
          const twice = table.decide(asked.command, asked.actor);
          expect(twice.ok, JSON.stringify(asked.command)).toBe(false);
        }
      }),
    {
      part: engine,
      runs,
      faults: {
        'were it forgotten who asked to call a match off': decidedOn((state) =>
          mapMatches(state, (match) => ({ ...match, cancellation: null })),
        ),
        'were it forgotten who asked for another time': decidedOn((state) =>
          mapMatches(state, (match) => ({ ...match, reschedule: null })),
        ),
      },
    },
  );

  holds(
    "10: one side's commands alone never make the other side lose",
    (by: Engine) =>
      fc.property(games, (game) => {
        const announced = new Map<string | null, string | null>();
        play(game, by, (before, event) => {
          if (event.type === 'forfeit_announced') {
            announced.set(event.match_id, event.actor_id);
          }
          if (event.type !== 'match_completed' && event.type !== 'match_forfeited') {
            return;
          }
          const { winner, reason, ruled } = event.data;
          const actor = reason === 'own_forfeit' ? announced.get(event.match_id) : event.actor_id;
          if (!actor || actor === 'judge' || ruled || winner === null) {
            return;
          }
          const match = before.matches[event.match_id ?? ''];
          if (match && !isOwnLoss(match, winner)) {
            const loser = getEntryId(match, getOtherSide(winner));
            expect(actor.split('-')[0]).toBe(before.entries[loser]?.team_id);
          }
        });
      }),
    {
      part: engine,
      runs,
      faults: {
        'did whoever concedes win': decidedAs((event) =>
          event.type === 'match_completed' && event.data.reason === 'conceded'
            ? {
                data: {
                  ...event.data,
                  winner: event.data.winner === 'challenger' ? 'defender' : 'challenger',
                },
              }
            : event,
        ),
        'did an announced forfeit count against the other side': {
          ...engine,
          apply: (state, event) =>
            applyLadder(
              state,
              event.type === 'forfeit_announced'
                ? { ...event, data: { ...event.data, by: getOtherSide(event.data.by) } }
                : event,
            ),
        },
      },
    },
  );

  holds(
    '6: who acts for a side is of that side',
    (by: Engine) =>
      fc.property(games, (game) => {
        play(game, by, ({ matches, entries }, { actor_id, match_id, data }) => {
          const match = matches[match_id ?? ''];
          const side = 'by' in data ? data.by : null;
          if (!match || !actor_id || (side !== 'challenger' && side !== 'defender')) {
            return;
          }
          expect(actor_id.split('-')[0]).toBe(entries[getEntryId(match, side)]?.team_id);
        });
      }),
    {
      part: engine,
      runs,
      faults: {
        'did a turn of the veto belong to whoever takes it': decidedAs((event) =>
          event.type === 'veto_turn_taken' && event.data.by !== 'draw'
            ? { data: { ...event.data, by: getOtherSide(event.data.by) } }
            : event,
        ),
      },
    },
  );

  const commands = new Set(Object.values(machine).flatMap((row) => Object.keys(row.commands)));
  holds(
    '6: a status takes no command but those of the table',
    (by: Engine) =>
      fc.property(games, (game) => {
        const world = play(game, by);
        for (const match of Object.values(world.state.matches)) {
          for (const type of commands) {
            if (type in machine[match.status].commands) {
              continue;
            }
            const payload = {
              type,
              match_id: match.id,
              times: [],
              picks: { maps: [], sides: [] },
              scores: [],
              players: [],
              time: null,
            };
            for (const actor of [...[1, 2, 3, 4, 5, 6].map((n) => captain(n)), judge, owner]) {
              const decision = by.decide(world.state, payload as never, {
                at: world.now,
                actor,
                facts: getFacts(world),
              });
              expect(decision.ok, `${type} in ${match.status}`).toBe(false);
            }
          }
        }
      }),
    {
      part: engine,
      runs: 30,
      faults: {
        'was a challenge withdrawn whatever became of it': decidedOn((state) =>
          mapMatches(state, (match) => ({ ...match, status: 'challenged', deadline: null })),
        ),
      },
    },
  );
});
