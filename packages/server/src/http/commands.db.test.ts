import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  testNonce,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let teams: TestTeam[];

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  teams = [];
  for (const name of ['Anchor', 'Birch', 'Cinder', 'Dust', 'Ember']) {
    teams.push(await own.addTeam(name, 'tanks'));
  }
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

function team(rung: number): TestTeam {
  const found = teams[rung - 1];
  if (found === undefined) {
    throw new Error(`no team on rung ${rung}`);
  }
  return found;
}

function challenge(from: TestTeam, to: TestTeam) {
  const body = { entry: from.entry, opponent: to.entry, maps: ['Nexus'], nonce: testNonce };
  return { path: '/ladders/tanks/challenges', body };
}

async function countEvents(): Promise<number> {
  const [row] = await own.database.query<{ count: number }>(
    'select count(*)::integer as count from public.league_events',
  );
  return row?.count ?? 0;
}

describe('a request that may not be', () => {
  it('is refused from another site, whoever is signed in', async () => {
    const before = await countEvents();
    for (const [origin, host] of [
      ['https://evil.example', 'evil.example'],
      ['null', 'null'],
      ['http://localhost:4000', 'localhost:4000'],
      [`https://${'x'.repeat(400)}.example`, 'x'.repeat(253)],
    ] as const) {
      const headers = { origin };
      const answer = await own.send(team(2).captain, { ...challenge(team(2), team(1)), headers });
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: 'origin_not_allowed', params: { host, setting: 'SITE_URL' } } },
      });
    }
    expect(await countEvents()).toBe(before);
  });

  it('asks a visitor to sign in', async () => {
    const answer = await own.send(null, challenge(team(2), team(1)));
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('names the field at fault', async () => {
    const { captain, entry } = team(2);
    const path = '/ladders/tanks/challenges';
    const good = challenge(team(2), team(1)).body;
    const cases: [Record<string, unknown>, string][] = [
      [{ ...good, entry: 'nobody' }, 'entry'],
      [{ entry }, 'opponent'],
      [{ ...good, maps: [7] }, 'maps.0'],
      [{ ...good, nonce: 'short' }, 'nonce'],
      [{ ...good, maps: ['half \ud800'] }, 'maps.0'],
      [{ ...good, maps: ['nul \u0000'] }, 'maps.0'],
      [{ ...good, command_id: 'mine' }, 'command_id'],
    ];
    for (const [body, field] of cases) {
      const answer = await own.send(captain, { path, body });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'field_invalid', field } },
      });
    }
  });

  it('is refused where it is no JSON of a fit size', async () => {
    const { captain } = team(2);
    const path = '/teams';
    const json = async (raw: string, headers = {}) =>
      (await own.send(captain, { path, raw, headers })).body.error?.code;
    expect(await json('{')).toBe('json_invalid');
    expect(await json('{}', { 'content-type': 'text/plain' })).toBe('json_expected');
    expect(await json(`{"name":"${'x'.repeat(70_000)}"}`)).toBe('body_too_large');
    expect(await json(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toBe('field_invalid');
    expect(await json('null')).toBe('field_invalid');
  });

  it.each([
    ['64 KiB', 65_536, 'field_invalid'],
    ['a byte more', 65_537, 'body_too_large'],
  ])('may be as large as any form of ours: %s', async (_what, bytes, code) => {
    const raw = JSON.stringify({ name: 'x'.repeat(bytes - 11) });
    expect(Buffer.byteLength(raw)).toBe(bytes);
    const { body } = await own.send(team(2).captain, { path: '/teams', raw });
    expect(body.error?.code).toBe(code);
    expect(body.error?.params.limit).toBe(code === 'body_too_large' ? 65_536 : undefined);
  });

  it.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['Application/JSON;charset=utf-8', true],
    ['application/jsonlines', false],
    ['text/plain; application/json', false],
    ['', false],
  ])('says that it is JSON: %s', async (type, isTaken) => {
    const headers = { 'content-type': type };
    const { body } = await own.send(team(2).captain, { path: '/teams', raw: '{}', headers });
    expect(body.error?.code).toBe(isTaken ? 'field_invalid' : 'json_expected');
  });

  it.each([
    [12, 'name'],
    [13, 'body'],
  ])('has values within values, but %i at most', async (depth, field) => {
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const raw = `{"command_id":"${randomUUID()}","name":${nested}}`;
    const { body } = await own.send(team(2).captain, { path: '/teams', raw });
    expect(body.error).toMatchObject({ code: 'field_invalid', field });
  });

  it('finds nothing under an id that names nothing', async () => {
    const { captain } = team(2);
    const id = randomUUID();
    for (const call of [
      { path: '/ladders/nowhere/entries', body: { team: 'anchor' } },
      { path: '/ladders/tanks/entries', body: { team: 'nobody' } },
      { path: `/matches/${id}/decline` },
      { path: '/matches/constructor/decline' },
      { path: `/entries/${id}/rest`, body: { days: 1 } },
      { path: '/ladders/tanks/entries/__proto__', method: 'DELETE' as const },
      { ...challenge(team(2), { ...team(1), entry: id }) },
      { path: `/matches/${id}/messages`, body: { text: 'hello' } },
      { path: '/nothing/here' },
      { path: '/ladders/nowhere/log.ndjson', method: 'GET' as const },
    ]) {
      const answer = await own.send(captain, call);
      expect([call.path, answer.status, answer.body.error?.code]).toEqual([
        call.path,
        404,
        'not_found',
      ]);
    }
  });
});

