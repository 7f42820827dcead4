import { randomUUID } from 'node:crypto';
import { hintChannel } from '@muster/backend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import type { NoticePlan } from './plan.ts';
import { writeNotices } from './write.ts';

let cast: Cast;
let ladder: string;

beforeAll(async () => {
  cast = await createCast();
  const [row] = await cast.own.database.query<{ id: string }>(
    `select id from public.ladders where slug = 'tanks'`,
  );
  ladder = row?.id ?? '';
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await cast.own.database.query('delete from private.notices');
});

const at = '2026-11-21T18:00:00.000Z';

function createPlan(to: NoticePlan['to'], change: Partial<NoticePlan> = {}): NoticePlan {
  const about = { ladder_id: null, match_id: null, team_id: null, other_id: null };
  return {
    kind: 'challenged',
    origin: randomUUID(),
    to,
    except: null,
    ...about,
    facts: {},
    ...change,
  };
}

const write = (...plans: NoticePlan[]) =>
  cast.own.database.transaction((transaction) => writeNotices(transaction, plans, at));

interface Row {
  person_id: string;
  in_page: boolean;
  by_mail: boolean;
  read: boolean;
  count: number | null;
}

const readRows = () =>
  cast.own.database.query<Row>(
    `select person_id, in_page, by_mail, read_at is not null as read, (data ->> 'count')::integer as count
     from private.notices order by created_at, id`,
  );

/** Who of everybody was told, by what they are. */
async function listTold(plan: NoticePlan): Promise<string[]> {
  await write(plan);
  const told = new Set((await readRows()).map(({ person_id }) => person_id));
  return Object.entries(cast.people).flatMap(([name, viewer]) =>
    viewer !== null && told.has(viewer.person_id) ? [name] : [],
  );
}

const officers = ['captain', 'co_captain'] as const;
const everybody = [...officers, 'player', 'substitute'] as const;

