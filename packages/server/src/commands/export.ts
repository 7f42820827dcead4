import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { findUnlisted } from '../league-file/find-unlisted.ts';
import type { Manifest } from '../league-file/manifest.ts';
import { createProgress } from '../league-file/progress.ts';
import { requireLeague } from '../league-file/require-league.ts';
import { createSeal } from '../league-file/sealing.ts';
import { writeLeagueFile } from '../league-file/write-league-file.ts';
import { openLeagueDatabase } from '../open-league.ts';
import { exportPublicTo } from '../public-file/export-to.ts';
import { type Command, type CommandArguments, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

function requireFree(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw new OperatorError(`${path} is there already, and stays as it is.`);
  }
  if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new OperatorError(`There is no folder ${dirname(path)}.`);
  }
}

function readKeys({ values: { to } }: CommandArguments): string[] {
  const keys = Array.isArray(to) ? to.map(String) : [];
  try {
    createSeal(keys);
    return keys;
  } catch {
    throw new OperatorError('--to takes a public key of age, as age1…');
  }
}

function describe(path: string, manifest: Manifest, keys: readonly string[]): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const as = manifest.instant === null ? 'a league without an event' : `as of ${manifest.instant}`;
  return [
    `${path} (${statSync(path).size} bytes) has the league, ${as}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.streams.length} streams of the log, ${manifest.files.length} files.`,
    keys.length === 0
      ? 'Its keys are in it, hashes of passwords and sessions too: whoever has it can sign in as anybody. --to encrypts.'
      : `It opens with the identity of ${keys.join(' or ')} and with nothing else: keep that.`,
  ];
}

async function write(
  config: Config,
  path: string,
  { signal, keys }: { signal: AbortSignal; keys: readonly string[] },
): Promise<Manifest> {
  const opened = await openLeagueDatabase(config);
  try {
    await requireLeague(opened.database);
    for (const name of await findUnlisted(opened.database)) {
      console.log(`The table ${name} is not the league's and is left out.`);
    }
    const progress = createProgress(console.log);
    const options = { homes: config.storage, keys, progress, signal };
    return (await writeLeagueFile(opened.database, path, options)).manifest;
  } catch (error) {
    throw error instanceof FileFault ? new OperatorError(`${path}: ${error.message}.`) : error;
  } finally {
    await opened.close();
  }
}

/**
 * `export FILE [--to age1…]`: the whole league in one file, as docs/export-format.md describes it; `export --public
 * FILE`: what anybody may read of it.
 */
export const command: Command = {
  options: { to: { type: 'string', multiple: true }, public: { type: 'boolean' } },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0) {
      throw new OperatorError(
        'export takes FILE, and --to KEY for each key that is to open it or --public.',
      );
    }
    if (config.supabase !== null) {
      throw new OperatorError('The files lie with the Supabase that SUPABASE_URL names.');
    }
    const keys = readKeys(args);
    requireFree(path);
    if (args.values.public === true) {
      if (keys.length > 0) {
        throw new OperatorError('What is public needs no key: --public or --to, not both.');
      }
      await untilInterrupted((signal) => exportPublicTo(config, path, { signal }));
      return 0;
    }
    const manifest = await untilInterrupted((signal) => write(config, path, { signal, keys }));
    for (const line of describe(path, manifest, keys)) {
      console.log(line);
    }
    return 0;
  },
};