describe('a clumsy captain', () => {
  it('may challenge only whom the ladder lets them', async () => {
    expect((await own.send(team(4).captain, challenge(team(4), team(1)))).body.error).toEqual({
      code: 'out_of_reach',
      params: { own: 4, theirs: 1, reach: 2 },
    });
    const asPlayer = await own.send(team(2).player, challenge(team(2), team(1)));
    expect(asPlayer).toMatchObject({ status: 403, body: { error: { code: 'not_captain' } } });
    const asOther = await own.send(team(3).captain, challenge(team(2), team(1)));
    expect(asOther).toMatchObject({ status: 403, body: { error: { code: 'not_captain' } } });
    const unknownMap = challenge(team(2), team(1));
    const answer = await own.send(team(2).captain, {
      ...unknownMap,
      body: { ...unknownMap.body, maps: ['Atlantis'] },
    });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'map_not_in_pool' } } });
  });

  it('gets the first answer for the same command, and no second change', async () => {
    const call = { ...challenge(team(2), team(1)), commandId: randomUUID() };
    const first = await own.send(team(2).captain, call);
    expect(first.status).toBe(200);
    const after = await countEvents();
    const again = await own.send(team(2).captain, call);
    expect(again.body).toEqual(first.body);
    const other = { ...challenge(team(2), team(3)), commandId: call.commandId };
    expect(await own.send(team(2).captain, other)).toMatchObject({
      status: 409,
      body: { error: { code: 'command_reused' } },
    });
    const anew = await own.send(team(2).captain, challenge(team(2), team(1)));
    expect(anew.body.error?.code).toBe('already_challenging');
    expect(await countEvents()).toBe(after);
    await own.act(team(2).captain, { path: `/matches/${first.body.data?.match}/withdrawal` });
  });

  it('is asked to sign in where their account went while the command was on its way', async () => {
    const gone = await own.addPerson('Gone');
    await own.database.query('delete from public.profiles where id = $1', [gone.person_id]);
    expect(await own.send(gone, challenge(team(2), team(1)))).toMatchObject({
      status: 401,
      body: { error: { code: 'not_signed_in' } },
    });
  });

  it('reports only what can be, once, in a match of their own', async () => {
    const sides: [TestTeam, TestTeam] = [team(3), team(2)];
    const { match, maps } = await startMatch(own, 'tanks', sides);
    const [challenger, defender] = sides;
    const path = `/matches/${match}/report`;
    const send = (who: TestTeam, scores: unknown, more = {}) =>
      own.send(who.captain, { path, body: { scores, ...more } });
    const good = toScores(maps, 'challenger');
    const before = await countEvents();
    const elsewhere = [{ ...good[0], map: 'Elsewhere' }, good[1]];
    expect((await send(challenger, elsewhere)).body.error).toMatchObject({
      code: 'map_not_picked',
      params: { map: 'Elsewhere', picked: maps[0] },
    });
    expect((await send(challenger, good.slice(0, 1))).body.error?.code).toBe('score_undecided');
    expect(await send(challenger, [{ ...good[0], challenger: -3 }])).toMatchObject({
      status: 400,
      body: { error: { field: 'scores.0.challenger' } },
    });
    expect(await send(team(5), good)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_captain' } },
    });
    expect(await send(challenger, good, { version: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: 'match_changed', params: { status: 'live' } } },
    });
    expect(await countEvents()).toBeGreaterThanOrEqual(before);
    const [standing] = await own.database.query<{ status: string }>(
      'select status from public.matches where id = $1',
      [match],
    );
    expect(standing?.status).toBe('live');
    expect((await send(challenger, good)).status).toBe(200);
    expect((await send(challenger, good)).body.error?.code).toBe('already_reported');
    const other = await send(defender, toScores(maps, 'defender'));
    expect(other.body.data).toMatchObject({ status: 'disputed' });
    expect((await send(defender, good)).body.error?.code).toBe('match_not_reportable');
  });
});

