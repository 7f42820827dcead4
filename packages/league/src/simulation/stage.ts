import { emptyLadder, toPatch } from '../apply.ts';
import { decideDue } from '../clock.ts';
import type { LadderCommand, TeamCommand } from '../command.ts';
import type { Actor, DecideContext, Facts } from '../context.ts';
import { getRules } from '../draft.ts';
import { toInstant, toMilliseconds } from '../duration.ts';
import type { EventDraft, LadderEvent, SiteEvent } from '../event.ts';
import type { Instant, LadderId, MatchId, PersonId, Role, TeamId, TextReference } from '../ids.ts';
import { decideLadder } from '../ladder.ts';
import { firstPreviousHash, type LeagueEvent, sealEvent, toHash } from '../log.ts';
import { isFinalStatus } from '../machine.ts';
import { assignPatch } from '../patch.ts';
import { finishSteps, recomputeSeason } from '../recompute.ts';
import type { RefusalCode } from '../refusal.ts';
import type { LadderState } from '../state.ts';
import type { StreamName } from '../stream.ts';
import { applyTeam, decideTeam, emptyTeam, listLadderConsequences } from '../team.ts';
import type { TeamState } from '../team-state.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import type { SimulatedPerson } from './cast.ts';
import { collectChanged, createDues, type Dues } from './dues.ts';
import { createRandom, createUuid, type Random } from './random.ts';

/** A text that the log holds as a salted hash only. */
export interface SimulatedText {
  text_id: string;
  salt: string;
  body: string;
  hash: string;
}

/** Where a simulation plays: states, logs, the agenda, and everything that the log does not hold. */
export interface Stage {
  readonly random: Random;
  /** Apart from the rest, so that what is drawn for the log's sake changes nothing of the play. */
  readonly salts: Random;
  readonly agenda: Agenda;
  now: number;
  readonly ends: number;
  readonly ladders: Map<LadderId, LadderState>;
  readonly dues: Map<LadderId, Dues>;
  readonly teams: Map<TeamId, TeamState>;
  readonly people: Map<PersonId, SimulatedPerson>;
  /** Every team that a person has ever been on. */
  readonly teamsOf: Map<PersonId, Set<TeamId>>;
  readonly log: LeagueEvent[];
  /** The same events, stream by stream. */
  readonly streams: Map<StreamName, LeagueEvent[]>;
  readonly site: SiteEvent[];
  readonly seeds: Record<MatchId, string>;
  readonly texts: SimulatedText[];
  readonly refusals: Map<RefusalCode, number>;
  /** How often a captain wanted to challenge, and how often there was nobody whom they might. */
  readonly wishes: { all: number; unmet: number };
  /** Judges and administers every ladder. */
  readonly judge: PersonId;
  /** A site admin, who hears appeals. */
  readonly owner: PersonId;
  /** Called with each ladder event as it happens, so that people react. */
  react: (ladderId: LadderId, event: LadderEvent) => void;
}

export function createStage(seed: number, times: { starts: number; ends: number }): Stage {
  const random = createRandom(seed);
  return {
    random,
    salts: createRandom(~seed),
    agenda: createAgenda(),
    now: times.starts,
    ends: times.ends,
    ladders: new Map(),
    dues: new Map(),
    teams: new Map(),
    people: new Map(),
    teamsOf: new Map(),
    log: [],
    streams: new Map(),
    site: [],
    seeds: {},
    texts: [],
    refusals: new Map(),
    wishes: { all: 0, unmet: 0 },
    judge: createUuid(random, times.starts),
    owner: createUuid(random, times.starts),
    react: () => {},
  };
}

const day = 86_400_000;

export const createId = (stage: Stage) => createUuid(stage.random, stage.now);

export function getState(stage: Stage, ladderId: LadderId): LadderState {
  return stage.ladders.get(ladderId) ?? emptyLadder;
}

export function createText(stage: Stage, body: string): TextReference {
  const salt = stage.random.hex(32);
  const text = { text_id: createId(stage), salt, body, hash: toHash(`${salt}${body}`) };
  stage.texts.push(text);
  return { text_id: text.text_id, hash: text.hash };
}

function getFacts(stage: Stage, ladderId: LadderId | null): Facts {
  return {
    availability: new Proxy(
      {},
      { get: (_target, person) => stage.people.get(String(person))?.availability },
    ),
    identities: new Proxy({}, { get: () => ['steam', 'ea', 'xbox', 'playstation'] }),
    sanctions: {},
    teams: {},
    seeds: stage.seeds,
    createId: () => createId(stage),
    createSalt: () => stage.salts.hex(32),
    recompute(ruling) {
      // A ladder's stream holds its own events.
      const log = stage.streams.get(`ladder:${ladderId}`) as unknown as LadderEvent[] | undefined;
      return finishSteps(recomputeSeason(log ?? [], ruling));
    },
  };
}

/** A person with the roles that the teams' own streams give. */
export function getActor(stage: Stage, person: PersonId): Actor {
  const teams: Record<TeamId, Role> = {};
  for (const id of stage.teamsOf.get(person) ?? []) {
    const role = stage.teams.get(id)?.members[person]?.role;
    if (role) {
      teams[id] = role;
    }
  }
  return {
    person_id: person,
    is_site_admin: person === stage.owner,
    is_ladder_admin: person === stage.judge,
    teams,
  };
}

