import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { startMatch, toScores } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { createTestLeague, type TestPerson, testNow, toInput } from '../testing/test-league.ts';
import { listMatters } from './matters.ts';
import { loadNotices } from './page-notices.ts';
import { waitingStatement } from './query.ts';

type Driven = [stage: string, time: number, penalty: number];
const ofOffice = new Set(['rule', 'decide_appeal', 'judge_case', 'judge_appeal', 'judge_sanction']);

describe('what an office lets somebody decide', () => {
  let cast: Cast;
  let match: string;
  let steward: Viewer;
  let judge: Viewer;

  beforeAll(async () => {
    cast = await createCast();
    const { own, home, away, people } = cast;
    steward = people['site admin'] ?? home.captain;
    judge = people["the ladder's admin"] ?? home.captain;
    const made = await startMatch(own, 'tanks', [home, away]);
    match = made.match;
    for (const [team, winner] of [
      [home, 'challenger'],
      [away, 'defender'],
    ] as const) {
      const body = { scores: toScores(made.maps, winner) };
      await own.act(team.captain, { path: `/matches/${match}/report`, body });
    }
  });
  afterAll(async () => {
    expect(cast.own.failures).toEqual([]);
    await cast.own[Symbol.asyncDispose]();
  });

  const list = async (viewer: Viewer) =>
    (await listMatters(cast.own.database, viewer.person_id, cast.own.league.now())).filter(
      ({ kind }) => ofOffice.has(kind),
    );

  /** Who has something to decide, and what. */
  async function listAll(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const [name, viewer] of Object.entries(cast.people)) {
      const kinds = viewer === null ? [] : (await list(viewer)).map(({ kind }) => kind);
      if (kinds.length > 0) {
        found[name] = kinds;
      }
    }
    return found;
  }

  it('is a dispute for the ladder’s admins and the site’s, and not for who has a part in it', async () => {
    const { own, home } = cast;
    expect(await listAll()).toEqual({ "the ladder's admin": ['rule'], 'site admin': ['rule'] });
    const [matter] = await list(judge);
    expect(matter).toMatchObject({
      between: { id: match, challenger: 'Home', defender: 'Away' },
      ladder: { slug: 'tanks' },
      weight: 'act',
      until: expect.any(String),
    });
    const office = { path: '/ladders/tanks/admins', body: { person: home.player.person_id } };
    await own.act(steward, office);
    expect(await list(home.player)).toEqual([]);
    await own.act(steward, { path: `${office.path}/${home.player.person_id}`, method: 'DELETE' });
  });

  it('is a report for whose office it is, until they are a party to it', async () => {
    const { own, home, away } = cast;
    const text = 'Rubbish, all of you';
    const said = await own.act(home.captain, {
      path: `/matches/${match}/messages`,
      body: { text },
    });
    const body = { kind: 'match_message', id: said.id, reason: 'insult' };
    await own.act(away.captain, { path: '/reports', body });
    expect(await listAll()).toEqual({
      "the ladder's admin": ['rule', 'judge_case'],
      'site admin': ['rule', 'judge_case'],
    });
    await own.act(steward, { path: '/reports', body });
    expect(await listAll()).toEqual({
      "the ladder's admin": ['rule', 'judge_case'],
      'site admin': ['rule'],
    });
    await own.database.query('delete from private.cases');
  });

  it('names what is reported, the oldest first, and each ladder once', async () => {
    const { own, home, away } = cast;
    const reports: unknown[] = [];
    for (const text of ['Rubbish', 'Nonsense']) {
      const path = `/matches/${match}/messages`;
      const { id } = await own.act(home.captain, { path, body: { text } });
      const body = { kind: 'match_message', id, reason: 'insult' };
      reports.push((await own.act(away.captain, { path: '/reports', body })).id);
      own.moveTo(new Date(own.league.now().getTime() + 1000).toISOString());
    }
    const cases = await own.database.query<{ case_id: string }>(
      'select case_id from private.reports where id = any ($1) order by array_position($1, id)',
      [reports],
    );
    expect((await list(judge)).find(({ kind }) => kind === 'judge_case')).toMatchObject({
      count: 2,
      cases: cases.map(({ case_id }) => case_id),
      ladders: ['tanks'],
    });
    // One line among what they were told, of those that wait: one that was decided since stays beside it.
    const [decided, ...waiting] = cases.map(({ case_id }) => case_id);
    const look = async () => {
      const input = { ...toInput(own.database), viewer: judge, now: own.league.now() };
      const lines = (await loadNotices(input))?.unread ?? [];
      return lines
        .filter(({ facts }) => cases.some(({ case_id }) => case_id === facts.case))
        .map(({ ids, matter }) => [ids.length, matter?.kind ?? null]);
    };
    expect(await look()).toEqual([[2, 'judge_case']]);
    await own.database.query(
      `update private.cases set status = 'decided', decided_at = now() where id = $1`,
      [decided],
    );
    expect(waiting).toHaveLength(1);
    expect(await look()).toEqual([
      [1, 'judge_case'],
      [1, null],
    ]);
    await own.database.query('delete from private.cases');
  });

  it('names a hundred of what is reported, those that wait longest, and counts all', async () => {
    const { own, home } = cast;
    await own.database.query(
      `insert into private.cases (id, kind, subject, person_id, ladder_id, opened_at)
       select gen_random_uuid(), 'match_message', gen_random_uuid()::text, $1, l.id, $2::timestamptz - n * interval '1 minute'
       from generate_series(1, 101) n, public.ladders l where l.slug = 'tanks'`,
      [home.captain.person_id, own.league.now()],
    );
    const rows = await own.database.query<{ id: string }>(
      'select id from private.cases order by opened_at',
    );
    expect((await list(judge)).find(({ kind }) => kind === 'judge_case')).toMatchObject({
      count: 101,
      cases: rows.slice(0, 100).map(({ id }) => id),
    });
    await own.database.query('delete from private.cases');
  });

  it('is an appeal of a sanction for whose office it is, but not for who gave it', async () => {
    const { own, away } = cast;
    const person = away.captain.person_id;
    const body = { person, kind: 'mute', until: own.at(4), reason: 'Shouting.' };
    const { sanction } = await own.act(steward, { path: '/sanctions', body });
    const appeal = { path: `/sanctions/${sanction}/appeal`, body: { text: 'I was quiet.' } };
    await own.act(away.captain, appeal);
    const given = await list(steward);
    expect(given.map(({ kind }) => kind)).not.toContain('judge_sanction');
    const second = await own.addAdmin('Second');
    expect((await list(second)).find(({ kind }) => kind === 'judge_sanction')).toMatchObject({
      case: sanction,
      who: expect.stringContaining('Away'),
      weight: 'act',
      until: new Date(own.league.now().getTime() + 7 * 86_400_000).toISOString(),
    });
    await own.database.query('delete from private.sanction_appeals');
    await own.database.query('delete from public.admins where person_id = $1', [second.person_id]);
  });

  it('is no appeal of a sanction against oneself, nor against somebody of one’s team', async () => {
    const { own, away, people } = cast;
    const stranger = people.stranger ?? away.captain;
    const asAdmin = async (viewer: Viewer) => {
      await own.database.query('insert into public.admins (person_id) values ($1)', [
        viewer.person_id,
      ]);
      const kinds = (await list(viewer)).map(({ kind }) => kind);
      await own.database.query('delete from public.admins where person_id = $1', [
        viewer.person_id,
      ]);
      return kinds.filter((kind) => kind === 'judge_sanction');
    };
    for (const [who, ...others] of [[stranger], [away.captain, away.player]]) {
      const person = who?.person_id;
      const body = { person, kind: 'mute', until: own.at(4), reason: 'Shouting.' };
      const { sanction } = await own.act(steward, { path: '/sanctions', body });
      const appeal = { path: `/sanctions/${sanction}/appeal`, body: { text: 'I was quiet.' } };
      await own.act(who ?? stranger, appeal);
      for (const one of [who ?? stranger, ...others]) {
        expect(await asAdmin(one)).toEqual([]);
      }
      expect(await asAdmin(cast.third.captain)).toEqual(['judge_sanction']);
      await own.database.query('delete from private.sanction_appeals');
    }
  });

  it('is an appeal of a decided case for whoever did not decide that', async () => {
    const { own, home, third } = cast;
    await own.act(home.captain, {
      path: '/reports',
      body: { kind: 'team', id: third.id, reason: 'name' },
    });
    const [found] = await own.database.query<{ id: string; version: number }>(
      'select id, version from private.cases where team_id = $1',
      [third.id],
    );
    const path = `/moderation/cases/${found?.id}`;
    const acts = [{ act: 'rename_team', name: 'Mild', tag: 'MILD' }];
    const body = { version: found?.version, acts, answer: 'Not that.' };
    await own.act(steward, { path: `${path}/decision`, body });
    await own.act(third.captain, { path: `${path}/appeal`, body: { text: 'It is our name.' } });
    const second = await own.addAdmin('Fresh eyes');
    const kindsOf = async (viewer: Viewer) => (await list(viewer)).map(({ kind }) => kind);
    expect(await kindsOf(steward)).not.toContain('judge_appeal');
    expect(await kindsOf(second)).toContain('judge_appeal');
    await own.database.query('delete from private.cases');
    await own.database.query('delete from public.admins where person_id = $1', [second.person_id]);
  });

  it('is an appeal for a site admin who did not give the ruling', async () => {
    const { own, home } = cast;
    const ruling = { outcome: { kind: 'voided' }, rule: 'report', reason: 'Neither can be shown.' };
    await own.act(judge, { path: `/matches/${match}/ruling`, body: ruling });
    expect(await listAll()).toEqual({});
    const statement = 'It can.';
    await own.act(home.captain, { path: `/matches/${match}/appeal`, body: { statement } });
    expect(await listAll()).toEqual({ 'site admin': ['decide_appeal'] });
    const played = [home.player.person_id];
    await own.database.query('insert into public.admins (person_id) values ($1)', played);
    expect(await list(home.player)).toEqual([]);
    await own.database.query('delete from public.admins where person_id = $1', played);
    await own.database.query(
      `update private.stream_members set state = jsonb_set(state, '{result,ruled_by}', to_jsonb($2::text))
       where collection = 'matches' and id = $1`,
      [match, steward.person_id],
    );
    expect(await listAll()).toEqual({});
  });
});

