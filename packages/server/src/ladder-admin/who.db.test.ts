import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
const admins = ["the ladder's admin", 'site admin'];
const reason = 'Said in the forum.';

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

describe('what a ladder’s admins do', () => {
  it.each([
    ['gives a strike', { path: 'entries/ENTRY/strikes', body: { reason } }],
    ['writes the next rules', { path: 'rules', body: { rules: { team: { size: 2 } } } }],
  ])('who %s: those of this ladder and of the site', async (_what, { path, body }) => {
    const call = { path: `/ladders/tanks/${path.replace('ENTRY', cast.third.entry)}`, body };
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlyTo(admins, 'not_admin')(answers));
  });

  it('who names the ladder: site admins', async () => {
    const body = { name: 'Tanks', zone: 'UTC' };
    const answers = await askAll(cast, { path: '/ladders/tanks/edit', body });
    expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  });

  it('who writes its texts: also editors, and nobody while they are suspended', async () => {
    const { own, people, home } = cast;
    const [steward, judge] = [people['site admin'], people["the ladder's admin"]];
    if (!steward || !judge) {
      expect.fail();
    }
    const write = async (revision: number) => {
      const body = { revision, summary: { en: `Written ${revision}` } };
      const call = { path: '/ladders/tanks/edit', body };
      return (await own.send(judge, call)).body.error?.code;
    };
    const ban = { kind: 'suspension', until: own.at(3), reason };
    const body = { person: judge.person_id, ...ban };
    const { sanction } = await own.act(steward, { path: '/sanctions', body });
    expect(await write(0)).toBe('suspended');
    const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const };
    await own.act(steward, { ...lift, body: { reason } });
    expect(await write(0)).toBeUndefined();
    const other = { path: '/ladders/golf/edit', body: { revision: 0, summary: { en: 'Theirs' } } };
    expect((await own.send(judge, other)).body.error?.code).toBe('not_editor');
    expect((await own.send(home.captain, other)).body.error?.code).toBe('not_editor');
    expect((await own.send(people.editor ?? null, other)).body.error?.code).toBeUndefined();
  });

  it.each([
    ['offices of the site', { path: '/admins' }],
    ['the office of editors', { path: '/editors' }],
    ['offices of a ladder', { path: '/ladders/tanks/admins' }],
  ])('who gives %s: site admins', async (_what, { path }) => {
    const person = await cast.own.addPerson(`New ${path}`);
    const answers = await askAll(cast, { path, body: { person: person.person_id } });
    expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  });
});

it('plans a season anew until somebody has joined it: the same season, under another name and other dates', async () => {
  const { own, people, home } = cast;
  const steward = people['site admin'] ?? home.captain;
  const ladder = 'planned-anew';
  const names = { slug: ladder, name: 'Planned anew', game: 'battlefield6', format: 'rung' };
  await own.act(steward, { path: '/ladders', body: { ...names, region: 'EU', zone: 'UTC' } });
  const path = `/ladders/${ladder}/seasons`;
  const first = { name: 'Wrnog', starts_at: own.at(1), ends_at: own.at(2) };
  const then = { name: 'Right', starts_at: own.at(2), ends_at: own.at(90) };
  const [one, other] = [
    await own.act(steward, { path, body: first }),
    await own.act(steward, { path, body: then }),
  ];
  expect(other.season).toBe(one.season);
  const listSeasons = () =>
    own.database.query(
      `select s.number, s.name, s.opens_at, s.ends_at, s.status from public.seasons s
       join public.ladders l on l.id = s.ladder_id where l.slug = $1`,
      [ladder],
    );
  const kept = {
    number: 1,
    name: 'Right',
    opens_at: new Date(then.starts_at),
    ends_at: new Date(then.ends_at),
    status: 'registration',
  };
  expect(await listSeasons()).toEqual([kept]);
  await own.act(steward, { path: `${path}/opening` });
  expect((await own.send(steward, { path, body: first })).body.error?.code).toBe('season_running');
  expect(await listSeasons()).toMatchObject([{ name: 'Right', status: 'open' }]);
});

