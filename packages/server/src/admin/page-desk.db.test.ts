import { randomUUID } from 'node:crypto';
import type { Desk } from '@muster/site/pages/admins/data.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { listCases } from '../moderation/list-cases.ts';
import { hour, startMatch, toScores } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadAdmins } from './page.ts';

let cast: Cast;
let match: string;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away, people } = cast;
  steward = people['site admin'] ?? home.captain;
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

async function open(viewer: Viewer | null, path = '/admins', now = cast.own.league.now()) {
  const url = new URL(path, 'http://localhost:3000');
  const { database } = cast.own;
  const more = { locale: 'en', zone: 'UTC', params: {} };
  const data = await loadAdmins({ database, viewer, now, url, ...more });
  return data?.desk ?? null;
}

const toLines = (desk: Desk | null) =>
  desk?.items.map(({ kind, reason, act }) => [kind, reason, act.does].join(' ')) ?? null;

/** A match of nobody's command: what the desk makes of its row. */
async function addMatch(row: Record<string, unknown>, at = match): Promise<string> {
  const id = randomUUID();
  const given = { status: 'disputed', deadline: null, starts_at: null, ...row };
  await cast.own.database.query(
    `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id,
       status, version, deadline, starts_at, challenged_at)
     select $1, ladder_id, season_id, (select max(number) + 1 from public.matches), challenger_entry_id,
       defender_entry_id, $3, 1, $4, $5, challenged_at from public.matches where id = $2`,
    [id, at, given.status, given.deadline, given.starts_at],
  );
  return id;
}

const remove = (id: string) =>
  cast.own.database.query('delete from public.matches where id = $1', [id]);
const later = (milliseconds: number) =>
  new Date(cast.own.league.now().getTime() + milliseconds).toISOString();

describe('who has a desk', () => {
  it('shows a ladder’s dispute to its admins and to the site’s, an empty desk to others in office, and none to the rest', async () => {
    const seen: Record<string, string[] | null> = {};
    for (const [name, viewer] of Object.entries(cast.people)) {
      seen[name] = toLines(await open(viewer));
    }
    const nobody = Object.fromEntries(Object.keys(seen).map((name) => [name, null]));
    expect(seen).toEqual({
      ...nobody,
      "the ladder's admin": ['dispute reports_differ rule'],
      'site admin': ['dispute reports_differ rule'],
      "another ladder's admin": [],
      editor: [],
    });
  });

  it('counts for the bar what it lists, and nothing for who has no office', async () => {
    const count = async (viewer: Viewer | null) =>
      (await cast.own.send(viewer, { method: 'GET', path: '/me/notices/unread' })).body.data?.desk;
    expect(await count(steward)).toBe(1);
    expect(await count(cast.people["another ladder's admin"])).toBe(0);
    expect(await count(cast.people.editor)).toBe(0);
    expect(await count(cast.people.stranger)).toBeNull();
  });

  it('says who has a case, and lets nobody rule who has a part in it', async () => {
    const { own, home, people } = cast;
    const judge = people["the ladder's admin"];
    await own.act(steward, { path: `/matches/${match}/case` });
    expect((await open(judge))?.items[0]?.holder).toMatchObject({
      username: 'Steward',
      is_own: false,
    });
    expect((await open(steward))?.items[0]?.holder).toMatchObject({ is_own: true });
    await own.act(steward, { path: `/matches/${match}/case`, method: 'DELETE' });
    const office = { path: '/ladders/tanks/admins', body: { person: home.player.person_id } };
    await own.act(steward, office);
    expect((await open(home.player))?.items[0]).toMatchObject({
      has_part: true,
      act: { does: 'look' },
    });
    await own.act(steward, { path: `${office.path}/${home.player.person_id}`, method: 'DELETE' });
    expect(await open(home.player)).toBeNull();
  });
});

