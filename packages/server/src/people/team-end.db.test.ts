import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadTeamEnd } from './team-end.ts';

let cast: Cast;

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

describe('what a team’s end would touch', () => {
  it.each<[string, string, string, string[]]>([
    ['where it plays', 'active', 'open', ['tanks']],
    ['where it is suspended', 'suspended', 'open', ['tanks']],
    ['but not where it has left', 'left', 'open', []],
    ['but not where it was taken off', 'removed', 'open', []],
    ['nor where the season is over', 'active', 'closed', []],
  ])('is its entries: %s', async (_where, status, season, ladders) => {
    const { database } = cast.own;
    await database.query(
      `update public.entries set status = $2, rung = case when $2 in ('left', 'removed') then null else 9 end
       where id = $1`,
      [cast.home.entry, status],
    );
    await database.query('update public.seasons set status = $1', [season]);
    const end = await loadTeamEnd(database, cast.home.id);
    await database.query(`update public.seasons set status = 'open'`);
    expect(end?.entries.map(({ slug }) => slug)).toEqual(ladders);
  });

  it('names its ladders in their order, and whom it would leave without a team', async () => {
    const { own, third } = cast;
    await own.act(third.captain, { path: '/ladders/golf/entries', body: { team: third.slug } });
    const asks = cast.people.stranger ?? third.player;
    const none = await loadTeamEnd(own.database, third.id);
    await own.act(asks, { path: `/teams/${third.slug}/requests` });
    await own.database.query(
      `update public.ladders set position = case slug when 'tanks' then 1 else 2 end`,
    );
    const end = await loadTeamEnd(own.database, third.id);
    expect([none?.asking, end]).toEqual([
      0,
      {
        ...{ name: 'Third', tag: 'THIR', members: 2, asking: 1, matches: [] },
        entries: ['tanks', 'golf'].map((slug) => ({ slug, name: slug })),
      },
    ]);
    await own.database.query('update public.ladders set position = 1');
    const tied = await loadTeamEnd(own.database, third.id);
    expect(tied?.entries.map(({ slug }) => slug)).toEqual(['golf', 'tanks']);
  });

  it('is nothing of one that has ended already, or never was', async () => {
    const { own, away } = cast;
    expect(await loadTeamEnd(own.database, away.id)).toMatchObject({ name: 'Away' });
    await own.act(away.captain, { path: `/teams/${away.slug}/disband` });
    expect(await loadTeamEnd(own.database, away.id)).toBeNull();
    expect(await loadTeamEnd(own.database, crypto.randomUUID())).toBeNull();
  });
});
