import { locales } from '@muster/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { type Menus, readMenus } from './menus.ts';

let cast: Cast;
let steward: Viewer;
const path = '/menus';
const none: Menus = { casual: [], competitions: [], servers: [] };

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const read = () => readMenus(cast.own.database);
const send = async (menus: object, revision?: string) => {
  const body = { ...none, ...menus, revision: revision ?? (await read()).revision };
  return cast.own.send(steward, { path, body });
};

it('keeps the lists whole, in their order, and says in the log what they were', async () => {
  const token = { id: 'token', label: 'AQtion', path: '/ladders/aqtion' };
  const outward = { label: { pt: 'Fórum', en: 'Forum' }, path: 'https://forum.example/x?y#z' };
  const { status, body } = await send({ casual: [outward, token] });
  expect(status).toBe(200);
  const { menus, revision } = await read();
  expect(menus).toMatchObject({ casual: [outward, token], competitions: [], servers: [] });
  expect(body.data).toMatchObject({ revision });
  const moved = { casual: [token], servers: [...menus.casual.slice(0, 1)] };
  // The same once more changes nothing, and nothing is written down.
  for (const _time of [1, 2]) {
    expect((await send(moved)).status).toBe(200);
  }
  expect((await read()).menus).toEqual({ ...none, ...moved });
  const acts = await cast.own.database.query<{ act: string }>(
    `select act from private.audit_log where kind = 'menus' order by at, id`,
  );
  expect(acts.map(({ act }) => act)).toEqual(['menus_edited', 'menus_edited']);
});

it('writes nothing over what somebody else has changed meanwhile', async () => {
  const { revision } = await read();
  expect((await send({ casual: [{ label: 'One', path: '/' }] }, revision)).status).toBe(200);
  const late = await send({ casual: [{ label: 'Two', path: '/' }] }, revision);
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'menus_changed' } } });
  expect((await read()).menus.casual).toMatchObject([{ label: 'One' }]);
  const now = (await read()).revision;
  const both = ['Three', 'Four'].map((label) => send({ casual: [{ label, path: '/' }] }, now));
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
});

it.each([
  ['/', true],
  ['/ladders/x?y=1', true],
  ['https://example.org', true],
  ['http://example.org', false],
  ['//example.org', false],
  ['/\\example.org', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://user@example.org', false],
  ['/a b', false],
  ['', false],
  [`/${'x'.repeat(299)}`, true],
  [`/${'x'.repeat(300)}`, false],
])('may lead to %s: %s', async (to, isTaken) => {
  const { status, body } = await send({ casual: [{ label: 'One', path: to }] });
  expect([status, body.error?.field]).toEqual(isTaken ? [200, undefined] : [400, 'casual.0.path']);
});

it.each([
  ['80 characters', 'x'.repeat(80), true],
  ['81', 'x'.repeat(81), false],
  ['none', ' ', false],
  ['no language', {}, false],
  ['a language that is not there', { sv: 'Ett' }, false],
  ['one language', { fi: 'Yksi' }, true],
])('may be called by %s', async (_what, label, isTaken) => {
  const { status } = await send({ casual: [{ label, path: '/' }] });
  expect(status).toBe(isTaken ? 200 : 400);
});

it('has 50 entries a list at most, none twice', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `n${n}`, label: `${n}`, path: '/' }));
  expect((await send({ casual: many(50) })).status).toBe(200);
  expect((await send({ servers: many(50) })).status).toBe(200);
  expect((await send({ casual: many(51) })).status).toBe(400);
  const twice = await send({ casual: many(2), servers: many(1) });
  expect(twice.body.error).toMatchObject({ code: 'field_invalid', field: 'servers.0.id' });
});

it.each([
  ['of one character', 'i', true],
  ['of 80', 'i'.repeat(80), true],
  ['of 81', 'i'.repeat(81), false],
  ['of none', '', false],
])('has an entry with a word of its own %s: %s', async (_what, id, isTaken) => {
  const { status, body } = await send({ servers: [{ id, label: 'One', path: '/' }] });
  expect([status, body.error?.field]).toEqual(isTaken ? [200, undefined] : [400, 'servers.0.id']);
});

it('has 50 entries in each of its lists, and is written over by who says what it was', async () => {
  const many = Array.from({ length: 51 }, (_, n) => ({ label: `${n}`, path: '/' }));
  for (const menu of ['casual', 'competitions', 'servers']) {
    expect((await send({ [menu]: many })).body.error).toMatchObject({ field: menu });
  }
  for (const [revision, status] of [
    ['x'.repeat(64), 409],
    ['x'.repeat(65), 400],
  ] as const) {
    expect((await send({}, revision)).status).toBe(status);
  }
});

it('is saved in one request, each list full and each label in every language', async () => {
  const label = Object.fromEntries(
    locales.map(({ code }) => [code, 'Campeonato da segunda divisão']),
  );
  const full = (menu: string) =>
    Array.from({ length: 50 }, (_, n) => ({ id: `${menu}${n}`, label, path: `/games/game-${n}` }));
  const lists = { casual: full('c'), competitions: full('l'), servers: full('s') };
  expect((await send(lists)).status).toBe(200);
  expect((await read()).menus).toEqual(lists);
});

it('is written by site admins', async () => {
  const { menus, revision } = await read();
  const answers = await askAll(cast, { path, body: { ...menus, revision } });
  expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
});
