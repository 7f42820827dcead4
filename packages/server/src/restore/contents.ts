import type { BackupContents } from '@muster/site/pages/setup/data.ts';
import * as v from 'valibot';
import { toLines } from '../league-file/lines.ts';
import type { LeagueFile } from '../league-file/open-league-file.ts';
import { parseLine } from '../league-file/verify-file.ts';

const settingsRow = v.object({ name: v.nullish(v.pipe(v.string(), v.maxLength(1000))) });

/** What a league is called in its file; null where it had no name of its own. */
async function readName(file: LeagueFile): Promise<string | null> {
  const found = file.manifest.tables.find(({ name }) => name === 'public.league_settings');
  if (found?.path === undefined || found.path === null) {
    return null;
  }
  for await (const [first] of toLines(file.read(found.path), found.path)) {
    const row = v.safeParse(settingsRow, parseLine(first ?? '{}', found.path));
    return row.success ? (row.output.name ?? null) : null;
  }
  return null;
}

/** What a league's file holds, for whoever wants to know whether it is the right one. */
export async function readContents(file: LeagueFile): Promise<BackupContents> {
  const { instant, tables, files } = file.manifest;
  const count = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    name: await readName(file),
    instant,
    people: count('public.profiles'),
    teams: count('public.teams'),
    ladders: count('public.ladders'),
    matches: count('public.matches'),
    events: count('public.league_events'),
    files: files.length,
  };
}
