import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../engine/replay/verify.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';

let own: ApiLeague;
let team: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks', 'rung', { team: { size: 2, rosterMaximum: 3 } });
  team = await own.addTeam('Treadheads', 'tanks');
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const pathOf = ({ slug }: TestTeam) => `/teams/${slug}`;

it('finds people by their name, for who is signed in', async () => {
  await own.addPerson('Märta_100%');
  const find = (q: string) =>
    own.send(team.captain, { path: `/people?q=${encodeURIComponent(q)}`, method: 'GET' });
  expect((await find('märt')).body.data?.people).toMatchObject([{ username: 'Märta_100%' }]);
  expect((await find('0%')).body.data?.people).toHaveLength(1);
  expect((await find('%%')).body.data?.people).toEqual([]);
  for (const name of ['Ulla Ärt', 'Ärtan', 'ärta', 'Vertä']) {
    await own.addPerson(name);
  }
  const names = async (q: string) => {
    const people = (await find(q)).body.data?.people as { username: string }[] | undefined;
    return people?.map(({ username }) => username);
  };
  // Those whose name begins with it, then those that hold it; two characters are enough.
  expect(await names('ÄRT')).toEqual(['ärta', 'Ärtan', 'Märta_100%', 'Ulla Ärt']);
  expect(await names('rt')).toEqual(['Märta_100%', 'Ulla Ärt', 'Vertä', 'ärta', 'Ärtan']);
  for (let n = 0; n < 9; n += 1) {
    await own.addPerson(`Ära ${n}`);
  }
  expect(await names('är')).toEqual(Array.from({ length: 8 }, (_, n) => `Ära ${n}`));
  expect((await find('a')).body.error).toMatchObject({ code: 'field_invalid', field: 'q' });
  expect((await own.send(null, { path: '/people?q=mart', method: 'GET' })).status).toBe(401);
});

it('invites one person by name, whom alone it lets in', async () => {
  const [vera, eve] = [await own.addPerson('Vera'), await own.addPerson('Eve')];
  const path = pathOf(team);
  const ask = { path: `${path}/invites`, body: { person: vera.person_id } };
  expect((await own.send(eve, ask)).body.error?.code).toBe('not_captain');
  const { invite, code } = await own.act(team.captain, ask);
  expect((await own.send(team.captain, ask)).body.error).toMatchObject({
    code: 'already_asked',
    field: 'person',
  });
  const nobody = { path: `${path}/invites`, body: { person: team.id } };
  expect((await own.send(team.captain, nobody)).body.error).toMatchObject({
    code: 'not_found',
    field: 'person',
  });
  const join = `${path}/join`;
  expect((await own.send(eve, { path: join, body: { code } })).body.error?.code).toBe(
    'invite_closed',
  );
  expect((await own.send(eve, { path: join, body: { invite } })).status).toBe(404);
  expect(
    (await own.send(eve, { path: `${path}/invites/${invite}`, method: 'DELETE' })).status,
  ).toBe(403);
  await own.act(vera, { path: join, body: { invite } });
  expect((await own.send(vera, { path: join, body: { invite } })).body.error?.code).toBe(
    'already_member',
  );
});

it('lets whom it names decline', async () => {
  const shy = await own.addPerson('Shy');
  const path = pathOf(team);
  const { invite } = await own.act(team.captain, {
    path: `${path}/invites`,
    body: { person: shy.person_id },
  });
  await own.act(shy, { path: `${path}/invites/${invite}`, method: 'DELETE' });
  expect((await own.send(shy, { path: `${path}/join`, body: { invite } })).body.error?.code).toBe(
    'invite_closed',
  );
});

it('keeps what somebody wrote who asks, and what they were answered', async () => {
  const [hopeful, other] = [await own.addPerson('Hopeful'), await own.addPerson('Other')];
  const path = `${pathOf(team)}/requests`;
  await own.act(hopeful, { path, body: { words: ' I drive at night. ' } });
  const no = {
    path: `${path}/answer`,
    body: { person: hopeful.person_id, accept: false, reason: 'Full for now' },
  };
  expect((await own.send(other, no)).body.error?.code).toBe('not_captain');
  await own.act(team.captain, no);
  const [row] = await own.database.query(
    'select words, is_accepted, reason from private.join_requests where person_id = $1',
    [hopeful.person_id],
  );
  expect(row).toEqual({ words: 'I drive at night.', is_accepted: false, reason: 'Full for now' });
  await own.act(hopeful, { path, body: { words: 'And now?' } });
  await own.act(team.captain, {
    path: `${path}/answer`,
    body: { person: hopeful.person_id, accept: true },
  });
  const [log] = await own.database.query<{ n: number }>(
    `select count(*)::integer as n from public.league_events where data::text like '%drive at night%'`,
  );
  expect(log?.n).toBe(0);
});

it('lets somebody take their request back, and ask again', async () => {
  const shy = await own.addPerson('Wavering');
  const path = `${pathOf(team)}/requests`;
  const back = { path, method: 'DELETE' } as const;
  expect((await own.send(shy, back)).body.error?.code).toBe('not_found');
  await own.act(shy, { path, body: { words: 'Perhaps.' } });
  await own.act(shy, back);
  const yes = { path: `${path}/answer`, body: { person: shy.person_id, accept: true } };
  expect((await own.send(team.captain, yes)).body.error?.code).toBe('not_found');
  const kept = await own.database.query(
    'select 1 from private.join_requests where person_id = $1',
    [shy.person_id],
  );
  expect(kept).toEqual([]);
  await own.act(shy, { path });
  await own.act(team.captain, yes);
});

it('lets the captain choose who may play for the entry', async () => {
  const fresh = await own.addTeam('Chosen', null);
  const more = [await own.addPerson('Third'), await own.addPerson('Fourth')];
  const { code } = await own.act(fresh.captain, { path: `${pathOf(fresh)}/invites` });
  for (const person of more) {
    await own.act(person, { path: `${pathOf(fresh)}/join`, body: { code } });
  }
  const [third, fourth] = more.map(({ person_id }) => person_id);
  const enter = (players: unknown) =>
    own.send(fresh.captain, {
      path: '/ladders/tanks/entries',
      body: { team: fresh.slug, players },
    });
  expect((await enter([team.captain.person_id, third])).body.error).toMatchObject({
    code: 'not_on_roster',
  });
  expect((await enter([third])).body.error?.code).toBe('roster_too_small');
  const entered = await enter([fresh.captain.person_id, third]);
  const entry = String(entered.body.data?.entry);
  const eligible = async () =>
    (
      await own.database.query<{ id: string }>(
        'select person_id as id from public.entry_players where entry_id = $1 order by eligible_from, person_id',
        [entry],
      )
    ).map(({ id }) => id);
  expect((await eligible()).sort()).toEqual([fresh.captain.person_id, third].sort());
  const path = (person: string | undefined) => `/entries/${entry}/players/${person}`;
  expect((await own.send(team.captain, { path: path(fourth) })).body.error?.code).toBe(
    'not_captain',
  );
  expect(
    (await own.send(fresh.captain, { path: path(team.player.person_id) })).body.error?.code,
  ).toBe('not_on_roster');
  const drop = { path: path(third), method: 'DELETE' as const };
  expect((await own.send(fresh.captain, drop)).body.error?.code).toBe('roster_too_small');
  await own.act(fresh.captain, { path: path(fourth) });
  await own.act(fresh.captain, drop);
  expect((await eligible()).sort()).toEqual([fresh.captain.person_id, fourth].sort());
});
