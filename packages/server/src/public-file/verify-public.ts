import { hash as toDigest } from 'node:crypto';
import { findChainFault, type LeagueEvent } from '@muster/league';
import { FileFault } from '../league-file/file-fault.ts';
import { toLines } from '../league-file/lines.ts';
import type { OpenedFile } from '../league-file/open-league-file.ts';
import type { Progress } from '../league-file/progress.ts';
import { parseLine } from '../league-file/verify-file.ts';
import type { PublicManifest } from './manifest.ts';

const hashNatively = (text: string) => toDigest('sha256', text);

/**
 * Checks a public file by itself: that every entry is what the manifest names, and that each stream's chain holds to
 * its head. Of lines that withhold something only their place in the chain can be checked.
 * @throws FileFault that names the first difference.
 */
export async function verifyPublic(
  file: OpenedFile<PublicManifest>,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
) {
  const { entries, streams, pages, tables } = file.manifest;
  for (const [index, { path }] of entries.entries()) {
    signal.throwIfAborted();
    for await (const _ of file.read(path)) {
      // Reading is checking.
    }
    progress(() => `${index + 1} of ${entries.length} parts read`);
  }
  let events = 0;
  let withheld = 0;
  for (const head of streams) {
    signal.throwIfAborted();
    withheld += await checkStream(file, head);
    events += head.sequence;
    progress(() => `${events} events`);
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { events, withheld, streams: streams.length, rows, tables: tables.length, pages };
}

/** Returns how many of its lines withhold something. */
async function checkStream(
  file: OpenedFile<PublicManifest>,
  { stream, path, sequence, hash }: PublicManifest['streams'][number],
): Promise<number> {
  let last: LeagueEvent | null = null;
  let withheld = 0;
  for await (const lines of toLines(file.read(path), path)) {
    for (const text of lines) {
      // Only what the rules have sealed has a hash that holds.
      const line = parseLine(text, path) as LeagueEvent & { withheld?: true };
      const fault = findChainFault(line, last, hashNatively);
      if (fault !== null || line.stream !== stream) {
        throw new FileFault(
          `${stream} breaks at sequence ${line.sequence} (${fault?.fault ?? 'stream'})`,
        );
      }
      withheld += line.withheld === true ? 1 : 0;
      last = line;
    }
  }
  if (last?.sequence !== sequence || last.hash !== hash) {
    throw new FileFault(
      `${stream} ends at ${last?.sequence ?? 0}, and its head stands at ${sequence}`,
    );
  }
  return withheld;
}
