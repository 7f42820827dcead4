import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** How many teams, people and results there are, as what comes and goes changes it. */

const at = '2030-01-01T18:00:00Z';

const changesSql = `select coalesce(sum(change), 0)::integer as total, count(*)::integer as changes
  from private.figure_changes where figure = $1`;

/** What happens, and by how much a figure has changed since; null where no change was noted. */
const notes =
  (
    figure: string,
    add: (world: World) => Promise<unknown>,
    then: string,
    expected: number | null,
  ): Run =>
  async (world) => {
    await add(world);
    await world.query('delete from private.figure_changes');
    if (then !== '') {
      await world.query(then);
    } else {
      await add(world);
    }
    const { total, changes } = await world.one<{ total: number; changes: number }>(changesSql, [
      figure,
    ]);
    assert.equal(changes === 0 ? null : total, expected);
  };

const team = (world: World) => world.add('public.teams', { founder_id: null });
const goneTeam = (world: World) => world.add('public.teams', { disbanded_at: at });
const person = (world: World) => world.add('public.profiles');
const gonePerson = (world: World) => world.add('public.profiles', { user_id: null, username: '⸺' });
const entry = (world: World) => world.add('public.entries', { wins: 2, draws: 1, losses: 4 });
const newEntry = (world: World) => world.add('public.entries');
/** An entry with results on a test ladder, or on one of the league's. */
async function enter(world: World, is_test: boolean): Promise<Row> {
  const ladder = await world.add('public.ladders', { is_test });
  const season = await world.add('public.seasons', { ladder_id: ladder.id });
  return world.add('public.entries', { season_id: season.id, wins: 2, draws: 1 });
}
const tried = (world: World) => enter(world, true);

const teams = 'teams';
const people = 'people';
const sides = 'sides_of_results';

const figureOfTeams: Case = {
  object: 'trigger public.teams.note_figure',
  lets: {
    'a team that is founded': notes(teams, team, '', 1),
    'a team that disbands': notes(teams, team, 'update public.teams set disbanded_at = now()', -1),
    'a team that comes back': notes(
      teams,
      goneTeam,
      'update public.teams set disbanded_at = null',
      1,
    ),
    'a team that is deleted': notes(teams, team, 'delete from public.teams', -1),
  },
  stops: {
    'one that had disbanded before': notes(teams, goneTeam, '', null),
    'what changes nothing': notes(
      teams,
      goneTeam,
      'update public.teams set disbanded_at = now()',
      null,
    ),
    'a disbanded one that is deleted': notes(teams, goneTeam, 'delete from public.teams', null),
    'anything else of a team': notes(teams, team, `update public.teams set about = 'x'`, null),
  },
};

const figureOfPeople: Case = {
  object: 'trigger public.profiles.note_figure',
  lets: {
    'somebody new': notes(people, person, '', 1),
    'somebody who leaves': notes(
      people,
      person,
      `update public.profiles set user_id = null, username = '⸺'`,
      -1,
    ),
    'somebody who is deleted': notes(people, person, 'delete from public.profiles', -1),
  },
  stops: {
    'somebody without an account': notes(people, gonePerson, '', null),
    'the end of their profile': notes(people, gonePerson, 'delete from public.profiles', null),
    'another account': notes(
      people,
      person,
      'update public.profiles set user_id = gen_random_uuid()',
      null,
    ),
  },
};

const figureOfResults: Case = {
  object: 'trigger public.entries.note_figure',
  lets: {
    'an entry with results': notes(sides, entry, '', 5),
    'a win, which counts for both sides': notes(
      sides,
      entry,
      'update public.entries set wins = 3',
      2,
    ),
    'a draw, of which each has its half': notes(
      sides,
      entry,
      'update public.entries set draws = 2',
      1,
    ),
    'a win less': notes(sides, entry, 'update public.entries set wins = 1', -2),
    'an entry that is deleted': notes(sides, entry, 'delete from public.entries', -5),
  },
  stops: {
    'an entry without results': notes(sides, newEntry, '', null),
    'a defeat, which is the other side’s win': notes(
      sides,
      entry,
      'update public.entries set losses = 9',
      null,
    ),
    'a win in place of two draws': notes(
      sides,
      (world) => world.add('public.entries', { wins: 0, draws: 2 }),
      'update public.entries set wins = 1, draws = 0',
      null,
    ),
    'an entry on a test ladder': notes(sides, tried, '', null),
    'a win on a test ladder': notes(sides, tried, 'update public.entries set wins = 3', null),
    'the end of an entry on a test ladder': notes(sides, tried, 'delete from public.entries', null),
  },
};

const seasonsEnd: Case = {
  object: 'trigger public.seasons.end_entries',
  lets: {
    'the results of a season that goes': notes(sides, entry, 'delete from public.seasons', -5),
    'the entries, with all that is theirs': async (world) => {
      await world.add('public.entry_players');
      await world.query('delete from public.seasons');
      assert.deepEqual(await world.query('select from public.entry_players'), []);
    },
  },
  stops: {
    'what was tried in a season that goes': notes(sides, tried, 'delete from public.seasons', null),
    'the entries of another season': async (world) => {
      const one = await enter(world, false);
      const other = await enter(world, false);
      await world.query('delete from public.seasons where id = $1', [one.season_id]);
      assert.deepEqual(await world.query('select id from public.entries'), [{ id: other.id }]);
    },
  },
};

const foldFigures: Case = {
  object: 'function private.fold_figures()',
  lets: {
    'many changes into one a figure': async (world) => {
      await world.query(`delete from private.figure_changes`);
      await world.query(`insert into private.figure_changes (figure, change)
        values ('teams', 2), ('teams', 3), ('people', 7), ('teams', -1)`);
      await world.query('select private.fold_figures()');
      const rows = await world.query(
        'select figure, change::integer from private.figure_changes order by figure',
      );
      assert.deepEqual(rows, [
        { figure: 'people', change: 7 },
        { figure: 'teams', change: 4 },
      ]);
    },
  },
  stops: {
    'nothing where there is nothing': async (world) => {
      await world.query(`delete from private.figure_changes`);
      await world.query('select private.fold_figures()');
      assert.deepEqual(await world.query('select 1 from private.figure_changes'), []);
    },
  },
};

export const figureCases: readonly Case[] = [
  figureOfTeams,
  figureOfPeople,
  figureOfResults,
  seasonsEnd,
  foldFigures,
];
