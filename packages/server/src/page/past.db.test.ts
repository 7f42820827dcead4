import type { Database, Transaction } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import {
  type EventDraft,
  type FormatName,
  type Simulation,
  type StreamName,
  simulateSeason,
} from '@muster/league';
import { describe, expect, it } from 'vitest';
import { holdStreams } from '../engine/hold-streams.ts';
import type { HeldStream } from '../engine/kinds/kind.ts';
import { isOfKind, project } from '../engine/kinds/kinds.ts';
import { addMatch } from '../engine/kinds/ladder-members.ts';
import { upsertRows } from '../engine/project/rows.ts';
import { StreamCache } from '../engine/read-state.ts';
import { verify } from '../engine/replay/verify.ts';
import { appendTo, saveStream, toChange } from '../engine/streams.ts';
import { loadLadder } from '../ladder/page.ts';
import { loadLadderRules } from '../ladder/page-rules.ts';
import { loadTeam } from '../team/page.ts';
import { createApiLeague, startMatch, toScores } from '../testing/api-league.ts';
import { takeLogAlone } from '../testing/log-alone.ts';
import { toInput } from '../testing/test-league.ts';
import { findSeasonAt, hasLaterRuling, readPast } from './past.ts';

const start = Date.parse('2026-03-01T00:00:00.000Z');
const day = 24 * 3600 * 1000;
const nights = 40;
const formats = ['rung', 'rating', 'time_attack'] as const;

const toId = (format: FormatName, kind: string) =>
  `00000000-0000-4000-8000-${kind}00000000${formats.indexOf(format)}`.padEnd(36, '0').slice(0, 36);

function simulate(): Simulation {
  return simulateSeason({
    seed: 7,
    teams: 12,
    people: 60,
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + nights * day).toISOString(),
    habits: {},
    ladders: formats.map((format) => ({
      ladder_id: toId(format, 'aaa'),
      season_id: toId(format, 'bbb'),
      name: format,
      season_name: 'Spring',
      game: 'battlefield6',
      format,
      zone: 'Europe/Berlin',
      is_test: false,
      rules: format === 'time_attack' ? { timeAttack: { stages: ['Ouninpohja', 'Harju'] } } : {},
      region: 'everywhere',
      share: 1,
    })),
  });
}

