import { hash as toDigest } from 'node:crypto';
import {
  findChainFault,
  type LeagueEvent,
  type StreamKind,
  type StreamName,
  type StreamState,
} from '@muster/league';
import { kinds, toKind } from '../engine/kinds/kinds.ts';
import { findStateDifference } from '../engine/replay/state-difference.ts';
import { startReplay } from '../engine/streams.ts';
import { FileFault } from './file-fault.ts';
import { toLines } from './lines.ts';
import type { Manifest } from './manifest.ts';
import type { LeagueFile } from './open-league-file.ts';
import type { Progress } from './progress.ts';

interface VerifyOptions {
  progress: Progress;
  signal: AbortSignal;
}

type Head = Manifest['streams'][number];

const statesTable = 'private.stream_states';
const hashNatively = (text: string) => toDigest('sha256', text);

/** Parses one line of an entry, which is an object whatever its members are. */
export function parseLine(line: string, path: string): object {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new FileFault(`${path} has a line that is not JSON`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new FileFault(`${path} has a line that is no row`);
  }
  return row;
}

/**
 * Checks a league's file by itself: that every entry is what the manifest names, that each stream's chain holds to
 * its head, and that replaying it comes to the state that the file has of it. What else the tables say, `muster
 * verify` compares once they are in a database.
 * @throws FileFault that names the first difference.
 */
export async function verifyFile(file: LeagueFile, options: VerifyOptions) {
  const { tables, streams, files } = file.manifest;
  const rows = await checkTables(file, options);
  const states = readStates(file);
  let events = 0;
  for (const [index, head] of streams.entries()) {
    options.signal.throwIfAborted();
    const state = await replay(file, toStreamKind(head.stream), head, options);
    await compareState(states, head, state);
    events += head.sequence;
    options.progress(
      () => `${index + 1} of ${streams.length} streams of the log, ${events} events`,
    );
  }
  for (const [index, { path }] of files.entries()) {
    options.signal.throwIfAborted();
    await readToEnd(file, path);
    options.progress(() => `${index + 1} of ${files.length} files`);
  }
  return { tables: tables.length, rows, streams: streams.length, events, files: files.length };
}

/** Reads every entry to its end, and so checks it, and changes nothing. */
export async function checkEntries(file: LeagueFile, options: VerifyOptions): Promise<void> {
  const { entries } = file.manifest;
  for (const [index, { path }] of entries.entries()) {
    options.signal.throwIfAborted();
    await readToEnd(file, path);
    options.progress(() => `${index + 1} of ${entries.length} parts checked`);
  }
}

async function readToEnd(file: LeagueFile, path: string): Promise<void> {
  for await (const _ of file.read(path)) {
    // Reading is checking.
  }
}

async function checkTables(file: LeagueFile, { progress, signal }: VerifyOptions): Promise<number> {
  let all = 0;
  for (const { name, path, rows } of file.manifest.tables) {
    if (path === null) {
      continue;
    }
    let found = 0;
    for await (const lines of toLines(file.read(path), path)) {
      signal.throwIfAborted();
      found += lines.length;
      progress(() => `${found} rows of ${name}`);
    }
    if (found !== rows) {
      throw new FileFault(`${path} has ${found} rows, and its manifest says ${rows}`);
    }
    all += found;
  }
  return all;
}

function toStreamKind(stream: string): StreamKind {
  if (!/^(site|(ladder|team):[0-9a-f-]{36})$/.test(stream)) {
    throw new FileFault(`${JSON.stringify(stream)} is no stream`);
  }
  return toKind(stream as StreamName);
}

async function replay<K extends StreamKind>(
  file: LeagueFile,
  kind: K,
  { stream, path, sequence, hash }: Head,
  { signal }: VerifyOptions,
): Promise<StreamState<K>> {
  const replaying = startReplay(kind);
  let last: LeagueEvent<K> | null = null;
  for await (const lines of toLines(file.read(path), path)) {
    signal.throwIfAborted();
    for (const line of lines) {
      // Only what the rules have sealed has a hash that holds; what else it may be ends as a fault below.
      const event = parseLine(line, path) as LeagueEvent<K>;
      try {
        const fault = event.stream === stream ? findChainFault(event, last, hashNatively) : null;
        if (fault !== null || event.stream !== stream) {
          throw new FileFault(
            `${stream} breaks at sequence ${event.sequence} (${fault?.fault ?? 'stream'})`,
          );
        }
        replaying.take(event);
      } catch (error) {
        throw error instanceof FileFault
          ? error
          : new FileFault(`${stream} cannot be replayed from sequence ${event.sequence}`);
      }
      last = event;
    }
  }
  if (last?.sequence !== sequence || last.hash !== hash) {
    throw new FileFault(
      `${stream} ends at ${last?.sequence ?? 0}, and its head stands at ${sequence}`,
    );
  }
  return replaying.getState();
}

interface StateRow {
  stream: string;
  state: unknown;
}

/** The states that the file has, in the order of the streams' names. */
async function* readStates(file: LeagueFile): AsyncGenerator<StateRow> {
  const path = file.manifest.tables.find(({ name }) => name === statesTable)?.path;
  if (path === null || path === undefined) {
    throw new FileFault(`${statesTable} is missing`);
  }
  for await (const lines of toLines(file.read(path), path)) {
    for (const line of lines) {
      // Whatever else stands there differs from a state.
      yield parseLine(line, path) as StateRow;
    }
  }
}

/** Both come in the order of the streams' names; a stream that was only ever held has a state and no event. */
async function compareState<K extends StreamKind>(
  states: AsyncGenerator<StateRow>,
  { stream, sequence }: Head,
  replayed: StreamState<K>,
): Promise<void> {
  const kind = toStreamKind(stream) as K;
  for (let next = await states.next(); !next.done; next = await states.next()) {
    if (next.value.stream === stream) {
      const root = JSON.parse(JSON.stringify(kinds[kind].toRoot(replayed)));
      const what = findStateDifference('the state', next.value.state, root);
      if (what !== null) {
        throw new FileFault(`${stream} differs at sequence ${sequence}: ${what}`);
      }
      return;
    }
  }
  throw new FileFault(`${stream} has no state`);
}
