import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';
import { execute, executeAsSystem } from './execute.ts';
import { refuse } from './refusal.ts';
import type { Unit } from './unit.ts';

let own: ApiLeague;
let ann: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  ann = await own.addPerson('Ann');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

interface Asked {
  commandId?: string;
  body?: unknown;
  viewer?: Viewer;
}

const ask = (
  work: (unit: Unit) => Promise<unknown>,
  { commandId = randomUUID(), body = {}, viewer = ann }: Asked = {},
) => execute(own.league, { viewer, commandId, body }, work);

/** Work that the database stops so often, as it says, and that goes well then. */
function stopped(times: number, using: string) {
  let tries = 0;
  const work = async ({ transaction }: Unit) => {
    tries += 1;
    if (tries <= times) {
      await transaction.query(`do $$ begin raise exception 'no' using ${using}; end $$`);
    }
    return 'done';
  };
  return { work, count: () => tries };
}

const tagTaken = `errcode = '23505', constraint = 'teams_tag_in_use'`;

describe('what others were in the way of', () => {
  it.each([
    ['another who changed the same', `errcode = '40001'`],
    ['another who waited for it', `errcode = '40P01'`],
    ['what another has taken meanwhile', tagTaken],
  ])('is done at the fifth try: %s', async (_what, using) => {
    const { work, count } = stopped(4, using);
    expect(await ask(work)).toEqual({ status: 200, body: { data: 'done' } });
    expect(count()).toBe(5);
  });

  it('is a fault of ours where the fifth fails too, and a refusal where another has taken it', async () => {
    const waiting = stopped(5, `errcode = '40P01'`);
    await expect(ask(waiting.work)).rejects.toMatchObject({ code: '40P01' });
    const taken = stopped(5, tagTaken);
    const commandId = randomUUID();
    const answer = await ask(taken.work, { commandId });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'name_taken' } } });
    expect([waiting.count(), taken.count()]).toEqual([5, 5]);
    expect(await ask(taken.work, { commandId })).toEqual(answer);
    expect(taken.count()).toBe(5);
  });

  it.each([
    ['what is broken', `errcode = 'XX000'`, 'XX000'],
    ['what may not be there twice', `errcode = '23505', constraint = 'profiles_pkey'`, '23505'],
  ])('is not %s, which is tried once', async (_what, using, code) => {
    const { work, count } = stopped(1, using);
    await expect(ask(work)).rejects.toMatchObject({ code });
    expect(count()).toBe(1);
  });
});

describe('the same command again', () => {
  it('is refused again as it was, though it would be obeyed now, and undoes what it had begun', async () => {
    const commandId = randomUUID();
    const refused = await ask(
      async ({ transaction }) => {
        await transaction.query(`update public.profiles set username = 'Bea' where id = $1`, [
          ann.person_id,
        ]);
        refuse({ code: 'own_decision', params: {} });
      },
      { commandId },
    );
    expect(refused).toEqual({ status: 403, body: { error: { code: 'own_decision', params: {} } } });
    expect(await ask(async () => 'obeyed', { commandId })).toEqual(refused);
    expect(await ask(async () => 'obeyed', { commandId, body: 'other' })).toMatchObject({
      ...{ status: 409, body: { error: { code: 'command_reused' } } },
    });
    const names = await own.database.query('select username from public.profiles where id = $1', [
      ann.person_id,
    ]);
    expect(names).toEqual([{ username: 'Ann' }]);
  });

  it('is one for whoever sends it: an id that somebody else has used is free', async () => {
    const commandId = randomUUID();
    const bo = await own.addPerson('Bo');
    expect(await ask(async () => 'first', { commandId })).toMatchObject({
      body: { data: 'first' },
    });
    expect(await ask(async () => undefined, { commandId, viewer: bo })).toEqual({
      status: 200,
      body: { data: null },
    });
  });

  it('is the same in whatever order its fields come', async () => {
    const commandId = randomUUID();
    await ask(async () => 'first', { commandId, body: { a: 1, b: 2 } });
    const again = await ask(async () => 'second', { commandId, body: { b: 2, a: 1 } });
    expect(again.body).toEqual({ data: 'first' });
  });
});

it('is nobody’s where whoever sends it has gone meanwhile: nothing is done and nothing kept', async () => {
  const viewer = { ...ann, person_id: randomUUID() };
  const commandId = randomUUID();
  let isDone = false;
  const answer = await ask(
    async () => {
      isDone = true;
    },
    { viewer, commandId },
  );
  expect(answer).toEqual({ status: 401, body: { error: { code: 'not_signed_in', params: {} } } });
  expect(isDone).toBe(false);
  const kept = await own.database.query('select 1 from private.commands where command_id = $1', [
    commandId,
  ]);
  expect(kept).toEqual([]);
});

it('works on what it holds alone, and never before the last line of that', async () => {
  const admin = await own.addAdmin('Site');
  const last = own.league.now();
  own.moveTo(new Date(last.getTime() - day).toISOString());
  const ats = await executeAsSystem(own.league, async (unit) => {
    const before = unit.at;
    await unit.hold(['site']);
    expect(() => unit.team(admin.person_id)).toThrow(
      `The team team:${admin.person_id} is not held by this transaction`,
    );
    expect(() => unit.ladder('ladder:x')).toThrow('is not held by this transaction');
    expect(unit.site).toBeDefined();
    expect(unit.ladders).toEqual([]);
    return [before, unit.at];
  });
  expect(ats).toEqual([own.league.now().toISOString(), last.toISOString()]);
  own.moveTo(last.toISOString());
});

it('a refusal that rests on a deadline that has passed leaves in the log that it has', async () => {
  await own.addLadder('tanks');
  const teams: TestTeam[] = [];
  for (const name of ['Upper', 'Lower']) {
    teams.push(await own.addTeam(name, 'tanks'));
  }
  const [upper, lower] = teams as [TestTeam, TestTeam];
  const { match } = await own.act(lower.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: lower.entry, opponent: upper.entry, maps: ['Nexus'], nonce: testNonce },
  });
  own.moveTo(new Date(own.league.now().getTime() + 4 * day).toISOString());
  const late = await own.send(upper.captain, { path: `/matches/${match}/decline` });
  expect(late.status).toBeGreaterThanOrEqual(400);
  const rows = await own.database.query('select status from public.matches where id = $1', [match]);
  expect(rows).toEqual([{ status: 'forfeited' }]);
});

it('work of the server’s own that is refused is thrown, and leaves nothing', async () => {
  const work = async ({ transaction, viewer }: Unit) => {
    expect(viewer).toBeNull();
    await transaction.query('delete from public.profiles where id = $1', [ann.person_id]);
    refuse({ code: 'not_admin', params: {} });
  };
  await expect(executeAsSystem(own.league, work)).rejects.toMatchObject({
    refusal: { code: 'not_admin' },
  });
  expect(await ask(async () => 'here')).toMatchObject({ status: 200 });
});
