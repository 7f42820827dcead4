import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { giveAddresses, pickMails, takeMails } from '../testing/told.ts';

let own: ApiLeague;
let team: TestTeam;
let vera: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  team = await own.addTeam('Treadheads', null);
  vera = await own.addPerson('Vera');
});
beforeEach(async () => {
  own.moveTo(`${dayAfter()}T12:00:00.000Z`);
  await own.database.query('delete from private.rate_limits');
  await own.database.query('delete from private.notices');
  await giveAddresses(own);
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const today = () => own.league.now().toISOString().slice(0, 10);
const dayAfter = () => new Date(own.league.now().getTime() + 86_400_000).toISOString().slice(0, 10);

/** The mails of a kind that somebody gets for what is done. */
async function countMails(who: Viewer, kind: string, act: () => Promise<unknown>): Promise<number> {
  await act();
  return pickMails(await takeMails(own), who, [kind]).length;
}

describe('what is taken back and done again is told once a day', () => {
  /** Does it and takes it back, twice. */
  type Repeat = (doing: () => Promise<() => Promise<unknown>>) => () => Promise<void>;
  const twice: Repeat = (doing) => async () => {
    await (await doing())();
    await (await doing())();
  };

  const invite = (who: Viewer) => async () => {
    const path = `/teams/${team.slug}/invites`;
    const made = await own.act(team.captain, { path, body: { person: who.person_id } });
    return () => own.act(team.captain, { path: `${path}/${made.invite}`, method: 'DELETE' });
  };

  it('an invitation', async () => {
    const day = today();
    own.moveTo(`${day}T23:59:59.000Z`);
    expect(await countMails(vera, 'invited', twice(invite(vera)))).toBe(1);
    const other = await own.addPerson('Other');
    await giveAddresses(own);
    expect(await countMails(other, 'invited', invite(other))).toBe(1);
    own.moveTo(`${dayAfter()}T00:00:00.000Z`);
    expect(await countMails(vera, 'invited', twice(invite(vera)))).toBe(1);
  });

  it('an invitation, by each team', async () => {
    const second = await own.addTeam('Kaarna', null);
    await giveAddresses(own);
    expect(await countMails(vera, 'invited', twice(invite(vera)))).toBe(1);
    const body = { person: vera.person_id };
    const path = `/teams/${second.slug}/invites`;
    expect(await countMails(vera, 'invited', () => own.act(second.captain, { path, body }))).toBe(
      1,
    );
  });

  const request = (who: Viewer) => async () => {
    const path = `/teams/${team.slug}/requests`;
    await own.act(who, { path });
    return () => own.act(who, { path, method: 'DELETE' });
  };

  it('a request to be let onto a team', async () => {
    const day = today();
    own.moveTo(`${day}T23:59:59.000Z`);
    expect(await countMails(team.captain, 'join_asked', twice(request(vera)))).toBe(1);
    const other = await own.addPerson('Also asks');
    expect(await countMails(team.captain, 'join_asked', request(other))).toBe(1);
    own.moveTo(`${dayAfter()}T00:00:00.000Z`);
    expect(await countMails(team.captain, 'join_asked', twice(request(vera)))).toBe(1);
  });

  it('an answer to a notice, of each notice', async () => {
    const seek = async (of: TestTeam) => {
      const body = {
        ...{ game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [], languages: ['en'] },
        ...{ kind: 'team_seeks_player', text: 'We look.', team: of.slug },
      };
      return String((await own.act(of.captain, { path: '/boards', body })).id);
    };
    const answer = (who: Viewer, post: string) => async () => {
      const { id } = await own.act(who, { path: `/boards/${post}/answers` });
      return () => own.act(who, { path: `/boards/answers/${id}`, method: 'DELETE' });
    };
    const countOf = (who: Viewer, post: string, of = team) =>
      countMails(of.captain, 'board_answered', twice(answer(who, post)));
    const second = await own.addTeam('Answered', null);
    const other = await own.addPerson('Also answers');
    await giveAddresses(own);
    const [first, next] = [await seek(team), await seek(second)];
    expect(await countOf(vera, first)).toBe(1);
    expect(await countOf(other, first)).toBe(1);
    expect(await countOf(vera, next, second)).toBe(1);
    own.moveTo(`${dayAfter()}T00:00:00.000Z`);
    expect(await countOf(vera, first)).toBe(1);
  });
});

it('takes five requests of one person to one team in a day, and one more once the first is a day old', async () => {
  const [eager, other] = [await own.addPerson('Eager'), await own.addPerson('Another')];
  const second = await own.addTeam('Asked as well', null);
  const begun = own.league.now().getTime();
  const ask = async (who: Viewer, { slug } = team) => {
    await own.database.query('delete from private.rate_limits');
    const { body } = await own.send(who, { path: `/teams/${slug}/requests` });
    if (body.error === undefined) {
      await own.act(who, { path: `/teams/${slug}/requests`, method: 'DELETE' });
    }
    return body.error;
  };
  expect(await ask(eager)).toBeUndefined();
  own.moveTo(new Date(begun + 60_000).toISOString());
  for (let asked = 1; asked < 5; asked += 1) {
    expect(await ask(eager)).toBeUndefined();
  }
  const refused = { code: 'daily_limit', params: { limit: 5 } };
  expect(await ask(eager)).toEqual(refused);
  expect(await ask(other)).toBeUndefined();
  expect(await ask(eager, second)).toBeUndefined();
  own.moveTo(new Date(begun + 86_400_000 - 1).toISOString());
  expect(await ask(eager)).toEqual(refused);
  own.moveTo(new Date(begun + 86_400_000).toISOString());
  expect(await ask(eager)).toBeUndefined();
  expect(await ask(eager)).toEqual(refused);
});
