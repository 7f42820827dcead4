import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { loadAccount } from '../account/page.ts';
import { createMatch, createTestLeague, toInput } from '../testing/test-league.ts';
import { loadProfile } from './page.ts';

/** An account with an identity, as the auth service writes them; the profile comes by itself. */
async function signUp(database: Parameters<typeof toInput>[0], name: string) {
  const [user] = await database.query<{ id: string }>(
    `insert into auth.users (id, email, raw_user_meta_data)
     values (gen_random_uuid(), $1, $2) returning id`,
    [`${name}@example.org`, JSON.stringify({ full_name: name, locale: 'fi' })],
  );
  const id = user?.id ?? '';
  await database.query(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data)
     values (gen_random_uuid(), '4711', $1::uuid, 'discord', $2)`,
    [id, JSON.stringify({ sub: '4711', full_name: name })],
  );
  const [profile] = await database.query<{ id: string }>(
    'select id from public.profiles where user_id = $1',
    [id],
  );
  return { id: profile?.id ?? '', user_id: id, username: name };
}

describe('a profile', () => {
  it('shows teams, the record of played matches, and no account that is not shown', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { kaarna, treadheads, dust } = league;
    const won = await createMatch(test.database, league, {
      challenger: kaarna,
      defender: treadheads,
      status: 'completed',
      number: 1,
      ended_at: '2026-11-10T20:00:00Z',
      winner: 'challenger',
      scores: [2, 0],
      climb: [2, 1],
    });
    await createMatch(test.database, league, {
      challenger: dust,
      defender: kaarna,
      status: 'completed',
      number: 2,
      ended_at: '2026-11-11T20:00:00Z',
      winner: 'challenger',
    });
    await test.database.query(
      `insert into private.match_lineups (match_id, side, person_id, ladder_id, ended_at, outcome)
       values ($1, 'challenger', $2, $3, '2026-11-10T20:00:00Z', 'won')`,
      [won, kaarna.player.id, league.ladder.id],
    );
    const data = await loadProfile(
      toInput(test.database, { params: { user_id: kaarna.player.user_id } }),
    );
    expect(data).toMatchObject({
      username: 'Kaarna player',
      teams: [{ team: { slug: 'kaarna' }, role: 'player', left_at: null }],
      record: { wins: 1, losses: 0, draws: 0 },
      matches: [{ id: won, own_side: 'challenger' }],
      accounts: [],
      is_own: false,
    });
  });

  it('shows an account elsewhere once its owner shows it', async () => {
    await using test = await createTestDatabase();
    const person = await signUp(test.database, 'Otso');
    const look = () =>
      loadProfile(toInput(test.database, { person, params: { user_id: person.user_id } }));
    expect(await look()).toMatchObject({ accounts: [], is_own: true, locale: 'fi' });
    expect(await loadAccount(toInput(test.database, { person }))).toMatchObject({
      username: 'Otso',
      accounts: [{ provider: 'discord', display_name: 'Otso', is_shown: false }],
      availability: [],
    });
    await test.database.query(
      `insert into private.person_settings (person_id, shown_accounts) values ($1, '{discord}')`,
      [person.id],
    );
    expect((await look())?.accounts).toEqual([
      { provider: 'discord', display_name: 'Otso', url: 'https://discord.com/users/4711' },
    ]);
  });

  it('is not found for nobody', async () => {
    await using test = await createTestDatabase();
    const params = { user_id: '01980000-0000-7000-8000-000000000000' };
    expect(await loadProfile(toInput(test.database, { params }))).toBeNull();
  });
});
