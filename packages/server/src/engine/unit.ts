import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';
import {
  type Actor,
  type DecideContext,
  decideLadder,
  decideSite,
  decideTeam,
  type Facts,
  type LadderCommand,
  type LadderState,
  type LeagueEvent,
  listLadderConsequences,
  listLastMembers,
  type SiteCommand,
  type SiteState,
  type StreamEvent,
  type StreamKind,
  type StreamName,
  type SystemCommand,
  type TeamCommand,
  type TeamEvent,
  type TeamState,
  toSkeleton,
} from '@muster/league';
import type { Viewer } from '../context.ts';
import { hintOfficesOf } from '../notice/hint-offices.ts';
import { tellPeople } from '../notice/tell-people.ts';
import { loadActor, loadLadderFacts, loadTeamFacts } from './facts.ts';
import { holdStreams } from './hold-streams.ts';
import type { HeldStream, StreamChange } from './kinds/kind.ts';
import { isOfKind, listHints, project } from './kinds/kinds.ts';
import { addMatch } from './kinds/ladder-members.ts';
import { runOverdue, toPortions } from './overdue.ts';
import type { StreamCache } from './read-state.ts';
import { Refused, refuse } from './refusal.ts';
import { recomputeWhereAsked } from './replay/recompute.ts';
import { appendTo, saveStream, toChange } from './streams.ts';

interface UnitOptions {
  transaction: Transaction;
  cache: StreamCache;
  /** Who acts; null for the server's own jobs. */
  viewer: Viewer | null;
  now: () => Date;
}

