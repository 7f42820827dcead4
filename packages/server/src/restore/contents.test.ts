import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import { makeFile } from '../league-file/testing/make-file.ts';
import { readContents } from './contents.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-contents-'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  ['its own', '{"name":"Kaarna"}\n', 'Kaarna'],
  ['none of its own', '{}\n', null],
  ['none where no row is', '', null],
  ['one of a thousand letters', `{"name":"${'x'.repeat(1000)}"}\n`, 'x'.repeat(1000)],
  ['none that is longer', `{"name":"${'x'.repeat(1001)}"}\n`, null],
  ['none that is no name', '{"name":1}\n', null],
])('says what the league is called: %s', async (_what, rows, name) => {
  const at = 'tables/public.league_settings.ndjson';
  const table = { name: 'public.league_settings', path: at, columns: [], rows: 1 };
  const path = join(folder, 'league.zip');
  await makeFile(path, { [at]: rows }, { tables: [table] });
  const { signal } = new AbortController();
  await using file = await openLeagueFile(path, { identities: [], signal });
  expect(await readContents(file)).toEqual({
    ...{ name, instant: null, people: 0, teams: 0, ladders: 0, matches: 0, events: 0, files: 0 },
  });
});