function write(stage: Stage, stream: StreamName, draft: EventDraft): void {
  const events = stage.streams.get(stream) ?? [];
  stage.streams.set(stream, events);
  const head = events.at(-1);
  const place = {
    id: createUuid(stage.random, Date.parse(draft.at)),
    stream,
    sequence: (head?.sequence ?? 0) + 1,
    previous_hash: head?.hash ?? firstPreviousHash,
  };
  const event = sealEvent(draft, place);
  events.push(event);
  stage.log.push(event);
}

function takeLadderEvents(stage: Stage, ladderId: LadderId, events: readonly LadderEvent[]): void {
  // The stage owns its states: changed in place, a season of a thousand entries copies nothing.
  const state = stage.ladders.get(ladderId) ?? structuredClone(emptyLadder);
  stage.ladders.set(ladderId, state);
  const dues = stage.dues.get(ladderId) ?? createDues();
  stage.dues.set(ladderId, dues);
  const changed = new Set<string>();
  let isSeasonChanged = false;
  for (const event of events) {
    const patch = toPatch(state, event);
    isSeasonChanged ||= patch.season !== undefined;
    collectChanged(state, patch, changed);
    assignPatch(state, patch);
    write(stage, `ladder:${ladderId}`, event);
  }
  dues.update(state, isSeasonChanged ? 'all' : changed);
  for (const event of events) {
    stage.react(ladderId, event);
  }
}

/** Applies what is due on a ladder by now, each at its deadline. */
export function runClock(stage: Stage, ladderId: LadderId): void {
  const dues = stage.dues.get(ladderId);
  const now = toInstant(stage.now);
  for (let due = dues?.find(now); due; due = dues?.find(now)) {
    const events = decideDue(getState(stage, ladderId), due, { facts: getFacts(stage, ladderId) });
    if (events.length === 0) {
      return;
    }
    takeLadderEvents(stage, ladderId, events);
  }
}

function getContext(stage: Stage, ladderId: LadderId | null, actor: Actor | null): DecideContext {
  return {
    at: toInstant(stage.now),
    actor,
    facts: getFacts(stage, ladderId),
    ...(actor ? {} : { system: true as const }),
  };
}

/** Gives a ladder a command; whether it was taken. A refusal is counted, as a person would shrug and go on. */
export function tryLadder(
  stage: Stage,
  ladderId: LadderId,
  person: PersonId | null,
  command: LadderCommand,
): boolean {
  runClock(stage, ladderId);
  const decision = decideLadder(
    getState(stage, ladderId),
    command,
    getContext(stage, ladderId, person === null ? null : getActor(stage, person)),
  );
  if (decision.ok) {
    takeLadderEvents(stage, ladderId, decision.events);
  } else {
    countRefusal(stage, decision.refusal.code);
  }
  return decision.ok;
}

/** The same for a team, with what follows on the ladders where it plays. */
export function tryTeam(
  stage: Stage,
  teamId: TeamId,
  person: PersonId,
  command: TeamCommand,
): boolean {
  const decision = decideTeam(
    stage.teams.get(teamId) ?? emptyTeam,
    command,
    getContext(stage, null, getActor(stage, person)),
  );
  if (!decision.ok) {
    countRefusal(stage, decision.refusal.code);
    return false;
  }
  for (const event of decision.events) {
    stage.teams.set(teamId, applyTeam(stage.teams.get(teamId) ?? emptyTeam, event));
    stage.teamsOf.set(person, (stage.teamsOf.get(person) ?? new Set()).add(teamId));
    write(stage, `team:${teamId}`, event);
    for (const follow of listLadderConsequences(teamId, event)) {
      tellLadders(stage, teamId, follow);
    }
  }
  return true;
}

function tellLadders(stage: Stage, teamId: TeamId, command: LadderCommand): void {
  for (const [ladderId, { entries }] of stage.ladders) {
    const isOn = Object.values(entries).some(
      ({ team_id, status }) =>
        team_id === teamId && (status === 'active' || status === 'suspended'),
    );
    if (isOn) {
      tryLadder(stage, ladderId, null, command);
    }
  }
}

function countRefusal(stage: Stage, code: RefusalCode): void {
  stage.refusals.set(code, (stage.refusals.get(code) ?? 0) + 1);
}

/** Decisions do not read old finished matches: a long simulation lets them go from its working state. */
export function pruneMatches(stage: Stage, ladderId: LadderId): void {
  const state = getState(stage, ladderId);
  if (!state.season) {
    return;
  }
  const { disputeWithin, appealWithin } = getRules(state).dispute;
  const longest = Math.max(4 * day, toMilliseconds(disputeWithin), toMilliseconds(appealWithin));
  const before = toInstant(stage.now - longest);
  for (const { id, status, changed_at, dispute_id, appeal_id } of Object.values(state.matches)) {
    if (
      isFinalStatus(status) &&
      changed_at <= before &&
      !isOpenCase(state, dispute_id, appeal_id)
    ) {
      delete state.matches[id];
    }
  }
}

function isOpenCase(
  { disputes, appeals }: LadderState,
  dispute: string | null,
  appeal: string | null,
): boolean {
  return disputes[dispute ?? '']?.status === 'open' || appeals[appeal ?? '']?.status === 'open';
}

/** Plans something after a delay in hours. */
export function planAfter(stage: Stage, hours: number, happen: () => void): void {
  stage.agenda.plan(stage.now + Math.max(1000, Math.round(hours * 3600) * 1000), happen);
}

export function planAt(stage: Stage, instant: Instant, happen: () => void): void {
  stage.agenda.plan(Math.max(stage.now, Date.parse(instant)), happen);
}
