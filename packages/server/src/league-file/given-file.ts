import { readFileSync, statSync } from 'node:fs';
import { type CommandArguments, getOption, OperatorError } from '../commands/command.ts';
import { askForKey } from './ask-for-key.ts';
import { FileFault, KeyFault } from './file-fault.ts';
import { type LeagueFile, type OpenOptions, openLeagueFile } from './open-league-file.ts';
import { parseIdentities } from './sealing.ts';

const mostIdentityBytes = 1024 * 1024;

/** The secret keys of age in the file that `--identity` names; none where it is not given. */
export function readIdentities(args: CommandArguments): string[] {
  const path = getOption(args, 'identity');
  if (path === null) {
    return [];
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > mostIdentityBytes) {
    throw new OperatorError(`--identity takes a file with a key of age; ${path} is none.`);
  }
  const identities = parseIdentities(readFileSync(path, 'utf8'));
  if (identities.length === 0) {
    throw new OperatorError(`${path} has no key: a line that begins with AGE-SECRET-KEY-1.`);
  }
  return identities;
}

/** Opens what a command was given; a key that is missing or wrong is asked for where somebody sits there. */
async function openGiven<File>(
  path: string,
  { args, signal, open }: GivenOptions & { open: Opener<File> },
): Promise<File> {
  let identities = readIdentities(args);
  for (;;) {
    try {
      return await open(path, { identities, signal });
    } catch (error) {
      if (!(error instanceof KeyFault) || process.stdin.isTTY !== true) {
        throw error;
      }
      console.error(`${path}: ${error.message}.`);
      identities = parseIdentities(await askForKey(process.stdin, process.stderr, signal));
    }
  }
}

interface GivenOptions {
  args: CommandArguments;
  signal: AbortSignal;
}

type Opener<File> = (path: string, options: OpenOptions) => Promise<File>;

/** Works on a league's file that a command was given; what is wrong with it is told in one line that names it. */
export function withGivenFile<T>(
  path: string,
  options: GivenOptions,
  work: (file: LeagueFile) => Promise<T>,
): Promise<T> {
  return withFile(path, { ...options, open: openLeagueFile }, work);
}

/** The same with any file that `open` understands. */
export async function withFile<File extends AsyncDisposable, T>(
  path: string,
  options: GivenOptions & { open: Opener<File> },
  work: (file: File) => Promise<T>,
): Promise<T> {
  try {
    await using file = await openGiven(path, options);
    return await work(file);
  } catch (error) {
    throw error instanceof FileFault ? new OperatorError(`${path}: ${error.message}.`) : error;
  }
}
