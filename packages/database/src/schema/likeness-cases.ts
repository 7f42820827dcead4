import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import { makes, nothing } from './name-cases.ts';
import { named } from './username-cases.ts';
import type { World } from './world.ts';

/** Names that are found although they are written otherwise. */

const plain: Case = {
  object: 'function extensions.to_plain(word text)',
  lets: {
    'what is plain already': makes('extensions.to_plain($1)', {
      wolf: 'wolf',
      'тигр 7': 'тигр 7',
      a_b: 'a_b',
    }),
  },
  stops: {
    'capitals, accents and strokes': makes('extensions.to_plain($1)', {
      Märtä: 'marta',
      Łódź: 'lodz',
      'ＷＯＬＦ Pack': 'wolf pack',
      'e\u0301': 'e',
      łøđðßæœı: 'loddsaoi',
    }),
    nothing: nothing('extensions.to_plain($1)'),
  },
};

const names = ['Arctic Nomads', 'Tank You', 'Łódź Łosie', 'Полярные волки'];

interface Alike {
  call: string;
  table: string;
  column: string;
  add: (world: World, name: string) => Promise<unknown>;
  /** Adds Silver Foxes 1 to 1000 and behind them Silver Fox, in a row as long as theirs: where it fits is behind them. */
  addMany: string;
  /** Takes a name out of what is looked through. */
  end: string;
}

const toNear =
  (
    { call, table, column, add }: Alike,
    expected: Readonly<Record<string, readonly string[]>>,
  ): Run =>
  async (world) => {
    for (const name of names) {
      await add(world, name);
    }
    for (const [words, near] of Object.entries(expected)) {
      const found = await world.one(
        `select coalesce(array_agg(t.${column} order by a.place), '{}') as names
         from ${call}($1) a join ${table} t using (id)`,
        [words],
      );
      assert.deepEqual(found.names, near, JSON.stringify(words));
    }
  };

const toCase = (alike: Alike): Case => ({
  object: `function ${alike.call}(words text)`,
  lets: {
    'what misses a letter, or has two in the wrong order': toNear(alike, {
      'artic nomad': ['Arctic Nomads'],
      nomds: ['Arctic Nomads'],
      articnomads: ['Arctic Nomads'],
      'TNAK YOU': ['Tank You'],
    }),
    'another script, and one without accents': toNear(alike, {
      'lodz losie': ['Łódź Łosie'],
      'полярны волк': ['Полярные волки'],
    }),
    'the one with fewest other words first': async (world) => {
      for (const name of ['Arctic Fox Hunters', 'The Fox']) {
        await alike.add(world, name);
      }
      await toNear(alike, { fox: ['The Fox', 'Arctic Fox Hunters'] })(world);
    },
    'ten, the nearest first': async (world) => {
      for (let n = 10; n <= 21; n += 1) {
        await alike.add(world, `Silver Foxes ${n}`);
      }
      await alike.add(world, 'Silver Fox');
      const found = await world.one(
        `select array_agg(t.${alike.column} order by a.place) as names
         from ${alike.call}('silvr fox') a join ${alike.table} t using (id)`,
      );
      const near = found.names as string[];
      assert.equal(near.length, 10);
      assert.deepEqual(near.slice(0, 2), ['Silver Fox', 'Silver Foxes 10']);
    },
  },
  stops: {
    'more than a thousand that come near': async (world) => {
      await world.query(alike.addMany);
      const found = await world.query(
        `select 1 from ${alike.call}('silver fox') a join ${alike.table} t using (id) where t.${alike.column} = 'Silver Fox'`,
      );
      assert.deepEqual(found, []);
    },
    'what has little in common': toNear(alike, {
      wolves: [],
      'nom nom': ['Arctic Nomads'],
      q: [],
      '%': [],
      '': [],
      "'; drop table x; --": [],
    }),
    'who is gone': async (world) => {
      await toNear(alike, { 'tnak you': ['Tank You'] })(world);
      await world.query(alike.end);
      const { count } = await world.one(`select count(*)::int from ${alike.call}('tnak you')`);
      assert.equal(count, 0);
    },
    nothing: async (world) => {
      await alike.add(world, 'Tank You');
      const { count } = await world.one(`select count(*)::int from ${alike.call}(null)`);
      assert.equal(count, 0);
    },
  },
});

export const likenessCases: readonly Case[] = [
  plain,
  toCase({
    call: 'private.find_alike_teams',
    table: 'public.teams',
    column: 'name',
    add: (world, name) => world.add('public.teams', { name }),
    addMany: `
      insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
      select gen_random_uuid(), 'team-' || n, 'Silver Foxes ' || n, 'F' || n, n::text, n::text, 'UTC', 'en', now()
      from generate_series(1, 1000) n
      union all
      select gen_random_uuid(), 'team-of-one-fox', 'Silver Fox', 'F1001', 'long-fox', 'long-fox', 'UTC', 'en', now()`,
    end: 'update public.teams set disbanded_at = now()',
  }),
  toCase({
    call: 'private.find_alike_people',
    table: 'public.profiles',
    column: 'username',
    add: named,
    addMany: `
      insert into public.profiles (user_id, username)
      select gen_random_uuid(), 'Silver Foxes ' || n from generate_series(1, 1000) n
      union all select gen_random_uuid(), 'Silver Fox'`,
    end: `alter table public.profiles drop constraint profiles_username_check;
      update public.profiles set user_id = null`,
  }),
];
