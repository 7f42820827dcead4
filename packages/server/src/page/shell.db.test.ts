import { createTestDatabase } from '@muster/database/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestLeague, toInput } from '../testing/test-league.ts';
import { createShellLoader } from './shell.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('brings the menus in their order, and whether a demonstration season is open', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  await createTestLeague(database);
  await database.query(
    `insert into public.menu_items (id, menu, position, label, path) values
     ('b', 'casual', 2, '"B"', '/b'), ('a', 'casual', 1, '"A"', '/a'), ('s', 'servers', 1, '"S"', '/s')`,
  );
  const load = () => createShellLoader()(toInput(database));
  expect(await load()).toEqual({
    menus: {
      casual: [
        { id: 'a', label: 'A', path: '/a' },
        { id: 'b', label: 'B', path: '/b' },
      ],
      competitions: [],
      servers: [{ id: 's', label: 'S', path: '/s' }],
    },
    pages: [],
    has_demo: false,
  });
  await database.query('delete from public.menu_items');
  for (const [is_demo, status, hasDemo] of [
    [true, 'open', true],
    [true, 'closed', false],
    [false, 'open', false],
  ] as const) {
    await database.query('update public.seasons set is_demo = $1, status = $2', [is_demo, status]);
    expect(await load()).toEqual({
      menus: { casual: [], competitions: [], servers: [] },
      pages: [],
      has_demo: hasDemo,
    });
  }
});

it('names the pages that the league has written, and no entry of what is retired', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  await createTestLeague(database);
  await database.query(
    `insert into public.pages (slug, title) values ('privacy', '{"fi": "Tietosuoja"}'), ('terms', '{}')`,
  );
  const [game] = await database.query<{ slug: string }>('select slug from public.games limit 1');
  await database.query(
    `insert into public.menu_items (id, menu, position, label, path) values ('g', 'casual', 1, '"G"', $1)`,
    [`/games/${game?.slug}`],
  );
  const load = () => createShellLoader()(toInput(database));
  expect(await load()).toMatchObject({ pages: ['privacy'], menus: { casual: [{ id: 'g' }] } });
  await database.query(
    `insert into public.menu_items (id, menu, position, label, path) values
     ('l', 'competitions', 1, '"L"', '/ladders/tanks'), ('o', 'competitions', 2, '"O"', '/ladders/other')`,
  );
  const ids = async () => {
    const { menus } = await load();
    return [...menus.casual, ...menus.competitions].map(({ id }) => id);
  };
  expect(await ids()).toEqual(['g', 'l', 'o']);
  await database.query('update public.ladders set retired_at = now()');
  expect(await ids()).toEqual(['g', 'o']);
  await database.query('update public.ladders set retired_at = null');
  await database.query('update public.games set retired_at = now() where slug = $1', [game?.slug]);
  expect(await ids()).toEqual(['o']);
});

it('is kept for a second and while its file is damaged, and told at once when the statement is wrong', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
  const load = createShellLoader();
  const listAt = async (milliseconds: number) => {
    vi.setSystemTime(1_000_000 + milliseconds);
    return (await load(toInput(database))).menus.casual.map(({ id }) => id);
  };
  const add = (id: string, position: number) =>
    database.query(
      `insert into public.menu_items (id, menu, position, label, path) values ($1, 'casual', $2, '"X"', '/x')`,
      [id, position],
    );
  expect(await listAt(0)).toEqual([]);
  await add('first', 1);
  expect(await listAt(999)).toEqual([]);
  expect(await listAt(1000)).toEqual([]);
  expect(await listAt(1001)).toEqual(['first']);
  await add('second', 2);
  expect(await listAt(2001)).toEqual(['first']);
  expect(await listAt(2002)).toEqual(['first', 'second']);
  await database.query('alter table public.menu_items rename to other_items');
  await expect(listAt(9000)).rejects.toThrow('menu_items');
  // The pages of a league of which a file is damaged go on with the menus that they had.
  await database.query(
    `create function public.read_damaged() returns boolean language plpgsql as
       $$ begin raise exception 'invalid page in block 0' using errcode = 'XX001'; end $$;
     create view public.menu_items as select * from public.other_items where public.read_damaged()`,
  );
  expect(await listAt(9000)).toEqual(['first', 'second']);
  await database.query('drop view public.menu_items');
  await database.query('alter table public.other_items rename to menu_items');
  expect(await listAt(9000)).toEqual(['first', 'second']);
});
