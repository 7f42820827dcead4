import { randomUUID } from 'node:crypto';
import { hintChannel } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamChange } from '../engine/kinds/kind.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { hintAllOffices, hintOffices, hintOfficesOf } from './hint-offices.ts';

let cast: Cast;
let ladder: string;
let heard: string[];
let stop: () => Promise<void>;

beforeAll(async () => {
  cast = await createCast();
  const { database } = cast.own;
  const [row] = await database.query<{ id: string }>(
    `select id from public.ladders where slug = 'tanks'`,
  );
  ladder = row?.id ?? '';
  heard = [];
  stop = await database.listen(hintChannel, (payload) => heard.push(payload));
});
afterAll(async () => {
  await stop();
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

/** Whose pages are told by something, by what they are; a mark says that all of it has come. */
async function listHeard(work: (transaction: Transaction) => Promise<void>): Promise<string[]> {
  heard.length = 0;
  const mark = randomUUID();
  await cast.own.database.transaction(async (transaction) => {
    await work(transaction);
    await transaction.notify(hintChannel, mark);
  });
  await expect.poll(() => heard).toContain(mark);
  const told = heard.join();
  return Object.entries(cast.people).flatMap(([name, viewer]) =>
    viewer !== null && told.includes(`person:${viewer.person_id}`) ? [name] : [],
  );
}

describe('something new on a desk', () => {
  it('is told to the admins of that ladder and of the site, and to whom its rules name while a season runs', async () => {
    const ofLadder = () => listHeard((transaction) => hintOffices(transaction, ladder));
    const offices = ["the ladder's admin", 'site admin'];
    expect(await ofLadder()).toEqual(offices);
    expect(await listHeard((transaction) => hintOffices(transaction, null))).toEqual([
      'site admin',
    ]);
    const { database } = cast.own;
    await database.query(
      `update public.seasons set rules = jsonb_set(rules, '{dispute,outsider}', to_jsonb($1::text))
       where ladder_id = $2`,
      [cast.people.stranger?.person_id, ladder],
    );
    expect(await ofLadder()).toEqual([...offices, 'stranger']);
    const other = (transaction: Transaction) => hintOffices(transaction, randomUUID());
    expect(await listHeard(other)).toEqual(['site admin']);
    await database.query(`update public.seasons set status = 'closed'`);
    expect(await ofLadder()).toEqual(offices);
    await database.query(`update public.seasons set status = 'open'`);
    await database.query(
      `update public.seasons set rules = jsonb_set(rules, '{dispute,outsider}', 'null')`,
    );
  });

  it('is told to everybody in office where it may be anybody’s', async () => {
    expect(await listHeard(hintAllOffices)).toEqual([
      ...["the ladder's admin", "another ladder's admin", 'site admin', 'editor'],
    ]);
  });

  it.each([
    ...['match_disputed', 'result_disputed', 'statement_added', 'ruling_given', 'appeal_made'],
    ...['appeal_decided', 'match_voided', 'deadline_extended', 'deadlines_extended'],
    ...['match_reported', 'run_submitted', 'run_confirmed', 'run_verified', 'run_rejected'],
    'run_withdrawn',
  ])('comes with %s, and not with what no admin waits for', async (type) => {
    const happen = (...types: string[]) =>
      listHeard((transaction) =>
        hintOfficesOf(transaction, {
          events: types.map((one) => ({ type: one, ladder_id: ladder })),
        } as unknown as StreamChange),
      );
    expect(await happen('match_scheduled', type)).toEqual(["the ladder's admin", 'site admin']);
    expect(await happen('match_scheduled')).toEqual([]);
  });
});
