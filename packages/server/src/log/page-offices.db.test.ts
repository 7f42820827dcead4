import { randomUUID } from 'node:crypto';
import type { OfficeLogData } from '@muster/site/pages/office-log/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { isOfficeEvent } from './office-acts.ts';
import { loadAdminLog, loadOfficeLog } from './page-offices.ts';

let cast: Cast;
let steward: Viewer;

const lines = [
  { act: 'article_published', kind: 'article', subject: 'welcome' },
  { act: 'article_added', kind: 'article', subject: 'draft' },
  {
    act: 'ladder_edited',
    kind: 'ladder',
    subject: 'tanks',
    changes: { name: { from: 'A', to: 'B' }, notes: { from: 'x', to: 'y' } },
  },
  { act: 'ladder_edited', kind: 'ladder', subject: 'golf' },
  { act: 'sign_in_way_edited', kind: 'sign_in_way', subject: 'discord' },
  {
    act: 'settings_edited',
    kind: 'settings',
    subject: 'league',
    changes: { hue: { from: 1, to: 2 }, footer_line: 'changed' },
  },
];

beforeAll(async () => {
  cast = await createCast();
  const { own, home, third, people } = cast;
  steward = people['site admin'] ?? home.captain;
  // The offices of the cast were given at noon of this day; what follows is of the days after.
  own.moveTo('2026-11-05T12:00:00.000Z');
  for (const { act, kind, subject, changes } of lines) {
    await own.database.query(
      `insert into private.audit_log (id, at, person_id, act, kind, subject, changes) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        randomUUID(),
        own.league.now(),
        people.editor?.person_id,
        act,
        kind,
        subject,
        JSON.stringify(changes ?? {}),
      ],
    );
  }
  const judge = people["the ladder's admin"] ?? home.captain;
  const strike = {
    path: `/ladders/tanks/entries/${third.entry}/strikes`,
    body: { reason: 'Did not show up.' },
  };
  await own.act(judge, strike);
  own.moveTo('2026-11-06T12:00:00.000Z');
  const sanction = {
    person: home.player.person_id,
    kind: 'mute',
    reason: 'Said what must not be said.',
  };
  await own.act(steward, { path: '/sanctions', body: sanction });
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

function toInput(viewer: Viewer | null, query: string) {
  const url = new URL(`/log${query}`, 'http://localhost:3000');
  const { database, league } = cast.own;
  return {
    database,
    viewer,
    now: league.now(),
    url,
    locale: 'en',
    zone: 'Europe/Helsinki',
    params: {},
  };
}
const openPublic = async (query = '') =>
  (await loadOfficeLog(toInput(null, query))) ?? expect.fail();
const openAll = async (viewer: Viewer | null, query = '') =>
  (await loadAdminLog(toInput(viewer, query)))?.log ?? null;
const toActs = (log: OfficeLogData | null) =>
  log?.acts.map(({ act, subject }) => (subject === null ? act : `${act} ${subject.name}`)).sort() ??
  null;

const offices = [
  'site_admin_granted',
  'ladder_admin_granted',
  'ladder_admin_granted',
  'editor_granted',
];
const ofTanks = ['ladder_admin_granted', 'ladder_edited tanks', 'strike_given'];
const madeTwice = [
  'ladder_created',
  'ladder_created',
  'rules_edited',
  'rules_edited',
  'season_opened',
  'season_opened',
  'season_planned',
  'season_planned',
];

describe('who reads what', () => {
  it('shows a site admin everything, a ladder admin their ladder, an editor the texts, and others nothing', async () => {
    const seen: Record<string, string[] | null> = {};
    for (const [name, viewer] of Object.entries(cast.people)) {
      const log = await openAll(viewer);
      seen[name] = toActs(log)?.filter((act) => !madeTwice.includes(act)) ?? null;
    }
    const nobody = Object.fromEntries(Object.keys(seen).map((name) => [name, null]));
    const kept = lines.map(({ act, subject }) => `${act} ${subject}`);
    expect(seen).toEqual({
      ...nobody,
      "the ladder's admin": ofTanks,
      "another ladder's admin": ['ladder_admin_granted', 'ladder_edited golf'],
      editor: [
        'article_added draft',
        'article_published welcome',
        'ladder_edited golf',
        'ladder_edited tanks',
      ],
      'site admin': [...offices, ...kept, 'sanction_given', 'strike_given'].sort(),
    });
  });

  it('lets everybody read what is listed for all, of each act the fields that are', async () => {
    const log = await openPublic();
    expect(toActs(log)?.filter((act) => !madeTwice.includes(act))).toEqual(
      [
        ...offices,
        ...[
          'article_published welcome',
          'ladder_edited golf',
          'ladder_edited tanks',
          'settings_edited league',
        ],
        ...['sanction_given', 'strike_given'],
      ].sort(),
    );
    const changes = log.acts.flatMap((act) => act.changes);
    expect(changes.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'hue', from: 1, to: 2 },
      { field: 'name', from: 'A', to: 'B' },
    ]);
    const text = JSON.stringify(log);
    for (const secret of ['footer_line', 'notes', 'discord', 'draft', 'must not be said']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    // Why an admin ruled or gave a strike is for everybody, as in the ladder's own log.
    expect(text).toContain('Did not show up.');
  });

  it('shows offices the reason of a sanction, and fields that are not for everybody', async () => {
    const text = JSON.stringify(await openAll(steward));
    for (const inside of ['must not be said', 'footer_line', 'notes']) {
      expect([inside, text.includes(inside)]).toEqual([inside, true]);
    }
  });
});

describe('what narrows it', () => {
  it.each([
    ['by who did it', '?who=STEWARD&kind=people', ['sanction_given']],
    ['by nobody of that name', '?who=nobody', []],
    ['by the act', '?act=strike_given', ['strike_given']],
    ['by the group', '?kind=texts', ['article_added draft', 'article_published welcome']],
    [
      'by all that no group names',
      '?kind=site',
      ['settings_edited league', 'sign_in_way_edited discord'],
    ],
    ['by the ladder', '?ladder=golf&kind=ladders&q=golf', ['ladder_edited golf']],
    ['by a thing', '?q=welc', ['article_published welcome']],
    ['by a pattern, which is none', '?q=%25', []],
    ['by an entry', '?q=third', ['strike_given']],
    ['by the person concerned', '?q=home+player&kind=people', ['sanction_given']],
    ['from a day on', '?from=2026-11-06', ['sanction_given']],
    ['from the day after', '?from=2026-11-07', []],
    ['of one day', '?from=2026-11-05&to=2026-11-05&act=strike_given', ['strike_given']],
    ['until the day before', '?to=2026-11-04&act=strike_given', []],
    ['by a day that is none', '?from=2026-13-40&act=strike_given', ['strike_given']],
  ])('%s', async (_how, query, acts) => {
    expect(toActs(await openAll(steward, query))).toEqual(acts);
  });
});

describe('its pages', () => {
  it('has fifty lines each, the newest first, none twice and none left out, among a hundred thousand', async () => {
    await cast.own.database.query(
      `insert into private.audit_log (id, at, person_id, act, kind, subject)
       select gen_random_uuid(), timestamptz '2027-01-01T00:00:00Z' + n / 3 * interval '1 second', null, 'menus_edited', 'menus', 'menus'
       from generate_series(1, 100000) n`,
    );
    await cast.own.database.query('analyze private.audit_log');
    const first = (await openAll(steward, '?act=menus_edited')) ?? expect.fail();
    expect([first.acts.length, first.is_latest]).toEqual([50, true]);
    const second = await openAll(
      steward,
      `?act=menus_edited&before=${encodeURIComponent(first.older ?? '')}`,
    );
    const all = [...first.acts, ...(second?.acts ?? [])];
    expect(new Set(all.map(({ id }) => id)).size).toBe(100);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('reads the events by their own index', async () => {
    const plan = await cast.own.database.transaction(async (transaction) => {
      await transaction.query('set local enable_seqscan = off');
      return transaction.query(
        `explain select e.id from public.league_events e where ${isOfficeEvent} order by e.at desc, e.id desc limit 51`,
      );
    });
    expect(JSON.stringify(plan)).toContain('league_events_of_offices');
  });

  it.each([
    [50, false],
    [51, true],
  ])('of %i lines leads to older ones: %s', async (count, leads) => {
    const act = `rows_of_${count === 50 ? 'fifty' : 'more'}`;
    await cast.own.database.query(
      `insert into private.audit_log (id, at, act, kind, subject)
       select gen_random_uuid(), now(), $2, 'menus', 'menus' from generate_series(1, $1::int) n`,
      [count, act],
    );
    const log = await openAll(steward, `?act=${act}`);
    expect([log?.acts.length, log?.older !== null]).toEqual([50, leads]);
  });
});
