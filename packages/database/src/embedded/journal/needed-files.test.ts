import { expect, it } from 'vitest';
import type { BaseManifest } from './chain.ts';
import { listNeededFiles } from './needed-files.ts';
import { toPieceName } from './piece-name.ts';

const size = 16 * 2 ** 20;
const hour = (hours: number) => new Date(Date.UTC(2026, 0, 2, hours));
const [older, newer] = ['20260102T000000000Z-0000000a', '20260102T050000000Z-0000000b'] as const;

function makeManifest(stopped: Date, more: Partial<Record<keyof BaseManifest, unknown>> = {}) {
  return JSON.stringify({
    ...{ format: 'muster-journal', version: 1, postgresql: '18.4', system: '7', timeline: 1 },
    ...{ segment_size: size, start: '0/1000028', stop: '0/1000100', backup_label: 'x' },
    ...{ started_at: stopped.toISOString(), stopped_at: stopped.toISOString() },
    ...{ after: null, file: 'base.tar.gz.age', sha256: 'x', ...more },
  });
}

/** A piece of the log an hour, from one o'clock to nine. */
const pieces = Array.from({ length: 9 }, (_, index) =>
  toPieceName({
    ...{ timeline: 1, isSealed: true, at: hour(index + 1) },
    from: BigInt(size + index * 4096),
    to: BigInt(size + (index + 1) * 4096),
  }),
);
const manifests = new Map<string, string>([
  [older, makeManifest(hour(1))],
  [newer, makeManifest(hour(5))],
]);
const names = [older, newer].flatMap((chain) =>
  ['base.json', 'base.tar.gz.age', ...pieces].map((file) => `${chain}/${file}`),
);

const list = (at: Date, given = names, known = manifests) =>
  listNeededFiles(given, at, async (name) => known.get(name.replace('/base.json', '')) ?? null);

it.each([
  ['the instant of the newest base copy', hour(5), newer, 6],
  ['just before it', new Date(hour(5).getTime() - 1), older, 6],
  ['between two pieces', new Date(hour(2).getTime() + 1), older, 4],
  ['behind the last', new Date(hour(9).getTime() + 1), newer, 9],
])('%s needs one base copy and the log up to it', async (_what, at, chain, count) => {
  const log = pieces.slice(0, count);
  const files = ['base.json', 'base.tar.gz.age', ...log].map((file) => `${chain}/${file}`);
  expect(await list(at)).toEqual(files);
});

it('what is no file of a journal’s, or of a base copy that is not whole, is not asked for', async () => {
  const strange = [
    'notes.txt',
    `${older}/../../etc/passwd`,
    `${older}/deep/base.json`,
    'x/base.json',
  ];
  const begun = ['20260102T080000000Z-0000000c/base.tar.gz.age'];
  const asked: string[] = [];
  const needed = await listNeededFiles([...strange, ...begun, ...names], hour(9), async (name) => {
    asked.push(name);
    return manifests.get(name.replace('/base.json', '')) ?? null;
  });
  expect(asked.sort()).toEqual([`${older}/base.json`, `${newer}/base.json`]);
  expect(needed).toEqual(await list(hour(9)));
});

it('a piece that is missing is named before anything is brought, and a chain of another version passed over', async () => {
  const gap = names.filter((name) => !name.endsWith(pieces[6] ?? ''));
  await expect(list(hour(9), gap)).rejects.toThrow(
    /is missing or only in part there, before .*; 2026-01-02T06:00:00.000Z is the last instant before it$/,
  );
  const other = new Map<string, string>([
    ...manifests,
    [newer, makeManifest(hour(5), { version: 2 })],
  ]);
  expect((await list(hour(9), names, other))[0]).toBe(`${older}/base.json`);
  await expect(list(hour(9), [])).rejects.toThrow('there is no whole base copy in it');
});
