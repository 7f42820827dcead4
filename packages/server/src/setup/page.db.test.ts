import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { LoaderInput } from '../context.ts';
import { createFixedSettings } from '../page/settings.ts';
import { toInput } from '../testing/test-league.ts';
import { loadSetup } from './page.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const id = '00000000-0000-4000-8000-000000000001';
const person = { id, user_id: id, username: 'Ann' };
const restore = {
  ...{ state: { stage: 'none' } as const, most_bytes: 9, piece_bytes: 3 },
};
const settings = createFixedSettings(parseConfig({}));
const steps = [
  ...['sign-in', 'name', 'logo', 'look', 'languages', 'addresses', 'games', 'ladder', 'helpers'],
  ...['mail', 'demonstration'],
];

/** The page, of the browser of the set-up session unless something else is said. */
const open = (path = '/setup', more: Partial<LoaderInput> = { sets_up: true }) =>
  loadSetup({ ...toInput(own.database, { path }), settings, ...more });
const asAdmin = (isSiteAdmin: boolean) => {
  const { viewer } = toInput(own.database, { person, isSiteAdmin });
  return { viewer };
};

it('is for the browser of the set-up session and for site admins, and nobody else finds it', async () => {
  expect(await open('/setup', {})).toBeNull();
  expect(await open('/setup', asAdmin(false))).toBeNull();
  expect(await open()).toMatchObject({ is_admin: false, open: null });
  expect(await open('/setup', asAdmin(true))).toMatchObject({ is_admin: true, open: null });
});

it('has its steps in their order, the restore first where there is one and nobody has the office yet', async () => {
  const list = async (more: Partial<LoaderInput>) =>
    (await open('/setup', more))?.lines.map(({ name }) => name);
  const readRestore = () => restore;
  expect(await list({ sets_up: true })).toEqual(steps);
  expect(await list({ sets_up: true, readRestore })).toEqual(['restore', ...steps]);
  expect(await list({ ...asAdmin(true), readRestore })).toEqual(steps);
});

it('opens the step that its address names, with the data of that step', async () => {
  const readRestore = () => restore;
  expect((await open('/setup?step=restore', { sets_up: true, readRestore }))?.open).toEqual({
    ...{ name: 'restore', data: restore },
  });
  // Without one to be had it is no step.
  expect((await open('/setup?step=restore'))?.open).toBeNull();
  expect((await open('/setup?step=nothing'))?.open).toBeNull();
  const shown = (await open('/setup?step=name', asAdmin(true)))?.open;
  expect(shown).toMatchObject({ name: 'name', data: { holds: { name: 'Muster' } } });
  // What only an office may see is not there for who has none yet.
  expect((await open('/setup?step=name'))?.open).toEqual({ name: 'name', data: null });
});

it('says of a demonstration what runs of it, and is done with it once nothing does', async () => {
  const look = async () => {
    const data = await open('/setup?step=demonstration', asAdmin(true));
    const line = data?.lines.find(({ name }) => name === 'demonstration');
    return [line?.is_done, data?.open?.data];
  };
  const none = { seasons: 0, teams: 0, people: 0, is_kept: false, real_people: null };
  expect(await look()).toEqual([true, none]);
  await own.database.query(
    `insert into public.games (slug, name, short_name, position) values ('go', 'Go', 'Go', 1);
     insert into public.ladders (id, slug, game_slug, name, format, position) values ('${id}', 'board', 'go', 'Board', 'rung', 1)`,
  );
  await own.database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, rules, rules_version, status, opens_at, is_demo)
     select gen_random_uuid(), '${id}', 'ladder:' || n, n, 'S', '{}', 1, status, now(), true
     from (values (1, 'closed'), (2, 'open')) s (n, status)`,
  );
  expect(await look()).toEqual([false, { ...none, seasons: 1, is_kept: true }]);
  await own.database.query(`update public.seasons set status = 'closed'`);
  expect(await look()).toEqual([true, { ...none, is_kept: true }]);
});
