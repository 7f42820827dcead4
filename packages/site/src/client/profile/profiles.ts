import { PostgrestClient } from '@supabase/postgrest-js';
import { changeClientState, clientState, type Profile, type Team } from '../client-state.ts';
import { fetchAgain } from '../fetch/fetch-again.ts';
import { getBackendUrl, getRuntime } from '../runtime.ts';
import { openSession } from '../session/session.ts';
import { reportDatabaseFailure } from '../toast/report-failure.ts';
import { createKeyedCache } from './keyed-cache.ts';
import { NameRefused } from './name-refused.ts';

const columns = 'id, user_id, username, locale';
const timeout = 10_000;

async function openTables() {
  const auth = await openSession();
  const { data } = await auth.getSession();
  const key = getRuntime().environment.shell.backend.anon_key;
  return new PostgrestClient(`${getBackendUrl()}/rest/v1`, {
    headers: { apikey: key, Authorization: `Bearer ${data.session?.access_token ?? key}` },
    timeout,
    // The library asks again for what reads and no more; what sets a row to a value may come twice too.
    retry: false,
    fetch: (input, init) => {
      const send = () => fetch(input, init);
      return init?.method === 'POST' ? send() : fetchAgain(send, { signal: init?.signal });
    },
  });
}

/** Every failure of the database is shown as one toast, and stays a failure for who asked. */
async function read<Data>(
  request: PromiseLike<{ data: Data | null; error: unknown }>,
): Promise<Data | null> {
  const { data, error } = await request;
  if (error) {
    throw reportDatabaseFailure(error);
  }
  return data;
}

/** Profiles that were read, by user_id. */
export const profilesByUserId = createKeyedCache(async (userId: string) => {
  const tables = await openTables();
  return read<Profile>(tables.from('profiles').select(columns).eq('user_id', userId).single());
});

/** The languages of people, by user_id. */
export const localesByUserId = createKeyedCache(
  async (userId: string) => (await profilesByUserId.get(userId))?.locale ?? null,
);

export async function findProfileById(id: string): Promise<Profile | null> {
  const tables = await openTables();
  return read<Profile>(tables.from('profiles').select(columns).eq('id', id).single());
}

/** Several people at once; they are in the cache afterwards. */
export async function listProfiles(userIds: readonly string[]): Promise<Profile[]> {
  if (userIds.length === 0) {
    return [];
  }
  const tables = await openTables();
  const found =
    (await read<Profile[]>(
      tables
        .from('profiles')
        .select(columns)
        .in('user_id', [...userIds]),
    )) ?? [];
  for (const profile of found) {
    if (profile.user_id !== null) {
      profilesByUserId.set(profile.user_id, profile);
    }
  }
  return found;
}

/** The team of a person: the first that they are on the roster of. */
export async function findTeam(userId: string): Promise<Team | null> {
  const tables = await openTables();
  const rows = await read<{ user_id: string; teams: Team }[]>(
    tables
      .from('rosters')
      .select('user_id, teams(id, slug, name, tag)')
      .eq('user_id', userId)
      .limit(1)
      .overrideTypes<{ user_id: string; teams: Team }[], { merge: false }>(),
  );
  return rows?.[0]?.teams ?? null;
}

const refusedNames = ['name_taken', 'name_confusable', 'name_removed', 'name_invalid'];

/** The refusal of a name that a failure of the database is; null for any other. */
export function toNameRefusal(error: {
  message: string;
  details: string | null;
}): NameRefused | null {
  const { message, details } = error;
  if (!refusedNames.includes(message)) {
    return null;
  }
  const [minimum, maximum] = (details ?? '').split('-');
  const params = message === 'name_invalid' ? { minimum, maximum } : { name: details };
  return new NameRefused(message, params);
}

/**
 * Changes the signed-in person's own profile. Fields that are empty or missing are left as they are.
 * Throws `NameRefused` for a name that may not be.
 */
export async function updateOwnProfile(
  fields: Partial<Pick<Profile, 'username' | 'locale'>>,
): Promise<Profile | null> {
  const given = dropEmptyFields(fields);
  const profile = clientState.get().profile ?? (await findOwnProfile());
  if (profile === null || Object.keys(given).length === 0) {
    return profile;
  }
  const tables = await openTables();
  const request = tables.from('profiles').update(given).eq('id', profile.id);
  const { data, error } = await request.select(columns).single();
  if (error) {
    throw toNameRefusal(error) ?? reportDatabaseFailure(error);
  }
  const updated: Profile | null = data;
  if (updated !== null && updated.user_id !== null) {
    profilesByUserId.set(updated.user_id, updated);
    localesByUserId.set(updated.user_id, updated.locale);
    changeClientState({ profile: updated });
  }
  return updated;
}

/** What of an update says anything. */
export function dropEmptyFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
}

async function findOwnProfile(): Promise<Profile | null> {
  const viewer = getRuntime().environment.viewer.get();
  return viewer === null ? null : profilesByUserId.get(viewer.user_id);
}
