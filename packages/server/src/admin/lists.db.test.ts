import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { loadLadderStep } from '../ladder-admin/setup-step.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadAdmins } from './page.ts';
import { loadOffices } from './page-offices.ts';
import { loadHelpersStep } from './setup-step.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = { ...(cast.people['site admin'] ?? cast.home.captain), is_site_admin: true };
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const input = (path = '/', viewer: Viewer = steward) => ({
  ...toInput(cast.own.database, { path }),
  ...{ viewer, now: cast.own.league.now() },
});
const set = (change: string) => cast.own.database.query(`update ${change}`);
const give = async (name: string, ...ladders: (string | null)[]) => {
  const { person_id } = await cast.own.addPerson(name);
  for (const slug of ladders) {
    await cast.own.database.query(
      `insert into public.admins (person_id, ladder_id) values ($1, (select id from public.ladders where slug = $2))`,
      [person_id, slug],
    );
  }
  return person_id;
};
const take = (person: string) =>
  cast.own.database.query('delete from public.admins where person_id = $1', [person]);

describe('the page of admins', () => {
  it('has those of the site first, then others, by their names without regard to case', async () => {
    await set(`public.ladders set position = case slug when 'golf' then 1 else 2 end`);
    const people = [
      await give('zed', null),
      await give('adam', 'tanks', 'golf'),
      await give('Bea', 'golf'),
    ];
    const data = (await loadAdmins(input())) ?? expect.fail();
    expect(
      data.admins.map(({ username, is_site_admin, ladders }) => [
        ...[username, is_site_admin, ladders.map(({ slug }) => slug).join()],
      ]),
    ).toEqual([
      ['Steward', true, ''],
      ['zed', true, ''],
      ['adam', false, 'golf,tanks'],
      ['Bea', false, 'golf'],
      ['Golf judge', false, 'golf'],
      ['Judge', false, 'tanks'],
    ]);
    expect(data.admins[2]).toMatchObject({ ladders_total: 2, rulings: 0, median_hours: null });
    expect([data.site_total, data.ladder_total]).toEqual([2, 4]);
    const find = async (words: string) => {
      const found = await loadAdmins(input(`/admins?q=${words}`));
      return found?.admins.map(({ username }) => username);
    };
    expect(await find('golf')).toEqual(['adam', 'Bea', 'Golf judge']);
    expect(await find('ZE')).toEqual(['zed']);
    const rest = await loadAdmins(input('/admins?from=5'));
    expect(rest?.admins.map(({ username }) => username)).toEqual(['Golf judge', 'Judge']);
    for (const person of people) {
      await take(person);
    }
  });

  it('counts the disputes that are open, not of ladders that try something out', async () => {
    const { own, home, away } = cast;
    const count = async () => (await loadAdmins(input()))?.open_disputes;
    expect(await count()).toBe(0);
    await own.database.query(
      `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status, version, challenged_at)
       select gen_random_uuid(), s.ladder_id, s.id, n, $1, $2, given.status, 1, now() from public.seasons s
       join public.entries e on e.season_id = s.id and e.id = $1,
       unnest(array['disputed', 'live']) with ordinality as given (status, n)`,
      [home.entry, away.entry],
    );
    expect(await count()).toBe(1);
    await own.database.query('update public.ladders set is_test = true');
    expect(await count()).toBe(0);
    await own.database.query('update public.ladders set is_test = false');
    await own.database.query('delete from public.matches');
  });
});

