import { verify } from '../engine/replay/verify.ts';
import { withGivenFile } from '../league-file/given-file.ts';
import { createProgress } from '../league-file/progress.ts';
import { verifyFile } from '../league-file/verify-file.ts';
import { openLeague } from '../open-league.ts';
import { type Command, type CommandArguments, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const toSeconds = (started: number) => ((performance.now() - started) / 1000).toFixed(1);

async function verifyGiven(path: string, args: CommandArguments): Promise<number> {
  const started = performance.now();
  const progress = createProgress(console.log);
  const found = await untilInterrupted((signal) =>
    withGivenFile(path, { args, signal }, (file) => verifyFile(file, { progress, signal })),
  );
  console.log(
    `${found.events} events in ${found.streams} streams replayed, ${found.rows} rows of ${found.tables} tables and ${found.files} files read in ${toSeconds(started)} s: every chain and every hash holds.`,
  );
  return 0;
}

/** `verify` replays the log of the league, `verify FILE [--identity FILE]` that of a file. */
export const command: Command = {
  options: { identity: { type: 'string' } },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    if (more.length > 0) {
      throw new OperatorError('verify takes nothing, or FILE and --identity FILE.');
    }
    if (path !== undefined) {
      return verifyGiven(path, args);
    }
    await using league = await openLeague(config);
    const started = performance.now();
    const result = await verify(league.database);
    if (result.difference === null) {
      console.log(
        `${result.events} events in ${result.streams} streams replayed in ${toSeconds(started)} s: every chain holds and the tables agree.`,
      );
      return 0;
    }
    const { stream, sequence, what } = result.difference;
    console.error(`${stream} differs at sequence ${sequence}: ${what}`);
    return 1;
  },
};