describe('whom a sanction holds', () => {
  const ofLadder = ['dispute reports_differ rule', 'match late help'];
  const elsewhere = ['case other decide', 'sanction_appeal mute answer'];
  const all = [...ofLadder, ...elsewhere];
  let judge: Viewer;
  let stuck: string;
  let reported: string;

  beforeAll(async () => {
    const { own, home, away, people } = cast;
    judge = people["the ladder's admin"] ?? home.captain;
    const [ladder] = await own.database.query<{ id: string }>(
      "select id from public.ladders where slug = 'tanks'",
    );
    stuck = await addMatch({ status: 'veto', deadline: later(-2 * hour) });
    reported = randomUUID();
    await own.database.query(
      `with opened as (
         insert into private.cases (id, kind, subject, ladder_id, opened_at) values ($1, 'team', $1::uuid::text, $2, $3))
       insert into private.reports (id, case_id, person_id, reason, words, reported_at, snapshot)
       values (gen_random_uuid(), $1, $4, 'other', '', $3, '{}')`,
      [reported, ladder?.id, own.league.now(), away.captain.person_id],
    );
    const person = away.captain.person_id;
    const body = {
      person,
      kind: 'mute',
      ladder: ladder?.id,
      until: own.at(4),
      reason: 'Shouting.',
    };
    const { sanction } = await own.act(steward, { path: '/sanctions', body });
    const appeal = { path: `/sanctions/${sanction}/appeal`, body: { text: 'I was quiet.' } };
    await own.act(away.captain, appeal);
  });
  afterEach(() =>
    cast.own.database.query('delete from public.sanctions where person_id = $1', [judge.person_id]),
  );
  afterAll(async () => {
    const { database } = cast.own;
    await remove(stuck);
    await database.query('delete from private.sanction_appeals');
    await database.query('delete from public.sanctions');
    await database.query('delete from private.cases');
  });

  /** Whether a call is refused because of a sanction. */
  async function isRefused(path: string): Promise<boolean> {
    const { error } = (await cast.own.send(judge, { path })).body;
    expect(['suspended', undefined]).toContain(error?.code);
    return error !== undefined;
  }

  it.each<[string, object, string[]]>([
    ['by nothing any more: everything', { is_lifted: true }, all],
    ['everywhere: nothing', {}, []],
    ['everywhere by a suspension: nothing', { kind: 'suspension' }, []],
    ['everywhere until the next instant: nothing', { ends_at: 1 }, []],
    ['everywhere until now: everything', { ends_at: 0 }, all],
    ['everywhere from now on: nothing', { starts_at: 0 }, []],
    ['everywhere from the next instant on: everything', { starts_at: 1 }, all],
    ['from speaking: everything', { kind: 'mute' }, all],
    ['by a strike: everything', { kind: 'strike' }, all],
    ['on the ladder: what is not its seasons’', { slug: 'tanks' }, elsewhere],
    ['on the ladder until now: everything', { slug: 'tanks', ends_at: 0 }, all],
    ['on another ladder: everything', { slug: 'golf' }, all],
  ])(
    'has on the desk, and counted, what the calls would take of them, held %s',
    async (_how, given, lines) => {
      const { own } = cast;
      const one = {
        kind: 'ban',
        slug: null,
        starts_at: -hour,
        ends_at: hour,
        is_lifted: false,
        ...given,
      };
      await own.database.query(
        `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, is_lifted, text_id)
       select gen_random_uuid(), $1, (select id from public.ladders where slug = $2), $3, $4, $5, $6, gen_random_uuid()`,
        [
          judge.person_id,
          one.slug,
          one.kind,
          later(one.starts_at),
          later(one.ends_at),
          one.is_lifted,
        ],
      );
      const desk = toLines(await open(judge)) ?? [];
      expect(desk.toSorted()).toEqual(lines.toSorted());
      const { data } = (await own.send(judge, { method: 'GET', path: '/me/notices/unread' })).body;
      expect(data?.desk).toBe(lines.length === 0 ? null : lines.length);
      const isOn = (kind: string) => desk.some((line) => line.startsWith(`${kind} `));
      expect([isOn('dispute'), isOn('case')]).toEqual([
        !(await isRefused(`/matches/${match}/case`)),
        !(await isRefused(`/moderation/cases/${reported}/claim`)),
      ]);
      await own.database.query('delete from private.case_holders');
    },
  );
});