describe('the page of offices', () => {
  const read = async (path = '/admins/offices') =>
    (await loadOffices(input(path))) ?? expect.fail();
  const names = (people: readonly { username: string }[]) => people.map(({ username }) => username);

  it('has people by their names without regard to case, and ladders that are retired behind', async () => {
    const people = [await give('beth', null), await give('Carl', null, 'tanks')];
    await cast.own.database.query(
      'insert into public.editors (person_id, granted_at) select unnest($1::uuid[]), now()',
      [people],
    );
    const all = await read();
    expect(names(all.admins)).toEqual(['beth', 'Carl', 'Steward']);
    expect(names(all.editors)).toEqual(['beth', 'Carl', 'Editor']);
    expect(all.ladders.map(({ slug, name, admins }) => [slug, name, names(admins)])).toEqual([
      ['golf', 'BF6 golf', ['Golf judge']],
      ['tanks', 'BF6 tanks', ['Carl', 'Judge']],
    ]);
    expect([all.admins_total, all.editors_total, all.part.total]).toEqual([3, 3, 2]);
    const found = async (words: string) => {
      const { admins, editors, ladders } = await read(`/admins/offices?q=${words}`);
      return [names(admins), names(editors), ladders.map(({ slug }) => slug)];
    };
    expect(await found('car')).toEqual([['Carl'], ['Carl'], ['tanks']]);
    expect(await found('judge')).toEqual([[], [], ['golf', 'tanks']]);
    expect(await found('battlefield')).toEqual([[], [], ['golf', 'tanks']]);
    expect(await found('bf6')).toEqual([[], [], ['golf', 'tanks']]);
    expect(await found('olf')).toEqual([[], [], ['golf']]);
    expect((await read('/admins/offices?from=2')).ladders).toMatchObject([{ slug: 'tanks' }]);
    await set(`public.ladders set retired_at = now() where slug = 'golf'`);
    expect((await read()).ladders.map(({ slug }) => slug)).toEqual(['tanks', 'golf']);
    await set('public.ladders set retired_at = null');
    for (const person of people) {
      await take(person);
    }
  });
});

describe('the steps of the set-up', () => {
  it('has helpers once somebody beside the first has an office, and names five who are real', async () => {
    const { database } = cast.own;
    await database.query(
      `delete from public.editors; delete from public.admins where person_id <> '${steward.person_id}'`,
    );
    const step = async () => {
      const { is_done, facts } = await loadHelpersStep(input());
      return [is_done, facts];
    };
    expect(await step()).toEqual([false, ['Steward']]);
    const first = await give('Made up', 'tanks');
    await set(`public.profiles set is_demo = true where id = '${first}'`);
    expect(await step()).toEqual([false, ['Steward']]);
    const writer = await cast.own.addPerson('Writer');
    await database.query('insert into public.editors (person_id, granted_at) values ($1, now())', [
      writer.person_id,
    ]);
    expect(await step()).toEqual([true, ['Steward', 'Writer']]);
    for (const name of ['Esther', 'Daniel', 'Carla', 'Boris']) {
      await give(name, 'tanks');
    }
    expect(await step()).toEqual([true, ['Boris', 'Carla', 'Daniel', 'Esther', 'Steward']]);
    expect(await loadHelpersStep(input('/', cast.home.captain))).toMatchObject({
      ...{ is_done: false, facts: [], data: null },
    });
  });

  it('has a ladder once a season of the league’s own is planned, and names three', async () => {
    const { database } = cast.own;
    const step = async () => {
      const { is_done, facts } = await loadLadderStep(input());
      return [is_done, facts];
    };
    expect(await step()).toEqual([true, ['golf', 'tanks']]);
    await database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, position)
       select gen_random_uuid(), 'more-' || n, 'battlefield6', 'More ' || n, 'rung', 0 from generate_series(1, 2) n`,
    );
    expect(await step()).toEqual([true, ['golf', 'tanks']]);
    await database.query(
      `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
       select gen_random_uuid(), l.id, 'ladder:' || l.id, 1, 'Season 1', 'registration', s.rules, 1, s.opens_at, s.ends_at
       from public.ladders l, (select * from public.seasons limit 1) s where l.slug like 'more-%'`,
    );
    expect(await step()).toEqual([true, ['More 1', 'More 2', 'golf']]);
    await set('public.seasons set is_demo = true');
    expect(await step()).toEqual([false, []]);
    expect(await loadLadderStep(input('/', cast.home.captain))).toMatchObject({ data: null });
  });
});
