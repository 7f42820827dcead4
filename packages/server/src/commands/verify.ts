import { verify } from '../engine/replay/verify.ts';
import { openLeague } from '../open-league.ts';
import type { Command } from './command.ts';

export const command: Command = {
  options: {},
  async run(config) {
    await using league = await openLeague(config);
    const started = performance.now();
    const result = await verify(league.database);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (result.difference === null) {
      console.log(
        `${result.events} events in ${result.streams} streams replayed in ${seconds} s: every chain holds and the tables agree.`,
      );
      return 0;
    }
    const { stream, sequence, what } = result.difference;
    console.error(`${stream} differs at sequence ${sequence}: ${what}`);
    return 1;
  },
};
