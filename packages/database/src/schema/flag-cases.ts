import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import type { World } from './world.ts';

/** What the word list finds in names and notices. */

/** What the list has found, by the kind of thing and the word. */
const listFlags = async (world: World) => {
  const rows = await world.query<{ flag: string }>(
    `select c.kind || ' ' || r.words as flag from private.cases c join private.reports r on r.case_id = c.id
     where r.reason = 'flagged' and r.person_id is null order by 1`,
  );
  return rows.map(({ flag }) => flag);
};

const flags =
  (work: (world: World) => Promise<unknown>, expected: readonly string[]): Run =>
  async (world) => {
    await world.add('private.flag_words', { locale: 'pl', word: 'pedał' });
    await world.add('private.flag_words', { locale: 'en', word: 'mule' });
    await work(world);
    assert.deepEqual(await listFlags(world), expected);
  };

const rename = async (world: World, username: string) => {
  const { id } = await world.add('public.profiles', { username: 'Nobody' });
  await world.query('update public.profiles set username = $2 where id = $1', [id, username]);
};

const flag: Case = {
  object: [
    'trigger public.profiles.flag_row',
    'trigger public.teams.flag_row',
    'trigger public.board_posts.flag_row',
    'function private.find_flag_word(given text)',
  ],
  lets: {
    'a longer word that has it within': flags((world) => rename(world, 'Mulebone'), []),
    'somebody who is gone': flags(
      (world) => world.add('public.profiles', { user_id: null, username: '⸺' }),
      [],
    ),
    'a change that leaves the name': flags(async (world) => {
      const { id } = await world.add('public.profiles', { username: 'Mule' });
      await world.query('delete from private.cases');
      await world.query('update public.profiles set username = username where id = $1', [id]);
    }, []),
    'what comes after the first six hundred characters': async (world) => {
      await world.add('private.flag_words', { locale: 'en', word: 'mule' });
      const find = (length: number) =>
        world.one('select private.find_flag_word($1) as word', [`${'x'.repeat(length)} mule`]);
      assert.deepEqual([await find(595), await find(596)], [{ word: 'mule' }, { word: null }]);
    },
    'a notice without one': flags(
      (world) => world.add('public.board_posts', { text: 'We look for a muleteer.' }),
      [],
    ),
    'a team that keeps its name': flags(async (world) => {
      const { id } = await world.add('public.teams', { name: 'Mule', tag: 'MU' });
      await world.query('delete from private.cases');
      await world.query('update public.teams set name = name where id = $1', [id]);
    }, []),
  },
  stops: {
    'a new name': flags(
      (world) => world.add('public.profiles', { username: 'The Mule' }),
      ['person mule'],
    ),
    'another name, in capitals and without its accents': flags(
      (world) => rename(world, 'PEDAL!'),
      ['person pedał'],
    ),
    'look-alike letters': flags((world) => rename(world, 'MU1E boy'), ['person mule']),
    'a team’s name': flags(
      (world) => world.add('public.teams', { name: 'Old Mule', tag: 'OM' }),
      ['team mule'],
    ),
    'a team’s new name': flags(
      async (world) => {
        const { id } = await world.add('public.teams', { name: 'Others', tag: 'OTH' });
        await world.query(`update public.teams set name = 'Old Mule' where id = $1`, [id]);
      },
      ['team mule'],
    ),
    'a team’s new tag': flags(
      async (world) => {
        const { id } = await world.add('public.teams', { name: 'Others', tag: 'OTH' });
        await world.query(`update public.teams set tag = 'MULE' where id = $1`, [id]);
      },
      ['team mule'],
    ),
    'another name with the same word, once': flags(
      async (world) => {
        const { id } = await world.add('public.profiles', { username: 'The Mule' });
        await world.query(`update public.profiles set username = 'My Mule' where id = $1`, [id]);
      },
      ['person mule'],
    ),
    'what it was, as it was then': async (world) => {
      await world.add('private.flag_words', { locale: 'en', word: 'mule' });
      const { user_id } = await world.add('public.profiles', { username: 'The Mule' });
      const team = { name: 'Old Mule', tag: 'OM', slug: 'old-mule' };
      await world.add('public.teams', team);
      await world.add('public.board_posts', { text: 'No mule.' });
      const shown = await world.query(
        `select r.snapshot from private.reports r join private.cases c on c.id = r.case_id
         where r.words = 'mule' order by c.kind`,
      );
      const empty = { author: '', title: '', words: '', picture: null };
      const name = 'The Mule';
      assert.deepEqual(
        shown.map(({ snapshot }) => snapshot),
        [
          { ...empty, author: name, title: name, path: `/profiles/${user_id}` },
          { ...empty, words: 'No mule.', path: '/boards' },
          { ...empty, title: 'Old Mule [OM]', path: '/teams/old-mule' },
        ],
      );
    },
    'a notice, once for each word': flags(
      (world) => world.add('public.board_posts', { text: 'No mule, no mule (mule).' }),
      ['post mule'],
    ),
  },
};

export const flagCases: readonly Case[] = [flag];
