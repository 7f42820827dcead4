import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
});
afterAll(async () => {
  expect(await verify(cast.own.database)).toMatchObject({ difference: null });
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const nameOf = async (person: Viewer) => {
  const [row] = await cast.own.database.query<{ username: string }>(
    'select username from public.profiles where id = $1',
    [person.person_id],
  );
  return row?.username;
};

const rename = (who: Viewer | null, person: Viewer, body: Record<string, unknown>) =>
  cast.own.send(who, {
    path: `/moderation/people/${person.person_id}/name`,
    body: { reason: 'Rude.', ...body },
  });

const undo = (who: Viewer | null, id: unknown) =>
  cast.own.send(who, {
    path: `/moderation/renames/${id}`,
    method: 'DELETE',
    body: { reason: 'It was fine.' },
  });

const told = async (person: Viewer, kind: string) =>
  cast.own.database.query(
    'select data from private.notices where person_id = $1 and kind = $2 order by created_at, id',
    [person.person_id, kind],
  );

const onlySiteAdmins = onlyTo(['site admin'], 'not_admin');

describe('a person’s name in an admin’s hand', () => {
  it('is changed by site admins alone, not their own, and given back by any of them', async () => {
    const person = await cast.own.addPerson('Rudest');
    const call = {
      path: `/moderation/people/${person.person_id}/name`,
      body: { name: 'Kindest', reason: 'Rude.' },
    };
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlySiteAdmins(answers));
    expect(await nameOf(person)).toBe('Kindest');
    expect(await told(person, 'person_renamed')).toEqual([
      { data: { name: 'Kindest', reason: 'Rude.' } },
    ]);
    expect((await rename(steward, steward, {})).body.error?.code).toBe('own_match');
    const [kept] = await cast.own.database.query<{ id: string }>(
      'select id from private.renames where person_id = $1',
      [person.person_id],
    );
    expect((await undo(person, kept?.id)).body.error?.code).toBe('not_admin');
    expect((await undo(steward, kept?.id)).status).toBe(200);
    expect(await nameOf(person)).toBe('Rudest');
    expect(await told(person, 'person_renamed')).toEqual([
      { data: { name: 'Kindest', reason: 'Rude.' } },
      { data: { name: 'Rudest', reason: 'It was fine.' } },
    ]);
    expect((await undo(steward, kept?.id)).status).toBe(404);
    const acts = await cast.own.database.query(
      'select act from private.audit_log where subject = $1 order by id',
      [person.person_id],
    );
    expect(acts).toEqual([{ act: 'person_renamed' }, { act: 'person_renamed' }]);
  });

  it('is made up where none is given, and must be free and fit', async () => {
    const person = await cast.own.addPerson('Nameless one');
    const { body } = await rename(steward, person, {});
    expect(body.data?.name).toMatch(/^player-[0-9a-f]{4}\d*$/);
    expect((await rename(steward, person, { name: 'Stranger' })).body.error?.code).toBe(
      'name_taken',
    );
    for (const name of ['x', 'x'.repeat(33)]) {
      expect((await rename(steward, person, { name })).body.error).toEqual({
        ...{ code: 'name_invalid', params: { minimum: 2, maximum: 32 }, field: 'name' },
      });
    }
    expect((await rename(steward, person, { name: 'x'.repeat(32) })).status).toBe(200);
    expect((await rename(steward, person, { name: 'Xy' })).status).toBe(200);
    // One's own name is as free as any.
    expect((await rename(steward, person, { name: 'XY' })).body.data?.name).toBe('XY');
    for (const [reason, status] of [
      ['', 400],
      ['x'.repeat(301), 400],
      ['x'.repeat(300), 200],
    ] as const) {
      expect((await rename(steward, person, { reason })).status).toBe(status);
    }
  });

  it('is nobody’s whose account is gone', async () => {
    const person = await cast.own.addPerson('Leaving us');
    await cast.own.act(person, { path: '/me/deletion', body: { confirm: 'Leaving us' } });
    const { status, body } = await rename(steward, person, { name: 'Still here' });
    expect([status, body.error?.params]).toEqual([404, { what: 'person', id: person.person_id }]);
    expect(await nameOf(person)).toBe('⸺');
  });

  it('is not given back once somebody else has it', async () => {
    const person = await cast.own.addPerson('Wanted name');
    const { body } = await rename(steward, person, { name: 'Other name' });
    await cast.own.addPerson('Wanted name');
    expect((await undo(steward, body.data?.rename)).body.error?.code).toBe('name_taken');
    expect(await nameOf(person)).toBe('Other name');
  });
});

describe('a team’s name in an admin’s hand', () => {
  it('is changed and given back by site admins who are not on it', async () => {
    const { own, third } = cast;
    const path = `/moderation/teams/${third.slug}/name`;
    const call = { path, body: { name: 'Renamed', tag: 'REN', reason: 'Rude.', hides: true } };
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlySiteAdmins(answers));
    const read = () =>
      own.database.query('select name, tag from public.teams where id = $1', [third.id]);
    expect(await read()).toEqual([{ name: 'Renamed', tag: 'REN' }]);
    expect(await told(third.player, 'team_renamed')).toEqual([
      { data: { team: 'Renamed', reason: 'Rude.' } },
    ]);
    const [kept] = await own.database.query<{ id: string }>(
      'select id from private.renames where team_id = $1',
      [third.id],
    );
    expect((await undo(steward, kept?.id)).status).toBe(200);
    expect(await read()).toEqual([{ name: 'Third', tag: 'THIR' }]);
    expect((await told(third.player, 'team_renamed')).at(-1)).toEqual({
      data: { team: 'Third', reason: 'It was fine.' },
    });
    const same = { name: 'Third', tag: 'THIR', reason: 'The same.' };
    const again = { path: `/moderation/teams/${third.slug}/name`, body: same };
    expect((await own.send(steward, again)).body.error).toMatchObject({
      ...{ code: 'field_invalid', field: 'name' },
    });
    expect((await own.send(steward, { ...again, body: { ...same, tag: 'THI' } })).status).toBe(200);
  });

  it('is not theirs who play in it', async () => {
    const { own, third } = cast;
    await own.act(steward, { path: '/admins', body: { person: third.player.person_id } });
    const path = `/moderation/teams/${third.slug}`;
    const rest = { name: 'Ours', tag: 'OUR', reason: 'Mine.' };
    const asked = await own.send(third.player, { path: `${path}/name`, body: rest });
    expect(asked.body.error?.code).toBe('own_match');
    const ended = await own.send(third.player, {
      path: `${path}/disband`,
      body: { reason: 'Mine.' },
    });
    expect(ended.body.error?.code).toBe('own_match');
    await own.act(steward, { path: `/admins/${third.player.person_id}`, method: 'DELETE' });
  });
});

describe('a team’s end by an admin', () => {
  it('forfeits its match as its captain’s own would, and tells everybody why', async () => {
    const { own, home, away } = cast;
    const { match } = await scheduleMatch(own, 'tanks', [home, away]);
    const call = { path: `/moderation/teams/${home.slug}/disband`, body: { reason: 'Fake team.' } };
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlySiteAdmins(answers));
    expect(
      await own.database.query('select status, winner from public.matches where id = $1', [match]),
    ).toEqual([{ status: 'forfeited', winner: 'defender' }]);
    expect(await told(home.player, 'team_closed')).toEqual([
      { data: { team: 'Home', reason: 'Fake team.' } },
    ]);
    expect(await told(home.player, 'team_disbanded')).toEqual([]);
  });
});

describe('accounts elsewhere', () => {
  it('are read by site admins alone, and each look stands in the audit log', async () => {
    const { own, people } = cast;
    const person = people.stranger ?? steward;
    const call = { path: `/moderation/people/${person.person_id}/accounts` };
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlySiteAdmins(answers));
    const acts = await own.database.query(
      `select person_id from private.audit_log where act = 'accounts_read' and subject = $1`,
      [person.person_id],
    );
    expect(acts).toEqual([{ person_id: steward.person_id }]);
  });
});