describe('who is told', () => {
  it('of an entry or a team: those of its roster who are asked for, but not who did it', async () => {
    const { home } = cast;
    for (const to of [
      { of: 'entry', id: home.entry },
      { of: 'team', id: home.id },
    ] as const) {
      expect(await listTold(createPlan({ ...to, roles: officers }))).toEqual([
        'captain',
        'co-captain',
      ]);
      await cast.own.database.query('delete from private.notices');
      const except = home.captain.person_id;
      expect(await listTold(createPlan({ ...to, roles: everybody }, { except }))).toEqual([
        'co-captain',
        'player',
        'substitute',
      ]);
      await cast.own.database.query('delete from private.notices');
    }
  });

  it('as one person, or as an admin of this ladder or of the site', async () => {
    const { people, own } = cast;
    const id = people.stranger?.person_id ?? '';
    expect(await listTold(createPlan({ of: 'person', id }))).toEqual(['stranger']);
    await own.database.query('delete from private.notices');
    expect(await listTold(createPlan({ of: 'site_admins' }))).toEqual(['site admin']);
    await own.database.query('delete from private.notices');
    expect(await listTold(createPlan({ of: 'editors' }))).toEqual(['editor']);
    await own.database.query('delete from private.notices');
    expect(await listTold(createPlan({ of: 'ladder_admins', id: ladder }))).toEqual([
      "the ladder's admin",
    ]);
    await own.database.query('delete from private.notices');
    // A ladder that nobody has been set over is the site's own.
    const other = randomUUID();
    expect(await listTold(createPlan({ of: 'ladder_admins', id: other }))).toEqual(['site admin']);
  });

  describe('of what waits for a ruling on a ladder', () => {
    const sanction = (viewer: Viewer | null, kind: string, change: Record<string, unknown> = {}) =>
      cast.own.database.query(
        `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, is_lifted, text_id)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, gen_random_uuid())`,
        [
          viewer?.person_id,
          change.ladder ?? null,
          kind,
          change.from ?? at,
          change.until ?? null,
          change.is_lifted ?? false,
        ],
      );
    const ask = (of: 'ladder_admins' | 'site_admins', judged: string | null = randomUUID()) => {
      const to = of === 'site_admins' ? { of } : { of, id: ladder };
      const judges = judged === null ? {} : { judges: { match_id: judged, ruled_by: null } };
      return listTold(createPlan({ ...to, ...judges }, { ladder_id: ladder }));
    };
    const judge = () => cast.people["the ladder's admin"] ?? null;
    const before = new Date(Date.parse(at) - 1).toISOString();
    const after = new Date(Date.parse(at) + 1).toISOString();

    afterEach(() => cast.own.database.query('delete from public.sanctions'));

    it.each<[string, string, () => Record<string, unknown>, boolean]>([
      ['a ban', 'ban', () => ({}), true],
      ['a suspension', 'suspension', () => ({}), true],
      ['a suspension on it', 'suspension', () => ({ ladder }), true],
      ['one that ends a moment later', 'suspension', () => ({ until: after }), true],
      ['one that ends now', 'suspension', () => ({ from: before, until: at }), false],
      ['one that begins a moment later', 'suspension', () => ({ from: after }), false],
      ['one that is lifted', 'ban', () => ({ is_lifted: true }), false],
      ['a mute', 'mute', () => ({}), false],
    ])('its only admin, or the site’s where %s holds them', async (_what, kind, of, isHeld) => {
      await sanction(judge(), kind, of());
      const told = isHeld ? ['site admin'] : ["the ladder's admin"];
      expect(await ask('ladder_admins')).toEqual(told);
    });

    it('its only admin whom a sanction keeps from another ladder alone', async () => {
      const [golf] = await cast.own.database.query<{ id: string }>(
        `select id from public.ladders where slug = 'golf'`,
      );
      await sanction(judge(), 'suspension', { ladder: golf?.id });
      expect(await ask('ladder_admins')).toEqual(["the ladder's admin"]);
    });

    it('no admin of the site who is suspended', async () => {
      expect(await ask('site_admins')).toEqual(['site admin']);
      await cast.own.database.query('delete from private.notices');
      await sanction(cast.people['site admin'] ?? null, 'suspension');
      expect(await ask('site_admins')).toEqual([]);
      // Of what is no ruling they hear: a backup that fails cannot wait.
      expect(await ask('site_admins', null)).toEqual(['site admin']);
    });

    it('also the site’s of anything else, where its only admin may not act', async () => {
      expect(await ask('ladder_admins', null)).toEqual(["the ladder's admin"]);
      await sanction(judge(), 'suspension');
      expect(await ask('ladder_admins', null)).toEqual(["the ladder's admin", 'site admin']);
    });
  });

  it('once, of one thing, however often it is said', async () => {
    const { people } = cast;
    const plan = createPlan({ of: 'person', id: people.stranger?.person_id ?? '' });
    await write(plan, plan);
    await write(plan);
    expect(await readRows()).toHaveLength(1);
  });

  it('of what counts: once until it is read, and then anew', async () => {
    const { own, people } = cast;
    const to = { of: 'person', id: people.stranger?.person_id ?? '' } as const;
    const plan = createPlan(to, { facts: { count: 1 } });
    await write(plan);
    await write(plan);
    expect(await readRows()).toMatchObject([{ count: 2, read: false }]);
    await own.database.query('update private.notices set read_at = now()');
    await write(plan);
    expect(await readRows()).toMatchObject([{ count: 1, read: false }]);
  });
});

it('tells the open pages of whom it tells, and enqueues the mails of one thing once', async () => {
  const { own, home } = cast;
  const heard: string[] = [];
  const stop = await own.database.listen(hintChannel, (payload) => heard.push(payload));
  const readers = [home.captain, home.player];
  await own.database.query(
    `update auth.users set email = id || '@players.test', email_confirmed_at = now() where id = any ($1)`,
    [readers.map(({ user_id }) => user_id)],
  );
  const roles = ['captain', 'player'] as const;
  const plan = createPlan({ of: 'team', id: home.id, roles }, { origin: 'once' });
  await write(plan);
  await expect.poll(() => heard.length, { timeout: 60_000 }).toBe(2);
  await stop();
  for (const { person_id } of readers) {
    expect(heard.join()).toContain(`person:${person_id}`);
  }
  const jobs = await own.database.query(
    `select payload, max_attempts from graphile_worker._private_jobs where key = 'notices:once'`,
  );
  expect(jobs).toEqual([{ payload: { origin: 'once' }, max_attempts: 10 }]);
});

