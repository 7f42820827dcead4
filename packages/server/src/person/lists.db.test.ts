import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMatch,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  toInput,
} from '../testing/test-league.ts';
import { loadProfile } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let person: TestPerson;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  person = league.kaarna.player;
});
afterAll(() => own[Symbol.asyncDispose]());

const look = async (who = person, viewer?: TestPerson) => {
  const params = { user_id: who.user_id };
  const data = await loadProfile(
    toInput(database, { params, ...(viewer === undefined ? {} : { person: viewer }) }),
  );
  return data ?? expect.fail();
};
const asTest = (isTest: boolean) =>
  database.query('update public.ladders set is_test = $1', [isTest]);

describe('the teams of a profile', () => {
  it('are those that one is on, the newest first, then those that one left last', async () => {
    const { dust, treadheads, kaarna } = league;
    await database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       values ($1, $2, $3, 'substitute', '2026-10-01')`,
      [dust.id, person.id, person.user_id],
    );
    await database.query(
      `insert into public.past_rosters (team_id, person_id, role, joined_at, left_at)
       values ($1, $2, 'player', '2026-01-01', '2026-02-01'), ($3, $2, 'captain', '2025-01-01', '2026-03-01')`,
      [treadheads.id, person.id, kaarna.id],
    );
    await database.query('update public.teams set disbanded_at = now() where id = $1', [
      treadheads.id,
    ]);
    const shown = (await look()).teams.map(({ team, role, joined_at, left_at }) => [
      team.slug,
      team.is_disbanded,
      role,
      joined_at.slice(0, 10),
      left_at?.slice(0, 10) ?? null,
    ]);
    expect(shown).toEqual([
      ['dust-devils', false, 'substitute', '2026-10-01', null],
      ['kaarna', false, 'player', '2026-08-16', null],
      ['kaarna', false, 'captain', '2025-01-01', '2026-03-01'],
      ['treadheads', true, 'player', '2026-01-01', '2026-02-01'],
    ]);
    const others = (await look(kaarna.captain)).teams;
    expect(others.map(({ team }) => team.slug)).toEqual(['kaarna']);
  });
});

describe('the matches and the record of a profile', () => {
  beforeEach(async () => {
    await database.query('delete from public.matches');
  });

  async function addPlayed(number: number, who: TestPerson | null, day: number | null) {
    const ended_at = day === null ? undefined : `2026-10-${String(day).padStart(2, '0')}T20:00:00Z`;
    const id = await createMatch(database, league, {
      ...{ challenger: league.kaarna, defender: league.dust, number },
      status: day === null ? 'live' : 'completed',
      ...(ended_at === undefined ? {} : { ended_at, winner: 'challenger' as const }),
    });
    if (who !== null) {
      await database.query(
        `insert into private.match_lineups (match_id, side, person_id, ladder_id, ended_at, outcome)
         values ($1, 'challenger', $2, $3, $4, $5)`,
        [id, who.id, league.ladder.id, ended_at ?? null, day === null ? null : 'won'],
      );
    }
    return id;
  }

  it('are the ten that ended last of those that one played, and none of a test ladder', async () => {
    const ids: string[] = [];
    for (const [place, day] of [5, 12, 1, 8, 3, 10, 2, 9, 4, 11, 6, 7].entries()) {
      ids[day] = await addPlayed(place + 1, person, day);
    }
    await addPlayed(20, null, 20);
    await addPlayed(21, league.kaarna.captain, 21);
    await addPlayed(22, person, null);
    const data = await look();
    expect(data.matches.map(({ id }) => id)).toEqual(ids.slice(3).toReversed());
    expect(data.matches[0]).toMatchObject({ own_side: 'challenger', winner: 'challenger' });
    expect(data.record).toEqual({ wins: 12, losses: 0, draws: 0 });
    await asTest(true);
    expect(await look()).toMatchObject({
      matches: [],
      record: { wins: 0, losses: 0, draws: 0 },
    });
    await asTest(false);
    expect((await look(league.dust.captain)).record).toEqual({ wins: 0, losses: 0, draws: 0 });
  });
});

describe('what else a profile tells', () => {
  it('which offices one has: of the site, and of ladders in their order', async () => {
    const ladders = [randomUUID(), randomUUID()];
    await database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, position)
       values ($1, 'zeta', 'battlefield6', 'Zeta', 'rung', 0), ($2, 'alpha', 'battlefield6', 'Alpha', 'rung', 9)`,
      ladders,
    );
    const give = (who: TestPerson, ladder: string | null) =>
      database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
        who.id,
        ladder,
      ]);
    expect((await look()).admin_of).toEqual({ site: false, ladders: [] });
    for (const ladder of [...ladders, league.ladder.id]) {
      await give(person, ladder);
    }
    await give(league.loner, null);
    expect((await look()).admin_of).toEqual({
      site: false,
      ladders: [
        { slug: 'zeta', name: 'Zeta' },
        { slug: 'tanks', name: 'Tanks' },
        { slug: 'alpha', name: 'Alpha' },
      ],
    });
    expect((await look(league.loner)).admin_of).toEqual({ site: true, ladders: [] });
  });

  it('one’s names in games by their kind, and whether it is one’s own page', async () => {
    await database.query(
      `insert into public.profile_identities (person_id, kind, handle, is_verified)
       values ($1, 'steam', 'Kaa', true), ($1, 'ea', 'Kaarna_2', false), ($2, 'ea', 'Else', false)`,
      [person.id, league.loner.id],
    );
    expect((await look()).identities).toEqual([
      { kind: 'ea', handle: 'Kaarna_2', is_verified: false },
      { kind: 'steam', handle: 'Kaa', is_verified: true },
    ]);
    expect((await look(person, person)).is_own).toBe(true);
    expect((await look(person, league.loner)).is_own).toBe(false);
    expect((await look()).is_own).toBe(false);
  });

  it('the accounts that one shows, by what one is called there, and where that can be looked at', async () => {
    const [user] = await database.query<{ id: string; profile: string }>(
      `with made as (insert into auth.users (id, raw_user_meta_data)
         values (gen_random_uuid(), '{"full_name":"Otso"}') returning id) select id from made`,
    );
    const user_id = user?.id ?? '';
    const [profile] = await database.query<{ id: string }>(
      'select id from public.profiles where user_id = $1',
      [user_id],
    );
    const names = {
      twitch: { name: 'otso' },
      steam: { full_name: 'Otso S', name: 'otso' },
      discord: { custom_claims: { global_name: 'Otso!' }, full_name: 'o', name: 'o#1' },
      github: { name: 'hidden' },
    };
    for (const [provider, about] of Object.entries(names)) {
      await database.query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ('1/2', $1, $2, $3)`,
        [user_id, JSON.stringify(about), provider],
      );
    }
    await database.query(
      `insert into private.person_settings (person_id, shown_accounts) values ($1, '{steam,discord,twitch}')`,
      [profile?.id],
    );
    const shown = await look({ id: profile?.id ?? '', user_id, username: 'Otso' });
    expect(shown.accounts).toEqual([
      { provider: 'discord', display_name: 'Otso!', url: 'https://discord.com/users/1%2F2' },
      {
        provider: 'steam',
        display_name: 'Otso S',
        url: 'https://steamcommunity.com/profiles/1%2F2',
      },
      { provider: 'twitch', display_name: 'otso', url: null },
    ]);
  });

  it('trophies: of the first three places in seasons that are over, the last first', async () => {
    const addSeason = async (number: number, status: string, closed: string, place: number) => {
      const [season, entry] = [randomUUID(), randomUUID()];
      await database.query(
        `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, closed_at)
         select $1::uuid, ladder_id, $1::text, $2::integer, 'No. ' || $2::text, $3, rules, 1, '2025-01-01', $4, $4
         from public.seasons where id = $5`,
        [season, number, status, closed, league.season_id],
      );
      await database.query(
        `insert into public.entries (id, season_id, team_id, status, joined_at, last_active_at, final_place)
         values ($1, $2, $3, 'active', '2025-01-01', '2025-01-01', $4)`,
        [entry, season, league.dust.id, place],
      );
      await database.query(
        `insert into public.entry_players (season_id, entry_id, person_id, eligible_from) values ($1, $2, $3, '2025-01-01')`,
        [season, entry, person.id],
      );
    };
    await addSeason(2, 'closed', '2025-02-01', 1);
    await addSeason(3, 'closed', '2025-06-01', 3);
    await addSeason(4, 'closed', '2025-04-01', 4);
    await addSeason(5, 'closed', '2025-05-01', 2);
    await addSeason(6, 'registration', '2025-07-01', 1);
    const trophies = async (who = person) =>
      (await look(who)).trophies.map(({ place, season, team }) => [place, season, team]);
    expect(await trophies()).toEqual([
      [3, 'No. 3', 'Dust Devils'],
      [2, 'No. 5', 'Dust Devils'],
      [1, 'No. 2', 'Dust Devils'],
    ]);
    expect(await trophies(league.loner)).toEqual([]);
    await asTest(true);
    expect(await trophies()).toEqual([]);
    await asTest(false);
  });
});
