import { createHash, randomUUID } from 'node:crypto';
import {
  type Actor,
  emptyLadder,
  type LadderCommand,
  type LadderState,
  type Role,
  type SanctionKind,
  type StreamName,
  type TeamCommand,
} from '@muster/league';
import { type Step, toCommand, toInstantOf, type Variant, variants } from '@muster/league/testing';
import type { Viewer } from '../context.ts';
import { execute, executeAsSystem } from '../engine/execute.ts';
import { Refused } from '../engine/refusal.ts';
import { Unit } from '../engine/unit.ts';
import { holdTeam } from '../team/hold.ts';
import { Aliases } from './aliases.ts';
import type { ApiLeague } from './api-league.ts';

const roles: Role[] = ['captain', 'co_captain', 'player', 'substitute'];
export const teamCount = 6;
/** The last one is founded, and on no ladder until it joins by itself. */
const joined = 5;

/** A league of small teams on one ladder, played at random by the rules' own steps through the real engine. */
export class RandomLeague {
  readonly own: ApiLeague;
  readonly aliases = new Aliases();
  readonly people = new Map<string, Viewer>();
  readonly teams = new Map<string, { id: string; slug: string }>();
  readonly slug = 'random';
  stream: StreamName<'ladder'> = 'ladder:';
  ladderId = '';
  #ids = 0;

  constructor(own: ApiLeague) {
    this.own = own;
  }

  getPerson(name: string): Viewer {
    const viewer = this.people.get(name);
    if (viewer === undefined) {
      throw new Error(`Nobody is called ${name}`);
    }
    return viewer;
  }

