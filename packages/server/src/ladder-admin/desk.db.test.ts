import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { hour, scheduleMatch } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadderAdmin } from './page.ts';
import { loadOwnedLadder, loadOwnedLadders } from './page-owned.ts';
import { loadRulesEdit } from './page-rules.ts';

let cast: Cast;
let steward: Viewer;
let judge: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = { ...(cast.people['site admin'] ?? cast.home.captain), is_site_admin: true };
  judge = cast.people["the ladder's admin"] ?? cast.home.captain;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const input = (viewer: Viewer | null, slug = 'tanks', path = '/') => ({
  ...toInput(cast.own.database, { params: { slug }, path }),
  ...{ viewer, now: cast.own.league.now() },
});
const set = (change: string) => cast.own.database.query(`update ${change}`);
const openDesk = async (viewer: Viewer = judge, slug = 'tanks') =>
  (await loadLadderAdmin(input(viewer, slug)))?.desk ?? expect.fail();

describe('the desk of a ladder', () => {
  it('has what its admins did, the last of it first, and nothing of what captains do', async () => {
    const { own, home, away, third } = cast;
    const path = `/ladders/tanks/entries/${third.entry}`;
    const rest = { path: `/entries/${third.entry}/rest`, body: { days: 2 } };
    const announced = await own.act(third.captain, rest);
    await own.act(third.captain, { path: `${rest.path}/${announced.rest}`, method: 'DELETE' });
    await scheduleMatch(own, 'tanks', [home, away]);
    own.moveTo(new Date(own.league.now().getTime() + hour).toISOString());
    await own.act(judge, { path: `${path}/strikes`, body: { reason: 'Did not come.' } });
    own.moveTo(new Date(own.league.now().getTime() + hour).toISOString());
    await own.act(judge, { path: `${path}/rest`, body: { days: 2, reason: 'Ill.' } });
    const { acts, names, matches } = await openDesk();
    expect(matches).toMatchObject([
      {
        ...{ number: 1, status: 'scheduled', version: 3, has_part: false, is_stuck: false },
        ...{ challenger: { name: 'Home', tag: 'HOME', href: '/teams/home' } },
        ...{ defender: { name: 'Away' } },
      },
    ]);
    expect(matches[0]?.deadline).not.toBeNull();
    expect(acts.map(({ type, reason }) => [type, reason])).toEqual([
      ['rest_announced', 'Ill.'],
      ['strike_given', 'Did not come.'],
    ]);
    expect(acts[0]).toMatchObject({
      ...{ actor_id: judge.person_id, at: own.league.now().toISOString(), match_id: null },
    });
    expect(names.people).toEqual({
      [judge.person_id]: { username: 'Judge', user_id: judge.user_id },
    });
    expect(names.entries?.[third.entry]?.name).toBe('Third');
    expect((await openDesk(steward, 'golf')).acts).toEqual([]);
  });

  it('has the last forty of it', async () => {
    const { database } = cast.own;
    const [head] = await database.query<{ stream: string; sequence: number; ladder: string }>(
      `select h.stream, h.sequence::integer as sequence, s.ladder_id as ladder from public.stream_heads h
       join public.seasons s on s.stream = h.stream join public.ladders l on l.id = s.ladder_id where l.slug = 'golf'`,
    );
    const write = (actor: string | null) =>
      database.query(
        `insert into public.league_events (id, stream, sequence, ladder_id, type, version, actor_id, at, data, previous_hash, hash)
         select gen_random_uuid(), $1, $2::integer + case when $4::uuid is null then 100 else 0 end + n, $3, 'rules_edited', 1, $4, $5, '{}',
           repeat('a', 64), repeat('b', 64) from generate_series(1, 41) n`,
        [head?.stream, head?.sequence, head?.ladder, actor, cast.own.league.now()],
      );
    await write(steward.person_id);
    await write(null);
    const first = head?.sequence ?? 0;
    const { acts } = await openDesk(steward, 'golf');
    expect(acts.map(({ sequence }) => sequence - first)).toEqual(
      Array.from({ length: 40 }, (_, place) => 41 - place),
    );
  });

  it('says to whom the site is, whether anybody has joined, how many stand and how fast it is ruled', async () => {
    const { database } = cast.own;
    const read = async (viewer: Viewer, slug = 'tanks') => {
      const { is_site_admin, has_entries, placed, median_hours } = await openDesk(viewer, slug);
      return [is_site_admin, has_entries, placed, median_hours];
    };
    expect(await read(judge)).toEqual([false, true, 3, null]);
    expect(await read(steward, 'golf')).toEqual([true, false, 0, null]);
    const entry = `where id = '${cast.third.entry}'`;
    await set(`public.entries set status = 'suspended' ${entry}`);
    expect((await read(judge))[2]).toBe(3);
    await set(`public.entries set status = 'active', rung = null ${entry}`);
    expect((await read(judge))[2]).toBe(2);
    await set(`public.entries set rung = 3 ${entry}`);
    const [season] = await database.query<{ stream: string }>(
      `select s.stream from public.seasons s join public.ladders l on l.id = s.ladder_id where l.slug = 'tanks'`,
    );
    // Ruled after two, four and nine hours; one waits still.
    for (const hours of [2, 9, 4, null]) {
      const at = Date.parse('2026-11-01T00:00:00.000Z');
      const ruling = hours === null ? null : { at: new Date(at + hours * hour).toISOString() };
      const id = randomUUID();
      const state = {
        id,
        match_id: randomUUID(),
        status: hours === null ? 'open' : 'ruled',
        ruling,
      };
      await database.query(
        `insert into private.stream_members (stream, sequence, collection, id, state) values ($1, 1, 'disputes', $2, $3)`,
        [season?.stream, id, JSON.stringify({ ...state, opened_at: new Date(at).toISOString() })],
      );
    }
    expect((await read(judge))[3]).toBe(4);
    await database.query(`delete from private.stream_members where collection = 'disputes'`);
  });

  it('has the rules of the next season for those who may write them alone', async () => {
    const { own, home } = cast;
    expect((await openDesk()).next_version).toBe(1);
    const outsider = (await own.addPerson('Outside')).person_id;
    const rules = { team: { size: 2 }, strikes: { limit: 7 }, dispute: { outsider } };
    await own.act(judge, { path: '/ladders/tanks/rules', body: { rules } });
    expect((await openDesk()).next_version).toBe(2);
    expect(await loadRulesEdit(input(judge))).toMatchObject({
      ...{ may_edit: true, next: { version: 2, rules: { strikes: { limit: 7 } } } },
      season: { name: 'Season 1', rules_version: 1 },
    });
    expect((await loadRulesEdit(input(judge)))?.people).toEqual({ [outsider]: 'Outside' });
    const seen = await loadRulesEdit(input(home.captain));
    expect([seen?.may_edit, seen?.next, seen?.people]).toEqual([false, null, {}]);
  });
});

