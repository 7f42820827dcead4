import { readFile } from 'node:fs/promises';
import {
  getRosterLimits,
  parseRules,
  type Rules,
  reportSimulation,
  type SimulationInput,
  simulateSeason,
} from '@muster/league';
import { type Command, getOption, OperatorError } from '../command.ts';
import { readNumber } from './read-number.ts';
import { formatReport } from './simulate-table.ts';

const ladderId = 'simulated';
const day = 24 * 3600 * 1000;
/** Any fixed instant would do: the same options give the same bytes on every day. */
const start = Date.parse('2026-01-05T12:00:00.000Z');
/** Teams are founded and join in the ten days before the season opens. */
const daysBefore = 10;

const limits = {
  teams: { minimum: 2, maximum: 5000, usual: 1000 },
  days: { minimum: 1, maximum: 1000, usual: 365 },
  seed: { minimum: 0, maximum: 2 ** 32 - 1, usual: 1 },
};

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`--rules: ${file} is not JSON: ${cause.replaceAll(/\s+/g, ' ')}`);
  }
}

async function readRules(file: string | null): Promise<Rules> {
  const text = file === null ? '{}' : await readFile(file, 'utf8').catch(() => null);
  if (text === null) {
    throw new OperatorError(`--rules: ${file} cannot be read.`);
  }
  const input = parseJson(text, file ?? '');
  if (Array.isArray(input)) {
    throw new OperatorError('--rules: the file must hold one object of rules.');
  }
  const parsed = parseRules(input);
  if (parsed.ok) {
    return parsed.rules;
  }
  const { path, minimum, maximum } = parsed.fault;
  const field = path === '' ? 'the file must hold one object of rules' : `${path} is wrong`;
  const range = [
    minimum === null ? '' : ` from ${minimum}`,
    maximum === null ? '' : ` to ${maximum}`,
  ];
  const limit = range.join('') === '' ? '' : `; it goes${range.join('')}`;
  throw new OperatorError(`--rules: ${field}${limit}.`);
}

function toInput(
  rules: Rules,
  options: { teams: number; days: number; seed: number },
): SimulationInput {
  const { teams, days, seed } = options;
  return {
    seed,
    teams,
    people: teams * (getRosterLimits(rules).minimum + 2),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + (daysBefore + days) * day).toISOString(),
    ladders: [
      {
        ladder_id: ladderId,
        season_id: `${ladderId}-season`,
        name: 'Simulated',
        season_name: 'Simulated',
        game: 'simulated',
        format: 'rung',
        zone: 'Europe/Berlin',
        is_test: true,
        rules,
        region: 'everywhere',
        share: 1,
      },
    ],
  };
}

/** Plays one rung ladder by the given rules and prints what came of it; needs no database. */
export const command: Command = {
  options: {
    teams: { type: 'string' },
    days: { type: 'string' },
    seed: { type: 'string' },
    rules: { type: 'string' },
  },
  async run(_config, args) {
    const [stray] = args.positionals;
    if (stray !== undefined) {
      throw new OperatorError(`simulate takes options only, not ${stray}.`);
    }
    const options = {
      teams: readNumber(args, 'teams', limits.teams),
      days: readNumber(args, 'days', limits.days),
      seed: readNumber(args, 'seed', limits.seed),
    };
    const rules = await readRules(getOption(args, 'rules'));
    const report = reportSimulation(simulateSeason(toInput(rules, options)), ladderId);
    console.log(formatReport(report, options));
    return 0;
  },
};
