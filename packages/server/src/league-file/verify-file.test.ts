import {
  type LeagueEvent,
  type StreamKind,
  type StreamName,
  sealEvent,
  simulateSeason,
} from '@muster/league';
import { beforeAll, describe, expect, it } from 'vitest';
import { kinds, toKind } from '../engine/kinds/kinds.ts';
import { startReplay } from '../engine/streams.ts';
import { FileFault } from './file-fault.ts';
import type { Manifest } from './manifest.ts';
import type { LeagueFile } from './open-league-file.ts';
import { emptyManifest, toEntries } from './testing/make-file.ts';
import { checkEntries, verifyFile } from './verify-file.ts';

const signal = new AbortController().signal;
const progress = () => undefined;
const ladder = '00000000-0000-4000-8000-0000000000aa';
const statesPath = 'tables/private.stream_states.ndjson';

type Contents = Record<string, string>;
interface Made {
  contents: Contents;
  manifest: Manifest;
}

const toPath = (stream: string) => `streams/${stream.replace(':', '/')}.ndjson`;
const toLines = (rows: readonly unknown[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The state that a stream's events come to, as its row has it. */
function toRow<K extends StreamKind>(kind: K, stream: StreamName, events: readonly LeagueEvent[]) {
  const replaying = startReplay(kind);
  // A stream's name says of which kind its events are.
  for (const event of events as LeagueEvent<K>[]) {
    replaying.take(event);
  }
  return { stream, state: kinds[kind].toRoot(replaying.getState()) };
}

let whole: Made;
/** The ladder's log, and the one of a team. */
let logs: Map<StreamName, LeagueEvent[]>;
let ladderStream: StreamName;

beforeAll(() => {
  const { log } = simulateSeason({
    seed: 9,
    teams: 6,
    people: 24,
    starts_at: '2026-03-01T00:00:00.000Z',
    ends_at: '2026-03-11T00:00:00.000Z',
    ladders: [
      {
        ladder_id: ladder,
        season_id: '00000000-0000-4000-8000-0000000000bb',
        name: 'Played',
        season_name: 'Spring',
        game: 'game',
        format: 'rung',
        zone: 'UTC',
        is_test: false,
        rules: {},
        region: 'everywhere',
        share: 1,
        script: 'justice',
      },
    ],
  });
  logs = new Map([...Map.groupBy(log, ({ stream }) => stream)].sort());
  ladderStream = [...logs.keys()].find((stream) => stream.startsWith('ladder:')) ?? expect.fail();
  whole = make(
    logs,
    [...logs].map(([stream, events]) => toRow(toKind(stream), stream, events)),
  );
});

/** A league's file of these streams and states, beside a table of two rows and a file. */
function make(streams: ReadonlyMap<StreamName, LeagueEvent[]>, states: readonly unknown[]): Made {
  const games = 'tables/public.games.ndjson';
  const contents: Contents = {
    [games]: '{"slug":"a"}\n{"slug":"b"}\n',
    [statesPath]: toLines(states),
    'files/private.files/a': 'bytes',
  };
  for (const [stream, events] of streams) {
    contents[toPath(stream)] = toLines(events);
  }
  const manifest: Manifest = {
    ...emptyManifest,
    tables: [
      { name: 'public.games', path: games, columns: ['slug'], rows: 2 },
      { name: 'public.league_events', path: null, columns: [], rows: 99 },
      { name: 'private.stream_states', path: statesPath, columns: [], rows: states.length },
    ],
    streams: [...streams].map(([stream, events]) => {
      const { sequence = 0, hash = '' } = events.at(-1) ?? {};
      return { stream, path: toPath(stream), sequence, hash };
    }),
    files: [{ table: 'private.files', id: 'a', path: 'files/private.files/a' }],
    entries: toEntries(contents),
  };
  return { contents, manifest };
}

/** The file as it is open, and what was read of it. */
function open({ contents, manifest }: Made, read: string[] = []): LeagueFile {
  return {
    manifest,
    async *read(path) {
      read.push(path);
      yield Buffer.from(contents[path] ?? expect.fail(path));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const look = (made: Made) => verifyFile(open(made), { progress, signal });

/** The whole file with other text at a path, and as many rows of states as there are then. */
function withText(path: string, change: (text: string) => string): Made {
  const text = change(whole.contents[path] ?? expect.fail(path));
  const rows = text.split('\n').length - 1;
  const tables = whole.manifest.tables.map((table) =>
    table.path === path && path === statesPath ? { ...table, rows } : table,
  );
  return {
    contents: { ...whole.contents, [path]: text },
    manifest: { ...whole.manifest, tables },
  };
}

async function expectFault(made: Made, words: string | RegExp): Promise<void> {
  const looked = look(made);
  await expect(looked).rejects.toThrow(words);
  await expect(looked).rejects.toBeInstanceOf(FileFault);
}

it('is sound where each stream comes to its head and its state, and says how much there is', async () => {
  const read: string[] = [];
  const events = [...logs.values()].flat().length;
  expect(events).toBeGreaterThan(40);
  expect(await verifyFile(open(whole, read), { progress, signal })).toEqual({
    ...{ tables: 3, rows: 2 + logs.size, streams: logs.size, events, files: 1 },
  });
  expect(new Set(read)).toEqual(new Set(Object.keys(whole.contents)));
});

it('is only read where its parts are checked: all of them, until it is told to stop', async () => {
  const read: string[] = [];
  await checkEntries(open(whole, read), { progress, signal });
  expect(read).toEqual(whole.manifest.entries.map(({ path }) => path));
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(checkEntries(open(whole), { progress, signal: stopped })).rejects.toThrow('stopped');
  await expect(verifyFile(open(whole), { progress, signal: stopped })).rejects.toThrow('stopped');
});

it.each([
  ['one', '{"slug":"a"}\n'],
  ['three', '{"slug":"a"}\n'.repeat(3)],
])('has as many rows as it says: not %s', async (_what, text) => {
  const path = 'tables/public.games.ndjson';
  const rows = text.split('\n').length - 1;
  await expectFault(
    withText(path, () => text),
    `${path} has ${rows} rows, and its manifest says 2`,
  );
});

describe('a stream’s log', () => {
  const change = (work: (lines: string[]) => string[]) =>
    withText(toPath(ladderStream), (text) =>
      work(text.trimEnd().split('\n'))
        .map((line) => `${line}\n`)
        .join(''),
    );
  const last = () => logs.get(ladderStream)?.length ?? 0;

  it('holds in each of its lines', async () => {
    for (const [work, words] of [
      [(lines) => lines.toSpliced(3, 1), 'breaks at sequence 5 (sequence)'],
      [(lines) => lines.toSpliced(3, 0, lines[3] ?? ''), 'breaks at sequence 4 (sequence)'],
      [
        (lines) => lines.with(3, (lines[3] ?? '').replace('"version":1', '"version":2')),
        'breaks at sequence 4 (hash)',
      ],
      [
        (lines) =>
          lines.with(3, (lines[3] ?? '').replace(/"previous_hash":"./, '"previous_hash":"x')),
        'breaks at sequence 4 (previous_hash)',
      ],
      [(lines) => lines.slice(0, -1), `ends at ${last() - 1}, and its head stands at ${last()}`],
      [() => [], `ends at 0, and its head stands at ${last()}`],
    ] as const satisfies readonly (readonly [(lines: string[]) => string[], string])[]) {
      await expectFault(change(work), `${ladderStream} ${words}`);
    }
    const path = toPath(ladderStream);
    await expectFault(
      change((lines) => lines.with(3, '{')),
      `${path} has a line that is not JSON`,
    );
    for (const line of ['null', '1', '[]', '"x"']) {
      await expectFault(
        change((lines) => lines.with(3, line)),
        `${path} has a line that is no row`,
      );
    }
  });

  it('is its own: none of another stream, whose chain may hold', async () => {
    const [other = expect.fail()] = [...logs.keys()].filter((stream) => stream !== ladderStream);
    const made = withText(toPath(ladderStream), () => toLines(logs.get(other) ?? []));
    await expectFault(made, `${ladderStream} breaks at sequence 1 (stream)`);
  });

  it('ends with the hash that its head has', async () => {
    const streams = whole.manifest.streams.map((head) =>
      head.stream === ladderStream ? { ...head, hash: 'f'.repeat(64) } : head,
    );
    await expectFault(
      { ...whole, manifest: { ...whole.manifest, streams } },
      `${ladderStream} ends at ${last()}, and its head stands at ${last()}`,
    );
  });

  it('can be replayed', async () => {
    const [first = expect.fail()] = logs.get(ladderStream) ?? [];
    const { id, stream, sequence, previous_hash, hash: _hash, ...draft } = first;
    // As nobody of ours would write it.
    const data = null;
    const forged = sealEvent({ ...draft, data } as never, { id, stream, sequence, previous_hash });
    const log = new Map([[stream, [forged as LeagueEvent]]]);
    await expectFault(make(log, []), `${stream} cannot be replayed from sequence 1`);
  });

  it.each([
    ['of another kind', 'club:00000000-0000-4000-8000-0000000000aa'],
    ['of a team without its id', 'team:'],
    ['of a site with an id', 'site:00000000-0000-4000-8000-0000000000aa'],
    ['that is longer than its id', 'team:00000000-0000-4000-8000-0000000000aa0'],
    ['on two lines', 'x\nsite'],
  ])('is none %s', async (_what, stream) => {
    const [head = expect.fail()] = whole.manifest.streams;
    const streams = [{ ...head, stream }];
    await expectFault(
      { ...whole, manifest: { ...whole.manifest, streams } },
      `${JSON.stringify(stream)} is no stream`,
    );
  });
});

describe('what a stream comes to', () => {
  it('is the state that the file has of it', async () => {
    const made = withText(statesPath, (text) => text.replace('"name":"Played"', '"name":"Other"'));
    const sequence = logs.get(ladderStream)?.length;
    await expectFault(
      made,
      `${ladderStream} differs at sequence ${sequence}: the state is not what the log comes to (ladder.name)`,
    );
  });

  it('has a state, among others that were only ever held', async () => {
    const first = (text: string) => text.split('\n')[0] ?? '';
    const without = withText(statesPath, (text) => text.slice(first(text).length + 1));
    await expectFault(without, `${whole.manifest.streams[0]?.stream} has no state`);
    const held = withText(statesPath, (text) => `${toLines([{ stream: 'a', state: {} }])}${text}`);
    expect(await look(held)).toMatchObject({ streams: logs.size });
  });

  it('stands in a table that is there', async () => {
    const tables = whole.manifest.tables.filter(({ name }) => name !== 'private.stream_states');
    const missing = { ...whole, manifest: { ...whole.manifest, tables } };
    await expectFault(missing, 'private.stream_states is missing');
    const nowhere = tables.concat([
      { name: 'private.stream_states', path: null, columns: [], rows: 0 },
    ]);
    await expectFault(
      { ...whole, manifest: { ...whole.manifest, tables: nowhere } },
      'private.stream_states is missing',
    );
    for (const line of ['null', '[]']) {
      await expectFault(
        withText(statesPath, (text) => `${line}\n${text}`),
        `${statesPath} has a line that is no row`,
      );
    }
  });
});
