import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  type Call,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';

let own: ApiLeague;
let owner: Viewer;
let home: TestTeam;
let away: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  owner = await own.addAdmin('Owner');
  await own.addLadder('tanks');
  home = await own.addTeam('Home', 'tanks');
  away = await own.addTeam('Away', 'tanks');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

it('finds nothing under an address that the database could not hold', async () => {
  const routes = own.app.routes.filter(
    ({ method, path }) => ['GET', 'POST', 'DELETE'].includes(method) && path.includes('/:'),
  );
  expect(routes.length).toBeGreaterThan(90);
  for (const { method, path } of routes) {
    const call = {
      method: method as 'GET' | 'POST' | 'DELETE',
      path: path.replace('/api', '').replaceAll(/:[a-zA-Z]+/g, '%00'),
    };
    const { status, body } = await own.send(owner, call);
    expect([path, status, body.error?.code]).toEqual([path, 404, 'not_found']);
  }
});

it('refuses a sanction on a ladder that is none, and keeps nothing of it', async () => {
  const { person_id } = await own.addPerson('Stranger');
  const body = { person: person_id, kind: 'mute', ladder: randomUUID(), reason: 'Words.' };
  expect(await own.send(owner, { path: '/sanctions', body })).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found', params: { what: 'ladder' }, field: 'ladder' } },
  });
  expect(await own.database.query('select 1 from public.sanctions')).toEqual([]);
});

it('lets nobody who is suspended act for a team, outside the matches’ own rules either', async () => {
  const about = { game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [], text: 'We look.' };
  const invite = { path: `/teams/${home.slug}/invites` };
  const mate = await own.addPerson('Mate');
  const { code } = await own.act(home.captain, invite);
  await own.act(mate, { path: `/teams/${home.slug}/join`, body: { code } });
  const asCaptain = { path: `/teams/${home.slug}/members/${mate.person_id}` };
  await own.act(home.captain, { ...asCaptain, body: { role: 'captain' } });
  const { match } = await scheduleMatch(own, 'tanks', [away, home]);
  const seekScrim = async (times: string[]) => {
    const body = { ...about, kind: 'scrim', team: home.slug, languages: ['en'], times };
    const { id } = await own.act(home.captain, { path: '/boards', body });
    const answer = { team: away.slug, starts_at: times[0] };
    return (await own.act(away.captain, { path: `/boards/${id}/answers`, body: answer })).id;
  };
  const accepted = await seekScrim([own.at(1)]);
  const acceptance = { path: `/boards/answers/${accepted}/acceptance` };
  const { scrim } = await own.act(home.captain, acceptance);
  const waiting = await seekScrim([own.at(2)]);

  const suspend = { person: mate.person_id, kind: 'suspension', reason: 'Fair play.' };
  const { sanction } = await own.act(owner, { path: '/sanctions', body: suspend });
  const address = { address: '10.0.0.1:27015' };
  const webhook = {
    url: `https://discord.com/api/webhooks/123456789012345678/${'a'.repeat(68)}`,
    locale: 'en',
  };
  const acts: Call[] = [
    { path: `/matches/${match}/server`, body: address },
    { path: `/teams/${home.slug}/logo`, method: 'DELETE' },
    { path: `/teams/${home.slug}/webhook`, body: webhook },
    { path: `/scrims/${scrim}/server`, body: address },
    { path: `/scrims/${scrim}/cancellation` },
    { path: `/boards/answers/${waiting}/decline` },
    { path: `/boards/answers/${waiting}/acceptance` },
  ];
  for (const act of acts) {
    const { status, body } = await own.send(mate, act);
    expect([act.path, status, body.error?.code]).toEqual([act.path, 403, 'suspended']);
  }
  // Who is only muted still plays, and says where.
  await own.act(owner, {
    path: `/sanctions/${sanction}`,
    method: 'DELETE',
    body: { reason: 'It is over.' },
  });
  await own.act(owner, { path: '/sanctions', body: { ...suspend, kind: 'mute' } });
  for (const act of acts.slice(0, 6)) {
    await own.act(mate, act);
  }
});