  async #addPerson(name: string): Promise<Viewer> {
    const viewer = await this.own.addPerson(name);
    this.people.set(name, viewer);
    this.aliases.set(name, viewer.person_id);
    return viewer;
  }

  async build(variant: Variant): Promise<void> {
    const { format, rules } = variants[variant] ?? { format: 'rung', rules: {} };
    await this.own.addLadder(this.slug, format, rules as object);
    const [ladder] = await this.own.database.query<{ id: string }>('select id from public.ladders');
    this.ladderId = ladder?.id ?? '';
    this.stream = `ladder:${this.ladderId}`;
    for (let team = 1; team <= teamCount; team += 1) {
      await this.#addTeam(team);
    }
    await this.#addAdmins();
  }

  async #addTeam(number: number): Promise<void> {
    const alias = `team${number}`;
    const people: Viewer[] = [];
    for (const letter of ['a', 'b', 'c', 'd']) {
      people.push(await this.#addPerson(`${alias}-${letter}`));
    }
    const [captain] = people;
    if (captain === undefined) {
      throw new Error('A team has a captain');
    }
    const made = await this.own.act(captain, {
      path: '/teams',
      body: { name: `Team ${number}`, tag: `T${number}`, zone: 'UTC', locale: 'en' },
    });
    const team = { id: String(made.id), slug: String(made.slug) };
    this.teams.set(alias, team);
    this.aliases.set(alias, team.id);
    for (const [place, person] of people.entries()) {
      if (place > 0) {
        await this.letIn(team.id, { captain, person, role: roles[place] ?? 'player' });
      }
    }
    if (number <= joined) {
      const answer = await this.own.send(captain, {
        path: `/ladders/${this.slug}/entries`,
        body: { team: team.slug },
      });
      this.aliases.set(`made${900 + number}`, String(answer.body.data?.entry));
    }
  }

  /** Somebody comes to a team by an invite of its captain. */
  async letIn(
    teamId: string,
    { captain, person, role }: { captain: Viewer; person: Viewer; role: Role },
  ): Promise<void> {
    const invite = { invite_id: randomUUID(), role, person_id: person.person_id };
    const commands: [Viewer, TeamCommand][] = [
      [captain, { type: 'make_invite', ...invite, expires_at: this.own.at(300) }],
      [person, { type: 'join_team', invite_id: invite.invite_id }],
    ];
    for (const [viewer, command] of commands) {
      const ladders = await this.own.database.query<{ stream: StreamName<'ladder'> }>(
        `select distinct s.stream from public.entries e join public.seasons s on s.id = e.season_id
         where e.team_id = $1`,
        [teamId],
      );
      const streams = ladders.map(({ stream }) => stream);
      const body = { command };
      await execute(this.own.league, { viewer, commandId: randomUUID(), body }, async (unit) => {
        await unit.hold([`team:${teamId}`, ...streams]);
        await unit.decideTeam(teamId, command, streams);
      });
    }
  }

  async #addAdmins(): Promise<void> {
    const judge = await this.#addPerson('judge');
    const owner = await this.own.addAdmin('owner');
    owner.is_site_admin = true;
    this.people.set('owner', owner);
    this.aliases.set('owner', owner.person_id);
    const playing = this.getPerson('team3-c');
    await executeAsSystem(this.own.league, async (unit) => {
      await unit.hold(['site']);
      for (const { person_id } of [judge, playing]) {
        const grant = { type: 'grant_ladder_admin', person_id, ladder_id: this.ladderId } as const;
        await unit.decideSite(grant, { isSystem: true });
      }
    });
  }

  /** Keeps somebody off this ladder. */
  async suspend(name: string): Promise<void> {
    await this.sanction(name, 'suspension', this.ladderId);
  }

  /** Sanctions somebody for longer than the league is played, on a ladder or everywhere. */
  async sanction(name: string, kind: SanctionKind, ladderId: string | null): Promise<void> {
    const { person_id } = this.getPerson(name);
    const viewer = this.getPerson('owner');
    const command = {
      type: 'sanction',
      sanction_id: randomUUID(),
      kind,
      person_id,
      ladder_id: ladderId,
      until: this.own.at(400),
      reason: { text_id: randomUUID(), hash: 'f'.repeat(64) },
    } as const;
    await execute(this.own.league, { viewer, commandId: randomUUID(), body: {} }, async (unit) => {
      await unit.hold(['site']);
      await unit.decideSite(command);
    });
  }

  /** The whole state, with the matches that are over. */
  async readState(): Promise<LadderState> {
    const [root] = await this.own.database.query<{ state: Partial<LadderState> }>(
      'select state from private.stream_states where stream = $1',
      [this.stream],
    );
    const rows = await this.own.database.query<{ collection: string; members: object }>(
      `select collection, jsonb_object_agg(id, state) as members from private.stream_members
       where stream = $1 and is_current group by collection`,
      [this.stream],
    );
    const members = Object.fromEntries(rows.map((row) => [row.collection, row.members]));
    return { ...emptyLadder, ...root?.state, ...members };
  }

  /** Takes one random step; what is refused has changed nothing. */
  async take(step: Step): Promise<void> {
    const now = this.own.league.now().toISOString();
    const state = sortMembers(this.aliases.toNames(await this.readState()));
    const world = { state, events: [], now, ids: this.#ids, facts: {} };
    world.now = toInstantOf(world, step);
    this.own.moveTo(world.now);
    const asked = toCommand(world, step);
    this.#ids = world.ids;
    if (asked === null) {
      return this.runClock();
    }
    const isUnknown = 'person_id' in asked.command && asked.command.person_id !== null;
    if (
      isUnknown &&
      this.aliases.get(String(Reflect.get(asked.command, 'person_id'))) === undefined
    ) {
      return;
    }
    const { command, actor } = this.aliases.toIds({ command: asked.command, actor: asked.actor });
    await this.#send(command, asked.isSystem === true ? null : actor);
  }

  async #send(command: LadderCommand, actor: Actor | null): Promise<void> {
    const viewer = [...this.people.values()].find(
      ({ person_id }) => person_id === actor?.person_id,
    );
    if (viewer === undefined && actor !== null) {
      return;
    }
    const work = async (unit: Unit) => {
      await unit.hold([this.stream]);
      await prepare(unit, command);
      await unit.decideLadder(this.stream, command, { isSystem: viewer === undefined });
    };
    if (viewer !== undefined) {
      await execute(this.own.league, { viewer, commandId: randomUUID(), body: { command } }, work);
      return;
    }
    try {
      await executeAsSystem(this.own.league, work);
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
    }
  }

  async runClock(): Promise<void> {
    await executeAsSystem(this.own.league, async (unit) => {
      await unit.hold([this.stream]);
      await unit.runClock(this.stream);
    });
  }

  /** What a command would be answered now; nothing of it stays. */
  async ask(viewer: Viewer | null, work: (unit: Unit) => Promise<unknown>): Promise<Answered> {
    const [answered = null] = await this.#askEach(viewer, async () => undefined, [work]);
    return answered;
  }

  /** What each command would be answered now, had none of the others been sent. */
  askLadder(viewer: Viewer | null, commands: readonly LadderCommand[]): Promise<Answered[]> {
    return this.#askEach(
      viewer,
      (unit) => unit.hold([this.stream]),
      commands.map((command) => async (unit) => {
        await prepare(unit, command);
        await unit.decideLadder(this.stream, command);
      }),
    );
  }

  askTeam(
    viewer: Viewer | null,
    slug: string,
    commands: readonly TeamCommand[],
  ): Promise<Answered[]> {
    return this.#askEach(
      viewer,
      (unit) => holdTeam(unit, slug),
      commands.map((command) => async (unit: Unit, { team, ladders }: HeldTeam) => {
        await unit.decideTeam(team.id, command, ladders);
      }),
    );
  }

  /** What is refused has changed nothing, so the next is asked on the same locks; what is granted is taken back first. */
  async #askEach<Held>(
    viewer: Viewer | null,
    hold: (unit: Unit) => Promise<Held>,
    works: readonly ((unit: Unit, held: Held) => Promise<unknown>)[],
  ): Promise<Answered[]> {
    const { database, cache, now } = this.own.league;
    const answers: Answered[] = [];
    while (answers.length < works.length) {
      const asking = database.transaction(async (transaction) => {
        const unit = new Unit({ transaction, cache, viewer, now });
        const held = await hold(unit);
        for (const work of works.slice(answers.length)) {
          const answered = await work(unit, held).then(() => null, toAnswered);
          answers.push(answered);
          if (answered === null) {
            break;
          }
        }
        throw new TakenBack();
      }, asCommands);
      await asking.catch((error: unknown) => {
        if (!(error instanceof TakenBack)) {
          throw error;
        }
      });
    }
    return answers;
  }
}

