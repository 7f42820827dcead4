import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from './case.ts';
import { anybody, quoteTable, signedIn, type World } from './world.ts';

const somebody = signedIn(randomUUID());

/** The tables of which everybody may read every row. */
export const readByAll =
  'admins archives editors entries entry_players entry_ratings entry_rungs game_servers games imported_archive_rows imported_archives ladders league_settings match_bookings match_maps matches menu_items pages past_rosters profile_identities profiles rosters runs sanctions season_archives seasons stream_heads teams';

/** Reads a table as each of those who may, and asserts how many rows they find. */
async function finds(world: World, table: string, expected: number) {
  for (const scope of [anybody, somebody]) {
    const rows = await world.as(scope, `select 1 from ${quoteTable(table)}`);
    assert.equal(rows.length, expected, scope.role);
  }
}

/** What a policy says for reading by two roles, it says for nothing else and nobody else, of a row that these read. */
function readingIsAll(table: string, row: Record<string, unknown> = {}): Case['stops'] {
  const quoted = quoteTable(table);
  return {
    'a role that it does not name': async (world) => {
      await world.add(table, row);
      await world.query(`create role onlooker; grant select on ${quoted} to onlooker`);
      await world.query(`select set_config('role', 'onlooker', true)`);
      assert.deepEqual(await world.query(`select 1 from ${quoted}`), []);
      await world.query(`select set_config('role', 'none', true)`);
    },
    'writing, whatever is granted': async (world) => {
      await world.add(table, row);
      await world.query(`grant all on ${quoted} to anon`);
      assert.deepEqual(await world.as(anybody, `delete from ${quoted} returning 1`), []);
    },
  };
}

const everybodyReads = readByAll.split(' ').map(
  (name): Case => ({
    object: `policy public.${name} "everybody reads"`,
    lets: {
      'everybody, to every row': async (world) => {
        await world.add(`public.${name}`);
        const { rows } = await world.one<{ rows: number }>(
          `select count(*)::integer as rows from public.${name}`,
        );
        await finds(world, `public.${name}`, rows);
      },
    },
    stops: readingIsAll(`public.${name}`),
  }),
);

const logTable = 'public.league_events';
const ended = { status: 'completed', ended_at: '2030-01-01T20:00:00Z' };

/** An event of a match, or of one that is not there. */
const event = async (world: World, type: string, match: Record<string, unknown> | null) =>
  world.add(logTable, {
    type,
    match_id: match === null ? null : (await world.add('public.matches', match)).id,
  });

const log: Case = {
  object: `policy ${logTable} "everybody reads the log, lineups after the result"`,
  lets: {
    'what is no lineup, at once': async (world) => {
      await event(world, 'match_scheduled', {});
      await event(world, 'season_opened', null);
      await finds(world, logTable, 2);
    },
    'a lineup once its match has ended': async (world) => {
      await event(world, 'checked_in', ended);
      await finds(world, logTable, 1);
    },
  },
  stops: {
    'a lineup before the result': async (world) => {
      await event(world, 'checked_in', { status: 'live' });
      await finds(world, logTable, 0);
    },
    'a lineup while another match has ended': async (world) => {
      await world.add('public.matches', ended);
      await event(world, 'checked_in', { status: 'live' });
      await finds(world, logTable, 0);
    },
    'a lineup of no match': async (world) => {
      await world.add('public.matches', ended);
      await event(world, 'checked_in', null);
      await world.add(logTable, { type: 'checked_in', match_id: randomUUID() });
      await finds(world, logTable, 0);
    },
    ...readingIsAll(logTable),
  },
};

/** A team that bore a rude name and tag, which an admin hid: its id. */
async function addHidden(world: World, more: Record<string, unknown> = {}) {
  const { id } =
    more.team_id === undefined ? await world.add('public.teams') : { id: more.team_id };
  const names = { from_name: 'Rude', to_name: 'Nice', from_tag: 'RUD', to_tag: 'NICE' };
  await world.add('private.renames', {
    team_id: id,
    person_id: null,
    hides: true,
    ...names,
    ...more,
  });
  return String(id);
}

const named = (team: string, name: string, tag: string) => ({
  type: 'team_edited',
  match_id: null,
  stream: `team:${team}`,
  data: JSON.stringify({ name, tag }),
});

const asShown = async (world: World, { type, stream, data }: ReturnType<typeof named>) =>
  (
    await world.one<{ shown: unknown }>('select private.show_line($1, $2, $3) as shown', [
      ...[type, stream, data],
    ])
  ).shown;

/** The same in the log, in the stream of a ladder. */
const addLine = (world: World, { type, stream, data }: ReturnType<typeof named>) =>
  world.add(logTable, {
    ...{ type, match_id: null },
    data: JSON.stringify({ ...JSON.parse(data), team_id: stream.slice(5) }),
  });

