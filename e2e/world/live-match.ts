import { randomUUID } from 'node:crypto';
import { type Browser, expect } from '@playwright/test';
import { type ApiPerson, obey, readPage, signInByApi } from './api-person.ts';
import type { ClockedServer } from './clocked-server.ts';
import { makeName, makeTag } from './names.ts';
import { bringSession } from './pages.ts';
import { Person, type Setting } from './person.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const tanks = 'bf6-2v2-tanks';

export interface ApiTeam {
  name: string;
  slug: string;
  entry: string;
  captain: ApiPerson;
  mate: ApiPerson;
}

export interface LiveMatch {
  path: string;
  above: ApiTeam;
  below: ApiTeam;
}

/** What a match page says that these specs look at. */
export interface MatchFacts {
  status: string;
  version: number;
  maps: { map: string }[];
  sides: Record<'challenger' | 'defender', { people: { person_id: string }[] }>;
  log: { type: string }[];
}

export async function readMatch(url: string, path: string): Promise<MatchFacts> {
  return (await readPage(url, path)).data as unknown as MatchFacts;
}

/** A team of two on the ladder, without a browser. */
export async function bringApiTeam(
  server: Pick<ClockedServer, 'url'>,
  ladder = tanks,
): Promise<ApiTeam> {
  const captain = await signInByApi(server.url, makeName('Cap'));
  return bringTeamOf(server, captain, { ladders: [ladder] });
}

/** A team of so many people that somebody leads, on each of the ladders; its entry is that of the first. */
export async function bringTeamOf(
  server: Pick<ClockedServer, 'url'>,
  captain: ApiPerson,
  {
    ladders,
    size = 2,
    name = makeName('Team'),
  }: { ladders: readonly string[]; size?: number; name?: string },
): Promise<ApiTeam> {
  const home = { tag: makeTag(), zone: 'UTC', locale: 'en' };
  const { slug } = await obey(server, captain, '/api/teams', { name, ...home });
  const { code } = await obey(server, captain, `/api/teams/${slug}/invites`);
  const join = async () => {
    const person = await signInByApi(server.url, makeName('Mate'));
    await obey(server, person, `/api/teams/${slug}/join`, { code });
    return person;
  };
  const mate = await join();
  for (let people = 2; people < size; people += 1) {
    await join();
  }
  const entries: string[] = [];
  for (const ladder of ladders) {
    const path = `/api/ladders/${ladder}/entries`;
    entries.push(String((await obey(server, captain, path, { team: slug })).entry));
  }
  return { name, slug: String(slug), entry: entries[0] ?? '', captain, mate };
}

/** The team below challenges the one above. */
export async function challenge(
  server: Pick<ClockedServer, 'url'>,
  { above, below, ladder }: { above: ApiTeam; below: ApiTeam; ladder: string },
): Promise<string> {
  const { match } = await obey(server, below.captain, `/api/ladders/${ladder}/challenges`, {
    entry: below.entry,
    opponent: above.entry,
    nonce: randomUUID(),
  });
  return String(match);
}

/** The second evening from now. */
const toEvening = (server: ClockedServer) =>
  Math.ceil((Date.now() + server.getAhead()) / day) * day + day + 20 * 60 * minute;

/** Both agree on an evening. */
export async function agree(
  server: ClockedServer,
  { above, below, ladder }: { above: ApiTeam; below: ApiTeam; ladder: string },
  evening = toEvening(server),
): Promise<{ path: string; starts: number }> {
  const match = await challenge(server, { above, below, ladder });
  const times = [evening, evening + day].map((epoch) => new Date(epoch).toISOString());
  const offer = { times, nonce: randomUUID() };
  await obey(server, above.captain, `/api/matches/${match}/acceptance`, offer);
  await obey(server, below.captain, `/api/matches/${match}/confirmation`, { time: times[0] });
  return { path: `/matches/${match}`, starts: evening };
}

/** Signs the captains in anew: hours have passed. */
export async function wake(server: ClockedServer, team: ApiTeam): Promise<void> {
  team.captain = await signInByApi(server.url, team.captain.name);
}

/** Two new teams, and their match at an hour that both have agreed on. */
export async function bringDatedMatch(
  server: ClockedServer,
  ladder = tanks,
  evening = toEvening(server),
): Promise<LiveMatch & { starts: number }> {
  const above = await bringApiTeam(server, ladder);
  const below = await bringApiTeam(server, ladder);
  return { ...(await agree(server, { above, below, ladder }, evening)), above, below };
}

/** So many matches, of two new teams each, at the moment when they can be reported: time passes once for all of them. */
export async function bringLiveMatches(
  server: ClockedServer,
  count: number,
  ladder = tanks,
): Promise<LiveMatch[]> {
  const evening = toEvening(server);
  const matches: LiveMatch[] = [];
  while (matches.length < count) {
    matches.push(await bringDatedMatch(server, ladder, evening));
  }
  await server.passUntil(evening - 10 * minute);
  for (const match of matches) {
    await checkBothIn(server, match);
  }
  await server.passUntil(evening + minute);
  for (const { path } of matches) {
    await expect.poll(async () => (await readMatch(server.url, path)).status).toBe('live');
  }
  return matches;
}

/** Gives one of so many matches that are played at the same hour at each call: time passes once for them, at the first. */
export function planLiveMatches(server: ClockedServer, count: number): () => Promise<LiveMatch> {
  let live: Promise<LiveMatch[]> | undefined;
  return async () => {
    live ??= bringLiveMatches(server, count);
    const match = (await live).pop();
    if (match === undefined) {
      throw new Error(`Each of the ${count} is taken`);
    }
    return match;
  };
}

/** Two new teams, and their match at the moment when it can be reported. */
export async function bringLiveMatch(server: ClockedServer, ladder = tanks): Promise<LiveMatch> {
  const [match] = await bringLiveMatches(server, 1, ladder);
  if (match === undefined) {
    throw new Error('No match was brought');
  }
  return match;
}

/** Both sides appear with everybody they have. */
export async function checkBothIn(
  server: ClockedServer,
  { path, above, below }: LiveMatch,
): Promise<void> {
  const { sides } = await readMatch(server.url, path);
  for (const [team, side] of [
    [below, sides.challenger],
    [above, sides.defender],
  ] as const) {
    await wake(server, team);
    const players = side.people.map(({ person_id }) => person_id);
    await obey(server, team.captain, `/api${path}/check-in`, { players });
  }
}

/** A browser of somebody who has signed in already. */
export async function openBrowserOf(
  browser: Browser,
  setting: Setting,
  reader: ApiPerson,
): Promise<Person> {
  const person = await Person.come({ browser, setting, name: reader.name });
  await bringSession(person.context, setting.url, reader);
  return person;
}
