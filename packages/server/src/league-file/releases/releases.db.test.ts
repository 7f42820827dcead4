import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as importCommand } from '../../commands/import.ts';
import { parseConfig } from '../../config.ts';
import { verify } from '../../engine/replay/verify.ts';
import { writeTestBuild } from '../../render/testing/test-build.ts';
import { createTestSite } from '../../render/testing/test-site.ts';
import { ApiLeague } from '../../testing/api-league.ts';
import { catchLines } from '../../testing/catch-lines.ts';
import { type LeagueFile, openLeagueFile } from '../open-league-file.ts';
import { openDoors } from '../testing/doors.ts';

/** A file that each release has left, by `scripts/release-fixture.ts`. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const releases = readdirSync(folder).filter((name) => name.endsWith('.zip'));
const signal = new AbortController().signal;
catchLines();

it('are there', () => {
  expect(releases).toContain('0.1.0.zip');
  expect(releases.filter((name) => !/^\d+\.\d+\.\d+\.zip$/.test(name))).toEqual([]);
});

describe.each(releases)('the league of %s, opened by today’s code', (name) => {
  const path = join(folder, name);
  let own: TestDatabase;
  let file: LeagueFile;
  beforeAll(async () => {
    own = await createTestDatabase({ isEmpty: true });
    file = await openLeagueFile(path, { identities: [], signal });
    const config = parseConfig({ DATABASE_URL: own.url });
    expect(await importCommand.run(config, { values: {}, positionals: [path] })).toBe(0);
  });
  afterAll(async () => {
    await file[Symbol.asyncDispose]();
    await own[Symbol.asyncDispose]();
  });

  it('has the tables of today, its own migrations first', async () => {
    const applied = await own.database.query<{ name: string }>(
      'select name from private.migrations order by applied_at, folder, name',
    );
    const names = applied.map((row) => row.name);
    const then = Object.values(file.manifest.migrations).flat();
    expect(names.slice(0, then.length).sort()).toEqual(then.toSorted());
    const migrations = fileURLToPath(
      new URL('../../../../../supabase/migrations', import.meta.url),
    );
    expect(names).toEqual(expect.arrayContaining(readdirSync(migrations)));
  });

  it('has its log to the last hash, and tables that agree with it', async () => {
    const heads = await own.database.query(
      `select stream, sequence::integer as sequence, hash from public.stream_heads
       where sequence > 0 order by stream collate "C"`,
    );
    const then = file.manifest.streams.map(({ stream, sequence, hash }) => {
      return { stream, sequence, hash };
    });
    expect(heads).toEqual(then);
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('lets in whom it knew, and gives back what they stored', async () => {
    const doors = await openDoors(own.database);
    const session = await doors.signIn('ann@league.example', 'a lantern in the rain');
    expect(await doors.isValid(session)).toBe(true);
    expect(await doors.download('kept/words.txt')).toBe('Kept words');
    await doors.close();
  });

  it('is served', async () => {
    const [place] = await own.database.query<
      Record<'ladder' | 'match' | 'team' | 'person' | 'name', string>
    >(
      `select l.slug as ladder, m.id as match, t.slug as team, p.user_id as person, p.username as name
         from public.matches m join public.seasons s on s.id = m.season_id
           join public.ladders l on l.id = s.ladder_id
           join public.entries e on e.id = m.challenger_entry_id
           join public.teams t on t.id = e.team_id
           join public.rosters r on r.team_id = t.id join public.profiles p on p.id = r.person_id
         where m.ended_at is not null order by s.status = 'open' desc, m.id, p.id limit 1`,
    );
    await using build = await writeTestBuild({ hasAllPages: true });
    const site = await createTestSite(new ApiLeague(own), { build });
    const read = async (path: string) => {
      const answer = await site.fetch(new Request(`http://localhost:3000${path}`), {});
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    // With what the pages are drawn of; e2e/restore.spec.ts reads what they show.
    expect(await read('/')).toContain(place?.ladder);
    expect(await read(`/ladders/${place?.ladder}`)).toContain(place?.team);
    expect(await read(`/ladders/${place?.ladder}/log`)).toContain(place?.ladder);
    expect(await read(`/matches/${place?.match}`)).toContain(place?.match);
    expect(await read(`/teams/${place?.team}`)).toContain(place?.team);
    expect(await read(`/profiles/${place?.person}`)).toContain(place?.name);
  });
});
