import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { giveAddresses, pickMails, takeMails } from '../testing/told.ts';

let own: ApiLeague;
let team: TestTeam;
let vera: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
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
  /** Does it three times at an instant, and takes it back each time but the last. */
  type Repeat = (doing: () => Promise<() => Promise<unknown>>) => () => Promise<void>;
  const thrice: Repeat = (doing) => async () => {
    await (await doing())();
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
    expect(await countMails(vera, 'invited', thrice(invite(vera)))).toBe(1);
    const other = await own.addPerson('Other');
    await giveAddresses(own);
    expect(await countMails(other, 'invited', invite(other))).toBe(1);
    own.moveTo(`${dayAfter()}T00:00:00.000Z`);
    expect(await countMails(vera, 'invited', thrice(invite(vera)))).toBe(1);
  });

  it('an invitation, by each team', async () => {
    const second = await own.addTeam('Kaarna', null);
    await giveAddresses(own);
    expect(await countMails(vera, 'invited', thrice(invite(vera)))).toBe(1);
    const body = { person: vera.person_id };
    const path = `/teams/${second.slug}/invites`;
    expect(await countMails(vera, 'invited', () => own.act(second.captain, { path, body }))).toBe(
      1,
    );
  });
});
