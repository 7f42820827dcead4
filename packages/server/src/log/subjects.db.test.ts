import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadAdminLog, loadOfficeLog } from './page-offices.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

function toInput(viewer: Viewer | null, query: string) {
  const { database, league } = cast.own;
  return {
    ...{ database, viewer, now: league.now(), zone: 'UTC' },
    url: new URL(`/log${query}`, 'http://localhost:3000'),
  };
}
const open = async (query: string, viewer: Viewer = steward) =>
  (await loadAdminLog(toInput(viewer, query))).log ?? expect.fail();
const listActs = async (query: string, viewer: Viewer = steward) =>
  (await open(query, viewer)).acts.map(({ act }) => act);

async function keep(kind: string, subject: string, act = `${kind}_x`): Promise<string> {
  await cast.own.database.query(
    `insert into private.audit_log (id, at, person_id, act, kind, subject) values ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), cast.own.league.now(), steward.person_id, act, kind, subject],
  );
  return act;
}

describe('what a line of the log of offices is about', () => {
  const server = randomUUID();
  it.each<[string, () => Promise<string> | string, name: string | null, href: string | null]>([
    ['article', () => 'welcome', null, '/articles/welcome'],
    ['game', () => 'chess', null, '/games/chess'],
    ['ladder', () => 'tanks', null, '/ladders/tanks'],
    ['page', () => 'terms', null, null],
    ['constructor', () => 'none', null, null],
    ['team', () => cast.home.id, 'Home', '/teams/home'],
    ['team', () => cast.home.player.person_id, null, null],
    ['person', () => cast.home.player.person_id, 'Home player', 'PROFILE'],
    ['server', addServer, 'Eyrie', null],
    ['sanction', sanction, 'Home player', 'PROFILE'],
    ['case', addCase, 'team', 'CASE'],
  ])('is called and found as it is now: %s %#', async (kind, find, name, href) => {
    const subject = await find();
    const act = await keep(kind, subject, `x_${randomUUID().replaceAll(/[^a-f]/g, '')}`);
    const [line] = (await open(`?act=${act}`)).acts;
    const places: Record<string, string> = {
      PROFILE: `/profiles/${cast.home.player.user_id}`,
      CASE: `/admins/cases/${subject}`,
    };
    expect(line?.subject).toEqual({
      ...{ kind, name: name ?? subject, href: places[href ?? ''] ?? href },
    });
    expect(line?.who).toEqual({ username: 'Steward', user_id: steward.user_id });
    expect(line?.ladder).toEqual(kind === 'ladder' ? { slug: 'tanks', name: 'tanks' } : null);
    expect(line?.line).toBeNull();
  });

  async function addServer() {
    await cast.own.database.query(
      `insert into public.game_servers (id, page, name, protocol, position) values ($1, 'eyrie', 'Eyrie', 'a2s', 1)`,
      [server],
    );
    return server;
  }

  async function sanction() {
    const person = cast.home.player.person_id;
    const body = { person, kind: 'strike', ladder: await findLadder('golf'), reason: 'Rude.' };
    return String((await cast.own.act(steward, { path: '/sanctions', body })).sanction);
  }

  async function addCase() {
    const id = randomUUID();
    await cast.own.database.query(
      `insert into private.cases (id, kind, subject, opened_at) values ($1, 'team', $2, now())`,
      [id, cast.away.id],
    );
    return id;
  }

  it('is found by the name of a server, and of a person who did it', async () => {
    const act = await keep('server', server, 'server_found');
    expect(await listActs('?q=eyri&act=server_found')).toEqual([act]);
    expect(await listActs('?q=STEWA&act=server_found')).toEqual([act]);
    expect(await listActs('?q=judge&act=server_found')).toEqual([]);
  });
});

async function findLadder(slug: string): Promise<string> {
  const [row] = await cast.own.database.query<{ id: string }>(
    'select id from public.ladders where slug = $1',
    [slug],
  );
  return row?.id ?? '';
}

describe('what admins did on a ladder', () => {
  it('is found by either side of its match, and says which match, on which ladder and why', async () => {
    const { own, home, away, people } = cast;
    const judge = people["the ladder's admin"] ?? steward;
    const { match } = await scheduleMatch(own, 'tanks', [home, away]);
    const body = { rule: 'report', reason: 'The server burned down.' };
    await own.act(judge, { path: `/matches/${match}/void`, body });
    for (const name of ['home', 'away']) {
      expect(await listActs(`?kind=rulings&q=${name}`)).toEqual(['match_voided']);
    }
    expect(await listActs('?kind=rulings&q=third')).toEqual([]);
    expect(await listActs('?kind=rulings&ladder=tanks')).toEqual(['match_voided']);
    expect(await listActs('?kind=rulings&ladder=golf')).toEqual([]);
    for (const log of [
      await open('?kind=rulings'),
      await loadOfficeLog(toInput(null, '?kind=rulings')),
    ]) {
      expect(log.acts).toMatchObject([
        {
          ...{ act: 'match_voided', who: { username: 'Judge' }, reason: 'The server burned down.' },
          ...{ ladder: { slug: 'tanks', name: 'tanks' }, person: null, subject: null },
          line: { type: 'match_voided', match_id: match, actor_id: judge.person_id },
        },
      ]);
      expect(log.names.matches).toEqual({
        [match]: { challenger: home.entry, defender: away.entry },
      });
      expect(log.names.entries?.[home.entry]).toMatchObject({ name: 'Home', href: '/teams/home' });
    }
  });

  it('tells of new rules that there are some, not what they are', async () => {
    const { own } = cast;
    await own.act(steward, { path: '/ladders/golf/rules', body: { rules: { team: { size: 3 } } } });
    const [line] = (await open('?act=rules_edited&ladder=golf&who=Steward')).acts;
    expect(line?.line?.data).not.toHaveProperty('rules');
    expect(line?.line?.data).toHaveProperty('rules_version');
  });
});

it('offers who runs ladders those alone, in their order, and the words of an act that is none ask for nothing', async () => {
  const judge = cast.people["the ladder's admin"] ?? steward;
  const give = { path: '/ladders/golf/admins', body: { person: judge.person_id } };
  await cast.own.act(steward, give);
  await cast.own.database.query(
    `update public.ladders set position = case slug when 'golf' then 1 else 2 end`,
  );
  const slugs = async (viewer: Viewer) =>
    (await open('', viewer)).ladders.list.map(({ slug }) => slug);
  expect(await slugs(judge)).toEqual(['golf', 'tanks']);
  const golf = cast.people["another ladder's admin"] ?? steward;
  expect(await slugs(golf)).toEqual(['golf']);
  expect((await open('', judge)).is_public).toBe(false);
  const acts = await listActs('?act=no+act!');
  expect(acts.length).toBeGreaterThan(9);
  expect(acts).toEqual(await listActs(''));
});
