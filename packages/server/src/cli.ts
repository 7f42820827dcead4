import { parseArgs } from 'node:util';
import { EmbeddedError, findDamage, MigrationError, OpenDatabaseError } from '@muster/database';
import { type Command, OperatorError } from './commands/command.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { ContentError } from './content/content-error.ts';
import { damagedWords } from './log-failure.ts';

/** Each command's file, loaded only when it is called. */
const commands: Record<string, { summary: string; load: () => Promise<{ command: Command }> }> = {
  start: { summary: 'serve the league', load: () => import('./commands/start.ts') },
  dev: { summary: 'serve it with hot reloading', load: () => import('./commands/dev.ts') },
  migrate: {
    summary: 'bring the database up to date',
    load: () => import('./commands/migrate.ts'),
  },
  status: {
    summary: 'say how the league is; with -o env its address and keys',
    load: () => import('./commands/status.ts'),
  },
  doctor: {
    summary: 'look at everything that the league needs and say what to do about what is wrong',
    load: () => import('./commands/doctor.ts'),
  },
  backend: {
    summary: "serve Supabase's services alone (--port N, --config FILE, --database-url URL)",
    load: () => import('./commands/backend.ts'),
  },
  admin: {
    summary: 'admin grant|revoke|list [USERNAME]',
    load: () => import('./commands/admin.ts'),
  },
  keys: {
    summary:
      'keys rotate [ES256|RS256|HS256]: sign sessions with a new key; keys unseal: before a move',
    load: () => import('./commands/keys.ts'),
  },
  demo: {
    summary: 'demo load, demo clear [--everything] [--yes]: the demonstration season',
    load: () => import('./commands/demo.ts'),
  },
  content: {
    summary:
      'content export DIR, content import DIR [--dry-run]: games, ladders, texts and menus as files',
    load: () => import('./commands/content.ts'),
  },
  archives: {
    summary:
      'archives import FILE --title TEXT --origin TEXT [--dry-run]: a history of another place',
    load: () => import('./commands/archives.ts'),
  },
  cases: {
    summary: 'cases, cases close|hide|grant|refuse ID REASON: what nobody in office may decide',
    load: () => import('./commands/cases.ts'),
  },
  storage: {
    summary: 'storage move [database|directory|s3]: brings all stored files into one home',
    load: () => import('./commands/storage.ts'),
  },
  export: {
    summary: 'export FILE [--to age1...]: the whole league in one file, keys included',
    load: () => import('./commands/export.ts'),
  },
  backup: {
    summary: 'backup [DIR]: the same into a folder, else into BACKUP_DIR, named by the instant',
    load: () => import('./commands/backup.ts'),
  },
  functions: {
    summary:
      'functions serve: the services, whose functions follow their files; functions logs [NAME]: what they said',
    load: () => import('./commands/functions.ts'),
  },
  import: {
    summary: 'import FILE [--identity FILE]: makes the league of an export in an empty database',
    load: () => import('./commands/import.ts'),
  },
  restore: {
    summary:
      'restore FILE [--identity FILE]: the same of a backup; restore --at INSTANT [DIR]: an instant of the journal',
    load: () => import('./commands/restore.ts'),
  },
  verify: {
    summary:
      'replay the log and compare it with the tables; verify FILE [--identity FILE]: an export',
    load: () => import('./commands/verify.ts'),
  },
  seed: {
    summary:
      'seed --teams N --people N --matches N --seasons N --seed N: fills an empty league by its rules',
    load: () => import('./commands/simulation/seed.ts'),
  },
  simulate: {
    summary: 'try rules on simulated teams (--teams N --days N --seed N [--rules FILE])',
    load: () => import('./commands/simulation/simulate.ts'),
  },
};

function printUsage(): void {
  console.log('muster COMMAND\n');
  for (const [name, { summary }] of Object.entries(commands)) {
    console.log(`  ${name.padEnd(9)} ${summary}`);
  }
}

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2);
  const entry = name === undefined ? undefined : commands[name];
  if (entry === undefined) {
    printUsage();
    return name === undefined || name === 'help' || name === '--help' ? 0 : 1;
  }
  const { command } = await entry.load();
  const parsed = parseArgs({ args, options: command.options, allowPositionals: true });
  const config = readConfig(command);
  return config === null ? (command.runRefused?.(process.env) ?? 1) : command.run(config, parsed);
}

/** Null where the environment is refused and the command has something to say of that. */
function readConfig(command: Command): Config | null {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError && command.runRefused !== undefined) {
      return null;
    }
    throw error;
  }
}

/** By it the launcher knows that trying again would not help; EX_CONFIG of sysexits. */
const refusedCode = 78;

/** Mistakes of whoever runs the command: their message says what to do, a stack would not help. */
const expectedErrors = [
  ConfigError,
  ContentError,
  OperatorError,
  EmbeddedError,
  OpenDatabaseError,
  MigrationError,
];

function isExpected(error: unknown): error is Error {
  return (
    expectedErrors.some((kind) => error instanceof kind) ||
    (error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS'))
  );
}

/** What is told in one line; null for what wants its stack. */
function toLine(error: unknown): string | null {
  const damage = findDamage(error);
  if (damage !== null) {
    return `${damagedWords}: ${damage}.`;
  }
  const { code } = error instanceof Error && 'code' in error ? error : { code: null };
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `No room is left on the disk that is written to (${code}): make some, or name another folder.`;
  }
  return isExpected(error) ? error.message : null;
}

try {
  process.exitCode = await main();
} catch (error) {
  const line = toLine(error);
  console.error(line === null ? error : `muster: ${line}`);
  process.exitCode = error instanceof ConfigError ? refusedCode : 1;
}
