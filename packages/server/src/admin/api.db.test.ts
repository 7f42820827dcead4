import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  scheduleMatch,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';

let own: ApiLeague;
let owner: Viewer;
let judge: Viewer;
let teams: [TestTeam, TestTeam, TestTeam];

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  const first = await own.addTeam('Anchor', 'tanks');
  const second = await own.addTeam('Birch', 'tanks');
  teams = [first, second, await own.addTeam('Cinder', 'tanks')];
  owner = await own.addAdmin('Owner');
  judge = await own.addPerson('Judge');
  await own.act(owner, { path: '/ladders/tanks/admins', body: { person: judge.person_id } });
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

it('lists who is an editor as long as they are', async () => {
  const { person_id } = await own.addPerson('Edith');
  const listed = () =>
    own.database.query('select person_id from public.editors where person_id = $1', [person_id]);
  await own.act(owner, { path: '/editors', body: { person: person_id } });
  expect(await listed()).toEqual([{ person_id }]);
  await own.act(owner, { method: 'DELETE', path: `/editors/${person_id}` });
  expect(await listed()).toEqual([]);
});

it.each([
  ['site admin', '/admins', 'site_admin'],
  ['editor', '/editors', 'editor'],
  ['ladder admin', '/ladders/tanks/admins', 'ladder_admin'],
])(
  'writes into the log who became %s and who no longer is, and by whom',
  async (_office, path, type) => {
    const { person_id } = await own.addPerson(`New ${type}`);
    const listLines = () =>
      own.database.query(
        `select type, actor_id from public.league_events where stream = 'site' and data ->> 'person_id' = $1
       order by sequence`,
        [person_id],
      );
    const by = { actor_id: owner.person_id };
    await own.act(owner, { path, body: { person: person_id } });
    expect(await listLines()).toEqual([{ type: `${type}_granted`, ...by }]);
    await own.act(owner, { method: 'DELETE', path: `${path}/${person_id}` });
    expect(await listLines()).toEqual([
      { type: `${type}_granted`, ...by },
      { type: `${type}_revoked`, ...by },
    ]);
  },
);

it.each(['/admins', '/editors', '/ladders/tanks/admins'])(
  'gives no office at %s to whom nobody is, and writes nothing of it',
  async (path) => {
    const person = '11111111-1111-4111-8111-111111111111';
    expect(await own.send(owner, { path, body: { person } })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', params: { what: 'member', id: person } } },
    });
    const written = await own.database.query(
      `select 1 from public.league_events where data ->> 'person_id' = $1`,
      [person],
    );
    expect(written).toEqual([]);
  },
);

async function getEntry(team: TestTeam) {
  const [row] = await own.database.query<{ rung: number | null; status: string }>(
    'select rung, status from public.entries where id = $1',
    [team.entry],
  );
  return row;
}

it('lets a ladder admin move, strike and suspend an entry, each with a reason', async () => {
  const [first, , third] = teams;
  const entry = `/ladders/tanks/entries/${third.entry}`;
  const move = { path: `${entry}/rung`, body: { rung: 1, reason: 'Seeded wrongly.' } };
  expect(await own.send(first.captain, move)).toMatchObject({ status: 403 });
  expect(await own.send(judge, { ...move, body: { rung: 1 } })).toMatchObject({
    status: 400,
    body: { error: { field: 'reason' } },
  });
  await own.act(judge, move);
  expect(await getEntry(third)).toMatchObject({ rung: 1 });
  expect(await getEntry(first)).toMatchObject({ rung: 2 });
  const tooFar = { path: `${entry}/rung`, body: { rung: 9, reason: 'No such rung.' } };
  expect((await own.send(judge, tooFar)).body.error?.code).toBe('rung_out_of_range');

  await own.act(judge, { path: `${entry}/strikes`, body: { reason: 'Did not show up.' } });
  const [event] = await own.database.query<{ data: { strike_id: string } }>(
    `select data from public.league_events where type = 'strike_given'`,
  );
  const strike = { path: `${entry}/strikes/${event?.data.strike_id}`, method: 'DELETE' as const };
  await own.act(judge, { ...strike, body: { reason: 'They were there after all.' } });

  const suspend = { path: `${entry}/suspension`, body: { until: own.at(9), reason: 'Cheating.' } };
  await own.act(judge, suspend);
  expect(await getEntry(third)).toMatchObject({ rung: null, status: 'suspended' });
  const end = {
    path: `${entry}/suspension`,
    method: 'DELETE' as const,
    body: { reason: 'Cleared.' },
  };
  await own.act(judge, end);
  expect(await getEntry(third)).toMatchObject({ status: 'active' });
  const reasons = await own.database.query<{ text: string }>(
    'select text from private.event_texts order by created_at, id',
  );
  expect(reasons.map(({ text }) => text)).toEqual([
    'Seeded wrongly.',
    'Did not show up.',
    'They were there after all.',
    'Cheating.',
    'Cleared.',
  ]);
});

