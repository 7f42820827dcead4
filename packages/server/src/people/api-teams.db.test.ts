import type { TeamAdminData } from '@muster/site/pages/people/team-data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { findPresentPath } from '../http/former-slugs.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadTeamAdmin } from './page-team.ts';

let cast: Cast;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  steward = cast.people['site admin'] ?? cast.home.captain;
});
afterAll(async () => {
  expect(await verify(cast.own.database)).toMatchObject({ difference: null });
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const onlySiteAdmins = onlyTo(['site admin'], 'not_admin');

async function open(viewer: Viewer | null, slug: string): Promise<TeamAdminData | null> {
  const { database, league } = cast.own;
  const url = new URL(`http://localhost:3000/admins/teams/${slug}`);
  const input = { database, viewer, now: league.now(), url, params: { slug } };
  return loadTeamAdmin({ ...input, locale: 'en', zone: 'UTC' });
}

const office = (
  who: Viewer | null,
  slug: string,
  act: 'name' | 'disband' | 'return',
  body: Record<string, unknown> = {},
) =>
  cast.own.send(who, {
    path: `/moderation/teams/${slug}/${act}`,
    body: { reason: 'For order.', ...body },
  });

const edit = (who: Viewer, slug: string, body: Record<string, unknown>) =>
  cast.own.send(who, { path: `/teams/${slug}/edit`, body });

const audited = async (id: string) => {
  const rows = await cast.own.database.query<{ act: string; person_id: string }>(
    'select act, person_id from private.audit_log where subject = $1 order by at, id',
    [id],
  );
  return rows.map(({ act }) => act);
};

describe('the address of a team', () => {
  const rude = { name: 'Rude Riders', tag: 'RUDE' };
  const nice = { name: 'Nice Riders', tag: 'NICE' };

  it('goes with a name that was hidden, leads on from before, and comes back with the name', async () => {
    const { own } = cast;
    const team = await own.addTeam(rude.name, 'tanks');
    expect(team.slug).toBe('rude-riders');
    const { body } = await office(steward, team.slug, 'name', { ...nice, hides: true });
    expect(body.data?.slug).toBe('nice-riders');
    const lead = (path: string) => findPresentPath(own.database, path);
    expect(await lead('/teams/rude-riders')).toBe('/teams/nice-riders');
    expect(await lead('/teams/rude-riders/edit')).toBe('/teams/nice-riders/edit');
    expect(await lead('/admins/teams/rude-riders')).toBe('/admins/teams/nice-riders');
    expect(await lead('/admins/teams/nice-riders')).toBeNull();
    // Who has the page open goes on, and a feed says where the team is now.
    expect((await edit(team.captain, 'rude-riders', { about: 'Us.' })).status).toBe(200);
    const path = '/calendar/teams/rude-riders.ics';
    const feed = JSON.stringify((await own.send(null, { path, method: 'GET' })).body);
    expect(feed).not.toContain('rude-riders');
    const undo = { path: `/moderation/renames/${body.data?.rename}`, method: 'DELETE' as const };
    await own.act(steward, { ...undo, body: { reason: 'A mistake.' } });
    expect(await lead('/teams/nice-riders')).toBe('/teams/rude-riders');
    expect(await lead('/teams/rude-riders')).toBeNull();
    // No other team is found where that one was.
    expect((await own.addTeam('Nice, Riders', null)).slug).toBe('nice-riders-2');
  });

  it('comes back with its number: the one that the league put behind it', async () => {
    const { own } = cast;
    const first = await own.addTeam('Tall Timber', null);
    await own.act(first.captain, { path: `/teams/${first.slug}/disband` });
    expect(await hideAndGiveBack('Tall Timber', 'TALL')).toEqual([
      ...['tall-timber-2', 'calm-tall', 'tall-timber-2'],
    ]);
  });

  it('comes back with its number: the one in which its name ends', async () => {
    expect(await hideAndGiveBack('Squad 7', 'SQ7')).toEqual(['squad-7', 'calm-sq7', 'squad-7']);
  });

  /** The addresses of a team as it is founded, once its name is hidden, and once that is given back. */
  async function hideAndGiveBack(name: string, tag: string): Promise<unknown[]> {
    const { own } = cast;
    const founder = await own.addPerson(`Founder of ${tag}`);
    const home = { zone: 'UTC', locale: 'en' };
    const made = await own.act(founder, { path: '/teams', body: { name, tag, ...home } });
    const calm = { name: `Calm ${tag}`, tag: `C${tag}`, hides: true };
    const { data } = (await office(steward, String(made.slug), 'name', calm)).body;
    const undo = { path: `/moderation/renames/${data?.rename}`, method: 'DELETE' as const };
    await own.act(steward, { ...undo, body: { reason: 'A mistake.' } });
    const [row] = await own.database.query<{ slug: string }>(
      'select slug from public.teams where id = $1',
      [made.id],
    );
    return [made.slug, data?.slug, row?.slug];
  }

  it.each([
    ['is not hidden', { ...nice, name: 'Nicer Riders', tag: 'NIC2' }],
    ['stays and the tag alone goes', { name: 'Plain Riders', tag: 'NIC3', hides: true }],
  ])('stays where the name %s', async (_what, change) => {
    const team = await cast.own.addTeam('Plain Riders', null);
    const { body } = await office(steward, team.slug, 'name', change);
    expect(body.data?.slug).toBe(team.slug);
    await office(steward, team.slug, 'disband');
  });
});

describe('a name that an admin took from a team', () => {
  it('is not taken again by its captain, nor its look-alikes or its tag, until it is given back', async () => {
    const { third } = cast;
    await office(steward, third.slug, 'name', { name: 'Gentle', tag: 'GEN' });
    for (const change of [{ name: 'Third' }, { name: 'TH1RD' }, { tag: 'THIR' }]) {
      const { body } = await edit(third.captain, third.slug, change);
      expect(body.error?.code).toBe('name_removed');
    }
    expect((await edit(third.captain, third.slug, { name: 'Mild', zone: 'UTC' })).status).toBe(200);
    const renaming = (await open(steward, third.slug))?.renamings[0];
    expect(renaming).toMatchObject({ from: 'Third [THIR]', to: 'Gentle [GEN]', undone_at: null });
    await cast.own.act(steward, {
      path: `/moderation/renames/${renaming?.id}`,
      method: 'DELETE',
      body: { reason: 'It was fine.' },
    });
    expect((await edit(third.captain, third.slug, { name: 'Mild' })).status).toBe(200);
    expect((await edit(third.captain, third.slug, { name: 'Third' })).status).toBe(200);
    expect(await audited(third.id)).toEqual(['team_renamed', 'team_name_restored']);
  });

  it('may be anybody’s else unless it was hidden', async () => {
    const { own } = cast;
    const [plain, hidden] = [await own.addTeam('Plainly', null), await own.addTeam('Vilely', null)];
    await office(steward, plain.slug, 'name', { name: 'Other one', tag: 'OTH' });
    await office(steward, hidden.slug, 'name', { name: 'Other two', tag: 'TWO', hides: true });
    const founder = await own.addPerson('Founder');
    const found = (name: string, tag: string) =>
      own.send(founder, { path: '/teams', body: { name, tag, zone: 'UTC', locale: 'en' } });
    expect((await found('Vilely', 'NEW')).body.error).toMatchObject({
      code: 'name_removed',
      params: { name: 'Vilely' },
      field: 'name',
    });
    expect((await found('Plainly', 'NEW')).status).toBe(200);
  });
});

describe('a team in the hand of an office', () => {
  it('is shown to site admins alone, with what its end would move', async () => {
    const { own, home, away } = cast;
    const { match } = await scheduleMatch(own, 'tanks', [home, away]);
    const seen = await Promise.all(
      Object.entries(cast.people).map(async ([who, viewer]) => [
        who,
        await open(viewer, home.slug),
      ]),
    );
    expect(seen.filter(([, data]) => data !== null).map(([who]) => who)).toEqual(['site admin']);
    expect(await open(steward, 'no-such-team')).toBeNull();
    expect(await open(steward, home.slug)).toMatchObject({
      name: 'Home',
      disbanded_at: null,
      entries: [{ slug: 'tanks', name: 'tanks' }],
      matches: [{ id: match, opponent: 'Away', ends: 'forfeited' }],
      ...{ returning: null, is_own: false, asking: 0, why: null, renamings: [] },
    });
    expect((await open(steward, home.slug))?.members.map(({ role }) => role)).toEqual([
      'captain',
      'co_captain',
      'player',
      'substitute',
    ]);
  });

  it('is shown with who of it may not act on the site now, who asks to join, and what it was called', async () => {
    const { own, third, away } = cast;
    const stranger = cast.people.stranger ?? steward;
    const now = own.league.now().getTime();
    const give = (who: Viewer, kind: string, from: number, until: number | null, more = {}) => {
      const { ladder = null, lifted = false } = more as { ladder?: string; lifted?: boolean };
      return own.database.query(
        `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id, is_lifted)
         select gen_random_uuid(), $1, (select id from public.ladders where slug = $2), $3, $4, $5, gen_random_uuid(), $6`,
        [
          ...[who.person_id, ladder, kind, new Date(now + from)],
          ...[until === null ? null : new Date(now + until), lifted],
        ],
      );
    };
    const read = async () =>
      (await open(steward, third.slug))?.members.map(({ role, sanction }) => [role, sanction]);
    await give(third.captain, 'mute', -9, null);
    await give(third.captain, 'ban', -9, null, { lifted: true });
    await give(third.captain, 'ban', -9, 0);
    await give(third.captain, 'ban', 1, null);
    await give(third.captain, 'ban', -9, null, { ladder: 'tanks' });
    await give(third.player, 'ban', -9, 1);
    expect(await read()).toEqual([
      ['captain', null],
      ['player', 'ban'],
    ]);
    await give(third.player, 'suspension', 0, null);
    expect((await read())?.[1]).toEqual(['player', 'suspension']);
    await own.database.query('delete from public.sanctions');
    await own.act(stranger, { path: `/teams/${third.slug}/requests` });
    const renamings = ['Newer', 'Newest'];
    for (const [days, to] of renamings.entries()) {
      await own.database.query(
        `insert into private.renames (id, team_id, from_name, to_name, to_tag, reason, hides, given_by, at)
         values (gen_random_uuid(), $1, 'Old', $2, 'NEW', 'Rude.', $3, $4, $5)`,
        [third.id, to, to === 'Newer', steward.person_id, new Date(now + 1000 + days)],
      );
    }
    const data = await open(steward, third.slug);
    expect(data).toMatchObject({ asking: 1, entries: [{ slug: 'tanks' }] });
    expect(data?.renamings.slice(0, 2)).toMatchObject([
      { from: 'Old', to: 'Newest [NEW]', by: 'Steward', reason: 'Rude.', hides: false },
      { from: 'Old', to: 'Newer [NEW]', hides: true, undone_at: null },
    ]);
    expect((await open(steward, away.slug))?.renamings).toEqual([]);
    await own.database.query('delete from private.renames where from_name = $1', ['Old']);
    const refusal = { person: stranger.person_id, accept: false };
    await own.act(third.captain, { path: `/teams/${third.slug}/requests/answer`, body: refusal });
    await own.act(steward, { path: '/admins', body: { person: third.player.person_id } });
    expect((await open(third.player, third.slug))?.is_own).toBe(true);
    await own.act(steward, { path: `/admins/${third.player.person_id}`, method: 'DELETE' });
  });

  it('is ended as it said, and brought back by the same hand with those who still have an account', async () => {
    const { own, home, people } = cast;
    expect((await office(steward, home.slug, 'return')).body.error?.code).toBe('already_exists');
    const ended = await office(steward, home.slug, 'disband');
    expect(ended.status).toBe(200);
    const substitute = people.substitute ?? steward;
    await own.database.query('delete from auth.users where id = $1', [substitute.user_id]);
    const after = await open(steward, home.slug);
    expect(after).toMatchObject({ entries: [], matches: [], members: [] });
    expect(after?.disbanded_at).not.toBeNull();
    expect(after?.why).toBe('by_admin');
    expect(after?.returning?.map(({ role }) => role)).toEqual(['captain', 'co_captain', 'player']);
    const { substitute: _gone, ...others } = people;
    const call = { path: `/moderation/teams/${home.slug}/return`, body: { reason: 'Mistaken.' } };
    const answers = await askAll({ own, people: others }, call);
    expect(answers).toEqual(onlySiteAdmins(answers));
    const back = await open(steward, home.slug);
    expect(back).toMatchObject({ disbanded_at: null, returning: null });
    expect(back?.members.map(({ person_id }) => person_id)).toContain(home.captain.person_id);
    expect(back?.members).toHaveLength(3);
    expect(
      await own.database.query(
        `select kind, data from private.notices where person_id = $1 and kind = 'team_restored'`,
        [home.player.person_id],
      ),
    ).toEqual([{ kind: 'team_restored', data: { team: 'Home', reason: 'Mistaken.' } }]);
    expect(await audited(home.id)).toEqual(['team_disbanded', 'team_restored']);
  });

  it('has its match and its entry as they ended, and joins anew at the bottom', async () => {
    const { own, home } = cast;
    const entries = () =>
      own.database.query(
        'select status from public.entries where team_id = $1 order by joined_at, id',
        [home.id],
      );
    expect(await entries()).toEqual([{ status: 'left' }]);
    await own.act(home.captain, { path: '/ladders/tanks/entries', body: { team: home.slug } });
    expect(await entries()).toEqual([{ status: 'left' }, { status: 'active' }]);
    const [match] = await own.database.query<{ status: string }>(
      'select m.status from public.matches m join public.entries e on e.id = m.challenger_entry_id where e.team_id = $1',
      [home.id],
    );
    expect(match?.status).toBe('forfeited');
  });

  it('comes back under another name where its own is taken, and not by who was on it', async () => {
    const { own } = cast;
    const gone = await own.addTeam('Wanted', null);
    await own.act(gone.captain, { path: `/teams/${gone.slug}/disband` });
    const founder = await own.addPerson('Next founder');
    const body = { name: 'Wanted', tag: 'WAN', zone: 'UTC', locale: 'en' };
    await own.act(founder, { path: '/teams', body });
    expect((await office(steward, gone.slug, 'return')).body.error?.code).toBe('name_taken');
    await own.act(steward, { path: '/admins', body: { person: gone.player.person_id } });
    expect((await office(gone.player, gone.slug, 'return')).body.error?.code).toBe('own_match');
    await own.act(steward, { path: `/admins/${gone.player.person_id}`, method: 'DELETE' });
    const named = { name: 'Wanted again', tag: 'AGAIN' };
    expect((await office(steward, gone.slug, 'return', named)).status).toBe(200);
    expect(await open(steward, gone.slug)).toMatchObject(named);
  });

  it('does not come back where nobody may lead it', async () => {
    const { own } = cast;
    const gone = await own.addTeam('Lost', null);
    await office(steward, gone.slug, 'disband');
    const ban = (person: Viewer) =>
      own.act(steward, {
        path: '/sanctions',
        body: { person: person.person_id, kind: 'ban', reason: 'Cheats.' },
      });
    await ban(gone.captain);
    const { sanction } = await ban(gone.player);
    expect((await office(steward, gone.slug, 'return')).body.error?.code).toBe('nobody_leads');
    await own.act(steward, {
      path: `/sanctions/${sanction}`,
      method: 'DELETE',
      body: { reason: 'Wrong one.' },
    });
    expect((await office(steward, gone.slug, 'return')).status).toBe(200);
    const roles = (await open(steward, gone.slug))?.members.map(({ username, role }) => [
      username,
      role,
    ]);
    expect(roles).toEqual([
      ['Lost player', 'captain'],
      ['Lost captain', 'player'],
    ]);
  });
});