interface Plan {
  'Node Type': string;
  Filter?: string;
  Plans?: Plan[];
}

/** The kinds of nodes of a plan that ask this function of each of their rows. */
function listAsking(plan: Plan, called: string): string[] {
  const below = (plan.Plans ?? []).flatMap((part) => listAsking(part, called));
  return plan.Filter?.includes(called) === true ? [plan['Node Type'], ...below] : below;
}

describe('what waits for whom the rules name', () => {
  it('asks who judges of the open cases found for them alone, never of all matches there are', async () => {
    await using test = await createTestDatabase();
    const values = [randomUUID(), testNow];
    const [row] = await test.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${waitingStatement}`,
      values,
    );
    const plan = row?.['QUERY PLAN'][0].Plan;
    expect(plan && listAsking(plan, 'find_outsider')).toEqual(['Subquery Scan']);
  });
});

describe('runs to look at', () => {
  it('are those of others with whom one shares no team, of a season that runs', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    const { kaarna, treadheads, loner, season_id, ladder } = await createTestLeague(database);
    await database.query('delete from public.entries');
    await database.query("update public.ladders set format = 'time_attack'");
    const drivers = [kaarna.captain, kaarna.player, treadheads.captain];
    for (const { id } of drivers) {
      await database.query(
        `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
         values ($1, $2, $1, 'active', '2026-09-01T00:00:00Z', '2026-11-01T00:00:00Z')`,
        [id, season_id],
      );
    }
    const drive = ({ id }: TestPerson, status: string) =>
      database.query(
        `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
         values ($1, $2, $3, $3, 'Pass', 1000, 0, $4, $5)`,
        [randomUUID(), season_id, id, status, testNow],
      );
    const count = async ({ id }: TestPerson) => {
      const matters = await listMatters(database, id, testNow);
      return matters.flatMap((matter) => (matter.kind === 'runs' ? [matter.count] : []));
    };
    await drive(kaarna.captain, 'submitted');
    await drive(treadheads.captain, 'rejected');
    expect(await count(kaarna.captain)).toEqual([]);
    expect(await count(kaarna.player)).toEqual([]);
    expect(await count(treadheads.captain)).toEqual([1]);
    expect(await count(loner)).toEqual([]);
    await drive(kaarna.player, 'submitted');
    expect(await count(treadheads.captain)).toEqual([2]);
    const stand = (status: string, { id }: TestPerson = treadheads.captain) =>
      database.query('update public.entries set status = $2 where id = $1', [id, status]);
    await stand('left');
    expect(await count(treadheads.captain)).toEqual([]);
    await stand('active');
    // Of a driver who has gone there is nothing to look at; of one who is suspended there is.
    for (const [status, runs] of [
      ['left', 1],
      ['removed', 1],
      ['suspended', 2],
      ['active', 2],
    ] as const) {
      await stand(status, kaarna.player);
      expect(await count(treadheads.captain)).toEqual([runs]);
    }
    for (const [of, ends, runs] of [
      [ladder.id, 1, []],
      [ladder.id, 0, [2]],
      [null, 1, []],
      [randomUUID(), 1, [2]],
    ] as const) {
      await database.query(
        `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id)
         values (gen_random_uuid(), $1, $2, 'ban', '2026-01-01T00:00:00Z', $3, gen_random_uuid())`,
        [treadheads.captain.id, of, new Date(testNow.getTime() + ends)],
      );
      expect(await count(treadheads.captain)).toEqual(runs);
      await database.query('delete from public.sanctions');
    }
    // Whoever runs the ladder is asked for what would be a stage's fastest too; never for their own.
    const makeAdmin = ({ id }: TestPerson) =>
      database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
        id,
        ladder.id,
      ]);
    await makeAdmin(loner);
    await makeAdmin(kaarna.captain);
    await drive(treadheads.captain, 'confirmed');
    expect(await count(loner)).toEqual([3]);
    await stand('left');
    expect(await count(loner)).toEqual([2]);
    await stand('suspended');
    expect(await count(loner)).toEqual([3]);
    await stand('active');
    expect(await count(kaarna.captain)).toEqual([2]);
    await database.query("update public.seasons set status = 'registration'");
    expect(await count(loner)).toEqual([]);
    expect(await count(treadheads.captain)).toEqual([]);
  });

  it('stand by ladders, the one with the most of them first', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    const { kaarna, loner, season_id, ladder } = await createTestLeague(database);
    const [rally, season] = [randomUUID(), randomUUID()];
    await database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, region, zone, position, summary, description)
       select $1, 'rally', game_slug, 'Rally', format, region, zone, 2, summary, description from public.ladders`,
      [rally],
    );
    await database.query("update public.ladders set format = 'time_attack'");
    await database.query(
      `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
       select $1, $2::uuid, 'ladder:' || $2::text, number, name, status, rules, rules_version, opens_at, ends_at from public.seasons`,
      [season, rally],
    );
    for (const [of, id, runs] of [
      [ladder.id, season_id, 1],
      [rally, season, 2],
    ] as const) {
      const entry = randomUUID();
      await database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
        ...[loner.id, of],
      ]);
      await database.query(
        `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
         values ($1, $2, $3, 'active', '2026-09-01T00:00:00Z', '2026-11-01T00:00:00Z')`,
        [entry, id, kaarna.captain.id],
      );
      for (let run = 0; run < runs; run += 1) {
        await database.query(
          `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
           values ($1, $2, $3, $4, $5, 1000, 0, 'confirmed', $6)`,
          [randomUUID(), id, entry, kaarna.captain.id, `Stage ${run}`, testNow],
        );
      }
    }
    const matters = await listMatters(database, loner.id, testNow);
    expect(
      matters.map((matter) => matter.kind === 'runs' && [matter.ladder.slug, matter.count]),
    ).toEqual([
      ['rally', 2],
      ['tanks', 1],
    ]);
  });

  it('are for an admin the confirmed that would be their stage’s fastest, and no others', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    const { kaarna, treadheads, loner, season_id, ladder } = await createTestLeague(database);
    await database.query('delete from public.entries');
    await database.query("update public.ladders set format = 'time_attack'");
    for (const [{ id }, status] of [
      [kaarna.captain, 'active'],
      [treadheads.captain, 'left'],
    ] as const) {
      await database.query(
        `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
         values ($1, $2, $1, $3, '2026-09-01T00:00:00Z', '2026-11-01T00:00:00Z')`,
        [id, season_id, status],
      );
    }
    await database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
      loner.id,
      ladder.id,
    ]);
    const drive = ({ id }: TestPerson, [stage, time, penalty]: Driven, status: string) =>
      database.query(
        `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
         values ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
        [randomUUID(), season_id, id, stage, time, penalty, status, testNow],
      );
    const count = async () => {
      const matters = await listMatters(database, loner.id, testNow);
      return matters.flatMap((matter) => (matter.kind === 'runs' ? [matter.count] : []));
    };
    await drive(kaarna.captain, ['Pass', 900, 100], 'verified');
    // Whoever has left holds no record.
    await drive(treadheads.captain, ['Pass', 500, 0], 'verified');
    await drive(kaarna.captain, ['Pass', 1001, 0], 'confirmed');
    await drive(kaarna.captain, ['Pass', 900, 100], 'confirmed');
    expect(await count()).toEqual([]);
    await drive(kaarna.captain, ['Pass', 999, 0], 'confirmed');
    expect(await count()).toEqual([1]);
    // A stage of which no run is verified yet has no fastest to be held against.
    await drive(kaarna.captain, ['Valley', 5000, 0], 'confirmed');
    expect(await count()).toEqual([2]);
  });
});