describe('an entry on the desk', () => {
  const find = async (query: string) => {
    const path = `/ladders/tanks/desk/entries${query}`;
    const { data } = (await cast.own.send(judge, { path, method: 'GET' })).body;
    return data as { entries: Record<string, unknown>[]; total: number };
  };

  it('is found by its tag, and whose name begins so before whose holds it, those without a rung last', async () => {
    const { own } = cast;
    await own.database.query(`update public.teams set tag = 'QQ' where slug = 'third'`);
    expect((await find('?q=qq')).entries).toMatchObject([{ name: 'Third' }]);
    const beta = await own.addTeam('Beta Hom', 'tanks');
    const names = async (query: string) => (await find(query)).entries.map(({ name }) => name);
    await set(`public.entries set rung = rung + 10`);
    await set(`public.entries set rung = 1 where id = '${beta.entry}'`);
    expect(await names('?q=hom')).toEqual(['Home', 'Beta Hom']);
    await set(`public.entries set rung = null where id = '${beta.entry}'`);
    expect((await names('')).at(-1)).toBe('Beta Hom');
  });

  it('has its strikes in force, the last first, with the match that each was for, and its rest that is not over', async () => {
    const { own, home } = cast;
    const [row] = await own.database.query<{ match: string; number: number }>(
      'select id as match, number from public.matches limit 1',
    );
    const strike = (id: string, days: number, match_id: string | null) => ({
      ...{ id, at: own.at(-days), lapses_at: own.at(30 - days), reason: 'no_show', match_id },
      lifted: false,
    });
    const rest = (id: string, status: string) => ({
      ...{ id, from: own.at(-9), until: own.at(9), days: 18, status },
    });
    await own.database.query(
      `update private.stream_members set state = state || $2 where id = $1 and collection = 'entries'`,
      [
        home.entry,
        {
          strikes: [
            strike('one', 5, row?.match ?? null),
            strike('two', 4, null),
            strike('gone', 31, null),
          ],
          rests: [rest('past', 'over'), rest('next', 'announced')],
        },
      ],
    );
    const [entry] = (await find(`?entry=${home.entry}`)).entries;
    expect(entry).toMatchObject({
      strikes: [
        { id: 'two', match: null },
        { id: 'one', match: { id: row?.match, number: row?.number } },
      ],
      rest: { id: 'next', status: 'announced', from: own.at(-9), until: own.at(9) },
    });
  });
});

