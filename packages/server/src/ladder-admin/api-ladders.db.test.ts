import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadLadder } from '../ladder/page.ts';
import { loadLadderRules } from '../ladder/page-rules.ts';
import { day, startMatch, type TestTeam, toScores } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadderAdmin } from './page.ts';
import { loadRulesEdit } from './page-rules.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
  const maps = ['Nexus', 'Bridge', 'Valley', 'Harbour'];
  const game = { slug: 'chess', name: 'Chess', short_name: 'Chess', maps, sides: ['W', 'B'] };
  await cast.own.act(steward, { path: '/games', body: game });
});
afterAll(async () => {
  expect(await verify(cast.own.database)).toMatchObject({ difference: null });
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const blitz = {
  game: 'chess',
  slug: 'blitz',
  name: 'Blitz',
  format: 'rung',
  region: 'EU',
  zone: 'Europe/Helsinki',
};

async function getRules(slug: string): Promise<Record<string, Record<string, unknown>>> {
  const [row] = await cast.own.database.query<{ rules: never }>(
    `select s.state -> 'next_rules' -> 'rules' as rules from private.stream_states s
     join public.ladders l on s.stream = 'ladder:' || l.id where l.slug = $1`,
    [slug],
  );
  return row?.rules ?? {};
}

it('is playable to its end when it was made here: joined, challenged, played, closed', async () => {
  const { own, home, away } = cast;
  const rules = { team: { size: 2 }, reach: { top: 10, topRungs: 2 }, maps: { sides: [] } };
  await own.act(steward, { path: '/ladders', body: { ...blitz, rules } });
  const season = { name: 'Season 1', starts_at: own.at(1), ends_at: own.at(90) };
  await own.act(steward, { path: '/ladders/blitz/seasons', body: season });
  await own.act(steward, { path: '/ladders/blitz/seasons/opening' });
  const join = async (team: TestTeam): Promise<TestTeam> => {
    const path = '/ladders/blitz/entries';
    const { entry } = await own.act(team.captain, { path, body: { team: team.slug } });
    return { ...team, entry: String(entry) };
  };
  const [first, second] = [await join(away), await join(home)];
  const { match, maps } = await startMatch(own, 'blitz', [second, first]);
  const body = { scores: toScores(maps, 'challenger') };
  await own.act(second.captain, { path: `/matches/${match}/report`, body });
  await own.act(first.captain, { path: `/matches/${match}/report/confirmation` });
  const entries = await own.database.query(
    'select rung from public.entries where id = any($1::uuid[]) order by rung',
    [[second.entry, first.entry]],
  );
  expect(entries).toEqual([{ rung: 1 }, { rung: 2 }]);
  const retire = { path: '/ladders/blitz/retirement' };
  expect((await own.send(steward, retire)).body.error?.code).toBe('season_running');
  own.moveTo(new Date(Date.parse(own.at(10)) + day).toISOString());
  const entriesPath = '/ladders/blitz/desk/entries';
  const offered = async () => (await own.act(steward, { path: entriesPath, method: 'GET' })).total;
  const strike = {
    path: `/ladders/blitz/entries/${first.entry}/strikes`,
    body: { reason: 'Late' },
  };
  expect(await offered()).toBe(2);
  await own.act(steward, { path: '/ladders/blitz/seasons/closing', body: { name: 'Season 1' } });
  // Once it is over the desk offers nothing that the call refuses.
  expect(await offered()).toBe(0);
  expect((await own.send(steward, strike)).status).toBe(404);
  await own.act(steward, retire);
  const next = { name: 'Season 2', starts_at: own.at(1), ends_at: own.at(90) };
  const plan = { path: '/ladders/blitz/seasons', body: next };
  expect((await own.send(steward, plan)).body.error).toMatchObject({
    code: 'retired',
    params: { name: 'Blitz' },
  });
  await own.act(steward, { ...retire, method: 'DELETE' });
  await own.act(steward, plan);
  const log = await own.database.query<{ type: string }>(
    `select e.type from public.league_events e join public.ladders l on e.stream = 'ladder:' || l.id
     where l.slug = 'blitz' and e.type in ('ladder_created', 'rules_edited', 'season_opened', 'season_closed')
     order by e.sequence`,
  );
  expect(log.map(({ type }) => type)).toEqual([
    'ladder_created',
    'rules_edited',
    'season_opened',
    'season_closed',
  ]);
});

it('has pages for everybody before its first season, and says so', async () => {
  const { own } = cast;
  await own.act(steward, { path: '/ladders', body: { ...blitz, slug: 'fresh' } });
  const { database } = own;
  const input = { ...toInput(database, { params: { slug: 'fresh' } }), now: own.league.now() };
  expect(await loadLadder(input)).toMatchObject({ season: null, size: 0 });
  expect(await loadLadderRules(input)).toMatchObject({ season: null });
  expect(await loadLadderAdmin({ ...input, viewer: steward })).toMatchObject({
    desk: { season: null, next_version: 1 },
  });
  expect(await loadRulesEdit({ ...input, viewer: steward })).toMatchObject({
    season: null,
    may_edit: true,
  });
  expect((await own.send(null, { path: '/ladders/fresh/log.ndjson', method: 'GET' })).status).toBe(
    200,
  );
  const join = { path: '/ladders/fresh/entries', body: { team: cast.home.slug } };
  expect((await own.send(cast.home.captain, join)).status).toBe(404);
});

describe('the rules that it begins with', () => {
  it.each([
    ['rung', { maps: { pool: ['Nexus', 'Bridge', 'Valley', 'Harbour'], sides: ['W', 'B'] } }],
    ['rating', { maps: { pool: ['Nexus', 'Bridge', 'Valley', 'Harbour'] } }],
    [
      'time_attack',
      { team: { size: 1 }, timeAttack: { stages: ['Nexus', 'Bridge', 'Valley', 'Harbour'] } },
    ],
  ])('are those of the template, with what the game has: %s', async (format, rules) => {
    const slug = `template-${format.replace('_', '-')}`;
    await cast.own.act(steward, { path: '/ladders', body: { ...blitz, slug, format } });
    expect(await getRules(slug)).toMatchObject(rules);
  });

  it('are another ladder’s, where it is a copy, with what is given over them', async () => {
    const { own } = cast;
    const base = {
      ...blitz,
      slug: 'original',
      rules: { team: { size: 3 }, strikes: { limit: 7 } },
    };
    await own.act(steward, { path: '/ladders', body: base });
    const copy = { ...blitz, slug: 'copy', copy_of: 'original', rules: { team: { size: 4 } } };
    await own.act(steward, { path: '/ladders', body: copy });
    expect(await getRules('copy')).toMatchObject({ team: { size: 4 }, strikes: { limit: 7 } });
    const tanks = { ...blitz, slug: 'copy-2', copy_of: 'tanks' };
    await own.act(steward, { path: '/ladders', body: tanks });
    expect(await getRules('copy-2')).toMatchObject({ reach: { topRungs: 2 } });
  });

  it('are those of its last demonstration, where nobody has set others', async () => {
    const { database } = cast.own;
    await database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, zone, position)
       values (gen_random_uuid(), 'shown', 'chess', 'Shown', 'rung', 'UTC', 9)`,
    );
    await database.query(
      `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, is_demo)
       select gen_random_uuid(), l.id, 'ladder:shown-' || number, number, 'Demonstration', 'closed',
         jsonb_set(s.rules, '{strikes,limit}', (7 + number)::text::jsonb), 1, now() - number * interval '1 day', now(), true
       from public.ladders l, (select rules from public.seasons limit 1) s, generate_series(1, 2) number where l.slug = 'shown'`,
    );
    const copy = { ...blitz, slug: 'copy-3', copy_of: 'shown' };
    await cast.own.act(steward, { path: '/ladders', body: copy });
    await database.query(`delete from public.seasons where stream like 'ladder:shown-%'`);
    expect(await getRules('copy-3')).toMatchObject({ strikes: { limit: 9 } });
  });
});

it.each([
  ['a slug that is there', { slug: 'tanks' }, 'already_exists', 'slug'],
  ['a slug of capitals', { slug: 'Tanks' }, 'field_invalid', 'slug'],
  ['no such game', { game: 'none' }, 'not_found', 'game'],
  ['no such zone', { zone: 'Mars/Base' }, 'zone_unknown', 'zone'],
  ['no such format', { format: 'knockout' }, 'field_invalid', 'format'],
  ['a template of another format', { template: 'rating' }, 'field_invalid', 'template'],
  ['a copy of another format', { format: 'rating', copy_of: 'tanks' }, 'field_invalid', 'copy_of'],
  ['a copy of nothing', { copy_of: 'none' }, 'not_found', undefined],
  ['rules that cannot be', { rules: { team: { size: 0 } } }, 'rules_invalid', 'team.size'],
  ['rules that are none', { rules: { wings: { size: 1 } } }, 'rules_invalid', 'wings'],
  [
    'an outsider who is nobody',
    { rules: { dispute: { outsider: '00000000-0000-4000-8000-00000000dead' } } },
    'rules_invalid',
    'dispute.outsider',
  ],
  ['no name', { name: ' ' }, 'field_invalid', 'name'],
  ['a name of 81 characters', { name: 'x'.repeat(81) }, 'field_invalid', 'name'],
  ['a region of 41', { region: 'x'.repeat(41) }, 'field_invalid', 'region'],
])('is refused with %s, and nothing is left of it', async (_what, wrong, code, field) => {
  const { own } = cast;
  const body = { ...blitz, slug: 'refused', ...wrong };
  const { error } = (await own.send(steward, { path: '/ladders', body })).body;
  expect([error?.code, error?.field]).toEqual([code, field]);
  const rows = await own.database.query(`select 1 from public.ladders where slug = 'refused'`);
  expect(rows).toEqual([]);
});

it('takes names, regions and slugs of the greatest length', async () => {
  const long = { slug: 'x'.repeat(60), name: 'x'.repeat(80), region: 'x'.repeat(40) };
  await cast.own.act(steward, { path: '/ladders', body: { ...blitz, ...long } });
});

describe('who', () => {
  it.each([
    ['makes a ladder', { path: '/ladders', body: { ...blitz, slug: 'whose' } }],
    ['moves one', { path: '/ladders/tanks/edit', body: { region: 'EU' } }],
    ['orders them', { path: '/ladders/order', body: { slugs: ['tanks'] } }],
    ['brings one back', { path: '/ladders/tanks/retirement', method: 'DELETE' as const }],
  ])('%s: site admins', async (_what, call) => {
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  });

  it('writes of one: editors and its own admins', async () => {
    const body = { revision: 0, summary: { en: 'Two tanks' } };
    const answers = await askAll(cast, { path: '/ladders/tanks/edit', body });
    const writers = ['site admin', 'editor', "the ladder's admin"];
    expect(answers).toEqual(onlyTo(writers, 'not_editor')(answers));
  });
});

it('is edited: its name in the log, its address leading on, all in the audit log', async () => {
  const { own } = cast;
  const texts = { description: { de: 'Lang.' } };
  const body = { slug: 'panzer', name: 'Panzer', region: 'EU', revision: 0, ...texts };
  const path = '/ladders/tanks/edit';
  expect((await own.send(steward, { path, body: texts })).body.error).toMatchObject({
    code: 'field_invalid',
    field: 'revision',
  });
  expect(await own.act(steward, { path, body })).toMatchObject({ slug: 'panzer' });
  const [row] = await own.database.query<{ id: string }>(
    `select id, name, region, description from public.ladders where slug = 'panzer'`,
  );
  expect(row).toMatchObject({ name: 'Panzer', region: 'EU', description: { de: 'Lang.' } });
  const edits = await own.database.query(
    `select 1 from public.league_events where type = 'ladder_edited' and stream = $1`,
    [`ladder:${row?.id}`],
  );
  expect(edits).toHaveLength(1);
  // A captain whose page was open when it moved challenges on.
  const join = { path: `/ladders/tanks/entries/${cast.third.entry}`, method: 'DELETE' as const };
  await own.act(cast.third.captain, join);
  expect((await own.send(steward, { path, body: { name: 'Tanks', slug: 'tanks' } })).status).toBe(
    200,
  );
  const acts = await own.database.query<{ act: string }>(
    `select act from private.audit_log where kind = 'ladder' and subject = 'panzer'`,
  );
  expect(acts).toEqual([{ act: 'ladder_edited' }]);
});

it('has its name and its zone in the log, each by itself, and nothing else', async () => {
  const { own } = cast;
  await own.act(steward, { path: '/ladders', body: { ...blitz, slug: 'told' } });
  for (const body of [{ name: 'Told' }, { zone: 'UTC' }, { region: 'NA' }]) {
    await own.act(steward, { path: '/ladders/told/edit', body });
  }
  const log = await own.database.query<{ type: string; data: object }>(
    `select e.type, e.data from public.league_events e join public.ladders l on e.stream = 'ladder:' || l.id
     where l.slug = 'told' and e.type in ('ladder_created', 'ladder_edited') order by e.sequence`,
  );
  expect(log).toMatchObject([
    { type: 'ladder_created', data: { name: 'Blitz', zone: 'Europe/Helsinki', is_test: false } },
    { type: 'ladder_edited', data: { name: 'Told' } },
    { type: 'ladder_edited', data: { zone: 'UTC' } },
  ]);
});

it('stands behind all others until it is moved, and is retired and brought back once each', async () => {
  const { own } = cast;
  const read = async () => {
    const [row] = await own.database.query<{
      position: number;
      retired_at: Date | null;
      most: number;
    }>(
      `select position, retired_at, (select max(position) from public.ladders where slug <> 'last') as most
       from public.ladders where slug = 'last'`,
    );
    return row ?? expect.fail();
  };
  await own.act(steward, { path: '/ladders', body: { ...blitz, slug: 'last' } });
  const { position, most } = await read();
  expect(position).toBe(most + 1);
  for (const [place, field] of [
    [0, undefined],
    [100_000, undefined],
    [-1, 'position'],
    [100_001, 'position'],
    [1.5, 'position'],
  ] as const) {
    const { body } = await own.send(steward, {
      ...{ path: '/ladders/last/edit', body: { position: place } },
    });
    expect(body.error?.field).toBe(field);
  }
  expect((await read()).position).toBe(100_000);
  // The demonstration's season holds nothing up.
  await own.database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, is_demo)
     select gen_random_uuid(), id, 'ladder:demo-of-last', 1, 'Demonstration', 'open', '{}', 1, now(), now() + interval '1 day', true
     from public.ladders where slug = 'last'`,
  );
  const set = (method: 'POST' | 'DELETE') =>
    own.act(steward, { path: '/ladders/last/retirement', method });
  await set('DELETE');
  await set('POST');
  await set('POST');
  expect((await read()).retired_at).toEqual(own.league.now());
  await set('DELETE');
  expect((await read()).retired_at).toBeNull();
  const acts = await own.database.query<{ act: string }>(
    `select act from private.audit_log where subject = 'last' and act ~ 'retired|back' order by id`,
  );
  expect(acts.map(({ act }) => act)).toEqual(['ladder_retired', 'ladder_brought_back']);
  await own.database.query(`delete from public.seasons where stream = 'ladder:demo-of-last'`);
});

it('begins nothing in a game that is retired', async () => {
  const { own } = cast;
  const go = { slug: 'go', name: 'Go', short_name: 'Go' };
  await own.act(steward, { path: '/games', body: go });
  await own.act(steward, { path: '/ladders', body: { ...blitz, game: 'go', slug: 'go-one' } });
  const season = { name: 'Season 1', starts_at: own.at(1), ends_at: own.at(90) };
  const plan = { path: '/ladders/go-one/seasons', body: season };
  await own.act(steward, { path: '/games/go/retirement' });
  const refused = { code: 'retired', params: { name: 'Go' } };
  expect((await own.send(steward, plan)).body.error).toMatchObject(refused);
  const readRetired = async () => {
    const input = toInput(own.database, { params: { slug: 'go-one' } });
    return (await loadLadderAdmin({ ...input, viewer: steward }))?.desk?.retired;
  };
  expect(await readRetired()).toBe('Go');
  const set = (change: string) => own.database.query(`update public.${change}`);
  await set(`ladders set retired_at = now() where slug = 'go-one'`);
  expect(await readRetired()).toBe('Go');
  await set(`games set retired_at = null where slug = 'go'`);
  expect(await readRetired()).toBe('Blitz');
  const one = { code: 'retired', params: { name: 'Blitz' } };
  expect((await own.send(steward, plan)).body.error).toMatchObject(one);
  await set(`ladders set retired_at = null where slug = 'go-one'`);
  expect(await readRetired()).toBeNull();
  await set(`games set retired_at = now() where slug = 'go'`);
  const made = { path: '/ladders', body: { ...blitz, game: 'go', slug: 'go-two' } };
  expect((await own.send(steward, made)).body.error).toMatchObject({ ...refused, field: 'game' });
});
