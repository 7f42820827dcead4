import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { command as importCommand } from '../../commands/import.ts';
import { parseConfig } from '../../config.ts';
import { verify } from '../../engine/replay/verify.ts';
import { catchLines } from '../../testing/catch-lines.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { type LeagueFile, openLeagueFile } from '../open-league-file.ts';
import { openDoors } from '../testing/doors.ts';

/** A file that each release has left, by `scripts/release-fixture.ts`. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const releases = readdirSync(folder).filter((name) => name.endsWith('.zip'));
const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const signal = new AbortController().signal;
const patience = 600_000;
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
         where m.ended_at is not null order by m.id, p.id limit 1`,
    );
    const port = await findFreePort();
    const server = spawn(process.execPath, [cli, 'dev'], {
      env: { ...process.env, DATABASE_URL: own.url, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      const read = createReader(server, `http://127.0.0.1:${port}`);
      await read('/readyz');
      expect(await read('/')).toContain('<main');
      expect(await read(`/ladders/${place?.ladder}`)).toContain(place?.ladder);
      expect(await read(`/ladders/${place?.ladder}/log`)).toContain('<main');
      expect(await read(`/matches/${place?.match}`)).toContain(place?.match);
      expect(await read(`/teams/${place?.team}`)).toContain(place?.team);
      expect(await read(`/profiles/${place?.person}`)).toContain(place?.name);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });
});

/** Reads pages of a server as soon as it answers; what it answers with anything but 200 fails. */
function createReader(server: ChildProcess, origin: string) {
  let hasAnswered = false;
  return async (path: string): Promise<string> => {
    const ask = async () => {
      expect(server.exitCode).toBeNull();
      const answer = await fetch(`${origin}${path}`, { redirect: 'error' });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    const text = hasAnswered
      ? await ask()
      : await vi.waitFor(ask, { timeout: patience, interval: 200 });
    hasAnswered = true;
    return text;
  };
}
