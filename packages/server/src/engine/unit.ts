import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';
import {
  type Actor,
  type DecideContext,
  decideLadder,
  decideSite,
  decideTeam,
  type EventDraft,
  type Facts,
  findRecomputation,
  type LadderCommand,
  type LadderState,
  type LeagueEvent,
  listLadderConsequences,
  type SiteCommand,
  type SiteState,
  type StreamName,
  type SystemCommand,
  type TeamCommand,
  type TeamEvent,
  type TeamState,
  toSkeleton,
} from '@muster/league';
import type { Viewer } from '../context.ts';
import { tellPeople } from '../notice/tell-people.ts';
import { listChanged } from './changes.ts';
import { loadActor, loadLadderFacts, loadTeamFacts } from './facts.ts';
import { holdStreams } from './hold-streams.ts';
import { runOverdue, toPortions } from './overdue.ts';
import { projectLadder } from './project/ladder.ts';
import { projectSite } from './project/site.ts';
import { projectTeam } from './project/team.ts';
import { addMatch, type StreamCache } from './read-state.ts';
import { Refused, refuse } from './refusal.ts';
import { recompute } from './replay/recompute.ts';
import { appendTo, type HeldStream, type StreamState, saveStream } from './streams.ts';

interface UnitOptions {
  transaction: Transaction;
  cache: StreamCache;
  /** Who acts; null for the server's own jobs. */
  viewer: Viewer | null;
  now: () => Date;
}

/** What a stream's new events have made of its state. */
interface Projected {
  before: StreamState;
  after: StreamState;
  events: readonly LeagueEvent[];
}

/**
 * One transaction of the league: streams are held first, all at once; then commands are decided on
 * them, one after the other, and their events, states and tables written. After the commit,
 * `remember` hands the new states to the process's cache.
 */
export class Unit {
  readonly transaction: Transaction;
  readonly viewer: Viewer | null;
  readonly #now: () => Date;
  #at: string | null = null;
  readonly #cache: StreamCache;
  #held = new Map<StreamName, HeldStream>();
  #actor: Actor | null = null;

  constructor({ transaction, cache, viewer, now }: UnitOptions) {
    this.transaction = transaction;
    this.viewer = viewer;
    this.#now = now;
    this.#cache = cache;
  }

  /** The command's instant: when its locks were taken, and never before the last event of what it holds. */
  get at(): string {
    this.#at ??= this.#now().toISOString();
    return this.#at;
  }

  /** Locks the streams that the commands will touch, in one order for everybody. */
  async hold(names: readonly StreamName[]): Promise<void> {
    this.#held = await holdStreams(this.transaction, names, this.#cache);
    const last = [...this.#held.values()].map(({ at }) => at ?? '');
    this.#at = [...last, this.#now().toISOString()].sort().at(-1) ?? null;
  }

  #get(name: StreamName): HeldStream {
    const stream = this.#held.get(name);
    if (stream === undefined) {
      throw new Error(`${name} is not held by this transaction`);
    }
    return stream;
  }

  ladder(name: StreamName): LadderState {
    return this.#get(name).state as LadderState;
  }

  team(id: string): TeamState {
    return this.#get(`team:${id}`).state as TeamState;
  }

  get site(): SiteState {
    return this.#get('site').state as SiteState;
  }

