import type { Case } from './case.ts';

const rewritten = { code: '23001' };

/** What is frozen stays as it is; with its season it may go. */
const frozen = [
  { trigger: 'refuse_archive_change', table: 'public.season_archives', column: 'ladder_name' },
  { trigger: 'refuse_archive_row_change', table: 'public.season_archive_rows', column: 'section' },
  { trigger: 'refuse_archive_name_change', table: 'public.season_archive_people', column: 'name' },
];

export const archiveCases: readonly Case[] = frozen.map(({ trigger, table, column }) => ({
  object: `trigger ${table}.${trigger}`,
  lets: {
    'one more, and the end of a season with what was frozen of it': async (world) => {
      await world.add(table);
      await world.query('delete from public.seasons');
    },
  },
  stops: {
    'another one in its place': async (world) => {
      await world.add(table);
      await world.stops(rewritten, () => world.query(`update ${table} set ${column} = 'match'`));
    },
  },
}));