describe('the ladders as their owners have them', () => {
  const read = async (path = '/') =>
    (await loadOwnedLadders(input(steward, 'tanks', path))) ?? expect.fail();

  it('are found by their own words and by those of their games', async () => {
    const found = async (words: string) =>
      (await read(`/?q=${words}`)).ladders.map(({ slug }) => slug);
    await set(`public.ladders set name = 'Panzer' where slug = 'tanks'`);
    const all = ['golf', 'tanks'];
    expect([await found('panz'), await found('tank'), await found('none')]).toEqual([
      ['tanks'],
      ['tanks'],
      [],
    ]);
    expect([(await found('bf6')).sort(), (await found('battlefield')).sort()]).toEqual([all, all]);
    expect(await read('/?q=panz')).toMatchObject({ part: { total: 1, kept: 2, limit: 100 } });
  });

  it('stand by their places, those that are retired, or whose game is, behind the others', async () => {
    const order = async () => {
      const { ladders, part } = await read();
      return [ladders.map(({ slug }) => slug), part.total, part.kept];
    };
    const place = (slug: string, position: number) =>
      set(`public.ladders set position = ${position} where slug = '${slug}'`);
    await place('golf', 2);
    await place('tanks', 1);
    expect(await order()).toEqual([['tanks', 'golf'], 2, 2]);
    await set(`public.ladders set retired_at = now() where slug = 'tanks'`);
    expect(await order()).toEqual([['golf', 'tanks'], 2, 1]);
    await set('public.ladders set retired_at = null');
    await cast.own.database.query(
      `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes, retired_at)
       select 'past', 'Past', 'Past', 9, false, tagline, about, facts, maps, modes, now() from public.games`,
    );
    await set(`public.ladders set game_slug = 'past' where slug = 'tanks'`);
    expect(await order()).toEqual([['golf', 'tanks'], 2, 1]);
    await set(`public.ladders set game_slug = 'battlefield6'`);
    await cast.own.database.query(`delete from public.games where slug = 'past'`);
  });

  it('are each in their last season of their own, and of which a form says what there is to choose', async () => {
    const { database } = cast.own;
    const season = async () => (await read()).ladders.find(({ slug }) => slug === 'golf')?.season;
    expect(await season()).toBe('open');
    await database.query(
      `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, is_demo)
       select gen_random_uuid(), l.id, 'ladder:' || gen_random_uuid()::text, number, 'Next', status, '{}', 1, now(), now(), is_demo
       from public.ladders l, (values (2, 'registration', false), (3, 'closed', true)) given (number, status, is_demo) where l.slug = 'golf'`,
    );
    expect(await season()).toBe('registration');
    await database.query('delete from public.seasons where number > 1');
    const form = async () => loadOwnedLadder(input(steward, 'new'));
    const only = { slug: 'battlefield6', name: 'Battlefield 6' };
    expect(await form()).toMatchObject({
      ...{ ladder: null, has_games: true, only_game: only, has_ladders: true },
    });
    await database.query(
      `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
       select 'second', 'Second', 'Second', 9, false, tagline, about, facts, maps, modes from public.games`,
    );
    expect(await form()).toMatchObject({ has_games: true, only_game: null });
    await database.query(`delete from public.games where slug = 'second'`);
    await set('public.games set retired_at = now()');
    expect(await form()).toMatchObject({ has_games: false, only_game: null });
    await set('public.games set retired_at = null');
  });
});

