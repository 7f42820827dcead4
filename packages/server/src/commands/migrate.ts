import { openLeague } from '../open-league.ts';
import type { Command } from './command.ts';

export const command: Command = {
  options: {},
  async run(config) {
    await using league = await openLeague(config, { onProgress: console.log });
    console.log(
      league.applied.length === 0
        ? 'The database is up to date.'
        : league.applied.map((name) => `applied ${name}`).join('\n'),
    );
    return 0;
  },
};