  /** Who acts, beside any ladder. */
  async #loadActor(): Promise<Actor | null> {
    if (this.viewer !== null) {
      this.#actor ??= await loadActor(this.transaction, this.viewer);
    }
    return this.#actor;
  }

  async #append(name: StreamName, drafts: readonly EventDraft[]): Promise<LeagueEvent[]> {
    if (drafts.length === 0) {
      return [];
    }
    const before = this.#get(name);
    const { stream: after, events } = appendTo(before, drafts);
    // Sent together, in this order: none of them needs what another brings.
    await Promise.all([
      saveStream(this.transaction, before, after, events),
      this.#project(name, { before: before.state, after: after.state, events }),
      this.#hint(name, before, after),
    ]);
    this.#held.set(name, after);
    await tellPeople(this.transaction, {
      stream: name,
      before: before.state,
      after: after.state,
      events,
      at: this.at,
    });
    return events;
  }

  #project(name: StreamName, { before, after, events }: Projected): Promise<void> {
    if (name.startsWith('ladder:')) {
      const states = { before: before as LadderState, after: after as LadderState };
      return projectLadder(this.transaction, { stream: name, ...states, events });
    }
    if (name === 'site') {
      return projectSite(this.transaction, before as SiteState, after as SiteState);
    }
    const states = { before: before as TeamState, after: after as TeamState };
    return projectTeam(this.transaction, { ...states, events });
  }

  async #hint(name: StreamName, before: HeldStream, after: HeldStream): Promise<void> {
    const hints: { topic: string; id: string; version: number }[] = [];
    if (name.startsWith('ladder:')) {
      const { ladder, matches } = after.state as LadderState;
      const old = (before.state as LadderState).matches;
      const id = ladder?.id ?? '';
      hints.push({ topic: `ladder:${id}`, id, version: after.sequence });
      for (const { id: match, version } of listChanged(old, matches)) {
        hints.push({ topic: `match:${match}`, id: match, version });
      }
    } else if (name !== 'site') {
      hints.push({ topic: name, id: name.slice('team:'.length), version: after.sequence });
    }
    if (hints.length > 0) {
      await this.transaction.query('select pg_notify($1, hint) from unnest($2::text[]) as hint', [
        hintChannel,
        hints.map(toHintPayload),
      ]);
    }
  }

  /** Does what the clock had to do on this ladder by now, or by an earlier instant. Returns how many steps it took. */
  async runClock(name: StreamName, known?: Facts, until: string = this.at): Promise<number> {
    const facts =
      known ??
      (
        await loadLadderFacts(this.transaction, {
          state: this.ladder(name),
          command: null,
          actorId: null,
          at: this.at,
        })
      ).facts;
    const { steps } = await runOverdue(this.ladder(name), until, facts);
    for (const events of toPortions(steps)) {
      await this.#append(name, events);
    }
    return steps.length;
  }

  /** Decides a command on a ladder, after all its overdue deadlines. */
  async decideLadder(
    name: StreamName,
    command: LadderCommand,
    { isSystem = false } = {},
  ): Promise<LeagueEvent[]> {
    const context = await this.#toContext(name, command);
    const decision = decideLadder(this.ladder(name), command, {
      ...context,
      ...(isSystem ? { system: true as const } : {}),
    });
    return this.#append(name, decision.ok ? decision.events : refuse(decision.refusal));
  }

  /** Who acts, when, and what the rules may ask, once the ladder's overdue deadlines are applied. */
  async #toContext(name: StreamName, command: LadderCommand): Promise<DecideContext> {
    if ('match_id' in command && command.type !== 'challenge') {
      await this.#bringMatch(name, command.match_id);
    }
    const { facts, actor } = await loadLadderFacts(this.transaction, {
      state: this.ladder(name),
      command,
      actorId: this.viewer?.person_id ?? null,
      at: this.at,
    });
    await this.runClock(name, facts);
    const ruling = findRecomputation(this.ladder(name), command);
    // Whoever is no admin is refused before the rules ask for it, and does not have the log read under the lock.
    const isAsked = ruling !== null && actor?.is_ladder_admin === true;
    const recomputed = isAsked
      ? { recompute: await recompute(this.transaction, name, { ruling }) }
      : {};
    return { at: this.at, actor, facts: { ...facts, ...recomputed } };
  }

  /** A match that is over is no part of the state until a command names it. */
  async #bringMatch(name: StreamName, matchId: string): Promise<void> {
    const stream = this.#get(name);
    const state = await addMatch(this.transaction, name, this.ladder(name), matchId);
    this.#held.set(name, { ...stream, state });
  }

  /** Decides a command of the system's on a ladder whose overdue deadlines must not act before it. */
  async decideUnclocked(name: StreamName, command: SystemCommand): Promise<LeagueEvent[]> {
    const state = this.ladder(name);
    const at = this.at;
    const { facts } = await loadLadderFacts(this.transaction, {
      state,
      command,
      actorId: null,
      at,
    });
    const decision = decideLadder(state, command, { at, actor: null, system: true, facts });
    return this.#append(name, decision.ok ? decision.events : refuse(decision.refusal));
  }

  /** Decides a person's command on a team, and what follows from it on the ladders whose streams are held. */
  async decideTeam(
    teamId: string,
    command: TeamCommand,
    ladders: readonly StreamName[] = [],
  ): Promise<LeagueEvent[]> {
    return this.#decideTeam(teamId, command, { ladders, isSystem: false });
  }

  /** Lets a member go who may not, or cannot, any more. */
  async retireMember(
    teamId: string,
    member: Omit<Extract<TeamCommand, { type: 'retire_member' }>, 'type'>,
    ladders: readonly StreamName[],
  ): Promise<LeagueEvent[]> {
    const command = { type: 'retire_member', ...member } as const;
    return this.#decideTeam(teamId, command, { ladders, isSystem: true });
  }

  async #decideTeam(
    teamId: string,
    command: TeamCommand,
    { ladders, isSystem }: { ladders: readonly StreamName[]; isSystem: boolean },
  ): Promise<LeagueEvent[]> {
    const name: StreamName = `team:${teamId}`;
    const actor = await this.#loadActor();
    const state = this.team(teamId);
    const names =
      command.type === 'found_team' || command.type === 'edit_team'
        ? {
            nameSkeleton: toSkeleton(command.name ?? state.team?.name ?? ''),
            tagSkeleton: toSkeleton(command.tag ?? state.team?.tag ?? ''),
          }
        : null;
    const facts = await loadTeamFacts(this.transaction, {
      names,
      actorId: actor?.person_id ?? null,
      members: Object.keys(state.members),
      at: this.at,
    });
    const decision = decideTeam(state, command, {
      at: this.at,
      actor,
      ...(isSystem ? { system: true as const } : {}),
      facts,
    });
    const drafts: TeamEvent[] = decision.ok ? decision.events : refuse(decision.refusal);
    const events = await this.#append(name, drafts);
    for (const draft of drafts) {
      for (const consequence of listLadderConsequences(teamId, draft)) {
        for (const ladder of ladders) {
          await this.#followOn(ladder, consequence);
        }
      }
    }
    return events;
  }

  /**
   * A ladder may refuse to take a new member of the team (roster full, in another entry); the team has
   * them all the same, and the ladder does not know them when they leave.
   */
  async #followOn(ladder: StreamName, consequence: SystemCommand): Promise<void> {
    try {
      await this.decideLadder(ladder, consequence, { isSystem: true });
    } catch (error) {
      const mayRefuse =
        consequence.type === 'admit_player' || consequence.type === 'release_player';
      if (!(error instanceof Refused) || !mayRefuse) {
        throw error;
      }
    }
  }

  /** The ladders whose streams this transaction holds. */
  get ladders(): StreamName[] {
    return [...this.#held.keys()].filter((name) => name.startsWith('ladder:'));
  }

  async decideSite(command: SiteCommand, { isSystem = false } = {}): Promise<LeagueEvent[]> {
    const actor = await this.#loadActor();
    const facts = await loadTeamFacts(this.transaction, {
      names: null,
      actorId: actor?.person_id ?? null,
      members: [],
      at: this.at,
    });
    const decision = decideSite(this.site, command, {
      at: this.at,
      actor,
      ...(isSystem ? { system: true as const } : {}),
      facts,
    });
    return this.#append('site', decision.ok ? decision.events : refuse(decision.refusal));
  }

  /** To be called once the transaction has committed. */
  remember(): void {
    for (const stream of this.#held.values()) {
      this.#cache.set(stream.name, stream);
    }
  }
}