async function writeGround(database: Database, { people, judge }: Simulation): Promise<void> {
  await database.query(
    `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
     values ('battlefield6', 'Battlefield 6', 'BF6', 1, true, '{}', '{}', '[]', '{}', '{}')`,
  );
  for (const format of formats) {
    await database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, region, zone, position, summary, description)
       values ($1, $2, 'battlefield6', $3, $4, '', 'Europe/Berlin', 1, '{}', '{}')`,
      [toId(format, 'aaa'), format.replace('_', '-'), format, format],
    );
  }
  await database.transaction(async (transaction) => {
    const rows = [...people, { person_id: judge, username: 'Arbiter', locale: 'en' }];
    await upsertRows(
      transaction,
      'public.profiles',
      ['id'],
      rows.map(({ person_id, username, locale }) => ({
        id: person_id,
        user_id: person_id,
        username,
        locale,
        created_at: new Date(start).toISOString(),
      })),
    );
  });
}

/** A night's events may be of matches that were over before it. */
async function bringMatches(
  transaction: Transaction,
  held: HeldStream,
  drafts: readonly EventDraft[],
): Promise<HeldStream> {
  if (!isOfKind(held, 'ladder')) {
    return held;
  }
  let { state } = held;
  for (const { match_id } of drafts) {
    if (match_id !== null) {
      state = await addMatch(transaction, held.name, state, match_id);
    }
  }
  return { ...held, state };
}

/** Writes what happened since the last night as the server does: streams, states and tables. */
async function writeNight(database: Database, drafts: Map<StreamName, EventDraft[]>) {
  const names = [...drafts.keys()].sort().reverse();
  for (const name of names) {
    await database.transaction(async (transaction) => {
      const held = (await holdStreams(transaction, [name], new StreamCache(0))).get(name);
      if (held === undefined) {
        throw new Error(`no stream ${name}`);
      }
      const before = await bringMatches(transaction, held, drafts.get(name) ?? []);
      const { stream: after, events } = appendTo(before, drafts.get(name) ?? []);
      await saveStream(transaction, before, after, events);
      await project(transaction, toChange(before, after, events));
    });
  }
}

const ask = (database: Database, now: Date, path: string, slug: string) => ({
  ...toInput(database, { params: { slug }, path }),
  now,
});

/** Every page as a visitor sees it at an instant, now or looking back. */
async function look(database: Database, now: Date, teams: readonly string[], query = '') {
  const pages: Record<string, unknown> = {};
  for (const format of formats) {
    const slug = format.replace('_', '-');
    const ladder = await loadLadder(ask(database, now, `/ladders/${slug}${query}`, slug));
    const rules = await loadLadderRules(ask(database, now, `/ladders/${slug}/rules${query}`, slug));
    pages[slug] = { ...ladder, at: null, past: null };
    pages[`${slug} rules`] = { ...rules, past: null };
  }
  for (const slug of teams) {
    pages[slug] = {
      ...(await loadTeam(ask(database, now, `/teams/${slug}${query}`, slug))),
      past: null,
    };
  }
  return structuredClone(pages);
}

/** The same database for a process that has looked at nothing yet. */
const forget = (database: Database): Database =>
  new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

describe('the past', () => {
  it('is what every night of a season showed, on ladders, rosters and rules', async () => {
    await using test = await createTestDatabase();
    const { database } = test;
    const simulation = simulate();
    await takeLogAlone(database);
    await writeGround(database, simulation);
    const seen: { at: string; pages: Record<string, unknown> }[] = [];
    let from = 0;
    for (let night = 1; night <= nights; night += 1) {
      const until = new Date(start + night * day + 20 * 3600 * 1000).toISOString();
      const to = simulation.log.findIndex(({ at }) => at > until);
      const batch = simulation.log.slice(from, to === -1 ? undefined : to);
      from = to === -1 ? simulation.log.length : to;
      await writeNight(
        database,
        Map.groupBy(
          batch as readonly (EventDraft & { stream: StreamName })[],
          ({ stream }) => stream,
        ),
      );
      if (night % 4 !== 0) {
        continue;
      }
      const teams = await database.query<{ slug: string }>(
        'select slug from public.teams order by slug limit 4',
      );
      const slugs = teams.map(({ slug }) => slug);
      seen.push({ at: until, pages: await look(database, new Date(until), slugs) });
    }
    expect((await verify(database)).difference).toBeNull();
    expect(simulation.log.length).toBeGreaterThan(800);
    const teams = (pages: Record<string, unknown>) =>
      Object.keys(pages).filter(
        (name) => !formats.some((f) => name.startsWith(f.replace('_', '-'))),
      );
    const end = new Date(start + 400 * day);
    for (const { at, pages } of seen) {
      expect(await look(database, end, teams(pages), `?at=${at}`)).toEqual(pages);
    }
    // The same backwards, in a process that remembers nothing.
    const fresh = forget(database);
    for (const { at, pages } of seen.toReversed()) {
      expect(await look(fresh, end, teams(pages), `?at=${at}`)).toEqual(pages);
    }
  });

  it('shows what was known then, and with a later ruling in place as a second view', async () => {
    await using own = await createApiLeague();
    await own.addLadder('tanks');
    const [first, second] = [
      await own.addTeam('Anchor', 'tanks'),
      await own.addTeam('Birch', 'tanks'),
    ];
    const owner = await own.addAdmin('Owner');
    const { match, maps } = await startMatch(own, 'tanks', [second, first]);
    const scores = toScores(maps, 'challenger');
    for (const team of [second, first]) {
      await own.act(team.captain, { path: `/matches/${match}/report`, body: { scores } });
    }
    const played = own.league.now().toISOString();
    own.moveTo(own.at(1, 10));
    const statement = 'They were four.';
    await own.act(first.captain, { path: `/matches/${match}/dispute`, body: { statement } });
    await own.act(owner, {
      path: `/matches/${match}/ruling`,
      body: { outcome: { kind: 'voided' }, rule: 'team.size', reason: 'They were.' },
    });
    const open = async (query: string) => {
      const input = ask(own.database, new Date(own.at(2)), `/ladders/tanks${query}`, 'tanks');
      const data = await loadLadder(input);
      return {
        names: data?.standings.map(({ name }) => name),
        results: data?.results.length,
        data,
      };
    };
    expect(await open('')).toMatchObject({ names: ['Anchor', 'Birch'], data: { at: null } });
    expect(await open(`?at=${played}`)).toMatchObject({
      names: ['Birch', 'Anchor'],
      results: 1,
      data: { at: played, viewer: null, past: { is_recomputed: false, has_recomputed: true } },
    });
    expect(await open(`?at=${played}&view=recomputed`)).toMatchObject({
      names: ['Anchor', 'Birch'],
      results: 0,
      data: { standings: [{ wins: 0, form: '' }, { losses: 0 }], past: { is_recomputed: true } },
    });
    const team = await loadTeam(
      ask(own.database, new Date(own.at(2)), `/teams/anchor?at=${played}`, 'anchor'),
    );
    expect(team).toMatchObject({
      entries: [{ rung: 2, losses: 1 }],
      past: { has_recomputed: true },
    });
  });

  it('takes instants, days and the hours of one’s own clock, and says what is none', () => {
    const now = new Date('2026-03-20T12:00:00.000Z');
    const read = (at: string, zone = 'Europe/Helsinki') =>
      readPast({ url: new URL(`http://localhost/?at=${encodeURIComponent(at)}`), zone, now });
    expect(read('')).toMatchObject({ at: null, wrong: null });
    expect(read('2026-03-01T20:00:00.000Z').at).toBe('2026-03-01T20:00:00.000Z');
    expect(read('2026-03-01T20:00:00+02:00').at).toBe('2026-03-01T18:00:00.000Z');
    expect(read('2026-03-01T20:00').at).toBe('2026-03-01T18:00:00.000Z');
    expect(read('2026-03-01').at).toBe('2026-03-01T21:59:00.000Z');
    expect(read('2026-03-01T20:00', 'Mars/Base').at).toBe('2026-03-01T20:00:00.000Z');
    for (const wrong of ['yesterday', '2026-13-01', '2026-03-01T25:00', '2027-01-01', '0']) {
      expect(read(wrong)).toMatchObject({ at: null, wrong });
    }
  });
});