async function sendHints<K extends StreamKind>(
  transaction: Transaction,
  change: StreamChange<K>,
): Promise<void> {
  const hints = listHints(change);
  if (hints.length > 0) {
    await transaction.query('select pg_notify($1, hint) from unnest($2::text[]) as hint', [
      hintChannel,
      hints.map(toHintPayload),
    ]);
  }
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
  #ladders: StreamName<'ladder'>[] = [];
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
    this.#ladders = [...this.#held.values()]
      .filter((stream) => isOfKind(stream, 'ladder'))
      .filter(({ sequence }) => sequence > 0)
      .map(({ name }) => name);
    const last = [...this.#held.values()].map(({ at }) => at ?? '');
    this.#at = [...last, this.#now().toISOString()].sort().at(-1) ?? null;
  }

  #get<K extends StreamKind>(kind: K, name: StreamName<K>): HeldStream<K> {
    const stream = this.#held.get(name);
    if (stream === undefined || !isOfKind(stream, kind)) {
      throw new Error(`The ${kind} ${name} is not held by this transaction`);
    }
    return stream;
  }

  ladder(name: StreamName<'ladder'>): LadderState {
    return this.#get('ladder', name).state;
  }

  team(id: string): TeamState {
    return this.#get('team', `team:${id}`).state;
  }

  get site(): SiteState {
    return this.#get('site', 'site').state;
  }

  /** Who acts, beside any ladder. */
  async #loadActor(): Promise<Actor | null> {
    if (this.viewer !== null) {
      this.#actor ??= await loadActor(this.transaction, this.viewer);
    }
    return this.#actor;
  }

  async #append<K extends StreamKind>(
    before: HeldStream<K>,
    drafts: readonly StreamEvent<K>[],
  ): Promise<LeagueEvent<K>[]> {
    if (drafts.length === 0) {
      return [];
    }
    const { stream: after, events } = appendTo(before, drafts);
    const change = toChange(before, after, events);
    // Sent together, in this order: none of them needs what another brings.
    await Promise.all([
      saveStream(this.transaction, before, after, events),
      project(this.transaction, change),
      sendHints(this.transaction, change),
    ]);
    this.#held.set(after.name, after);
    await tellPeople(this.transaction, change, this.at);
    await hintOfficesOf(this.transaction, change);
    return events;
  }

  /** Does what the clock had to do on this ladder by now, or by an earlier instant. Returns how many steps it took. */
  async runClock(
    name: StreamName<'ladder'>,
    known?: Facts,
    until: string = this.at,
  ): Promise<number> {
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
    const { state, at } = this.#get('ladder', name);
    const { steps } = await runOverdue(state, until, facts, at);
    for (const events of toPortions(steps)) {
      await this.#append(this.#get('ladder', name), events);
    }
    return steps.length;
  }

  /** Decides a command on a ladder, after all its overdue deadlines. */
  async decideLadder(
    name: StreamName<'ladder'>,
    command: LadderCommand,
    { isSystem = false } = {},
  ): Promise<LeagueEvent[]> {
    const context = await this.#toContext(name, command);
    const decision = decideLadder(this.ladder(name), command, {
      ...context,
      ...(isSystem ? { system: true as const } : {}),
    });
    return this.#append(
      this.#get('ladder', name),
      decision.ok ? decision.events : refuse(decision.refusal),
    );
  }

  /** Who acts, when, and what the rules may ask, once the ladder's overdue deadlines are applied. */
  async #toContext(name: StreamName<'ladder'>, command: LadderCommand): Promise<DecideContext> {
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
    const asked = { state: this.ladder(name), command, actor };
    const recomputed = await recomputeWhereAsked(this.transaction, name, asked);
    return { at: this.at, actor, facts: { ...facts, ...recomputed } };
  }

  /** A match that is over is no part of the state until a command names it. */
  async #bringMatch(name: StreamName<'ladder'>, matchId: string): Promise<void> {
    const stream = this.#get('ladder', name);
    const state = await addMatch(this.transaction, stream.name, stream.state, matchId);
    this.#held.set(name, { ...stream, state });
  }

  /** Decides a command of the system's on a ladder whose overdue deadlines must not act before it. */
  async decideUnclocked(
    name: StreamName<'ladder'>,
    command: SystemCommand,
  ): Promise<LeagueEvent[]> {
    const state = this.ladder(name);
    const at = this.at;
    const { facts } = await loadLadderFacts(this.transaction, {
      state,
      command,
      actorId: null,
      at,
    });
    const decision = decideLadder(state, command, { at, actor: null, system: true, facts });
    return this.#append(
      this.#get('ladder', name),
      decision.ok ? decision.events : refuse(decision.refusal),
    );
  }

  /** Decides a person's command on a team, and what follows from it on the ladders whose streams are held. */
  async decideTeam(
    teamId: string,
    command: TeamCommand,
    ladders: readonly StreamName<'ladder'>[] = [],
  ): Promise<LeagueEvent[]> {
    return this.#decideTeam(teamId, command, { ladders, isSystem: false });
  }

  /** What site admins do about a team, or the host, where none of them may. */
  async decideTeamInOffice(
    teamId: string,
    command: TeamCommand,
    ladders: readonly StreamName<'ladder'>[] = [],
  ): Promise<LeagueEvent[]> {
    return this.#decideTeam(teamId, command, { ladders, isSystem: this.viewer === null });
  }

  /** Lets a member go who may not, or cannot, any more. */
  async retireMember(
    teamId: string,
    member: Omit<Extract<TeamCommand, { type: 'retire_member' }>, 'type'>,
    ladders: readonly StreamName<'ladder'>[],
  ): Promise<LeagueEvent[]> {
    const command = { type: 'retire_member', ...member } as const;
    return this.#decideTeam(teamId, command, { ladders, isSystem: true });
  }

  async #decideTeam(
    teamId: string,
    command: TeamCommand,
    { ladders, isSystem }: { ladders: readonly StreamName<'ladder'>[]; isSystem: boolean },
  ): Promise<LeagueEvent[]> {
    const actor = await this.#loadActor();
    const state = this.team(teamId);
    const isNaming =
      command.type === 'found_team' ||
      command.type === 'edit_team' ||
      command.type === 'restore_team';
    const names = isNaming
      ? {
          teamId,
          nameSkeleton: toSkeleton(command.name ?? state.team?.name ?? ''),
          tagSkeleton: toSkeleton(command.tag ?? state.team?.tag ?? ''),
        }
      : null;
    const last = command.type === 'restore_team' ? listLastMembers(state) : [];
    const facts = await loadTeamFacts(this.transaction, {
      names,
      actorId: actor?.person_id ?? null,
      members: [...Object.keys(state.members), ...last.map(({ person_id }) => person_id)],
      at: this.at,
    });
    const decision = decideTeam(state, command, {
      at: this.at,
      actor,
      ...(isSystem ? { system: true as const } : {}),
      facts,
    });
    const drafts: TeamEvent[] = decision.ok ? decision.events : refuse(decision.refusal);
    const events = await this.#append(this.#get('team', `team:${teamId}`), drafts);
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
  async #followOn(ladder: StreamName<'ladder'>, consequence: SystemCommand): Promise<void> {
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

  /** The ladders whose streams this transaction holds, without those that it began itself. */
  get ladders(): StreamName<'ladder'>[] {
    return this.#ladders;
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
    return this.#append(
      this.#get('site', 'site'),
      decision.ok ? decision.events : refuse(decision.refusal),
    );
  }

  /** To be called once the transaction has committed. */
  remember(): void {
    for (const stream of this.#held.values()) {
      this.#cache.set(stream);
    }
  }
}