describe('a match that is stuck', () => {
  it.each([
    ['a minute after its deadline', { deadline: -60_000 }, null],
    ['later than that', { deadline: -60_001 }, 'late'],
    ['before it', { deadline: 1 }, null],
    ['without one', {}, 'halted'],
    ['live for three hours', { status: 'live', deadline: 1, starts_at: -3 * hour }, null],
    ['live for longer', { status: 'live', deadline: 1, starts_at: -3 * hour - 1 }, 'silent'],
    ['reported meanwhile', { status: 'reported', deadline: 1, starts_at: -3 * hour - 1 }, null],
  ] as const)('%s', async (_when, row, reason) => {
    const id = await addMatch({
      ...row,
      deadline: 'deadline' in row ? later(row.deadline) : null,
      starts_at: 'starts_at' in row ? later(row.starts_at) : null,
    });
    const found = (await open(steward))?.items.find((item) => item.id === id);
    expect(found?.reason ?? null).toBe(reason);
    await remove(id);
  });

  it('is none that a dispute is open about, nor one that is over', async () => {
    await cast.own.database.query('update public.matches set ended_at = now() where id = $1', [
      match,
    ]);
    expect(toLines(await open(steward))).toEqual(['dispute reports_differ rule']);
    await cast.own.database.query('update public.matches set ended_at = null where id = $1', [
      match,
    ]);
  });
});

describe('the order', () => {
  it('puts what blocks a match first, then what is late, then the rest by its hour', async () => {
    const late = await addMatch({ deadline: later(-2 * hour) });
    const halted = await addMatch({});
    expect(toLines(await open(steward))).toEqual([
      'match late help',
      'match halted help',
      'dispute reports_differ rule',
    ]);
    for (const [starts, first] of [
      [24 * hour, 'dispute'],
      [24 * hour + 1, 'match'],
      [0, 'dispute'],
      [-1, 'match'],
    ] as const) {
      const next = await addMatch({
        status: 'veto',
        deadline: later(hour),
        starts_at: later(starts),
      });
      expect([starts, (await open(steward))?.items[0]?.kind]).toEqual([starts, first]);
      await remove(next);
    }
    await remove(late);
    await remove(halted);
  });

  it('puts a report where something due a day after it would be', async () => {
    const until = Date.parse((await open(steward))?.items[0]?.until ?? '');
    for (const [opened, first] of [
      [until - 24 * hour - 1, 'case'],
      [until - 24 * hour + 1, 'dispute'],
    ] as const) {
      const id = randomUUID();
      await cast.own.database.query(
        `insert into private.cases (id, kind, subject, opened_at) values ($1, 'team', $1::uuid::text, $2)`,
        [id, new Date(opened)],
      );
      const desk = await open(steward, '/admins', new Date(opened + hour));
      expect([opened - until, desk?.items[0]?.kind]).toEqual([opened - until, first]);
      await cast.own.database.query('delete from private.cases where id = $1', [id]);
    }
  });

  it('is paged by fifty, and a page past the last is the last', async () => {
    await cast.own.database.query(
      `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id,
         status, version, challenged_at)
       select gen_random_uuid(), ladder_id, season_id, 1000 + n, challenger_entry_id, defender_entry_id,
         'disputed', 1, challenged_at + n * interval '1 second'
       from public.matches, generate_series(1, 2999) n where id = $1`,
      [match],
    );
    const seen = new Set<string>();
    for (const page of [1, 2, 60]) {
      const desk = await open(steward, `/admins?page=${page}`);
      expect(desk).toMatchObject({ page, pages: 60, waiting: 3000 });
      expect(desk?.items).toHaveLength(50);
      for (const { id } of desk?.items ?? []) {
        seen.add(id);
      }
    }
    expect(seen.size).toBe(150);
    expect(await open(steward, '/admins?page=61')).toMatchObject({ page: 60 });
    expect(await open(steward, '/admins?page=0')).toMatchObject({ page: 1 });
    await cast.own.database.query('delete from public.matches where number >= 1000');
    expect(await open(steward)).toMatchObject({ page: 1, pages: 1, waiting: 1 });
  });
});