it('begins a ladder of which only its demonstration was played with the rules of that', async () => {
  const { own } = cast;
  const id = randomUUID();
  await own.database.query(
    `insert into public.ladders (id, slug, game_slug, name, format, zone, position)
     values ($1, 'shown', 'battlefield6', 'Shown', 'rung', 'UTC', 9)`,
    [id],
  );
  await own.database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, is_demo)
     select gen_random_uuid(), $1, 'ladder:' || gen_random_uuid()::text, number, 'Demo', 'closed', s.rules || rules.given, 1, opens, now(), true
     from (select rules from public.seasons limit 1) s,
       (values (1, timestamptz '2026-02-01', '{"strikes":{"lapseAfter":"P70D","limit":5,"suspension":"P6D"}}'::jsonb),
         (2, '2026-01-01', '{}')) rules (number, opens, given)`,
    [id],
  );
  // Whoever acts on it first brings it into the log, also who could not have made it.
  const referee = await own.addPerson('Referee');
  await own.database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
    referee.person_id,
    id,
  ]);
  const body = { rules: { team: { size: 3 } } };
  await own.act(referee, { path: '/ladders/shown/rules', body });
  const season = { name: 'Season 1', starts_at: own.at(1), ends_at: own.at(90) };
  await own.act(steward, { path: '/ladders/shown/seasons', body: season });
  const log = await own.database.query(
    `select type, actor_id, data -> 'rules' -> 'strikes' -> 'limit' as limit
     from public.league_events where ladder_id = $1 order by sequence`,
    [id],
  );
  const by = ({ person_id: actor_id }: Viewer) => ({ actor_id });
  expect(log).toMatchObject([
    { type: 'ladder_created', ...by(referee), limit: null },
    { type: 'rules_edited', ...by(referee), limit: 5 },
    { type: 'rules_edited', ...by(referee), limit: 3 },
    { type: 'season_planned', ...by(steward), limit: 3 },
  ]);
});

describe('a ladder’s admin whom a sanction holds', () => {
  it.each<[string, object, boolean]>([
    ['everywhere', {}, true],
    ['everywhere, until the next instant', { ends_at: 1 }, true],
    ['everywhere, until now', { ends_at: 0 }, false],
    ['everywhere, from the next instant on', { starts_at: 1 }, false],
    ['by a suspension on this ladder', { kind: 'suspension', slug: 'tanks' }, true],
    ['on this ladder, until the next instant', { slug: 'tanks', ends_at: 1 }, true],
    ['on this ladder, until now', { slug: 'tanks', ends_at: 0 }, false],
    ['on another ladder', { slug: 'golf' }, false],
    ['by a mute', { kind: 'mute' }, false],
  ])(
    'has its desk and its rules where the calls would take anything from them: %s',
    async (_how, given, isHeld) => {
      const { own, third } = cast;
      const one = { kind: 'ban', slug: null, starts_at: -hour, ends_at: hour, ...given };
      const from = (milliseconds: number) => new Date(own.league.now().getTime() + milliseconds);
      await own.database.query(
        `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id)
       select gen_random_uuid(), $1, (select id from public.ladders where slug = $2), $3, $4, $5, gen_random_uuid()`,
        [judge.person_id, one.slug, one.kind, from(one.starts_at), from(one.ends_at)],
      );
      const ask = async (path: string, body: Record<string, unknown> | null = null) => {
        const how = body === null ? ({ method: 'GET' } as const) : { body };
        const call = { path: `/ladders/tanks/${path}`, ...how };
        return (await own.send(judge, call)).body.error?.code;
      };
      const calls = [
        await ask(`entries/${third.entry}/strikes`, { reason: 'Did not come.' }),
        await ask('rules', { rules: { team: { size: 2 } } }),
        await ask('webhook'),
      ];
      expect(calls).toEqual(calls.map(() => (isHeld ? 'suspended' : undefined)));
      expect(await ask('desk/entries')).toBe(isHeld ? 'not_admin' : undefined);
      const [desk, rules] = [
        await loadLadderAdmin(input(judge)),
        await loadRulesEdit(input(judge)),
      ];
      expect([desk?.is_held, desk?.desk === null]).toEqual([isHeld, isHeld]);
      expect([rules?.is_held, rules?.may_edit]).toEqual([isHeld, !isHeld]);
      await own.database.query('delete from public.sanctions');
    },
  );

  it('is told so alone: of a ladder that is not theirs a sanction changes nothing', async () => {
    const { own, home } = cast;
    await own.database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, text_id) values (gen_random_uuid(), $1, 'ban', $2, gen_random_uuid())`,
      [home.captain.person_id, own.league.now()],
    );
    expect(await loadLadderAdmin(input(home.captain))).toMatchObject({
      is_held: false,
      desk: null,
    });
    expect(await loadRulesEdit(input(home.captain))).toMatchObject({ is_held: false });
    await own.database.query('delete from public.sanctions');
  });
});
