import { layContent } from '../../content/lay-content.ts';
import {
  estimateDays,
  isUnpeopled,
  listPlayed,
  type SeedOptions,
  seedLeague,
} from '../../demonstration/seed-league.ts';
import { createProgress } from '../../league-file/progress.ts';
import { openLeague } from '../../open-league.ts';
import { type Command, type CommandArguments, OperatorError } from '../command.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { readNumber } from './read-number.ts';

const limits = {
  teams: { minimum: 2, maximum: 5000, usual: 100 },
  people: { minimum: 4, maximum: 50_000, usual: 500 },
  matches: { minimum: 1, maximum: 1_000_000, usual: 2000 },
  seasons: { minimum: 1, maximum: 100, usual: 2 },
  seed: { minimum: 0, maximum: 2 ** 32 - 1, usual: 1 },
};
/** A season is played in memory. */
const mostInSeason = 100_000;
const mostDays = 20 * 365;

function readOptions(args: CommandArguments): Omit<SeedOptions, 'now'> {
  const read = (name: keyof typeof limits) => readNumber(args, name, limits[name]);
  const [teams, people, matches, seasons] = [
    read('teams'),
    read('people'),
    read('matches'),
    read('seasons'),
  ];
  if (people < teams * 2) {
    throw new OperatorError(`--people: ${teams} teams have ${teams * 2} people at least.`);
  }
  if (matches < seasons) {
    throw new OperatorError('--matches: each season has one at least.');
  }
  if (matches / seasons > mostInSeason) {
    throw new OperatorError(`--matches: a season has ${mostInSeason} at most; give more seasons.`);
  }
  return { teams, people, matches, seasons, seed: read('seed') };
}

/** `seed`: fills an empty league by the rules of its ladders, for benches and to look at a large one. */
export const command: Command = {
  options: {
    teams: { type: 'string' },
    people: { type: 'string' },
    matches: { type: 'string' },
    seasons: { type: 'string' },
    seed: { type: 'string' },
  },
  async run(config, args) {
    const [stray] = args.positionals;
    if (stray !== undefined) {
      throw new OperatorError(`seed takes options only, not ${stray}.`);
    }
    const options = readOptions(args);
    await using opened = await openLeague(config, { onProgress: console.log });
    const { database } = opened;
    if (!(await isUnpeopled(database))) {
      throw new OperatorError('There is a league already: seed fills an empty one.');
    }
    await layContent(database);
    const ladders = await listPlayed(database, options);
    if (ladders.length === 0) {
      throw new OperatorError('The league has no ladder to play on.');
    }
    const days = estimateDays(options, ladders);
    if (days === Number.POSITIVE_INFINITY) {
      throw new OperatorError('--people: no ladder takes teams of so few; give more people.');
    }
    if (days > mostDays) {
      const years = Math.round(days / 365);
      throw new OperatorError(
        `--matches: ${options.teams} teams would play for ${years} years; give more teams, or fewer matches.`,
      );
    }
    const { matches, events } = await untilInterrupted((signal) =>
      seedLeague(
        database,
        { ...options, now: new Date(), ladders },
        { onProgress: createProgress(console.log), signal },
      ),
    );
    const { teams, people, seasons } = options;
    const many = `${teams} teams of ${people} people, ${ladders.length} ladders, ${seasons} seasons of each`;
    console.log(`${many}: ${matches} of ${options.matches} matches, ${events} events.`);
    return 0;
  },
};
