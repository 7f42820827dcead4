import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';

let own: ApiLeague;
let kaarna: TestTeam;
let dust: TestTeam;
let idle: TestTeam;
let match: string;
let starts_at: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  dust = await own.addTeam('Dust; Devils, Ärjä', 'tanks');
  kaarna = await own.addTeam('Kaarna', 'tanks');
  idle = await own.addTeam('Idle', 'tanks');
  ({ match, starts_at } = await scheduleMatch(own, 'tanks', [kaarna, dust]));
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const get = (path: string, headers = {}) =>
  own.send(null, { method: 'GET', path: `/calendar/${path}`, headers });

/** The file as a calendar program takes it. */
async function read(path: string) {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  const text = String(answer.body.text);
  const calendar = new ICAL.Component(ICAL.parse(text) as [string, unknown[], unknown[]]);
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => ({ component, event: new ICAL.Event(component) }));
  return { answer, text, calendar, events };
}

describe('a calendar', () => {
  it.each(['ladders/tanks', 'teams/kaarna'])('of %s holds its matches in UTC', async (path) => {
    const { answer, text, calendar, events } = await read(`${path}.ics`);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(calendar.getAllSubcomponents('vtimezone')).toEqual([]);
    expect(text).not.toContain('TZID');
    expect(events).toHaveLength(1);
    const [{ component, event } = expect.fail()] = events;
    expect(event.uid).toBe(match);
    expect(event.startDate.toJSDate().toISOString()).toBe(starts_at);
    expect(event.endDate.toJSDate().getTime() - Date.parse(starts_at)).toBe(2 * hour);
    expect(component.getFirstPropertyValue('dtstart')?.toString()).toMatch(/Z$/);
    expect(event.summary).toBe('Kaarna – Dust; Devils, Ärjä');
    expect(event.sequence).toBe(3);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(component.getFirstPropertyValue('url')).toBe(`http://localhost:3000/matches/${match}`);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });

  it('of one match is a file to keep', async () => {
    const { answer, events } = await read(`matches/${match}.ics`);
    expect(answer.headers.get('content-disposition')).toContain(`${match}.ics`);
    expect(events.map(({ event }) => event.uid)).toEqual([match]);
  });

  it('is not there for what is not there, and empty where nothing is arranged', async () => {
    expect((await read(`teams/${idle.slug}.ics`)).events).toEqual([]);
    const paths = ['ladders/none.ics', 'teams/none.ics', 'matches/x.ics', 'people/guess.ics'];
    for (const path of [...paths, `matches/${kaarna.id}.ics`, 'ladders/tanks']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it('is sent again only when something has changed, and strikes out what is not played', async () => {
    const before = (await get('ladders/tanks.ics')).headers.get('etag') ?? '';
    expect(before).not.toBe('');
    own.moveTo(new Date(Date.parse(starts_at) - 30 * hour).toISOString());
    const same = await get('ladders/tanks.ics', { 'if-none-match': before });
    expect([same.status, same.body.text]).toEqual([304, '']);
    await own.act(await own.addAdmin('Admin'), {
      path: `/matches/${match}/void`,
      body: { reason: 'Server down', rule: 'report', version: 3 },
    });
    const after = await get('ladders/tanks.ics', { 'if-none-match': before });
    expect(after.status).toBe(200);
    const { events } = await read('ladders/tanks.ics');
    const [{ component, event } = expect.fail()] = events;
    expect([event.uid, component.getFirstPropertyValue('status')]).toEqual([match, 'CANCELLED']);
    expect(event.sequence).toBe(4);
    const modified = component.getFirstPropertyValue('last-modified') as ICAL.Time;
    expect(modified.toJSDate().getTime()).toBe(Date.parse(starts_at) - 30 * hour);
  });
});

describe('a person’s own calendar', () => {
  const make = async (who: Viewer, body = {}) =>
    String((await own.act(who, { path: '/me/calendar', body })).token);

  it('has a secret address that stays until it is renewed', async () => {
    expect((await own.send(null, { path: '/me/calendar' })).status).toBe(401);
    const token = await make(kaarna.player);
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(await make(kaarna.player)).toBe(token);
    const { answer, events } = await read(`people/${token}.ics`);
    expect(answer.headers.get('cache-control')).toContain('private');
    expect(events.map(({ event }) => event.uid)).toEqual([match]);
    const renewed = await make(kaarna.player, { renew: true });
    expect(renewed).not.toBe(token);
    expect((await get(`people/${token}.ics`)).status).toBe(404);
    expect((await get(`people/${renewed}.ics`)).status).toBe(200);
  });

  it('holds no match of others, and ends with the account', async () => {
    const token = await make(idle.captain);
    expect((await read(`people/${token}.ics`)).events).toEqual([]);
    await own.database.query('delete from auth.users where id = $1', [idle.captain.user_id]);
    expect((await get(`people/${token}.ics`)).status).toBe(404);
  });
});

describe('a scrim', () => {
  const scrim = '01890000-0000-7000-8000-000000000001';
  const starts = () => own.at(3);
  const summaries = async (path: string) =>
    (await read(path)).events.map(({ event }) => event.summary);
  const title = 'Hollow – Marrow';
  let home: TestTeam;
  let away: TestTeam;
  beforeAll(async () => {
    home = await own.addTeam('Hollow', null);
    away = await own.addTeam('Marrow', null);
  });

  it('stands in the calendars of its teams and their people, and in no other', async () => {
    await own.database.query(
      `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
       values ($1, 'battlefield6', $2, $3, $4, 'UTC', $5)`,
      [scrim, home.id, away.id, starts(), own.league.now()],
    );
    const { token } = await own.act(away.player, { path: '/me/calendar' });
    const { token: other } = await own.act(dust.player, { path: '/me/calendar' });
    for (const path of ['teams/hollow', 'teams/marrow', `people/${token}`]) {
      expect(await summaries(`${path}.ics`)).toContain(title);
    }
    for (const path of [`people/${other}`, `teams/${dust.slug}`, 'ladders/tanks']) {
      expect(await summaries(`${path}.ics`)).not.toContain(title);
    }
    const [{ component, event } = expect.fail()] = (await read('teams/hollow.ics')).events;
    expect([event.uid, event.startDate.toJSDate().toISOString()]).toEqual([scrim, starts()]);
    expect(component.getFirstPropertyValue('url')).toBe(`http://localhost:3000/scrims/${scrim}`);
  });

  it('is struck out once it is called off', async () => {
    await own.act(home.captain, { path: `/scrims/${scrim}/cancellation`, body: {} });
    const [{ component, event } = expect.fail()] = (await read('teams/hollow.ics')).events;
    expect([event.sequence, component.getFirstPropertyValue('status')]).toEqual([2, 'CANCELLED']);
  });
});
