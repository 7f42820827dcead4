import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  hour,
  type TestTeam,
} from '../testing/api-league.ts';
import { type CalendarAct, type CalendarMatch, toCalendarFile } from './file.ts';

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;
let driver: Viewer;
let number = 0;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  home = await own.addTeam('Home', 'tanks');
  away = await own.addTeam('Away', 'tanks');
  await own.addLadder('golf');
  driver = await own.addPerson('Driver');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query('delete from public.matches');
  await own.database.query('delete from private.rate_limits');
});

const now = () => own.league.now().getTime();

/** Matches of the two teams, so many seconds after the instant each. */
async function addMatches(from: number, seconds: readonly (number | null)[]): Promise<string[]> {
  const ids = seconds.map(() => randomUUID() as string);
  const starts = seconds.map((count) => (count === null ? null : new Date(from + count * 1000)));
  await own.database.query(
    `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status, version, challenged_at, starts_at, ended_at)
     select given.id, s.ladder_id, s.id, $5 + given.place, $3, $4, 'completed', 1, now(), given.starts_at, now()
     from unnest($1::uuid[], $2::timestamptz[]) with ordinality as given (id, starts_at, place), public.seasons s
     where s.id = (select season_id from public.entries where id = $3)`,
    [ids, starts, home.entry, away.entry, number],
  );
  number += ids.length;
  return ids;
}

async function read(path: string): Promise<{ ids: string[]; text: string; headers: Headers }> {
  const answer = await own.send(null, { method: 'GET', path: `/calendar/${path}.ics` });
  expect(answer.status).toBe(200);
  const text = String(answer.body.text).replaceAll('\r\n ', '');
  const ids = [...text.matchAll(/^UID:(\S+)/gm)].map(([, id = '']) => id);
  return { ids, text, headers: answer.headers };
}

const makeFeed = async (who: Viewer) =>
  `people/${(await own.act(who, { path: '/me/calendar' })).token}`;

describe('which matches a calendar holds', () => {
  it('those of the last ninety days and all ahead, the latest first, and none without an hour', async () => {
    const [, at, just] = await addMatches(now() - 90 * day, [-1, 0, 1]);
    const [soon, late] = await addMatches(now(), [60, 900_000_00]);
    await addMatches(now(), [null]);
    for (const path of ['ladders/tanks', 'teams/home', await makeFeed(home.player)]) {
      expect([path, (await read(path)).ids]).toEqual([path, [late, soon, just]]);
    }
    // A match's own file is there however long it is past.
    expect((await read(`matches/${at}`)).ids).toEqual([at]);
  });

  it('those that the person or their team plays, and none of others', async () => {
    const [id] = await addMatches(now(), [60]);
    expect((await read(await makeFeed(away.player))).ids).toEqual([id]);
    expect((await read(await makeFeed(driver))).ids).toEqual([]);
    const third = await own.addTeam('Third', 'tanks');
    expect((await read(await makeFeed(third.captain))).ids).toEqual([]);
    expect((await read('teams/third')).ids).toEqual([]);
    expect((await read('teams/away')).ids).toEqual([id]);
    expect((await read('ladders/golf')).ids).toEqual([]);
    await own.database.query(
      `insert into public.entry_players (season_id, entry_id, person_id, eligible_from)
       select season_id, id, $2, now() from public.entries where id = $1`,
      [away.entry, driver.person_id],
    );
    expect((await read(await makeFeed(driver))).ids).toEqual([id]);
  });

  it('those of who drives alone, on either side, by their names', async () => {
    const rival = await own.addPerson('Rival');
    const entries = [randomUUID(), randomUUID()];
    await own.database.query(
      `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
       select given.id, s.id, given.person_id, 'active', now(), now()
       from unnest($1::uuid[], $2::uuid[]) given (id, person_id), public.seasons s
       join public.ladders l on l.id = s.ladder_id and l.slug = 'golf'`,
      [entries, [driver.person_id, rival.person_id]],
    );
    const id = randomUUID();
    await own.database.query(
      `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status, version, challenged_at, starts_at, ended_at)
       select $1, s.ladder_id, s.id, 1, e.id, $3, 'completed', 1, now(), $4, now()
       from public.entries e join public.seasons s on s.id = e.season_id where e.id = $2`,
      [id, ...entries, new Date(now() + 60_000)],
    );
    for (const who of [driver, rival]) {
      const { ids, text } = await read(await makeFeed(who));
      expect([who.username, ids]).toEqual([who.username, [id]]);
      expect(text).toContain('\r\nSUMMARY:Driver – Rival\r\n');
    }
    expect((await read(await makeFeed(home.player))).ids).toEqual([]);
    expect((await read(`matches/${id}`)).text).toContain('X-WR-CALNAME:Driver – Rival');
    await own.database.query('delete from public.matches');
    await own.database.query('delete from public.entries where id = any ($1)', [entries]);
  });

  it('two thousand at most: what is cut off is what is longest past', async () => {
    const ids = await addMatches(
      now(),
      Array.from({ length: 2001 }, (_, place) => place),
    );
    const found = (await read('ladders/tanks')).ids;
    expect(found).toHaveLength(2000);
    expect(found).not.toContain(ids[0]);
    expect(found[0]).toBe(ids[2000]);
  });

  it('scrims that were agreed within ninety days, the latest first', async () => {
    const add = async (seconds: number) => {
      const id = randomUUID();
      await own.database.query(
        `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
         values ($1, 'battlefield6', $2, $3, $4, 'UTC', now())`,
        [id, home.id, away.id, new Date(now() - 90 * day + seconds * 1000)],
      );
      return id;
    };
    await add(0);
    const [just, later] = [await add(1), await add(2)];
    expect((await read('teams/away')).ids).toEqual([later, just]);
    expect((await read(await makeFeed(home.captain))).ids).toEqual([later, just]);
  });
});

