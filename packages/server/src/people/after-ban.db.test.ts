import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { previewBan, previewLadderBans } from './after-ban.ts';

let cast: Cast;
let tanks = '';
let golf = '';
let match = '';
/** The instant at which everything is asked. */
let now: Date;

beforeAll(async () => {
  cast = await createCast();
  const rows = await cast.own.database.query<{ id: string; slug: string }>(
    'select id, slug from public.ladders order by slug',
  );
  [golf, tanks] = rows.map(({ id }) => id) as [string, string];
  ({ match } = await scheduleMatch(cast.own, 'tanks', [cast.home, cast.away]));
  now = cast.own.league.now();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const secondsLater = (seconds: number) => new Date(now.getTime() + 1000 * seconds);

const preview = (ladders = [tanks]) =>
  previewLadderBans(cast.own.database, { personId: cast.home.captain.person_id, now }, ladders);

describe('what a ban from a ladder would do there', () => {
  it('names the team, who else leads it and the matches that go on', async () => {
    expect(await preview()).toEqual([
      {
        ...{ id: tanks, slug: 'tanks', name: 'tanks' },
        team: { slug: cast.home.slug, name: 'Home' },
        leaders: ['Home co_captain'],
        matches: [{ id: match, status: 'scheduled', opponent: 'Away' }],
      },
    ]);
    expect(await preview([golf])).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ['who is suspended there', {}, false],
    ['who is banned on the site', { kind: 'ban', ladder_id: null }, false],
    ['whose suspension begins now', { starts_at: 0 }, false],
    ['whose suspension begins in a second', { starts_at: 1 }, true],
    ['whose suspension ends in a second', { ends_at: 1 }, false],
    ['whose suspension ends now', { ends_at: 0 }, true],
    ['whose suspension was lifted', { is_lifted: true }, true],
    ['who is suspended elsewhere', { ladder_id: 'golf' }, true],
    ['who may not speak', { kind: 'mute', ladder_id: null }, true],
  ])('counts or not as one who leads it: %s', async (_who, change, isNamed) => {
    const { database } = cast.own;
    const { starts_at = -60, ends_at = null, ladder_id = tanks, ...rest } = change;
    const toAt = (value: unknown) => (value === null ? null : secondsLater(Number(value)));
    const row = { kind: 'suspension', is_lifted: false, ...rest };
    const id = randomUUID();
    await database.query(
      `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id, is_lifted)
       values ($1, $2, $3, $4, $5, $6, gen_random_uuid(), $7)`,
      [
        ...[id, cast.people['co-captain']?.person_id, ladder_id === 'golf' ? golf : ladder_id],
        ...[row.kind, toAt(starts_at), toAt(ends_at), row.is_lifted],
      ],
    );
    const [first] = await preview();
    await database.query('delete from public.sanctions where id = $1', [id]);
    expect(first?.leaders).toEqual(isNamed ? ['Home co_captain'] : []);
  });

  it('is nothing where the season is over or the team has left', async () => {
    const { database } = cast.own;
    const set = (table: 'seasons' | 'entries', status: string) =>
      database.query(
        table === 'seasons'
          ? 'update public.seasons set status = $1'
          : `update public.entries set status = $1, rung = case $1 when 'left' then null else 99 end where id = $2`,
        table === 'seasons' ? [status] : [status, cast.home.entry],
      );
    await set('seasons', 'closed');
    expect(await preview()).toEqual([]);
    await set('seasons', 'open');
    await set('entries', 'left');
    expect(await preview()).toEqual([]);
    await set('entries', 'suspended');
    expect(await preview()).toHaveLength(1);
    await set('entries', 'active');
  });

  it('leaves out matches that have ended, and those of others', async () => {
    const { database } = cast.own;
    const others = await previewLadderBans(
      database,
      { personId: cast.third.captain.person_id, now },
      [tanks],
    );
    expect(others.map(({ matches }) => matches)).toEqual([[]]);
    await database.query('update public.matches set ended_at = $2 where id = $1', [match, now]);
    const [first] = await preview();
    await database.query('update public.matches set ended_at = null where id = $1', [match]);
    expect(first?.matches).toEqual([]);
  });
});

it('a ban from the site counts what somebody holds: offices on ladders and on the site, and in writing', async () => {
  const { own, people } = cast;
  const count = async (role: keyof Cast['people']) => {
    const personId = people[role]?.person_id ?? '';
    return (await previewBan(own.database, { personId, now })).offices;
  };
  expect([
    await count('site admin'),
    await count("the ladder's admin"),
    await count('editor'),
    await count('player'),
  ]).toEqual([1, 1, 1, 0]);
});

it('a ban from the site counts no captain who may not act, says who follows, and then that is done', async () => {
  const { own, people, third } = cast;
  const { captain, player: other, slug } = third;
  const members = `/teams/${slug}/members`;
  const tell = async (at = own.league.now()) => {
    const asked = { personId: captain.person_id, now: at };
    const { teams } = await previewBan(own.database, asked);
    return teams.map(({ outcome, heir }) => [outcome, heir]);
  };
  const ban = (person: string, until: string) =>
    own.act(people['site admin'] as Viewer, {
      path: '/sanctions',
      body: { person, kind: 'ban', until, reason: 'Cheated.' },
    });
  await own.act(captain, { path: `${members}/${other.person_id}`, body: { role: 'captain' } });
  expect(await tell()).toEqual([['stays', null]]);

  const until = own.at(3);
  const nearEnd = (away: number) => new Date(Date.parse(until) + away);
  await ban(other.person_id, until);
  expect(await Promise.all([-1, 0, 1].map((away) => tell(nearEnd(away))))).toEqual([
    [['disbands', null]],
    [['stays', null]],
    [['stays', null]],
  ]);

  const heir = await own.addPerson('Third heir');
  const { code } = await own.act(captain, { path: `/teams/${slug}/invites` });
  await own.act(heir, { path: `/teams/${slug}/join`, body: { code } });
  expect(await Promise.all([-1, 0].map((away) => tell(nearEnd(away))))).toEqual([
    [['passes', 'Third heir']],
    [['stays', null]],
  ]);
  const leave = { path: `${members}/${captain.person_id}`, method: 'DELETE' as const };
  expect((await own.send(captain, leave)).body.error?.code).toBe('last_captain');

  await ban(captain.person_id, until);
  const roles = await own.database.query<{ role: string; username: string }>(
    `select r.role, p.username from public.rosters r join public.profiles p on p.id = r.person_id
     where r.team_id = $1 order by p.username`,
    [third.id],
  );
  expect(roles.map(({ username, role }) => [username, role])).toEqual([
    ['Third captain', 'player'],
    ['Third heir', 'captain'],
    ['Third player', 'captain'],
  ]);
});