/** Names that admins hid: of the log, and of what is kept of seasons. */
const masks: Case = {
  object: [
    `policy ${logTable} "everybody reads the log, lineups after the result"`,
    'policy public.season_archive_rows "everybody reads what is not hidden"',
    'policy public.season_archive_people "everybody reads what is not hidden"',
    'function private.is_name_hidden(given text, team uuid, person uuid)',
    'function private.show_name(given text, team uuid, person uuid)',
    'function private.show_line(type text, stream text, data jsonb)',
  ],
  lets: {
    'another team of that name': async (world) => {
      await addHidden(world);
      const { id } = await world.add('public.teams', { name: 'Rude', tag: 'RUD' });
      const line = named(String(id), 'Rude', 'RUD');
      assert.deepEqual(await asShown(world, line), { name: 'Rude', tag: 'RUD' });
      await addLine(world, line);
      await finds(world, logTable, 1);
    },
    'another name of the team, and what a rename left in use': async (world) => {
      const team = await addHidden(world, { from_name: 'Nice' });
      const line = named(team, 'Nice', 'OLD');
      assert.deepEqual(await asShown(world, line), { name: 'Nice', tag: 'OLD' });
    },
    'a rename that hides nothing, and one that is undone': async (world) => {
      const team = await addHidden(world, { hides: false });
      await addHidden(world, { team_id: team, undone_at: '2030-01-01T00:00:00Z' });
      assert.deepEqual(await asShown(world, named(team, 'Rude', 'RUD')), {
        name: 'Rude',
        tag: 'RUD',
      });
    },
    'what is no name': async (world) => {
      const team = await addHidden(world);
      const line = { ...named(team, 'Rude', 'RUD'), type: 'ladder_edited' };
      assert.deepEqual(await asShown(world, line), { name: 'Rude', tag: 'RUD' });
    },
    'other rows of an archive': async (world) => {
      const team = await addHidden(world);
      const content = JSON.stringify({ subject: team, name: 'Nice', tag: 'NICE' });
      await world.add('public.season_archive_rows', { section: 'roster', content });
      await world.add('public.season_archive_rows', { section: 'standing', content: '{}' });
      await finds(world, 'public.season_archive_rows', 2);
      await world.add('public.season_archive_people');
      await finds(world, 'public.season_archive_people', 1);
    },
  },
  stops: {
    'the name in the log, whatever its capitals': async (world) => {
      const team = await addHidden(world);
      const line = named(team, 'RUDE', 'OLD');
      assert.deepEqual(await asShown(world, line), { name: '***', tag: 'OLD' });
      await addLine(world, line);
      await finds(world, logTable, 0);
    },
    'the tag in the log': async (world) => {
      const team = await addHidden(world);
      const line = named(team, 'Old', 'RUD');
      assert.deepEqual(await asShown(world, line), { name: 'Old', tag: '***' });
      await addLine(world, line);
      await finds(world, logTable, 0);
    },
    'whatever tells of it': async (world) => {
      const team = await addHidden(world);
      const { id } = await world.add('public.entries', { team_id: team, person_id: null });
      for (const type of ['entry_joined', 'team_founded', 'team_edited']) {
        await addLine(world, { ...named(team, 'Rude', 'OLD'), type });
      }
      const data = JSON.stringify({ entry_id: id, name: 'Rude' });
      await world.add(logTable, { type: 'entry_renamed', match_id: null, data });
      await finds(world, logTable, 0);
    },
    'the name of an entry of the team': async (world) => {
      const team = await addHidden(world);
      const entry = await world.add('public.entries', { team_id: team, person_id: null });
      const renamed = { type: 'entry_renamed', stream: 'ladder:x' };
      const data = JSON.stringify({ entry_id: entry.id, name: 'Rude' });
      assert.deepEqual(await asShown(world, { ...renamed, data, match_id: null }), {
        entry_id: entry.id,
        name: '***',
      });
      const joined = JSON.stringify({ team_id: team, name: 'Rude' });
      const line = { ...renamed, type: 'entry_joined', data: joined, match_id: null };
      assert.deepEqual(await asShown(world, line), { team_id: team, name: '***' });
    },
    'the name or the tag in an archive': async (world) => {
      const team = await addHidden(world);
      for (const [name, tag] of [
        ['Rude', 'OLD'],
        ['Old', 'RUD'],
      ]) {
        const content = JSON.stringify({ subject: team, name, tag });
        await world.add('public.season_archive_rows', { section: 'roster', content });
      }
      await finds(world, 'public.season_archive_rows', 0);
    },
    'the name of somebody': async (world) => {
      const { id } = await world.add('public.profiles');
      await addHidden(world, { team_id: null, person_id: id, from_tag: null, to_tag: null });
      await world.add('public.season_archive_people', { person_id: id, name: 'Rude' });
      await finds(world, 'public.season_archive_people', 0);
    },
    ...readingIsAll('public.season_archive_rows'),
  },
};

