import { hintChannel } from '@muster/backend';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';

interface Hint {
  topic: string;
  id: string;
  version: number;
}

let own: ApiLeague;
let above: TestTeam;
let below: TestTeam;
let ladder: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  above = await own.addTeam('Above', 'tanks');
  below = await own.addTeam('Below', 'tanks');
  const [row] = await own.database.query<{ id: string }>('select id from public.ladders');
  ladder = row?.id ?? '';
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** What pages are told while something is done. */
async function listenToAll(work: () => Promise<unknown>): Promise<Hint[]> {
  const heard: string[] = [];
  const stop = await own.database.listen(hintChannel, (payload) => heard.push(payload));
  await work();
  // What was told before this has been heard once this is.
  await own.database.query(`select pg_notify($1, '{"topic":"person:end"}')`, [hintChannel]);
  await expect.poll(() => heard.join(), { timeout: 60_000 }).toContain('person:end');
  await stop();
  return heard
    .map((text) => JSON.parse(text) as Hint)
    .filter(({ topic }) => topic !== 'person:end');
}

/** What pages are told while something is done, but of their people. */
const listen = async (work: () => Promise<unknown>) =>
  (await listenToAll(work)).filter(({ topic }) => !topic.startsWith('person:'));

async function readVersion(stream: string): Promise<number> {
  const [row] = await own.database.query<{ sequence: string }>(
    'select sequence from public.stream_heads where stream = $1',
    [stream],
  );
  return Number(row?.sequence);
}

it('tells watchers of a team that something of it has changed, and no others', async () => {
  const path = `/teams/${above.slug}/edit`;
  const hints = await listen(() => own.act(above.captain, { path, body: { zone: 'UTC' } }));
  const version = await readVersion(`team:${above.id}`);
  expect(hints).toEqual([{ topic: `team:${above.id}`, id: above.id, version }]);
});

it('tells watchers of a ladder, and of the matches of it that have changed', async () => {
  let match = '';
  const made = await listen(async () => {
    const body = { entry: below.entry, opponent: above.entry, maps: ['Nexus'], nonce: testNonce };
    match = String(
      (await own.act(below.captain, { path: '/ladders/tanks/challenges', body })).match,
    );
  });
  expect(made).toEqual([
    { topic: `ladder:${ladder}`, id: ladder, version: await readVersion(`ladder:${ladder}`) },
    { topic: `match:${match}`, id: match, version: 1 },
  ]);
  // What changes an entry alone says nothing of a match.
  const third = await own.addTeam('Third', null);
  const join = { path: '/ladders/tanks/entries', body: { team: third.slug } };
  const joined = await listen(() => own.act(third.captain, join));
  expect(joined.map(({ topic }) => topic)).toEqual([`ladder:${ladder}`]);
});

it('tells nobody of what was refused', async () => {
  const body = { entry: below.entry, opponent: above.entry, maps: ['Nexus'], nonce: testNonce };
  const call = { path: '/ladders/tanks/challenges', body };
  expect(await listen(() => own.send(below.captain, call))).toEqual([]);
});

it('tells who runs a ladder, or the site, what comes onto their desk and leaves it, and no other admin', async () => {
  await own.addLadder('golf');
  const site = await own.addAdmin('Site');
  const [judge, other] = [await own.addPerson('Judge'), await own.addPerson('Other')];
  for (const [slug, { person_id }] of [
    ['tanks', judge],
    ['golf', other],
  ] as const) {
    await own.act(site, { path: `/ladders/${slug}/admins`, body: { person: person_id } });
  }
  const toDesks = async (work: () => Promise<unknown>) => {
    const topics = new Set((await listenToAll(work)).map(({ topic }) => topic));
    return [site, judge, other].map(({ person_id }) => topics.has(`person:${person_id}`));
  };
  const [{ id: match } = { id: '' }] = await own.database.query<{ id: string }>(
    'select id from public.matches',
  );
  const reason = 'It was agreed.';
  const voiding = { path: `/matches/${match}/void`, body: { rule: 'dispute', reason } };
  expect(await toDesks(() => own.act(judge, voiding))).toEqual([true, true, false]);
  const named = { path: `/teams/${above.slug}/edit`, body: { zone: 'Europe/Paris' } };
  expect(await toDesks(() => own.act(above.captain, named))).toEqual([false, false, false]);
});
