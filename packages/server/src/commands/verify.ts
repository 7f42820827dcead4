import { verify } from '../engine/replay/verify.ts';
import { withFile } from '../league-file/given-file.ts';
import { parseManifest } from '../league-file/manifest.ts';
import { type OpenOptions, openWith } from '../league-file/open-league-file.ts';
import { createProgress, type Progress } from '../league-file/progress.ts';
import { verifyFile } from '../league-file/verify-file.ts';
import { openLeague } from '../open-league.ts';
import { isPublicManifest, parsePublicManifest } from '../public-file/manifest.ts';
import { verifyPublic } from '../public-file/verify-public.ts';
import { type Command, type CommandArguments, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const toSeconds = (started: number) => ((performance.now() - started) / 1000).toFixed(1);

/** A league's whole file or its public one, whichever it says that it is. */
const parseEither = (content: string) =>
  isPublicManifest(content) ? parsePublicManifest(content) : parseManifest(content);
const openEither = (path: string, options: OpenOptions) => openWith(parseEither, path, options);
type Either = Awaited<ReturnType<typeof openEither>>;

interface Verifying {
  progress: Progress;
  signal: AbortSignal;
}

/** Says what was found to hold. */
async function verifyEither({ manifest, ...file }: Either, options: Verifying): Promise<string> {
  if (manifest.format === 'muster-public') {
    const found = await verifyPublic({ ...file, manifest }, options);
    return `A league's public file: ${found.events} events in ${found.streams} streams, ${found.withheld} of them with something withheld, ${found.rows} rows of ${found.tables} tables and ${found.pages} pages read`;
  }
  const found = await verifyFile({ ...file, manifest }, options);
  return `${found.events} events in ${found.streams} streams replayed, ${found.rows} rows of ${found.tables} tables and ${found.files} files read`;
}

async function verifyGiven(path: string, args: CommandArguments): Promise<number> {
  const started = performance.now();
  const progress = createProgress(console.log);
  const found = await untilInterrupted((signal) =>
    withFile(path, { args, signal, open: openEither }, (file) =>
      verifyEither(file, { progress, signal }),
    ),
  );
  console.log(`${found} in ${toSeconds(started)} s: every chain and every hash holds.`);
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
    const progress = createProgress(console.log);
    const result = await untilInterrupted((signal) =>
      verify(league.database, { progress, signal }),
    );
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
