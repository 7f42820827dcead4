import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** What teams' names and tags may be, whoever writes them. */

/** A team with skeletons that say nothing of its names, as somebody who wants to pass would write them. */
const team = (world: World, row: Row = {}) =>
  world.add('public.teams', {
    name: 'Reds',
    tag: 'RED',
    name_skeleton: 'x',
    tag_skeleton: 'x',
    ...row,
  });

const stays =
  (row: { name?: string; tag?: string }): Run =>
  async (world) => {
    const { name, tag } = await team(world, row);
    assert.deepEqual({ ...row, name, tag }, { name: 'Reds', tag: 'RED', ...row });
  };

const invalid = { code: '23514', message: 'name_invalid', detail: '2-40' };
const tagInvalid = { code: '23514', message: 'tag_invalid', detail: '2-6' };

const refuses =
  (row: { name?: string; tag?: string }): Run =>
  async (world) => {
    const refusal = row.tag === undefined ? invalid : tagInvalid;
    await world.stops(refusal, () => team(world, row));
    const other = await team(world, { name: 'Others', tag: 'OTHERS' });
    const [column, value] = Object.entries(row)[0] ?? [];
    await world.stops(refusal, () =>
      world.query(`update public.teams set ${column} = $2 where id = $1`, [other.id, value]),
    );
  };

const taken =
  (row: { name?: string; tag?: string }, constraint: string): Run =>
  async (world) => {
    await team(world, { name: 'Arbiters', tag: 'ARB' });
    await world.stops({ code: '23505', constraint }, () => team(world, row));
  };

/** A name from before the rule, which its team keeps. */
async function oldTeam(world: World): Promise<Row> {
  await world.query('alter table public.teams disable trigger user');
  const old = await team(world, { name: 'Re\u200bds', tag: 'R\u200bD' });
  await world.query('alter table public.teams enable trigger user');
  return old;
}

const holdTeamName: Case = {
  object: 'trigger public.teams.hold_team_name',
  lets: {
    'two letters': stays({ name: 'Ab', tag: 'AB' }),
    'forty letters, and six': stays({ name: 'Q'.repeat(40), tag: 'Q'.repeat(6) }),
    'another script': stays({ name: 'Карелия Ладога', tag: 'КЛ' }),
    'emblems beside letters': stays({ name: 'Wolves 🐺', tag: 'W🐺' }),
    'a name and a tag from before, as long as they stay': async (world) => {
      const { id } = await oldTeam(world);
      await world.query('update public.teams set name = name, tag = tag where id = $1', [id]);
      await world.query(`update public.teams set tag = 'NEW' where id = $1`, [id]);
      const { name } = await world.one('select name from public.teams where id = $1', [id]);
      assert.equal(name, 'Re\u200bds');
    },
    'a new name in place of one from before': async (world) => {
      const { id } = await oldTeam(world);
      await world.query(`update public.teams set name = 'Reds' where id = $1`, [id]);
      const row = await world.one('select name_skeleton from public.teams where id = $1', [id]);
      assert.equal(row.name_skeleton, 'reds');
    },
  },
  stops: {
    'one letter': refuses({ name: 'A' }),
    'forty-one letters': refuses({ name: 'A'.repeat(41) }),
    'a letter of no width': refuses({ name: 'Re\u200bds' }),
    'what turns the text': refuses({ name: '\u202eReds' }),
    'a filler': refuses({ name: '\u3164\u3164' }),
    'signs alone': refuses({ name: '!!' }),
    'two spaces between': refuses({ name: 'Red  Wolves' }),
    'what is not trimmed': refuses({ name: ' Reds' }),
    'parts that make one letter': refuses({ name: 'Ande\u0301s' }),
    'a tag of one letter': refuses({ tag: 'R' }),
    'a tag of seven letters': refuses({ tag: 'R'.repeat(7) }),
    'a tag with a letter of no width': refuses({ tag: 'RE\u200b' }),
    'a tag that turns the text': refuses({ tag: '\u2066RE' }),
    'a name that looks like another’s, whatever skeleton comes with it': taken(
      { name: 'Аrbiters' },
      'teams_name_in_use',
    ),
    'a tag that looks like another’s': taken({ tag: 'АRB' }, 'teams_tag_in_use'),
    'a skeleton that is not of the name': async (world) => {
      const { id } = await team(world);
      await world.query(`update public.teams set name_skeleton = 'a' where id = $1`, [id]);
      await world.query(`update public.teams set tag_skeleton = 'b' where id = $1`, [id]);
      const row = await world.one(
        'select name_skeleton, tag_skeleton from public.teams where id = $1',
        [id],
      );
      assert.deepEqual(row, { name_skeleton: 'reds', tag_skeleton: 'red' });
    },
  },
};

export const teamNameCases: readonly Case[] = [holdTeamName];
