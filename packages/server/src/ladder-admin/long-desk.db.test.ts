import type { LadderAdminData } from '@muster/site/pages/ladder-admin/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, hour, scheduleMatch } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadderAdmin } from './page.ts';

const many = 3000;
const kilobyte = 1024;
let own: ApiLeague;
let judge: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  judge = await own.addAdmin('Judge');
  const below = await own.addTeam('Below', 'tanks');
  const above = await own.addTeam('Above', 'tanks');
  await own.addTeam('Elsewhere', 'tanks');
  await scheduleMatch(own, 'tanks', [above, below]);
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function read(search = ''): Promise<NonNullable<LadderAdminData['desk']>> {
  const input = toInput(own.database, { params: { slug: 'tanks' } });
  const url = new URL(`http://localhost/ladders/tanks/admin${search}`);
  const data = await loadLadderAdmin({ ...input, url, viewer: judge, now: own.league.now() });
  if (data?.desk == null) {
    throw new Error('There is no desk.');
  }
  return data.desk;
}

const later = (ms: number) => new Date(own.league.now().getTime() + ms).toISOString();

/** So many matches like the one there is, numbered from `first`, each due a minute after the one before. */
async function addMatches(first: number, count: number): Promise<void> {
  await own.database.query(
    `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id,
       status, version, challenged_at, deadline)
     select gen_random_uuid(), ladder_id, season_id, $1::integer + n, challenger_entry_id, defender_entry_id,
       'disputed', 1, challenged_at, $3::timestamptz + n * interval '1 minute'
     from public.matches, generate_series(0, $2::integer - 1) n where number = 1`,
    [first, count, later(hour)],
  );
}

/** A dispute of each match from `first` on, each opened a minute after the one before. */
async function addCases(first: number, count: number): Promise<void> {
  await own.database.query(
    `insert into private.stream_members (stream, sequence, collection, id, state)
     select s.stream, 1, 'disputes', gen_random_uuid(), jsonb_build_object('match_id', m.id, 'status', 'open',
       'reason', 'disputed', 'opened_at', $3::timestamptz + m.number * interval '1 minute',
       'ruling_aimed_at', null, 'statements', '[]'::jsonb)
     from public.matches m join public.seasons s on s.id = m.season_id
     where m.number >= $1 and m.number < $1 + $2`,
    [first, count, later(-10_000 * hour)],
  );
  await own.database.query(
    `update private.stream_members set state = state || jsonb_build_object('id', id) where collection = 'disputes'`,
  );
}

async function removeThem(): Promise<void> {
  await own.database.query(
    `delete from private.stream_members where collection = 'disputes';
     delete from public.matches where number >= 1000;`,
  );
}

const sizes = async (search = '') => {
  const { cases, cases_part, matches, matches_part } = await read(search);
  return [
    [cases.length, cases_part.total, cases_part.kept],
    [matches.length, matches_part.total, matches_part.kept],
  ];
};

