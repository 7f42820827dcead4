import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantWhereNoLeague } from './default-grants.ts';

let own: TestDatabase;
/** Roles that may make things in `public`: one logs in, one does not; and one that may make nothing. */
const [maker, group, reader] = ['maker', 'group', 'reader'].map(
  (word) => `${word}_${randomUUID().replaceAll('-', '')}`,
);

beforeAll(async () => {
  own = await createTestDatabase();
  await own.database.query(
    `create role ${maker} login; create role ${group}; create role ${reader} login;
     grant usage, create on schema public to ${maker}, ${group};
     grant usage on schema public to ${reader};`,
  );
});
afterAll(async () => {
  await own.database.query(
    `drop owned by ${maker}, ${group}, ${reader}; drop role ${maker}, ${group}, ${reader};`,
  );
  await own[Symbol.asyncDispose]();
});

/** Whether anon, authenticated and service_role may use what this role makes now: its table, function and sequence. */
async function findRights(maker: string): Promise<unknown[]> {
  const name = `made_${randomUUID().replaceAll('-', '')}`;
  await own.database.query(
    `set role ${maker}; create table public.${name} (); create sequence public.${name}_seq;
     create function public.${name}() returns int language sql as 'select 1';
     revoke execute on function public.${name}() from public; reset role;`,
  );
  const rows = await own.database.query<{ rights: string }>(
    `select concat_ws(' ',
       case when has_table_privilege(r, 'public.${name}', 'insert') then 'table' end,
       case when has_sequence_privilege(r, 'public.${name}_seq', 'usage') then 'sequence' end,
       case when has_function_privilege(r, 'public.${name}()', 'execute') then 'function' end) as rights
     from unnest(array['anon', 'authenticated', 'service_role']) r`,
  );
  return rows.map(({ rights }) => rights);
}

async function findSelf(): Promise<string> {
  const [row] = await own.database.query<{ name: string }>(
    `select format('%I', current_user) as name`,
  );
  return row?.name ?? '';
}

const none = ['', '', ''];
const all = Array<string>(3).fill('table sequence function');

test('where a league is, nobody gets a right that its migrations do not give', async () => {
  expect(await grantWhereNoLeague(own.database)).toBe(true);
  expect(await findRights(maker ?? '')).toEqual(none);
});

test('where none is, the API’s roles get every right on what is made from now on by who may log in and make it', async () => {
  const rename = (from: string, to: string) =>
    own.database.query(`alter table public.${from} rename to ${to}`);
  await rename('league_events', 'events_of_others');
  expect(await grantWhereNoLeague(own.database)).toBe(false);
  expect(await findRights(maker ?? '')).toEqual(all);
  expect(await findRights(await findSelf())).toEqual(all);
  expect(await findRights(group ?? '')).toEqual(none);
  const owners = await own.database.query(
    'select from pg_default_acl where defaclrole = $1::regrole',
    [reader],
  );
  expect(owners).toEqual([]);
});
