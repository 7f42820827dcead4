import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { type KeptLine, keptLines, listLines } from '../functions/function-log.ts';
import { openLeague } from '../open-league.ts';
import { serveBackend } from './backend.ts';
import { type Command, type CommandArguments, getOption, OperatorError } from './command.ts';

const usualLines = 100;
const followEveryMs = 1_000;

/** `functions serve`: the services with functions that follow their files; `functions logs [NAME]`: what they said. */
export const command: Command = {
  options: {
    port: { type: 'string' },
    config: { type: 'string' },
    'database-url': { type: 'string' },
    lines: { type: 'string' },
    follow: { type: 'boolean' },
  },
  async run(config, args) {
    const [action, ...rest] = args.positionals;
    if (action === 'serve' && rest.length === 0) {
      return serveBackend(args, { followsFiles: true });
    }
    if (action === 'logs' && rest.length <= 1) {
      return printLogs(config, args, rest[0] ?? null);
    }
    throw new OperatorError('functions takes serve, or logs [NAME] [--lines N] [--follow].');
  },
};

async function printLogs(
  config: Config,
  args: CommandArguments,
  name: string | null,
): Promise<number> {
  const lines = Number(getOption(args, 'lines') ?? usualLines);
  if (!Number.isInteger(lines) || lines < 1 || lines > keptLines) {
    throw new OperatorError(`--lines takes a whole number from 1 to ${keptLines}.`);
  }
  await using league = await openLeague(config);
  let last = print(await listLines(league.database, { name, lines }));
  while (args.values.follow === true) {
    await pause(followEveryMs);
    last =
      print(await listLines(league.database, { name, after: last ?? '0', lines: keptLines })) ??
      last;
  }
  return 0;
}

/** Returns the id of the last one. */
function print(lines: readonly KeptLine[]): string | null {
  for (const { said_at, function: name, request_id, level, text } of lines) {
    console.log(`${said_at.toISOString()} ${name} ${request_id ?? '-'} ${level}: ${text}`);
  }
  return lines.at(-1)?.id ?? null;
}