const archivedTable = 'public.season_archive_people';

const archivedPeople: Case = {
  object: `policy ${archivedTable} "everybody reads what is not hidden"`,
  lets: {
    'a name that nobody hid': async (world) => {
      await world.add(archivedTable);
      await finds(world, archivedTable, 1);
    },
  },
  stops: readingIsAll(archivedTable),
};

const articleTable = 'public.articles';

/** An article that is published so far from the transaction's own instant. */
const addArticle = async (world: World, interval: string) =>
  world.add(
    articleTable,
    await world.one('select (now() + $1::interval)::text as published_at', [interval]),
  );

const articles: Case = {
  object: `policy ${articleTable} "everybody reads what is published"`,
  lets: {
    'an article whose instant is now': async (world) => {
      await addArticle(world, '0');
      await finds(world, articleTable, 1);
    },
  },
  stops: {
    'an article whose instant comes in a second': async (world) => {
      await addArticle(world, '1 second');
      await finds(world, articleTable, 0);
    },
    'an article that the admins removed': async (world) => {
      await world.add(articleTable, { published_at: '2020-01-01', hidden_at: '2020-01-02' });
      await finds(world, articleTable, 0);
    },
    'a draft': async (world) => {
      await world.add(articleTable, { published_at: null });
      await finds(world, articleTable, 0);
    },
    ...readingIsAll(articleTable, { published_at: '2020-01-01' }),
  },
};

const boardTable = 'public.board_posts';

const board: Case = {
  object: `policy ${boardTable} "everybody reads what is up"`,
  lets: {
    'a notice that is up for another second': async (world) => {
      await world.add(boardTable, await upUntil(world, '1 second'));
      await finds(world, boardTable, 1);
    },
  },
  stops: {
    'a notice whose time ends now': async (world) => {
      await world.add(boardTable, await upUntil(world, '0'));
      await finds(world, boardTable, 0);
    },
    'a notice that the admins removed': async (world) => {
      const hidden = { ...(await upUntil(world, '1 second')), hidden_at: '2020-01-02' };
      await world.add(boardTable, hidden);
      await finds(world, boardTable, 0);
    },
    'a notice that has expired': async (world) => {
      await world.add(boardTable, await upUntil(world, '-1 second'));
      await finds(world, boardTable, 0);
    },
    ...readingIsAll(boardTable),
  },
};

/** The instants of a notice, its end so far from the transaction's own. */
const upUntil = (world: World, interval: string) =>
  world.one(
    `select (now() - interval '1 day')::text as created_at, (now() + $1::interval)::text as expires_at`,
    [interval],
  );

const ownProfile: Case = {
  object: 'policy public.profiles "people edit their own profile"',
  lets: {
    'their own name and language': async (world) => {
      const own = await world.add('public.profiles');
      const changed = await world.as(
        signedIn(own.user_id),
        `update public.profiles set username = 'Somebody new', locale = 'fi' where id = $1
         returning username, locale`,
        [own.id],
      );
      assert.deepEqual(changed, [{ username: 'Somebody new', locale: 'fi' }]);
    },
  },
  stops: {
    'the name of somebody else': async (world) => {
      const own = await world.add('public.profiles');
      const other = await world.add('public.profiles');
      const rename = `update public.profiles set username = 'Somebody new' where id = $1 returning 1`;
      assert.deepEqual(await world.as(signedIn(own.user_id), rename, [other.id]), []);
    },
    'the name of somebody who is gone': async (world) => {
      await world.add('public.profiles', { user_id: null, username: '⸺' });
      const change = `update public.profiles set locale = 'fi' returning 1`;
      const nobody = { role: 'authenticated', claims: { role: 'authenticated' } } as const;
      assert.deepEqual(await world.as(nobody, change), []);
    },
    'giving the profile away': async (world) => {
      const own = await world.add('public.profiles');
      await world.query('grant update on public.profiles to authenticated');
      await world.stops({ code: '42501' }, () =>
        world.as(signedIn(own.user_id), 'update public.profiles set user_id = $1', [randomUUID()]),
      );
    },
    'whoever is not signed in': async (world) => {
      const own = await world.add('public.profiles');
      await world.query('grant update on public.profiles to anon');
      const scope = { role: 'anon', claims: { sub: own.user_id } } as const;
      assert.deepEqual(
        await world.as(scope, `update public.profiles set locale = 'fi' returning 1`),
        [],
      );
    },
  },
};

export const policyCases: readonly Case[] = [
  ...everybodyReads,
  ...[articles, log, masks, archivedPeople, board, ownProfile],
];