describe('how a calendar is kept', () => {
  it.each<[string, () => Promise<string>, string | null]>([
    ['a ladder’s', async () => 'ladders/tanks', null],
    ['a team’s', async () => 'teams/home', null],
    ['a person’s own', () => makeFeed(home.player), 'noindex'],
  ])('%s', async (_whose, toPath, robots) => {
    await addMatches(now(), [60]);
    const { headers } = await read(await toPath());
    const kind = robots === null ? 'public' : 'private';
    expect(headers.get('cache-control')).toBe(`${kind}, no-cache`);
    expect(headers.get('x-robots-tag')).toBe(robots);
    expect(headers.get('referrer-policy')).toBe(robots === null ? null : 'no-referrer');
    expect(headers.get('content-disposition')).toBeNull();
  });

  it('is asked for by its owner ten times a minute', async () => {
    const answers: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      answers.push((await own.send(driver, { path: '/me/calendar' })).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('a match in the file', () => {
  const match: CalendarMatch = {
    ...{ id: 'm', version: 3, status: 'scheduled', challenger: 'Home', defender: 'Away' },
    ...{ starts_at: new Date(0), changed_at: new Date(hour), holds: 'PT3H', about: 'Tanks' },
    ...{ challenger_score: null, defender_score: null, path: '/matches/m' },
  };
  const write = (change: Partial<CalendarMatch>, acts: CalendarAct[] = []) =>
    toCalendarFile(
      { matches: [{ ...match, ...change }], acts },
      {
        ...{ name: 'Tanks', origin: 'https://league.test', path: '/ladders/tanks' },
        stamp: new Date(2 * hour),
      },
    );

  it.each<[string, Partial<CalendarMatch>, string]>([
    ['with a score', { challenger_score: 2, defender_score: 0 }, 'SUMMARY:Home 2–0 Away'],
    ['with half a score', { challenger_score: 2 }, 'SUMMARY:Home – Away'],
    ['with the other half', { defender_score: 2 }, 'SUMMARY:Home – Away'],
    ['as long as it holds its sides', {}, 'DTEND:19700101T030000Z'],
    ['as it was changed last', {}, 'LAST-MODIFIED:19700101T010000Z'],
    ['in its version', {}, 'SEQUENCE:3'],
    ['asked for again each hour', {}, 'X-PUBLISHED-TTL:PT1H'],
  ])('%s', async (_what, change, line) => {
    expect((await write(change)).split('\r\n')).toContain(line);
  });

  it.each([
    ['scheduled', 'CONFIRMED'],
    ['live', 'CONFIRMED'],
    ['disputed', 'CONFIRMED'],
    ['completed', 'CONFIRMED'],
    ['forfeited', 'CANCELLED'],
    ['voided', 'CANCELLED'],
    ['cancelled', 'CANCELLED'],
    ['withdrawn', 'CANCELLED'],
    ['expired', 'CANCELLED'],
    ['declined', 'CANCELLED'],
  ])('%s: %s', async (status, shown) => {
    expect(await write({ status })).toContain(`\r\nSTATUS:${shown}\r\n`);
  });

  const act: CalendarAct = {
    ...{ match_id: 'm', until: new Date(5 * hour), title: 'Check in', reason: 'Until six.' },
    path: '/matches/m',
  };

  it('says what waits for its owner, and nothing beside itself', async () => {
    const file = await write({}, [act]);
    expect(file.split('BEGIN:VEVENT')).toHaveLength(2);
    expect(file).toContain('DESCRIPTION:Check in. Until six.\\nTanks');
  });

  it.each<[string, Partial<CalendarAct>]>([
    ['of a match without an hour', { match_id: 'other' }],
    ['of anything else', { match_id: null }],
  ])('leaves what waits %s to an entry of its own', async (_what, change) => {
    const file = await write({}, [{ ...act, ...change }]);
    const [, own_match, alone = ''] = file.split('BEGIN:VEVENT');
    expect(own_match).not.toContain('Check in');
    const lines = alone.split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:matches/m@1970-01-01T05:00:00.000Z',
        'DTSTAMP:19700101T020000Z',
        'DTSTART:19700101T050000Z',
        'SUMMARY:Check in',
        'TRANSP:TRANSPARENT',
        'URL;VALUE=URI:https://league.test/matches/m',
      ]),
    );
  });
});