describe('a ladder’s desk', () => {
  it.each([
    [49, 49],
    [50, 50],
    [51, 50],
  ])('shows of %i running matches and as many cases %i each', async (count, shown) => {
    // One match is there already.
    await addMatches(1000, count - 1);
    await addMatches(2000, count);
    await addCases(2000, count);
    const each = [shown, count, count];
    expect(await sizes()).toEqual([each, each]);
    const rest = [count - 49 > 0 ? count - 49 : 0, count, count];
    expect(await sizes('?from=50&cases=50')).toEqual([rest, rest]);
    await removeThem();
  });

  it('is small with three thousand of each, and every one is on some page of it once', async () => {
    await addMatches(10_000, many - 1);
    await addMatches(20_000, many);
    await addCases(20_000, many);
    const [cases, matches] = [new Set<string>(), new Set<string>()];
    for (const from of [1, 51, many - 49]) {
      const desk = await read(`?from=${from}&cases=${from}`);
      expect(JSON.stringify(desk).length).toBeLessThan(64 * kilobyte);
      for (const one of desk.cases) {
        cases.add(one.id);
      }
      for (const one of desk.matches) {
        matches.add(one.id);
      }
    }
    expect([cases.size, matches.size]).toEqual([150, 150]);
    const first = await read();
    expect(first.cases.slice(0, 2).map(({ number }) => number)).toEqual([20_000, 20_001]);
    expect((await read(`?cases=${many}`)).cases.map(({ number }) => number)).toEqual([22_999]);
    // One place does not move the other.
    expect((await read(`?cases=${many}`)).matches).toEqual(first.matches);
    expect((await read(`?from=${many}`)).cases).toEqual(first.cases);
  });

  it('finds one by its number, and all of a team by its name or its tag', async () => {
    expect((await read('?q=12998')).matches.map(({ number }) => number)).toEqual([12_998]);
    expect((await read('?q=22999')).cases.map(({ number }) => number)).toEqual([22_999]);
    expect(await sizes('?q=22999')).toEqual([
      [1, 1, many],
      [0, 0, many],
    ]);
    const all = [50, many, many];
    const none = [0, 0, many];
    expect(await sizes('?q=belo')).toEqual([all, all]);
    expect(await sizes('?q=ABOV')).toEqual([all, all]);
    expect(await sizes('?q=Elsewhere')).toEqual([none, none]);
    expect(await sizes('?q=%25')).toEqual([none, none]);
    expect(await sizes('?q=1299')).toEqual([none, none]);
  });

  it('has what is stuck before all others, and says how many are, whatever is looked for', async () => {
    const put = (number: number, deadline: string | null) =>
      own.database.query('update public.matches set deadline = $2 where number = $1', [
        number,
        deadline,
      ]);
    await put(12_000, later(-60_000));
    await put(12_500, later(-60_001));
    await put(12_600, null);
    const desk = await read();
    expect(desk.matches.slice(0, 4).map(({ number, is_stuck }) => [number, is_stuck])).toEqual([
      [12_600, true],
      [12_500, true],
      [12_000, false],
      [10_000, false],
    ]);
    expect([desk.stuck, (await read('?q=Elsewhere')).stuck]).toEqual([2, 2]);
  });

  it('has what blocks a match before what is late, and that before what waits longest', async () => {
    const aim = (number: number, at: string | null) =>
      own.database.query(
        `update private.stream_members sm set state = sm.state || jsonb_build_object('ruling_aimed_at', $2::text)
         from public.matches m where m.number = $1 and sm.collection = 'disputes' and (sm.state ->> 'match_id')::uuid = m.id`,
        [number, at],
      );
    const first = async () => (await read()).cases[0]?.number;
    await aim(22_000, later(0));
    expect(await first()).toBe(20_000);
    await aim(22_000, later(-1));
    expect(await first()).toBe(22_000);
    // Another team’s match blocks nothing; one of a side’s does, within a day.
    const begin = (starts: string | null) =>
      own.database.query('update public.matches set starts_at = $1 where number = 22500', [starts]);
    for (const [starts, blocks] of [
      [-1, false],
      [0, true],
      [24 * hour, true],
      [24 * hour + 1, false],
    ] as const) {
      await begin(later(starts));
      const { cases } = await read('?q=22000');
      expect([starts, cases[0]?.blocks_at]).toEqual([starts, blocks ? later(starts) : null]);
      // It does not block itself.
      expect((await read('?q=22500')).cases[0]?.blocks_at).toBeNull();
    }
    await begin(null);
  });

  it('shows nothing of it to anybody else', async () => {
    const input = toInput(own.database, { params: { slug: 'tanks' } });
    const stranger = await own.addPerson('Stranger');
    for (const viewer of [stranger, null]) {
      expect(await loadLadderAdmin({ ...input, viewer, now: own.league.now() })).toMatchObject({
        desk: null,
      });
    }
  });
});