describe('the order of ladders', () => {
  const list = async () => {
    const rows = await own.database.query<{ slug: string }>(
      'select slug from public.ladders order by position',
    );
    return rows.map(({ slug }) => slug);
  };

  it('is as it is named from a place on, with those that are retired, or whose game is, behind', async () => {
    const owner = await own.addAdmin('Orderer');
    for (const slug of ['golf', 'chess', 'darts', 'rally']) {
      await own.addLadder(slug);
    }
    const order = (slugs: string[], from?: number) =>
      own.act(owner, {
        path: '/ladders/order',
        body: { slugs, ...(from === undefined ? {} : { from }) },
      });
    await order(['tanks', 'golf', 'chess', 'darts', 'rally']);
    expect(await list()).toEqual(['tanks', 'golf', 'chess', 'darts', 'rally']);
    await order(['rally', 'golf'], 2);
    expect(await list()).toEqual(['tanks', 'rally', 'golf', 'chess', 'darts']);
    await order(['tanks'], 1_000);
    expect(await list()).toEqual(['rally', 'golf', 'chess', 'darts', 'tanks']);
    await own.database.query(
      `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes, retired_at)
       values ('old', 'Old', 'O', 2, true, '{}', '{}', '[]', '{}', '{}', now())`,
    );
    await own.database.query(`update public.ladders set game_slug = 'old' where slug = 'golf'`);
    await own.database.query(`update public.ladders set retired_at = now() where slug = 'chess'`);
    await order(['tanks']);
    expect(await list()).toEqual(['tanks', 'rally', 'darts', 'golf', 'chess']);
    const [line] = await own.database.query(
      `select act, kind, subject, person_id from private.audit_log where act = 'ladders_ordered' limit 1`,
    );
    expect(line).toEqual({
      ...{ act: 'ladders_ordered', kind: 'ladders', subject: 'ladders' },
      person_id: owner.person_id,
    });
  });

  it.each([
    ['500 of them', 500, 'slugs.0'],
    ['one more', 501, 'slugs'],
  ])('names at most %s', async (_what, count, field) => {
    const owner = await own.addAdmin(`Of ${count}`);
    const slugs = Array.from({ length: count }, (_, place) => `none-${place}`);
    const answer = await own.send(owner, { path: '/ladders/order', body: { slugs } });
    expect(answer).toMatchObject({ status: 400, body: { error: { field } } });
  });

  it.each([
    ['before the first', 0],
    ['beyond any', 1_000_001],
    ['between two', 1.5],
  ])('begins at no place %s', async (_what, from) => {
    const owner = await own.addAdmin(`From ${from}`);
    const answer = await own.send(owner, { path: '/ladders/order', body: { slugs: [], from } });
    expect(answer).toMatchObject({ status: 400, body: { error: { field: 'from' } } });
  });
});
