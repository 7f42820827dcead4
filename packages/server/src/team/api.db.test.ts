import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../engine/replay/verify.ts';
import { type ApiLeague, createRacingLeague, day, type TestTeam } from '../testing/api-league.ts';

let own: ApiLeague;
let team: TestTeam;

beforeAll(async () => {
  own = await createRacingLeague();
  await own.addLadder('tanks');
  team = await own.addTeam('Treadheads', 'tanks');
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const home = { zone: 'Europe/Helsinki', locale: 'fi' };

it('takes no name that reads like another, and no home that is nowhere', async () => {
  const person = await own.addPerson('Mimic');
  const found = (body: object) => own.send(person, { path: '/teams', body: { ...home, ...body } });
  const same = await found({ name: 'TREADHEADS', tag: 'XX' });
  expect(same.body.error).toMatchObject({ code: 'name_taken', field: 'name' });
  const alike = await found({ name: 'Trеadheads', tag: 'XX' });
  expect(alike.body.error).toMatchObject({ code: 'name_confusable', field: 'name' });
  const nowhere = await found({ name: 'Fresh', tag: 'FR', zone: 'Moon/Base' });
  expect(nowhere.body.error).toMatchObject({ code: 'zone_unknown', field: 'zone' });
  const foreign = await found({ name: 'Fresh', tag: 'FR', locale: 'xx' });
  expect(foreign.body.error).toMatchObject({ code: 'field_invalid', field: 'locale' });
});

it('lets nobody found more than five teams, not even all at once', async () => {
  const person = await own.addPerson('Founder');
  const names = ['Alder', 'Beech', 'Cedar', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Ivy'];
  const answers = await Promise.all(
    names.map((name) =>
      own.send(person, { path: '/teams', body: { name, tag: name.slice(0, 3), ...home } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused?.body.error).toEqual({ code: 'too_many_teams', params: { limit: 5 } });
});

it('lets people in by an invite while it is good', async () => {
  const [aino, bram] = [await own.addPerson('Aino'), await own.addPerson('Bram')];
  const path = `/teams/${team.slug}`;
  const asPlayer = await own.send(team.player, { path: `${path}/invites` });
  expect(asPlayer).toMatchObject({ status: 403, body: { error: { code: 'not_captain' } } });
  const { code, url } = await own.act(team.captain, { path: `${path}/invites` });
  expect(url).toBe(`/teams/${team.slug}?invite=${code}`);
  const join = { path: `${path}/join`, body: { code } };
  const both = await Promise.all([own.send(aino, join), own.send(bram, join)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await own.send(bram, join)).body.error?.code).toBe('already_member');
  const [invite] = await own.database.query<{ id: string }>(
    'select invite_id as id from private.team_invites where code = $1',
    [code],
  );
  const revoke = { path: `${path}/invites/${invite?.id}`, method: 'DELETE' as const };
  expect((await own.send(bram, revoke)).status).toBe(403);
  await own.act(team.captain, revoke);
  const evi = await own.addPerson('Evi');
  expect((await own.send(evi, join)).body.error?.code).toBe('invite_closed');
  const guess = await own.send(bram, { path: `${path}/join`, body: { code: 'guess' } });
  expect(guess).toMatchObject({ status: 404, body: { error: { params: { what: 'invite' } } } });

  const late = await own.act(team.captain, { path: `${path}/invites` });
  own.moveTo(new Date(Date.parse(own.at(7)) + day).toISOString());
  const cora = await own.addPerson('Cora');
  const tooLate = await own.send(cora, { path: `${path}/join`, body: { code: late.code } });
  expect(tooLate.body.error?.code).toBe('invite_closed');
});

it('lets people ask to join, and the captain answer', async () => {
  const person = await own.addPerson('Dana');
  const path = `/teams/${team.slug}/requests`;
  await own.act(person, { path });
  expect((await own.send(person, { path })).body.error?.code).toBe('already_asked');
  const answer = { path: `${path}/answer`, body: { person: person.person_id, accept: true } };
  expect((await own.send(person, answer)).status).toBe(403);
  await own.act(team.captain, answer);
  const member = {
    path: `/teams/${team.slug}/members/${person.person_id}`,
    method: 'DELETE' as const,
  };
  await own.act(person, member);
  expect((await own.send(person, member)).status).toBe(403);
  const nobody = { path: `/teams/${team.slug}/members/__proto__`, method: 'DELETE' as const };
  expect((await own.send(team.captain, nobody)).status).toBe(404);
});

it('keeps a captain, and hands over', async () => {
  const path = `/teams/${team.slug}/members`;
  const leave = { path: `${path}/${team.captain.person_id}`, method: 'DELETE' as const };
  expect((await own.send(team.captain, leave)).body.error?.code).toBe('last_captain');
  const promote = { path: `${path}/${team.player.person_id}`, body: { role: 'captain' } };
  await own.act(team.captain, promote);
  await own.act(team.captain, leave);
  const edit = {
    path: `/teams/${team.slug}/edit`,
    body: { name: 'Treadminds', about: ' We drive. ' },
  };
  expect((await own.send(team.captain, edit)).status).toBe(403);
  await own.act(team.player, edit);
  const [row] = await own.database.query(
    'select name, about, slug from public.teams where id = $1',
    [team.id],
  );
  expect(row).toEqual({ name: 'Treadminds', about: 'We drive.', slug: team.slug });
});

it('keeps what a team says of itself from its founding, and changes one thing at a time', async () => {
  const founder = await own.addPerson('Careful');
  const body = { name: 'Basalt', tag: 'BAS', ...home, about: ' We dig. ' };
  const { id, slug } = await own.act(founder, { path: '/teams', body });
  const look = async () => {
    const [row] = await own.database.query(
      'select name, tag, zone, locale, about from public.teams where id = $1',
      [id],
    );
    return row;
  };
  const begun = { name: 'Basalt', tag: 'BAS', ...home, about: 'We dig.' };
  expect(await look()).toEqual(begun);
  let expected = begun;
  for (const change of [
    { name: 'Basalts' },
    { tag: 'BST' },
    { zone: 'America/New_York' },
    { locale: 'de' },
    { about: '' },
  ]) {
    await own.act(founder, { path: `/teams/${slug}/edit`, body: change });
    expected = { ...expected, ...change };
    expect(await look()).toEqual(expected);
  }
});

it('leaves no entry behind when a team disbands while it joins', async () => {
  for (const name of ['Quartz', 'Rubble', 'Shale']) {
    const fresh = await own.addTeam(name, null);
    const [joined, gone] = await Promise.all([
      own.send(fresh.captain, { path: '/ladders/tanks/entries', body: { team: fresh.slug } }),
      own.send(fresh.captain, { path: `/teams/${fresh.slug}/disband` }),
    ]);
    expect(gone.status).toBe(200);
    expect([200, 422, 403]).toContain(joined.status);
    const left = await own.database.query(
      `select 1 from public.entries where team_id = $1 and status = 'active'`,
      [fresh.id],
    );
    expect(left).toEqual([]);
  }
});