it('is the season that runs, though one is planned already whose number is higher', async () => {
  await using own = await createApiLeague();
  await own.addLadder('tanks');
  const owner = await own.addAdmin('Owner');
  const path = '/ladders/tanks/seasons';
  await own.act(owner, { path: `${path}/closing`, body: { name: 'Season 1' } });
  await own.act(owner, {
    path,
    body: { name: 'Season 2', starts_at: own.at(1), ends_at: own.at(90) },
  });
  const [ladder] = await own.database.query<{ id: string }>('select id from public.ladders');
  const at = own.league.now().toISOString();
  const find = async () => (await findSeasonAt(own.database, ladder?.id ?? '', at))?.number;
  expect(await find()).toBe(2);
  // The demonstration's, played beside it, as its events say.
  await own.database.query(`
    insert into public.seasons select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
      'stream', 'ladder:demo', 'number', 0, 'is_demo', true, 'status', 'open'))).*
    from public.seasons s where s.number = 1`);
  await own.database.query(`insert into public.stream_heads (stream) values ('ladder:demo')`);
  await own.database.query(`
    insert into public.league_events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
      'stream', 'ladder:demo', 'data', replace(e.data::text, one.id::text, demo.id::text)::jsonb))).*
    from public.league_events e, public.seasons one, public.seasons demo
    where e.stream = one.stream and one.number = 1 and demo.is_demo and e.sequence <=
      (select sequence from public.league_events opened where opened.stream = e.stream and opened.type = 'season_opened')`);
  expect(await find()).toBe(0);
});

describe('whether a ruling came later', () => {
  const stream = 'ladder:00000000-0000-4000-8000-aaa000000000';
  const [before, at, after] = ['11:59', '12:00', '12:01'].map(
    (clock) => `2026-03-01T${clock}:00.000Z`,
  );

  it.each([
    ['after a result that stood by then', 'match_completed', before, after, true],
    ['after a result of that instant', 'match_forfeited', at, after, true],
    ['after what was void by then', 'match_voided', before, after, true],
    ['at that instant', 'match_completed', before, at, false],
    ['before it', 'match_completed', before, before, false],
    ['after a result that came later too', 'match_completed', after, after, false],
    ['after what is no result', 'match_reported', before, after, false],
  ])('%s', async (_what, type, then, ruled, isLater) => {
    await using test = await createTestDatabase();
    const match = '00000000-0000-4000-8000-ccc000000000';
    await test.database.query('insert into public.stream_heads (stream) values ($1)', [stream]);
    for (const [index, event] of [
      { type, at: then },
      { type: 'result_overturned', at: ruled },
    ].entries()) {
      await test.database.query(
        `insert into public.league_events
           (id, stream, sequence, match_id, type, version, at, data, previous_hash, hash)
         values (gen_random_uuid(), $1, $2, $3, $4, 1, $5, '{}', $6, $6)`,
        [stream, index + 1, match, event.type, event.at, 'a'.repeat(64)],
      );
    }
    expect(await hasLaterRuling(test.database, stream, at ?? '')).toBe(isLater);
    expect(await hasLaterRuling(test.database, 'ladder:other', at ?? '')).toBe(false);
  });
});
