import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;
let third: TestTeam;
let fourth: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks', 'rung', { schedule: { apart: 'PT3H' } });
  away = await own.addTeam('Away', 'tanks');
  home = await own.addTeam('Home', 'tanks');
  fourth = await own.addTeam('Fourth', 'tanks');
  third = await own.addTeam('Third', 'tanks');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const toStamp = (instant: string | Date) =>
  new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

async function read(path: string): Promise<string[]> {
  const answer = await own.send(null, { method: 'GET', path: `/calendar/${path}.ics` });
  return String(answer.body.text).replaceAll('\r\n ', '').split('\r\n');
}
const makeFeed = async (who: Viewer, body = {}) =>
  `people/${(await own.act(who, { path: '/me/calendar', body })).token}`;
const pick = (lines: readonly string[], ...names: string[]) =>
  lines.filter((line) => names.some((name) => line.startsWith(`${name}:`)));

describe('what waits for somebody', () => {
  it('stands in their own calendar where it is theirs to do and has an end, in their language', async () => {
    const made = own.league.now();
    const feeds = {
      asked: await makeFeed(away.captain),
      player: await makeFeed(away.player),
      asking: await makeFeed(home.captain),
    };
    own.moveTo(own.at(0, 13));
    const challenge = { entry: home.entry, opponent: away.entry, nonce: testNonce };
    const { match } = await own.act(home.captain, {
      path: '/ladders/tanks/challenges',
      body: { ...challenge, maps: ['Nexus'] },
    });
    // Who asks to be let in waits for them without an end.
    await own.act(await own.addPerson('Newcomer'), { path: '/teams/away/requests' });
    const until = own.league.now().getTime() + 72 * hour;
    const uids = async (feed: string) => pick(await read(feed), 'UID');
    expect(await uids(feeds.asked)).toEqual([
      `UID:matches/${match}@${new Date(until).toISOString()}`,
    ]);
    expect([await uids(feeds.player), await uids(feeds.asking)]).toEqual([[], []]);
    expect(pick(await read(feeds.asked), 'DTSTART', 'DTSTAMP')).toEqual(
      expect.arrayContaining([`DTSTART:${toStamp(new Date(until))}`, `DTSTAMP:${toStamp(made)}`]),
    );
    const summary = async () => pick(await read(feeds.asked), 'SUMMARY')[0];
    const finnish = await summary();
    await own.database.query(`update public.profiles set locale = 'de' where id = $1`, [
      away.captain.person_id,
    ]);
    expect(await summary()).not.toBe(finnish);
    // As old as its secret word: that alone makes it another file.
    const renewed = await makeFeed(away.captain, { renew: true });
    expect(pick(await read(renewed), 'DTSTAMP')).toContain(`DTSTAMP:${toStamp(own.league.now())}`);
    const stamp = `DTSTAMP:${toStamp(own.league.now())}`;
    own.moveTo(new Date(own.league.now().getTime() + 1000).toISOString());
    expect(await makeFeed(away.captain)).toBe(renewed);
    expect(pick(await read(renewed), 'DTSTAMP')).toContain(stamp);
    expect(pick(await read(renewed), 'X-WR-CALNAME', 'URL', 'URL;VALUE=URI')).toEqual([
      'URL:http://localhost:3000/',
      'X-WR-CALNAME:Away captain',
      `URL;VALUE=URI:http://localhost:3000/matches/${match}`,
    ]);
  });
});

describe('a match', () => {
  it('names its ladder and its season, and lasts as its rules say', async () => {
    const { match, starts_at } = await scheduleMatch(own, 'tanks', [third, fourth]);
    const lines = await read(`matches/${match}`);
    expect(lines).toContain('X-WR-CALNAME:Third – Fourth');
    expect(lines).toContain(`URL:http://localhost:3000/matches/${match}`);
    expect(pick(lines, 'DESCRIPTION')).toEqual([
      `DESCRIPTION:tanks · Season 1\\nhttp://localhost:3000/matches/${match}`,
    ]);
    expect(lines).toContain(`DTEND:${toStamp(new Date(Date.parse(starts_at) + 3 * hour))}`);
    for (const [path, name, page] of [
      ['ladders/tanks', 'tanks', '/ladders/tanks'],
      ['teams/third', 'Third', '/teams/third'],
    ] as const) {
      const whole = await read(path);
      expect(whole).toContain(`X-WR-CALNAME:${name}`);
      expect(whole).toContain(`URL:http://localhost:3000${page}`);
    }
  });

  it('of which the log says nothing is as old as its challenge', async () => {
    const id = randomUUID();
    await own.database.query(
      `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status, version,
         challenged_at, starts_at, ended_at)
       select $1, s.ladder_id, s.id, 99, $2, $3, 'completed', 1, '2026-10-31T10:00:00Z', '2026-11-01T10:00:00Z', now()
       from public.seasons s`,
      [id, third.entry, fourth.entry],
    );
    expect(pick(await read(`matches/${id}`), 'LAST-MODIFIED')).toEqual([
      'LAST-MODIFIED:20261031T100000Z',
    ]);
  });
});

it('a scrim names its game, and is as old as what was agreed or called off', async () => {
  const id = randomUUID();
  await own.database.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values ($1, 'battlefield6', $2, $3, $4, 'UTC', '2026-11-01T10:00:00Z')`,
    [id, home.id, away.id, own.at(3)],
  );
  const lines = async () => {
    const whole = await read('teams/home');
    return whole.slice(whole.indexOf(`UID:${id}`));
  };
  expect(pick(await lines(), 'DESCRIPTION', 'LAST-MODIFIED', 'DTEND', 'SEQUENCE')).toEqual([
    'SEQUENCE:1',
    `DTEND:${toStamp(new Date(Date.parse(own.at(3)) + 2 * hour))}`,
    `DESCRIPTION:Battlefield 6\\nhttp://localhost:3000/scrims/${id}`,
    'LAST-MODIFIED:20261101T100000Z',
  ]);
  await own.database.query(`update private.scrims set cancelled_at = '2026-11-01T12:00:00Z'`);
  expect(pick(await lines(), 'LAST-MODIFIED')).toEqual(['LAST-MODIFIED:20261101T120000Z']);
});
