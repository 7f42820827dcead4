import { randomUUID } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import {
  createMatch,
  createTestLeague,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadTeam } from './page.ts';
import { loadTeamEdit, loadTeamNew } from './page-forms.ts';
import { loadTeams } from './page-list.ts';

/** One invite that is open and one that has run out, as the rules and their transaction leave them. */
async function createInvites(database: Queryable, { id, captain }: TestTeam): Promise<void> {
  const good = randomUUID();
  const old = randomUUID();
  const invites = {
    [good]: { role: 'player', status: 'open' },
    [old]: { role: 'player', status: 'open' },
  };
  await database.query(`insert into public.stream_heads (stream) values ($1)`, [`team:${id}`]);
  await database.query(
    `insert into private.stream_states (stream, sequence, state) values ($1, 1, $2)`,
    [`team:${id}`, JSON.stringify({ invites })],
  );
  await database.query(
    `insert into private.team_invites (code, invite_id, team_id, created_by, expires_at)
     values ('GOOD', $1, $3, $4, '2026-12-01T00:00:00Z'), ('OLD', $2, $3, $4, '2026-11-01T00:00:00Z')`,
    [good, old, id, captain.id],
  );
}

describe('a team’s page', () => {
  it('shows its roster, where it stands and how it came there, and what it played', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust } = league;
    await createMatch(test.database, league, {
      challenger: kaarna,
      defender: treadheads,
      status: 'offered',
      number: 1,
      deadline: '2026-11-22T18:00:00Z',
    });
    await createMatch(test.database, league, {
      challenger: dust,
      defender: kaarna,
      status: 'completed',
      number: 2,
      ended_at: '2026-11-20T20:00:00Z',
      winner: 'defender',
      scores: [0, 2],
    });
    const data = await loadTeam(toInput(test.database, { params: { slug: 'kaarna' } }));
    expect(data).toMatchObject({
      name: 'Kaarna',
      members: [
        { username: 'Kaarna captain', role: 'captain' },
        { username: 'Kaarna player', role: 'player' },
      ],
      entries: [
        {
          ladder: { slug: 'tanks' },
          season: { is_running: true },
          rung: 2,
          size: 3,
          steps: [{ at: '2026-09-01T00:00:00.000Z', rung: 2 }],
        },
      ],
      open_matches: [{ own_side: 'challenger', status: 'offered' }],
      results: [{ own_side: 'defender', winner: 'defender' }],
      invite: null,
      viewer: null,
    });
  });

  it('shows the scrims that are ahead, with whom and when, and none that is off or over', async () => {
    await using test = await createTestDatabase();
    const { kaarna, dust } = await createTestLeague(test.database);
    const hours = (from: number) => new Date(testNow.getTime() + from * 3_600_000);
    const addScrim = async (starts_at: Date, cancelled_at: Date | null) => {
      const id = randomUUID();
      await test.database.query(
        `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at,
           cancelled_at) values ($1, 'battlefield6', $2, $3, $4, 'UTC', $5, $6)`,
        [id, kaarna.id, dust.id, starts_at, hours(-9), cancelled_at],
      );
      return id;
    };
    const [late, soon] = [await addScrim(hours(30), null), await addScrim(hours(-1), null)];
    await addScrim(hours(20), hours(-1));
    await addScrim(hours(-3), null);
    const look = async (slug: string) =>
      (await loadTeam(toInput(test.database, { params: { slug } })))?.scrims;
    expect(await look('kaarna')).toEqual([
      {
        id: soon,
        starts_at: hours(-1).toISOString(),
        game: 'Battlefield 6',
        opponent: { slug: 'dust-devils', name: 'Dust Devils' },
      },
      expect.objectContaining({ id: late }),
    ]);
    expect(await look('dust-devils')).toMatchObject([
      { opponent: { slug: 'kaarna' } },
      { id: late },
    ]);
    expect(await look('treadheads')).toEqual([]);
  });

  it('shows invite links to captains only, and says what an invite is worth', async () => {
    await using test = await createTestDatabase();
    const { kaarna, loner } = await createTestLeague(test.database);
    await createInvites(test.database, kaarna);
    const look = (person: typeof loner, code = '') =>
      loadTeam(
        toInput(test.database, {
          person,
          path: code === '' ? '/teams/kaarna' : `/teams/kaarna?invite=${code}`,
          params: { slug: 'kaarna' },
        }),
      );
    expect((await look(kaarna.captain))?.viewer).toMatchObject({
      role: 'captain',
      is_last_captain: true,
      invites: [{ code: 'GOOD', role: 'player' }],
    });
    expect((await look(kaarna.player))?.viewer).toMatchObject({ role: 'player', invites: [] });
    expect((await look(loner, 'GOOD'))?.viewer).toMatchObject({ role: null, invites: [] });
    expect((await look(loner, 'GOOD'))?.invite).toEqual({ code: 'GOOD', state: 'good' });
    expect((await look(loner, 'OLD'))?.invite).toEqual({ code: 'OLD', state: 'expired' });
    expect((await look(loner, 'NONE'))?.invite).toEqual({ code: 'NONE', state: 'unknown' });
    expect((await look(kaarna.player, 'GOOD'))?.invite).toEqual({ code: 'GOOD', state: 'member' });
  });

  it('tells a captain whether they are the last, and nobody else', async () => {
    await using test = await createTestDatabase();
    const { kaarna, loner } = await createTestLeague(test.database);
    const isLast = async (person: typeof loner) =>
      (await loadTeam(toInput(test.database, { person, params: { slug: 'kaarna' } })))?.viewer
        ?.is_last_captain;
    expect([await isLast(kaarna.captain), await isLast(kaarna.player)]).toEqual([true, false]);
    expect(await isLast(loner)).toBe(false);
    await test.database.query(`update public.rosters set role = 'captain' where person_id = $1`, [
      kaarna.player.id,
    ]);
    expect([await isLast(kaarna.captain), await isLast(kaarna.player)]).toEqual([false, false]);
  });

  it('counts no captain who may not act', async () => {
    await using test = await createTestDatabase();
    const { kaarna, dust, ladder } = await createTestLeague(test.database);
    const other = kaarna.player.id;
    await test.database.query(`update public.rosters set role = 'captain' where person_id = $1`, [
      other,
    ]);
    const asked = toInput(test.database, { person: kaarna.captain, params: { slug: 'kaarna' } });
    const near = (away: number) => new Date(testNow.getTime() + away);
    const isLastWhere = async (change: object) => {
      const given = { person_id: other, kind: 'suspension', ladder_id: null, is_lifted: false };
      const row = { ...given, starts_at: near(-9), ends_at: null, ...change };
      const { kind, ladder_id, starts_at, ends_at } = row;
      await test.database.query(
        `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id, is_lifted)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, gen_random_uuid(), $6)`,
        [row.person_id, ladder_id, kind, starts_at, ends_at, row.is_lifted],
      );
      const { viewer } = (await loadTeam(asked)) ?? {};
      await test.database.query('delete from public.sanctions');
      return [viewer?.is_last_captain, viewer?.heirs.includes(other)];
    };
    const cases: [who: string, change: object, isLast: boolean][] = [
      ['is suspended', {}, true],
      ['is banned', { kind: 'ban' }, true],
      ['may not speak', { kind: 'mute' }, false],
      ['is suspended on a ladder', { ladder_id: ladder.id }, false],
      ['is suspended from now on', { starts_at: near(0) }, true],
      ['will be suspended in a moment', { starts_at: near(1) }, false],
      ['is suspended a moment longer', { ends_at: near(1) }, true],
      ['is suspended until now', { ends_at: near(0) }, false],
      ['was suspended until a moment ago', { ends_at: near(-1) }, false],
      ['was forgiven', { is_lifted: true }, false],
      ['is of another team', { person_id: dust.captain.id }, false],
    ];
    for (const [who, change, isLast] of cases) {
      // What keeps them from leading keeps them from being handed the team, too.
      expect([who, ...(await isLastWhere(change))]).toEqual([who, isLast, !isLast]);
    }
  });

  it('is not found when there is no such team', async () => {
    await using test = await createTestDatabase();
    expect(await loadTeam(toInput(test.database, { params: { slug: 'nobody' } }))).toBeNull();
    expect(await loadTeamEdit(toInput(test.database, { params: { slug: 'nobody' } }))).toBeNull();
  });

  it('gives its form to its captain and to nobody else', async () => {
    await using test = await createTestDatabase();
    const { kaarna } = await createTestLeague(test.database);
    const params = { slug: 'kaarna' };
    const own = await loadTeamEdit(toInput(test.database, { person: kaarna.captain, params }));
    expect(own?.fields).toEqual({
      name: 'Kaarna',
      tag: 'KAA',
      zone: 'Europe/Helsinki',
      locale: 'fi',
      about: '',
    });
    const other = await loadTeamEdit(toInput(test.database, { person: kaarna.player, params }));
    expect(other).toEqual({ slug: 'kaarna', name: 'Kaarna', logo: null, fields: null, zones: [] });
    const fresh = await loadTeamNew(toInput(test.database, { person: kaarna.captain }));
    expect(fresh).toMatchObject({ zone: 'Europe/Helsinki', locale: 'en' });
    expect(fresh?.zones.map(({ zone }) => zone)).toContain('Europe/Helsinki');
  });
});

describe('the list of teams', () => {
  it('finds by name and tag, and takes signs of patterns as they are', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    const search = async (query: string) => {
      const data = await loadTeams(
        toInput(test.database, { path: `/teams?q=${encodeURIComponent(query)}` }),
      );
      return data?.teams.map(({ name }) => name);
    };
    expect(await search('')).toEqual(['Dust Devils', 'Kaarna', 'Treadheads']);
    expect(await search('dust')).toEqual(['Dust Devils']);
    expect(await search('trd')).toEqual(['Treadheads']);
    expect(await search('%')).toEqual([]);
  });

  it('says where each stands, and gives the rest page by page', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    const data = await loadTeams(toInput(test.database, { path: '/teams?from=3' }));
    expect(data).toMatchObject({
      total: 3,
      from: 3,
      teams: [
        { name: 'Treadheads', people: 2, places: [{ slug: 'tanks', name: 'Tanks', rung: 1 }] },
      ],
    });
  });
});
