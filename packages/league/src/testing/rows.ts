import { describe, expect, it } from 'vitest';
import { decideClock } from '../clock.ts';
import type { LadderCommand, SiteCommand, TeamCommand } from '../command.ts';
import type { Actor, DecideContext, Decision, Facts } from '../context.ts';
import { toInstant } from '../duration.ts';
import type { EventDraft } from '../event.ts';
import type { Instant } from '../ids.ts';
import { decideLadder } from '../ladder.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import { decideSite } from '../site.ts';
import { decideTeam } from '../team.ts';
import type { SiteState, TeamState } from '../team-state.ts';
import { createWorld, getFacts, take, type World, worldStart } from './world.ts';

/**
 * Tables of rows, each named by what a person would say: what is asked of the rules, and what they answer.
 * The rows only say what to ask; the rules themselves are asked here, and each answer is kept in the test's
 * `meta`, from which `npm test` finds the refusals and events that have no row (see `habit.ts`).
 */
export type Asked =
  /** A command on the ladder, after all that is due by then; `isLate` leaves out the clock. */
  | {
      world: World;
      actor: Actor | null;
      command: LadderCommand;
      isSystem?: boolean;
      isLate?: boolean;
    }
  /** Nothing but the clock, up to an instant. */
  | { world: World; until: Instant }
  | { team: TeamState; command: TeamCommand; by: By }
  | { site: SiteState; command: SiteCommand; by: By };

interface By {
  /** null: the server itself, unless it is nobody. */
  actor: Actor | null;
  /** Nobody is signed in. */
  isNobody?: boolean;
  at?: Instant;
  facts?: Partial<Facts>;
}

type EventType = EventDraft['type'];

/** A refusal by its code or whole, or the events one by one: by their types, or by what of them matters. */
export type Said =
  | RefusalCode
  | { code: RefusalCode; params: object; field?: string }
  | readonly (EventType | { type: EventType; [member: string]: unknown })[];

/** What one row has really been answered. */
export interface SeenRow {
  kind: 'case' | 'limit';
  refused: RefusalCode | null;
  events: EventType[];
}

declare module 'vitest' {
  interface TaskMeta {
    row?: SeenRow;
  }
}

/** Asks the rules. */
function decide(asked: Asked): Refusal | EventDraft[] {
  if ('team' in asked) {
    return toAnswer(decideTeam(asked.team, asked.command, toContext(asked.by)));
  }
  if ('site' in asked) {
    return toAnswer(decideSite(asked.site, asked.command, toContext(asked.by)));
  }
  const { world } = asked;
  if ('until' in asked) {
    return runUntil(world, asked.until);
  }
  if (!asked.isLate) {
    runUntil(world, world.now);
  }
  const { actor, command, isSystem } = asked;
  return toAnswer(
    decideLadder(world.state, command, {
      at: world.now,
      actor,
      facts: getFacts(world),
      ...(isSystem ? { system: true } : {}),
    }),
  );
}

const toAnswer = (decision: Decision<EventDraft>) =>
  decision.ok ? decision.events : decision.refusal;

function toContext({ actor, isNobody, at = worldStart, facts = {} }: By): DecideContext {
  const all = { ...getFacts(createWorld()), ...facts };
  return { at, actor, facts: all, ...(actor || isNobody ? {} : { system: true }) };
}

function runUntil(world: World, until: Instant): EventDraft[] {
  const all: EventDraft[] = [];
  for (;;) {
    const events = decideClock(world.state, until, { facts: getFacts(world) });
    if (events.length === 0) {
      return all;
    }
    take(world, events);
    all.push(...events);
  }
}

function compare(answer: Refusal | EventDraft[], said: Said): void {
  if (typeof said === 'string') {
    expect(Array.isArray(answer) ? toTypes(answer) : answer.code).toBe(said);
  } else if ('code' in said) {
    expect(Array.isArray(answer) ? toTypes(answer) : answer).toEqual(said);
  } else {
    const types = said.map((event) => (typeof event === 'string' ? event : event.type));
    expect(Array.isArray(answer) ? toTypes(answer) : answer).toEqual(types);
    for (const [index, event] of said.entries()) {
      if (typeof event === 'object') {
        expect(answer).toHaveProperty([index], expectLike(event));
      }
    }
  }
}

const toTypes = (events: readonly EventDraft[]) => events.map(({ type }) => type);
const expectLike = (event: object): unknown => expect.objectContaining(event);

function addRow(name: string, kind: SeenRow['kind'], ask: () => Asked, said: Said): void {
  it(name, ({ task }) => {
    const answer = decide(ask());
    compare(answer, said);
    const isTaken = Array.isArray(answer);
    task.meta.row = {
      kind,
      refused: isTaken ? null : answer.code,
      events: isTaken ? toTypes(answer) : [],
    };
  });
}

/** A table of cases: by each row's name what is given and what the rules say to it. */
export function rows<Given>(
  title: string,
  ask: (given: Given) => Asked,
  table: Record<string, readonly [given: Given, said: Said]>,
): void {
  describe(title, () => {
    for (const [name, [given, said]] of Object.entries(table)) {
      addRow(name, 'case', () => ask(given), said);
    }
  });
}

/** A limit: what the rules say just before it, at it, and just after it. */
export function limit(
  title: string,
  ask: (away: number) => Asked,
  said: { before: Said; at: Said; after: Said },
): void {
  describe(title, () => {
    addRow('just before', 'limit', () => ask(-1), said.before);
    addRow('at the limit', 'limit', () => ask(0), said.at);
    addRow('just after', 'limit', () => ask(1), said.after);
  });
}

/** An instant so many milliseconds away from another. */
export const shift = (instant: Instant, milliseconds: number): Instant =>
  toInstant(Date.parse(instant) + milliseconds);

/** What of an event's data a row says; the rest may be anything. */
export const like = (data: object): unknown => expect.objectContaining(data);
