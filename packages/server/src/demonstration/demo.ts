import type { Database, Transaction } from '@muster/database';
import {
  type EventDraft,
  type LeagueEvent,
  type SimulatedPerson,
  type Simulation,
  type StreamName,
  sealEvent,
} from '@muster/league';
import { toNamedId } from '../content/named-id.ts';
import { holdStreams } from '../engine/hold-streams.ts';
import { createId } from '../engine/ids.ts';
import type { HeldStream } from '../engine/kinds/kind.ts';
import { project, toKind } from '../engine/kinds/kinds.ts';
import { upsertRows } from '../engine/project/rows.ts';
import { StreamCache } from '../engine/read-state.ts';
import { appendTo, saveStream, startReplay, toChange } from '../engine/streams.ts';
import { playDemoSeason } from './season.ts';

interface DemoOptions {
  now: Date;
  onProgress?: (line: string) => void;
}

async function writePeople(
  transaction: Transaction,
  { people: cast, judge, owner }: Simulation,
): Promise<void> {
  const home = { locale: 'en', zone: 'Europe/Berlin' };
  const all: Pick<SimulatedPerson, 'person_id' | 'username' | 'locale' | 'zone'>[] = [
    ...cast,
    { person_id: judge, username: 'Arbiter', ...home },
    { person_id: owner, username: 'Steward', ...home },
  ];
  const accounts = all.map((person, index) => ({
    ...person,
    user_id: toNamedId(`demo user:${person.person_id}`),
    provider_id: String(900_000_000_000_000 + index),
    email: `${toNamedId(person.person_id).slice(0, 12)}@demo.invalid`,
  }));
  // Profiles first: the trigger on accounts then finds them and makes none of its own.
  await upsertRows(
    transaction,
    'public.profiles',
    ['id'],
    accounts.map(({ person_id, user_id, username, locale }) => ({
      id: person_id,
      user_id,
      username,
      locale,
      is_demo: true,
      created_at: new Date().toISOString(),
    })),
  );
  await transaction.query(
    `insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data)
     select user_id, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', email, now(), now(), now(),
       '{"provider":"discord","providers":["discord"],"is_demo":true}'::jsonb,
       jsonb_build_object('full_name', username, 'provider_id', provider_id, 'sub', provider_id)
     from jsonb_to_recordset($1::jsonb) as a (user_id uuid, email text, username text, provider_id text)`,
    [JSON.stringify(accounts)],
  );
  await transaction.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select provider_id, user_id, jsonb_build_object('sub', provider_id, 'full_name', username, 'email', email), 'discord', now(), now(), now()
     from jsonb_to_recordset($1::jsonb) as a (user_id uuid, email text, username text, provider_id text)`,
    [JSON.stringify(accounts)],
  );
  await upsertRows(
    transaction,
    'private.person_settings',
    ['person_id'],
    cast.map(({ person_id, zone, availability }) => ({
      person_id,
      zone,
      availability: availability.ranges.map(({ weekday, from, until }) => ({
        weekday,
        from,
        to: until,
      })),
    })),
  );
  await upsertRows(
    transaction,
    'public.profile_identities',
    ['person_id', 'kind'],
    cast.flatMap(({ person_id, username }) =>
      ['steam', 'ea'].map((kind) => ({ person_id, kind, handle: username, is_verified: false })),
    ),
  );
}

/** Which event each text stands in: it says who wrote it, when, and of which match. */
function listTextPlaces({ log }: Simulation): Map<string, LeagueEvent> {
  const places = new Map<string, LeagueEvent>();
  for (const event of log) {
    for (const value of Object.values<unknown>(event.data)) {
      if (typeof value === 'object' && value !== null && 'text_id' in value) {
        places.set(String(value.text_id), event);
      }
    }
  }
  return places;
}

async function writeSecrets(transaction: Transaction, simulation: Simulation): Promise<void> {
  const { texts, seeds } = simulation;
  const places = listTextPlaces(simulation);
  await upsertRows(
    transaction,
    'private.event_texts',
    ['id'],
    texts.flatMap(({ text_id, salt, body }) => {
      const place = places.get(text_id);
      const { actor_id = null, match_id = null, at } = place ?? {};
      // What belongs to a command that was refused stands nowhere.
      if (place === undefined) {
        return [];
      }
      return [{ id: text_id, salt, text: body, author_id: actor_id, match_id, created_at: at }];
    }),
  );
  const rows = Object.entries(seeds).map(([match_id, value]) => ({ match_id, seed: value }));
  await upsertRows(transaction, 'private.match_seeds', ['match_id'], rows);
}

/** The demonstration's season has a stream of its own, so that it can be dropped whole. */
function toDemoStream(name: StreamName, seasons: ReadonlyMap<string, string>): StreamName {
  return toKind(name) === 'ladder' ? `ladder:${seasons.get(name) ?? ''}` : name;
}

function listStreams({ log, ladders }: Simulation): Map<StreamName, EventDraft[]> {
  const seasons = new Map(
    Object.entries(ladders).map(([id, state]) => [`ladder:${id}`, state.season?.id ?? '']),
  );
  const streams = new Map<StreamName, EventDraft[]>();
  for (const event of log) {
    const name = toDemoStream(event.stream, seasons);
    const list = streams.get(name) ?? [];
    list.push(event);
    streams.set(name, list);
  }
  return streams;
}

/** A whole stream at once, on a state of its own: copying it for each event would take longer than playing it. */
function sealAll(
  { kind, name, hash }: HeldStream,
  drafts: readonly EventDraft[],
): { stream: HeldStream; events: LeagueEvent[] } {
  const replay = startReplay(kind);
  let previous_hash = hash;
  const events = drafts.map((draft, index) => {
    const id = createId(Date.parse(draft.at));
    const event = sealEvent(draft, { id, stream: name, sequence: index + 1, previous_hash });
    previous_hash = event.hash;
    replay.take(event);
    return event;
  });
  const at = events.at(-1)?.at ?? null;
  const head = { kind, name, sequence: events.length, hash: previous_hash, at };
  return { stream: { ...head, state: replay.getState() }, events };
}

async function writeStreams(transaction: Transaction, simulation: Simulation): Promise<number> {
  const streams = [...listStreams(simulation)].sort(([a], [b]) => b.localeCompare(a));
  let count = 0;
  // Teams come before ladders, whose entries name them.
  for (const [name, drafts] of streams) {
    const held = (await holdStreams(transaction, [name], new StreamCache(0))).get(name);
    if (held === undefined || held.sequence > 0) {
      throw new Error(`${name} has events already`);
    }
    const { stream, events } = sealAll(held, drafts);
    await saveStream(transaction, held, stream, events);
    await project(transaction, toChange(held, stream, events, { isDemo: true }));
    count += events.length;
  }
  return count;
}

async function writeSite(transaction: Transaction, { site }: Simulation): Promise<void> {
  const held = (await holdStreams(transaction, ['site'], new StreamCache(0))).get('site');
  if (held === undefined || site.length === 0) {
    return;
  }
  const { stream, events } = appendTo(held, site);
  await saveStream(transaction, held, stream, events);
  await project(transaction, toChange(held, stream, events));
}

export async function hasDemo(database: Database): Promise<boolean> {
  const rows = await database.query('select 1 from public.seasons where is_demo limit 1');
  return rows.length > 0;
}

/** Writes a simulated season, people and all, in one transaction. Its ladders must be there. Returns how many events. */
export function writeSimulation(database: Database, simulation: Simulation): Promise<number> {
  return database.transaction(async (transaction) => {
    await writePeople(transaction, simulation);
    await writeSecrets(transaction, simulation);
    await writeSite(transaction, simulation);
    return writeStreams(transaction, simulation);
  });
}

/** Plays the demonstration season and writes it, people and all, in one transaction. */
export async function loadDemo(
  database: Database,
  { now, onProgress = () => {} }: DemoOptions,
): Promise<void> {
  onProgress('Playing the demonstration season by the rules of the ladders ...');
  const simulation = playDemoSeason(now);
  const events = await writeSimulation(database, simulation);
  onProgress(
    `  ${simulation.teams.length} teams, ${simulation.people.length} people, ${events} events`,
  );
}
