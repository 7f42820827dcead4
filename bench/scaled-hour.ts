import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { locales } from '@muster/site';
import { type ApiPerson, getPublicKey, signInByApi } from '../e2e/world/api-person.ts';
import { makeName, makeTag } from '../e2e/world/names.ts';
import { drawPicture } from './draw-picture.ts';
import { runTenAtOnce } from './measure.ts';

/** What comes in an hour of a busy evening, so often each. */
export const counts = {
  pages: 6_000,
  looksBack: 600,
  reads: 1_500,
  people: 40,
  uploads: 80,
};

// Visitors come on connections of their own.
const agent = new Agent({ maxSockets: 20 });
const hour = 3600 * 1000;

interface Ask {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The address of this machine from which it is asked: limits count by address. */
  from?: string;
}

/** Sends a request and reads the whole answer, whatever it is. */
function ask(
  url: string,
  { path, method = 'GET', headers = {}, body, from }: Ask,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { method, headers, agent, ...(from === undefined ? {} : { localAddress: from }) },
      (answer) => {
        text(answer).then(
          (read) => resolve({ status: answer.statusCode ?? 0, body: read }),
          () => resolve({ status: 0, body: '' }),
        );
      },
    );
    // Who is refused in the middle of sending may find the connection cut before the answer.
    sent.once('error', (error) =>
      body === undefined ? reject(error) : resolve({ status: 0, body: '' }),
    );
    sent.end(body);
  });
}

interface Addresses {
  paths: string[];
  /** Of pages that can be shown as they were. */
  past: string[];
  rest: string[];
}

/** Addresses of pages of every kind, all that the demonstration has. */
async function listAddresses(url: string, apikey: string): Promise<Addresses> {
  const list = async <Row>(query: string): Promise<Row[]> => {
    const answer = await ask(url, { path: `/rest/v1/${query}`, headers: { apikey } });
    return JSON.parse(answer.body) as Row[];
  };
  const slugs = async (table: string) =>
    (await list<{ slug: string }>(`${table}?select=slug`)).map(({ slug }) => slug);
  const ladders = (await slugs('ladders')).flatMap((slug) => [
    ...['', '/log', '/rules'].map((end) => `/ladders/${slug}${end}`),
  ]);
  const teams = (await slugs('teams')).map((slug) => `/teams/${slug}`);
  const matches = (await list<{ id: string }>('matches?select=id')).map(
    ({ id }) => `/matches/${id}`,
  );
  const people = (await list<{ user_id: string }>('profiles?select=user_id')).map(
    ({ user_id }) => `/profiles/${user_id}`,
  );
  const others = [
    ...['/', '/about', '/admins', '/archives', '/boards', '/login', '/teams', '/nowhere'],
    ...(await slugs('articles')).map((slug) => `/articles/${slug}`),
    ...(await slugs('archives')).map((slug) => `/archives/${slug}`),
    ...(await slugs('games')).map((slug) => `/games/${slug}`),
  ];
  const tables = ['ladders', 'teams', 'matches', 'profiles', 'seasons', 'articles'];
  return {
    paths: [...ladders, ...teams, ...people, ...others, ...matches],
    past: [
      ...ladders.filter((path) => !path.endsWith('/log') && !path.endsWith('/rules')),
      ...teams,
    ],
    rest: tables.map((table) => `/rest/v1/${table}?select=*&limit=100`),
  };
}

const pick = <T>(list: readonly T[], count: number): T => list[count % list.length] as T;

interface Person extends ApiPerson {
  team: string;
}

/** People who sign in, and found a team each. */
async function bringPeople(url: string): Promise<Person[]> {
  const people: Person[] = [];
  for (let count = 0; count < counts.people; count += 1) {
    const person = await signInByApi(url, makeName('Guest'));
    const answer = await ask(url, {
      path: '/api/teams',
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie: person.cookie },
      body: JSON.stringify({
        command_id: randomUUID(),
        name: makeName('Bench'),
        tag: makeTag(),
        zone: 'Europe/Helsinki',
        locale: 'fi',
      }),
    });
    const { data } = JSON.parse(answer.body) as { data?: { slug: string } };
    if (data === undefined) {
      throw new Error(`No team: ${answer.body}`);
    }
    people.push({ ...person, team: data.slug });
  }
  return people;
}

/** What one part of the hour asks with. */
interface World {
  url: string;
  apikey: string;
  addresses: Addresses;
  people: readonly Person[];
}

async function readPages({ url, addresses, people }: World, tell: (status: number) => void) {
  let count = 0;
  const personal = ['/account', '/account/notifications', '/', '/teams', '/boards'];
  await runTenAtOnce(counts.pages, async () => {
    count += 1;
    const headers = {
      'accept-language': pick(locales, count).code,
      'accept-encoding': pick(['br', 'gzip', 'identity'], count),
    };
    const path = pick(addresses.paths, count * 7919);
    if (count % 5 === 0) {
      const { cookie, team } = pick(people, count / 5);
      const own = pick([...personal, `/teams/${team}`, `/teams/${team}/edit`, path], count / 5);
      tell((await ask(url, { path: own, headers: { ...headers, cookie } })).status);
    } else {
      const end = count % 4 === 0 ? '/_payload.json' : '';
      tell((await ask(url, { path: `${path}${end}`.replace('//', '/'), headers })).status);
    }
  });
}

async function lookBack({ url, addresses }: World, tell: (status: number) => void) {
  let count = 0;
  await runTenAtOnce(counts.looksBack, async () => {
    count += 1;
    const at = new Date(Date.now() - ((count * 6151) % (90 * 24)) * hour).toISOString();
    const path = `${pick(addresses.past, count * 31)}?at=${at}`;
    tell((await ask(url, { path, from: `127.0.1.${1 + (count % 40)}` })).status);
  });
}

async function readRows({ url, apikey, addresses }: World, tell: (status: number) => void) {
  let count = 0;
  await runTenAtOnce(counts.reads, async () => {
    count += 1;
    tell((await ask(url, { path: pick(addresses.rest, count), headers: { apikey } })).status);
  });
}

async function sendPictures({ url, people }: World, tell: (status: number) => void) {
  const body = drawPicture();
  const send = async ({ cookie, team }: Person) => {
    const headers = { origin: url, cookie, 'content-type': 'image/png' };
    const path = `/api/teams/${team}/logo`;
    tell((await ask(url, { path, method: 'POST', headers, body })).status);
  };
  await Promise.all(
    people.map(async (person) => {
      for (let sent = 0; sent < counts.uploads / people.length; sent += 1) {
        await send(person);
      }
    }),
  );
}

/**
 * An hour of everything, told in few minutes: people who sign in and found teams, pages in all languages,
 * looks back, REST, pictures. Gives how often each status was answered.
 */
export async function liveAnHour(url: string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const tell = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const apikey = await getPublicKey(url);
  const people = await bringPeople(url);
  const world: World = { url, apikey, people, addresses: await listAddresses(url, apikey) };
  for (const part of [readPages, lookBack, readRows, sendPictures]) {
    await part(world, tell);
  }
  agent.destroy();
  return statuses;
}