/** A refusal; null: accepted. */
export type Answered = Refused['refusal'] | null;

type HeldTeam = Awaited<ReturnType<typeof holdTeam>>;

function toAnswered(error: unknown): Refused['refusal'] {
  if (error instanceof Refused) {
    return error.refusal;
  }
  throw error;
}

/** As `execute` has its statements planned. */
const asCommands = { plansOnce: true } as const;

class TakenBack extends Error {}

/** Each collection by its members' names: the database has them by random ids, and a step picks by their place. */
function sortMembers(state: LadderState): LadderState {
  const collections = Object.entries(state).map(([name, members]: [string, unknown]) => [
    name,
    isObject(members) ? Object.fromEntries(Object.entries(members).sort(byName)) : members,
  ]);
  return { ...state, ...Object.fromEntries(collections) };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** A challenge has its seed before the rules see it, in a game that is played again the same one. */
async function prepare(unit: Unit, command: LadderCommand): Promise<void> {
  if (command.type === 'challenge') {
    const [row] = await unit.transaction.query<{ count: string }>(
      'select count(*) from private.match_seeds',
    );
    const seed = createHash('sha256').update(`seed ${row?.count}`).digest('hex');
    await unit.transaction.query(
      'insert into private.match_seeds (match_id, seed) values ($1, $2) on conflict do nothing',
      [command.match_id, seed],
    );
  }
}