it('what counts is one notice and one mail until it is read, and begins anew after it', async () => {
  const { own, home } = cast;
  const { person_id, user_id } = home.captain;
  await own.database.query(
    `update auth.users set email = id || '@players.test', email_confirmed_at = now() where id = $1`,
    [user_id],
  );
  const about = { kind: 'evidence_added', origin: 'pictures', facts: { count: 1 } } as const;
  const plan = createPlan({ of: 'person', id: person_id }, about);
  const readOne = () =>
    own.database.query(
      `select (data ->> 'count')::integer as count, mailed_at is not null as mailed, read_at is not null as read
       from private.notices`,
    );
  await write(plan);
  await own.database.query('update private.notices set mailed_at = $1', [at]);
  await write(plan);
  expect(await readOne()).toEqual([{ count: 2, mailed: true, read: false }]);
  await own.database.query('update private.notices set read_at = $1', [at]);
  await write(plan);
  expect(await readOne()).toEqual([{ count: 1, mailed: false, read: false }]);
});

describe('how somebody is told', () => {
  const setAddress = (viewer: Viewer, email: string | null, confirmed: Date | null) =>
    cast.own.database.query(
      'update auth.users set email = $2, email_confirmed_at = $3 where id = $1',
      [viewer.user_id, email, confirmed],
    );
  const choose = (viewer: Viewer, choice: object) =>
    cast.own.database.query(
      `insert into private.person_settings (person_id, notifications) values ($1, $2)
       on conflict (person_id) do update set notifications = excluded.notifications`,
      [viewer.person_id, JSON.stringify({ challenged: choice })],
    );

  it.each([
    ['who chose nothing', {}, 'who@players.test', true, { in_page: true, by_mail: true }],
    [
      'who wants no mail',
      { mail: false },
      'who@players.test',
      true,
      { in_page: true, by_mail: false },
    ],
    [
      'who wants mails alone',
      { page: false },
      'who@players.test',
      true,
      { in_page: false, by_mail: true },
    ],
    ['who wants neither', { page: false, mail: false }, 'who@players.test', true, null],
    [
      'whose address is not proved',
      {},
      'who@players.test',
      false,
      { in_page: true, by_mail: false },
    ],
    ['who has no address', {}, null, true, { in_page: true, by_mail: false }],
    ['whose address is empty', {}, '', true, { in_page: true, by_mail: false }],
  ])('%s', async (_who, choice, email, isProved, told) => {
    const person = await cast.own.addPerson(`Reader ${_who}`);
    await setAddress(person, email, isProved ? new Date(at) : null);
    await choose(person, choice);
    await write(createPlan({ of: 'person', id: person.person_id }));
    await cast.own.database.query(`update auth.users set email = null where id = $1`, [
      person.user_id,
    ]);
    expect(await readRows()).toMatchObject(told === null ? [] : [told]);
  });

  it('of what is only for the page, by no mail, whatever they chose', async () => {
    const person = await cast.own.addPerson('Late reader');
    await setAddress(person, 'late@players.test', new Date(at));
    const kind = 'match_live';
    await cast.own.database.query(
      'insert into private.person_settings (person_id, notifications) values ($1, $2)',
      [person.person_id, JSON.stringify({ [kind]: { mail: true } })],
    );
    await write(createPlan({ of: 'person', id: person.person_id }, { kind }));
    expect(await readRows()).toMatchObject([{ in_page: true, by_mail: false }]);
  });

  it('people of the demonstration get no mail', async () => {
    const person = await cast.own.addPerson('Actor');
    await setAddress(person, 'actor@players.test', new Date(at));
    await cast.own.database.query('update public.profiles set is_demo = true where id = $1', [
      person.person_id,
    ]);
    await write(createPlan({ of: 'person', id: person.person_id }));
    expect(await readRows()).toMatchObject([{ in_page: true, by_mail: false }]);
  });
});
