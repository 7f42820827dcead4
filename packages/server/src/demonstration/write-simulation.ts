import type { Transaction } from '@muster/database';
import {
  type EventDraft,
  type LeagueEvent,
  type SimulatedPerson,
  type SimulatedSeasons,
  type SimulatedTurn,
  type StreamName,
  sealEvent,
} from '@muster/league';
import { toNamedId } from '../content/named-id.ts';
import { holdStreams } from '../engine/hold-streams.ts';
import { createId } from '../engine/ids.ts';
import type { HeldStream } from '../engine/kinds/kind.ts';
import { project } from '../engine/kinds/kinds.ts';
import { upsertRows } from '../engine/project/rows.ts';
import { StreamCache } from '../engine/read-state.ts';
import { appendTo, saveStream, startReplay, toChange } from '../engine/streams.ts';
import type { Progress } from '../league-file/progress.ts';

type Cast = Pick<SimulatedSeasons, 'people' | 'judge' | 'owner'>;

interface WriteOptions {
  isDemo: boolean;
  /** Where a stream of the simulation is written. */
  toStream: (name: StreamName) => StreamName;
  progress?: Progress;
  /** Ends it between two streams. */
  signal?: AbortSignal;
}

/** Writes everybody of a simulation, with accounts that nobody can sign in to but by a stand-in for development. */
export async function writePeople(
  transaction: Transaction,
  { people: cast, judge, owner }: Cast,
  { isDemo }: { isDemo: boolean },
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
      is_demo: isDemo,
      created_at: new Date().toISOString(),
    })),
  );
  await transaction.query(
    `insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data)
     select user_id, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', email, now(), now(), now(),
       jsonb_build_object('provider', 'discord', 'providers', '["discord"]'::jsonb, 'is_demo', $2::boolean),
       jsonb_build_object('full_name', username, 'provider_id', provider_id, 'sub', provider_id)
     from jsonb_to_recordset($1::jsonb) as a (user_id uuid, email text, username text, provider_id text)`,
    [JSON.stringify(accounts), isDemo],
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
function listTextPlaces({ log }: SimulatedTurn): Map<string, LeagueEvent> {
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

async function writeSecrets(transaction: Transaction, happened: SimulatedTurn): Promise<void> {
  const { texts, seeds } = happened;
  const places = listTextPlaces(happened);
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

/** Stream by stream; teams come before ladders, whose entries name them. */
function listStreams(
  { log }: SimulatedTurn,
  toStream: WriteOptions['toStream'],
): [StreamName, EventDraft[]][] {
  const streams = new Map<StreamName, EventDraft[]>();
  for (const event of log) {
    const name = toStream(event.stream);
    const list = streams.get(name) ?? [];
    list.push(event);
    streams.set(name, list);
  }
  return [...streams].sort(([a], [b]) => b.localeCompare(a));
}

/** A whole stream at once, on a state of its own: copying it for each event would take longer than playing it. */
function sealAll(
  { kind, name, hash, sequence, state }: HeldStream,
  drafts: readonly EventDraft[],
): { stream: HeldStream; events: LeagueEvent[] } {
  const replay = startReplay(kind, state);
  let previous_hash = hash;
  const events = drafts.map((draft, index) => {
    const id = createId(Date.parse(draft.at));
    const place = { id, stream: name, sequence: sequence + index + 1, previous_hash };
    const event = sealEvent(draft, place);
    previous_hash = event.hash;
    replay.take(event);
    return event;
  });
  const head = { sequence: sequence + events.length, hash: previous_hash };
  const at = events.at(-1)?.at ?? null;
  return { stream: { kind, name, ...head, at, state: replay.getState() }, events };
}

/** Holds the streams of so many teams at once. */
const heldAtOnce = 200;

async function writeStreams(
  transaction: Transaction,
  happened: SimulatedTurn,
  { isDemo, toStream, progress, signal }: WriteOptions,
): Promise<number> {
  const streams = listStreams(happened, toStream);
  let count = 0;
  for (let start = 0; start < streams.length; start += heldAtOnce) {
    const part = streams.slice(start, start + heldAtOnce);
    const names = part.map(([name]) => name);
    const held = await holdStreams(transaction, names, new StreamCache(0));
    for (const [name, drafts] of part) {
      signal?.throwIfAborted();
      const before = held.get(name);
      if (before === undefined || (isDemo && before.sequence > 0)) {
        throw new Error(`${name} has events already`);
      }
      const { stream, events } = sealAll(before, drafts);
      await saveStream(transaction, before, stream, events);
      await project(transaction, toChange(before, stream, events, { isDemo }));
      count += events.length;
      progress?.(() => `${count} events written, now ${name}`);
    }
  }
  return count;
}

async function writeSite(transaction: Transaction, { site }: SimulatedTurn): Promise<void> {
  const held = (await holdStreams(transaction, ['site'], new StreamCache(0))).get('site');
  if (held === undefined || site.length === 0) {
    return;
  }
  const { stream, events } = appendTo(held, site);
  await saveStream(transaction, held, stream, events);
  await project(transaction, toChange(held, stream, events));
}

/** Writes what happened, its people being there. Its ladders must be there. Returns how many events it was. */
export async function writeHappened(
  transaction: Transaction,
  happened: SimulatedTurn,
  options: WriteOptions,
): Promise<number> {
  await writeSecrets(transaction, happened);
  await writeSite(transaction, happened);
  return writeStreams(transaction, happened, options);
}