it('gives a season that runs another name and another end, as a line of its log, and keeps both where they are refused', async () => {
  const { own, people, home } = cast;
  const steward = people['site admin'] ?? home.captain;
  const ladder = 'edited-later';
  const names = { slug: ladder, name: 'Edited later', game: 'battlefield6', format: 'rung' };
  await own.act(steward, { path: '/ladders', body: { ...names, region: 'EU', zone: 'UTC' } });
  const path = `/ladders/${ladder}/seasons`;
  const plan = { name: 'Wrnog', starts_at: own.at(1), ends_at: own.at(2) };
  await own.act(steward, { path, body: plan });
  await own.act(steward, { path: `${path}/opening` });
  const readSeason = () =>
    own.database.query(
      `select s.name, s.ends_at, s.status, s.opens_at <> $2 as has_opened from public.seasons s
       join public.ladders l on l.id = s.ladder_id where l.slug = $1`,
      [ladder, plan.starts_at],
    );
  const edit = { path: `${path}/edit`, body: { name: 'Right', ends_at: own.at(60) } };
  const answers = await askAll(cast, edit);
  expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
  const kept = { name: 'Right', ends_at: new Date(own.at(60)), status: 'open', has_opened: true };
  expect(await readSeason()).toEqual([kept]);
  const line = await own.database.query(
    `select e.actor_id, e.data from public.league_events e join public.ladders l on l.id = e.ladder_id
     where l.slug = $1 and e.type = 'season_edited'`,
    [ladder],
  );
  expect(line).toMatchObject([
    { actor_id: steward.person_id, data: { name: 'Right', ends_at: own.at(60) } },
  ]);
  for (const [body, code] of [
    [{ ends_at: own.at(-1) }, 'field_invalid'],
    [{ starts_at: own.at(5) }, 'season_running'],
    [{ name: '' }, 'name_invalid'],
  ] as const) {
    expect((await own.send(steward, { path: edit.path, body })).body.error?.code).toBe(code);
  }
  expect(await readSeason()).toEqual([kept]);
  await own.act(steward, { path: `${path}/closing`, body: { name: 'Right' } });
  const late = await own.send(steward, { path: edit.path, body: { name: 'Late' } });
  expect(late.body.error?.code).toBe('season_closed');
});

it.each([
  ['just before it', -1, undefined, 'name'],
  ['just before it, by another’s name', -1, 'Season 2', 'name'],
  ['just before it, by its name', -1, ' Season 1 ', undefined],
  ['at it', 0, undefined, undefined],
  ['just after it', 1, undefined, undefined],
])(
  'closes a season before its planned end by its name alone: %s',
  async (what, milliseconds, name, field) => {
    const { own, people, home } = cast;
    const steward = people['site admin'] ?? home.captain;
    const slug = `ends-${what.replaceAll(/\W+/g, '-')}`;
    await own.addLadder(slug, 'rung', {}, 2);
    own.moveTo(new Date(Date.parse(own.at(2)) + milliseconds).toISOString());
    const body = name === undefined ? {} : { name };
    const answer = await own.send(steward, { path: `/ladders/${slug}/seasons/closing`, body });
    expect(answer.body.error?.field).toBe(field);
    const [season] = await own.database.query<{ status: string }>(
      `select s.status from public.seasons s join public.ladders l on l.id = s.ladder_id where l.slug = $1`,
      [slug],
    );
    expect(season?.status).toBe(field === undefined ? 'closed' : 'open');
  },
);

it('opens no season beside one that runs, the demonstration’s among them', async () => {
  const { own, people, home } = cast;
  const steward = people['site admin'] ?? home.captain;
  const open = { path: '/ladders/golf/seasons/opening' };
  await own.act(steward, {
    path: '/ladders/golf/seasons/closing',
    body: { name: 'Season 1', reason },
  });
  const season = { name: 'Season 2', starts_at: own.at(1), ends_at: own.at(90) };
  await own.act(steward, { path: '/ladders/golf/seasons', body: season });
  await own.database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, is_demo)
     select gen_random_uuid(), l.id, 'ladder:demo', 0, 'Demonstration', 'open', s.rules, 1, now(), now() + interval '1 day', true
     from public.ladders l join public.seasons s on s.ladder_id = l.id and s.number = 1 where l.slug = 'golf'`,
  );
  expect((await own.send(steward, open)).body.error?.code).toBe('season_running');
  // Nor is the planned one edited by the form of the one that is shown, of which the log here knows nothing.
  const edit = { path: '/ladders/golf/seasons/edit', body: { name: 'Season 3' } };
  expect((await own.send(steward, edit)).body.error?.code).toBe('season_not_open');
  await own.database.query("update public.seasons set status = 'closed' where is_demo");
  await own.act(steward, edit);
  await own.act(steward, open);
});
