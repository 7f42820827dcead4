import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';

interface Hours {
  declared: { challenger: number; defender: number };
  hours: { time: string; challenger: number; defender: number }[];
  named: { time: string; challenger: number; defender: number }[];
  zones: { challenger: string | null; defender: string | null };
}

let own: ApiLeague;
let defender: TestTeam;
let challenger: TestTeam;
let path: string;

const evenings = (zone: string) => ({
  path: '/me/settings',
  body: {
    zone,
    availability: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '20:00', to: '22:00' })),
  },
});

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  defender = await own.addTeam('Treadheads', 'tanks');
  challenger = await own.addTeam('Kaarna', 'tanks');
  const body = { entry: challenger.entry, opponent: defender.entry, nonce: 'n'.repeat(16) };
  const { match } = await own.act(challenger.captain, { path: '/ladders/tanks/challenges', body });
  path = `/matches/${match}/hours`;
  await own.act(defender.captain, evenings('Europe/Helsinki'));
  await own.act(challenger.captain, evenings('Europe/Berlin'));
  await own.act(challenger.player, evenings('Europe/Helsinki'));
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function readHours(): Promise<Hours> {
  const { status, body } = await own.send(defender.captain, { path, method: 'GET' });
  expect(status).toBe(200);
  return body.data as unknown as Hours;
}

describe('the hours of a match', () => {
  it('counts who of each side is free, each in their own zone', async () => {
    const { declared, hours } = await readHours();
    expect(declared).toEqual({ challenger: 2, defender: 1 });
    const eight = hours.find(({ time }) => toHour(time, 'Europe/Helsinki') === 20);
    expect(eight).toMatchObject({ challenger: 1, defender: 1 });
    const nine = hours.find(({ time }) => toHour(time, 'Europe/Helsinki') === 21);
    expect(nine).toMatchObject({ challenger: 2, defender: 1 });
    expect(hours.find(({ time }) => toHour(time, 'Europe/Helsinki') === 18)).toMatchObject({
      challenger: 0,
      defender: 0,
    });
  });

  it('are those of its id in capitals too', async () => {
    const capitals = path.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase());
    expect(capitals).not.toBe(path);
    const { status, body } = await own.send(defender.captain, { path: capitals, method: 'GET' });
    expect([status, body.data]).toEqual([200, await readHours()]);
  });

  it('names the home of each side', async () => {
    await own.database.query(`update public.teams set zone = 'Europe/Berlin' where id = $1`, [
      challenger.id,
    ]);
    const { zones } = await readHours();
    expect(zones).toEqual({ challenger: 'Europe/Berlin', defender: 'Europe/Helsinki' });
  });

  it('holds only hours that an acceptance may name', async () => {
    const { hours } = await readHours();
    const times = [hours[0]?.time, hours.at(-1)?.time];
    const body = { times, nonce: 'd'.repeat(16) };
    await own.act(defender.captain, { path: path.replace('hours', 'acceptance'), body });
    const { named } = await readHours();
    expect(named.map(({ time }) => time)).toEqual(times);
  });

  it('is for the captains of both sides and the admins only', async () => {
    const stranger = await own.addPerson('Stranger');
    const refused = async (person: Parameters<ApiLeague['send']>[0]) =>
      (await own.send(person, { path, method: 'GET' })).body.error;
    expect(await refused(null)).toMatchObject({ code: 'not_signed_in' });
    expect(await refused(stranger)).toMatchObject({ code: 'not_member' });
    expect(await refused(challenger.player)).toMatchObject({ code: 'not_captain' });
    expect(await refused(await own.addAdmin('Judge'))).toBeUndefined();
  });
});

const toHour = (time: string, timeZone: string) =>
  Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(
      new Date(time),
    ),
  );