describe('a run', () => {
  const addRun = async (status: string, time: number): Promise<string> => {
    const id = randomUUID();
    await cast.own.database.query(
      `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
       select $1, m.season_id, m.challenger_entry_id, $2, 'Pass', $3, 0, $4, m.challenged_at
       from public.matches m where m.id = $5`,
      [id, cast.home.captain.person_id, time, status, match],
    );
    return id;
  };

  it.each([
    ['nobody has confirmed', 'submitted', 200, true],
    ['that is as fast as the fastest verified', 'confirmed', 100, false],
    ['that would be faster', 'confirmed', 99, true],
    ['that was rejected', 'rejected', 99, false],
    ['that is verified', 'verified', 99, false],
  ] as const)('%s: it waits or not', async (_which, status, time, isWaiting) => {
    const verified = await addRun('verified', 100);
    const id = await addRun(status, time);
    const found = (await open(steward))?.items.find((item) => item.id === id);
    expect(found === undefined ? null : [found.kind, found.act.does, found.run?.stage]).toEqual(
      isWaiting ? ['run', 'confirm', 'Pass'] : null,
    );
    await cast.own.database.query('delete from public.runs where id in ($1, $2)', [id, verified]);
  });
});

describe('a case of reports', () => {
  it('waits for whom its office lets decide, as the list of cases has it, and parties only look', async () => {
    const { own, home, away, people } = cast;
    const said = await own.act(home.captain, {
      path: `/matches/${match}/messages`,
      body: { text: 'Rubbish, all of you' },
    });
    const body = { kind: 'match_message', id: said.id, reason: 'insult' };
    await own.act(away.captain, { path: '/reports', body });
    for (const viewer of Object.values(people)) {
      const count =
        viewer === null
          ? 0
          : (
              await listCases(own.database, {
                ...{ personId: viewer.person_id, at: own.league.now(), isDone: false },
                ...{ kind: null, limit: 100, offset: 0 },
              })
            ).length;
      const items = (await open(viewer))?.items.filter(({ kind }) => kind === 'case') ?? [];
      expect([viewer?.username, items.length]).toEqual([viewer?.username, count]);
    }
    const [item] = (await open(steward))?.items.filter(({ kind }) => kind === 'case') ?? [];
    expect(item).toMatchObject({
      reason: 'insult',
      thing: { kind: 'match_message', reports: 1 },
      since: own.league.now().toISOString(),
      act: { href: `/admins/cases/${item?.id}`, does: 'decide' },
      has_part: false,
      holder: null,
    });
    await own.act(steward, { path: '/reports', body });
    const partial = (await open(steward))?.items.find(({ id }) => id === item?.id);
    expect(partial).toMatchObject({ has_part: true, act: { does: 'look' }, thing: { reports: 2 } });
    await own.database.query('delete from private.cases');
  });

  it('has a holder for half an hour', async () => {
    const { own, people } = cast;
    const id = randomUUID();
    const holder = people["the ladder's admin"]?.person_id;
    for (const [ago, who] of [
      [30 * 60_000 - 1, 'Judge'],
      [30 * 60_000, undefined],
    ] as const) {
      await own.database.query(
        `insert into private.cases (id, kind, subject, opened_at, holder_id, held_at) values ($1, 'team', $1::uuid::text, $2, $3, $4)`,
        [id, own.league.now(), holder, later(-ago)],
      );
      const item = (await open(steward))?.items.find((found) => found.id === id);
      expect([item?.kind, item?.holder?.username]).toEqual(['case', who]);
      await own.database.query('delete from private.cases');
    }
  });
});
