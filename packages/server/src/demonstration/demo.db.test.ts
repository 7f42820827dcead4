import { type Database, shares } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../archive/check.ts';
import { getStartingContent } from '../content/starting-content.ts';
import { runDueClocks } from '../engine/clock.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { createLeague } from '../engine/league.ts';
import { verify } from '../engine/replay/verify.ts';
import { furnished, furnishedAt } from '../testing/furnished.ts';
import { clearDemo } from './clear.ts';
import { furnishCases } from './furnish-cases.ts';
import { furnishEvidence } from './furnish-evidence.ts';
import { furnishServers } from './furnish-servers.ts';

const now = furnishedAt;
let own: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase({ world: furnished });
  database = own.database;
});
afterAll(() => own[Symbol.asyncDispose]());

async function count(statement: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::integer as count from ${statement}`,
  );
  return row?.count ?? 0;
}

describe('the demonstration season', () => {
  it('is as large as a living league, on the ladders of the content', async () => {
    expect(await count('public.teams where is_demo')).toBeGreaterThanOrEqual(24);
    expect(await count('public.profiles where is_demo')).toBeGreaterThanOrEqual(160);
    expect(await count(`public.matches where status = 'completed'`)).toBeGreaterThanOrEqual(300);
    expect(await count(`public.matches where status = 'challenged'`)).toBeGreaterThan(0);
    expect(await count(`public.matches where status = 'disputed'`)).toBeGreaterThan(0);
    expect(await count('public.league_events')).toBeGreaterThan(3000);
    expect(
      await count('(select distinct type from public.league_events) as types'),
    ).toBeGreaterThan(25);
    // None of them counts among a ladder's seasons.
    expect(await count('public.seasons where is_demo and number = 0')).toBe(
      getStartingContent().ladders.length,
    );
  });

  it('says of each text who wrote it, when, and in which match', async () => {
    expect(await count('private.event_texts')).toBeGreaterThan(100);
    // The host ends a team as nobody in particular.
    const unsigned = `private.event_texts t where t.author_id is null and not exists (
      select from public.league_events e
      where e.type = 'team_disbanded' and e.data -> 'text' ->> 'text_id' = t.id::text)`;
    expect(await count(unsigned)).toBe(0);
    expect(await count('private.event_texts where created_at > $$2026-11-20T19:00Z$$')).toBe(0);
    const ofMatches = `public.league_events e join private.event_texts t
      on e.data -> 'statement' ->> 'text_id' = t.id::text`;
    expect(await count(ofMatches)).toBeGreaterThan(10);
    expect(await count(`${ofMatches} where t.match_id is distinct from e.match_id`)).toBe(0);
  });

  it('makes no admin of the site, so that whoever starts the league becomes the first', async () => {
    expect(await count('public.admins where ladder_id is null')).toBe(0);
  });

  it('has one season in the archives that is over, with trophies', async () => {
    expect(await count('public.season_archives')).toBe(1);
    for (const section of ['standing', 'match', 'roster', 'trophy', 'record']) {
      const rows = `public.season_archive_rows where section = '${section}'`;
      expect([section, await count(rows)]).not.toEqual([section, 0]);
    }
    const [season] = await database.query<{ id: string }>(
      'select season_id as id from public.season_archives',
    );
    expect(await checkArchive(database, { table: 'season', id: season?.id ?? '' })).toEqual([]);
  });

  it('numbers a season’s matches as its log tells them', async () => {
    const misnumbered = `(select m.number, row_number() over (partition by e.stream order by e.sequence) as told
      from public.league_events e join public.matches m on m.id = e.match_id
      where e.type = 'challenge_made') as numbered where number <> told`;
    expect(await count(misnumbered)).toBe(0);
  });

  it('shows a picture and a link in open disputes, each time the same', async () => {
    const list = () =>
      database.query<{ kind: string; dispute: string }>(
        `select e.id, e.kind, e.side, e.url, e.note, e.added_at, f.sha256, sm.state ->> 'status' as dispute
         from private.match_evidence e left join private.files f on f.id = e.file_id
         join private.stream_members sm on sm.collection = 'disputes' and sm.state ->> 'match_id' = e.match_id::text
         order by e.id`,
      );
    const evidence = await list();
    expect(new Set(evidence.map(({ kind }) => kind))).toEqual(new Set(['image', 'link']));
    expect(evidence.every(({ dispute }) => dispute === 'open')).toBe(true);
    const league = createLeague(database, () => now);
    await furnishEvidence(league);
    expect(await list()).toEqual(evidence);
    await database.query('delete from private.match_evidence');
    await database.query('delete from private.files');
    await furnishEvidence(league);
    expect(await list()).toEqual(evidence);
  });

  it('goes on by the clock, and still replays', async () => {
    const later = new Date(now.getTime() + 5 * 24 * 3600 * 1000);
    expect(await runDueClocks(createLeague(database, () => later))).toBeGreaterThan(0);
    expect(await verify(database)).toMatchObject({ difference: null });
    expect(await runDueClocks(createLeague(database, () => later))).toBe(0);
  });

  it('lets nobody rewrite its log, not even the owner of the tables', async () => {
    await expect(database.query('update public.league_events set version = 2')).rejects.toThrow(
      'never rewritten',
    );
    await expect(database.query('delete from public.league_events')).rejects.toThrow(
      'never rewritten',
    );
    await expect(database.query('truncate public.league_events cascade')).rejects.toThrow(
      'never rewritten',
    );
  });

  it('shows a standing that was changed by hand as the first difference', async () => {
    const [entry] = await database.query<{ id: string; stream: string }>(
      `update public.entries e set wins = wins + 1 from public.seasons s
       where s.id = e.season_id and e.id = (select id from public.entries where wins > 0 order by id limit 1)
       returning e.id, s.stream`,
    );
    const { difference } = await verify(database);
    expect(difference).toMatchObject({ stream: entry?.stream });
    await database.query('update public.entries set wins = wins - 1 where id = $1', [entry?.id]);
  });

  it('has work for the desk: reports, a flagged name, a ban that runs out, an appeal, a question, a name that was taken and a team that was ended', async () => {
    const cases = await database.query(
      `select c.kind, c.status, r.reason, count(*)::integer as reports
       from private.cases c join private.reports r on r.case_id = c.id
       group by c.id, c.kind, c.status, r.reason order by c.kind, r.reason, c.status`,
    );
    expect(cases).toEqual([
      { kind: 'match_message', status: 'open', reason: 'insult', reports: 1 },
      { kind: 'person', status: 'open', reason: 'cheating', reports: 1 },
      { kind: 'person', status: 'open', reason: 'flagged', reports: 1 },
      { kind: 'person', status: 'decided', reason: 'name', reports: 1 },
      { kind: 'post', status: 'open', reason: 'spam', reports: 2 },
      { kind: 'team', status: 'decided', reason: 'name', reports: 1 },
      { kind: 'team', status: 'open', reason: 'name', reports: 1 },
    ]);
    expect(await count('public.teams where is_demo and disbanded_at is not null')).toBe(1);
    expect(await count('private.case_questions where answer is not null')).toBe(1);
    expect(
      await count(`private.renames r join public.profiles p on p.id = r.person_id
        and p.username = r.to_name and r.from_name = 'Cheap Boosts'`),
    ).toBe(1);
    expect(await count(`private.notices where kind = 'case_decided'`)).toBe(2);
    const sanctions = await database.query(
      `select s.kind, s.ladder_id is not null as on_a_ladder, s.ends_at > $1 as holds, p.username as by,
         q.words is not null as is_appealed, q.decided_at
       from public.sanctions s join public.profiles p on p.id = s.given_by
       left join private.sanction_appeals q on q.sanction_id = s.id order by s.kind`,
      [now],
    );
    const given = { on_a_ladder: true, holds: true, by: 'Arbiter', decided_at: null };
    expect(sanctions).toEqual([
      { ...given, kind: 'ban', is_appealed: false },
      { ...given, kind: 'mute', is_appealed: true },
    ]);
    // Not again at the next start, whatever was decided meanwhile.
    await database.query(`update private.cases set status = 'closed', decided_at = now()`);
    await furnishCases(createLeague(database, () => now));
    expect(await count(`private.cases where status = 'open'`)).toBe(0);
    expect(await count('public.sanctions')).toBe(2);
  });

  it('has a game server of its own, with a day behind it', async () => {
    expect(await count('public.game_servers where is_demo')).toBe(1);
    expect(await count('private.game_server_history')).toBe(144);
    await database.query('update public.game_servers set retired_at = now()');
    await furnishServers(createLeague(database, () => now));
    expect(await count('public.game_servers where retired_at is null')).toBe(0);
  });

  it('goes whole, however slow the machine, and the ladders open for real people', async () => {
    // Longer than any other statement of people's may take there.
    const slow = database.share({ ...shares.commands, statementTimeout: 2_000 });
    await database.query(`
      create function private.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(2.1); return null; end';
      create trigger dawdle after delete on public.teams for each statement execute function private.dawdle()`);
    expect(await clearDemo(createLeague(slow, () => now))).toBe('dropped');
    await database.query('drop trigger dawdle on public.teams; drop function private.dawdle()');
    expect(await count('public.seasons where is_demo')).toBe(0);
    expect(await count('public.game_servers')).toBe(0);
    expect(await count('public.teams')).toBe(0);
    expect(await count('public.profiles where is_demo')).toBe(0);
    expect(await count('auth.users')).toBe(0);
    expect(await count('private.match_evidence')).toBe(0);
    expect(await count('private.cases')).toBe(0);
    expect(await count('private.sanction_appeals')).toBe(0);
    expect(await count('private.renames')).toBe(0);
    expect(await count('public.admins')).toBe(0);
    expect(await count(`public.seasons where status = 'open'`)).toBe(
      getStartingContent().ladders.length,
    );
    expect(await count(`public.league_events where type = 'demo_cleared'`)).toBe(1);
    expect(await verify(database)).toMatchObject({ difference: null });
    expect(await clearDemo(createLeague(database, () => now))).toBe('none');
    const league = createLeague(database, () => now);
    await furnishServers(league);
    await furnishCases(league);
    expect(await count('public.game_servers')).toBe(0);
    expect(await count('private.cases')).toBe(0);
  });

  it('leaves offices to be given: whose figures had them is forgotten with them', async () => {
    const league = createLeague(database, () => now);
    await database.query(
      `insert into auth.users (id, aud, role, raw_user_meta_data)
       values (gen_random_uuid(), 'authenticated', 'authenticated', '{"full_name": "Owner"}')`,
    );
    const [person] = await database.query<{ id: string }>(
      `select id from public.profiles where username = 'Owner'`,
    );
    const [ladder] = await database.query<{ id: string }>('select id from public.ladders limit 1');
    await executeAsSystem(league, async (unit) => {
      await unit.hold(['site']);
      const given = { person_id: person?.id ?? '', ladder_id: ladder?.id ?? '' };
      await unit.decideSite({ type: 'grant_ladder_admin', ...given }, { isSystem: true });
    });
    expect(await count('public.admins')).toBe(1);
    expect(await verify(database)).toMatchObject({ difference: null });
  });
});