it('lets a ladder admin extend a deadline and void a match', async () => {
  const [first, second] = teams;
  const made = await own.act(second.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: second.entry, opponent: first.entry, nonce: testNonce },
  });
  const until = own.at(6);
  const path = `/matches/${made.match}/deadline`;
  await own.act(judge, {
    path,
    body: { until: until.replace('.000Z', '+00:00'), reason: 'Holidays.' },
  });
  const [match] = await own.database.query<{ deadline: Date }>(
    'select deadline from public.matches where id = $1',
    [made.match],
  );
  expect(match?.deadline.toISOString()).toBe(until);
  const voiding = { rule: 'challenge.answerWithin', reason: 'Both asked for it.' };
  expect(
    await own.act(judge, { path: `/matches/${made.match}/void`, body: voiding }),
  ).toMatchObject({
    status: 'voided',
  });
});

it('keeps rules for the next season, closes this one and opens the next', async () => {
  const rules = { team: { size: 2 }, score: { mapLimit: 11 } };
  const path = '/ladders/tanks/rules';
  expect(
    (await own.send(judge, { path, body: { rules: { team: { size: 0 } } } })).body.error,
  ).toMatchObject({
    code: 'rules_invalid',
    field: 'team.size',
  });
  await own.act(judge, { path, body: { rules } });
  const [first, second] = teams;
  own.moveTo(own.at(8, 12));
  await scheduleMatch(own, 'tanks', [second, first]);
  const closing = '/ladders/tanks/seasons/closing';
  expect((await own.send(judge, { path: closing })).status).toBe(403);
  expect((await own.send(owner, { path: closing })).body.error?.code).toBe('open_match');
  const body = { name: 'Season 1', void_open: true, reason: 'The season is over.' };
  await own.act(owner, { path: closing, body });
  const log = await own.send(null, { path: '/ladders/tanks/log.ndjson', method: 'GET' });
  expect(String(log.body.text)).toContain('season_closed');
  const planned = { name: 'Season 2', starts_at: own.at(1), ends_at: own.at(90) };
  await own.act(owner, { path: '/ladders/tanks/seasons', body: planned });
  await own.act(first.captain, { path: '/ladders/tanks/entries', body: { team: first.slug } });
  own.moveTo(new Date(Date.parse(planned.starts_at) + day).toISOString());
  await own.act(owner, { path: '/ladders/tanks/seasons/opening' });
  const seasons = await own.database.query<{
    number: number;
    status: string;
    limit: number | null;
  }>(
    `select number, status, (rules -> 'score' ->> 'mapLimit')::integer as limit
     from public.seasons order by number`,
  );
  expect(seasons).toEqual([
    { number: 1, status: 'closed', limit: null },
    { number: 2, status: 'open', limit: 11 },
  ]);
});

it('lets drivers join alone, and others confirm their runs', async () => {
  await own.addLadder('classic', 'time_attack', { timeAttack: { stages: ['Ouninpohja'] } });
  const [aino, bram] = [await own.addPerson('Aino'), await own.addPerson('Bram')];
  const join = { path: '/ladders/classic/entries' };
  const { entry } = await own.act(aino, join);
  await own.act(bram, join);
  const path = `/entries/${entry}/runs`;
  const given = { stage: 'Ouninpohja', time_ms: 301_250, proof: 'https://video.example/1' };
  expect((await own.send(bram, { path, body: given })).status).toBe(403);
  const { run } = await own.act(aino, { path, body: given });
  expect((await own.send(aino, { path: `/runs/${run}/confirmation` })).status).toBe(403);
  expect(await own.act(bram, { path: `/runs/${run}/confirmation` })).toEqual({
    run,
    status: 'confirmed',
  });
  const reject = { path: `/runs/${run}/rejection`, body: { reason: 'A cut corner.' } };
  await own.act(owner, reject);
  const [row] = await own.database.query('select status from public.runs where id = $1', [run]);
  expect(row).toEqual({ status: 'rejected' });
});
