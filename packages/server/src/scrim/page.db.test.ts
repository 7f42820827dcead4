import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import {
  createPerson,
  createTestLeague,
  type TestPerson,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadScrim } from './page.ts';

it('shows who plays and when to everybody, the room to the two teams alone', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const { kaarna, dust, loner } = await createTestLeague(database);
  const id = randomUUID();
  await database.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at,
       server_address) values ($1, 'battlefield6', $2, $3, $4, 'Europe/Helsinki', $4, '10.0.0.1:1')`,
    [id, kaarna.id, dust.id, testNow],
  );
  await database.query(
    `insert into private.scrim_messages (id, scrim_id, person_id, text, sent_at) values ($1, $2, $3, 'Which map?', $4)`,
    [randomUUID(), id, kaarna.player.id, testNow],
  );
  const look = (person?: TestPerson) =>
    loadScrim(toInput(database, { params: { id }, ...(person === undefined ? {} : { person }) }));
  const open = await look();
  expect(open).toMatchObject({
    home: { slug: 'kaarna' },
    is_over: false,
    cancelled: null,
    room: null,
  });
  expect(JSON.stringify(await look(loner))).not.toContain('10.0.0.1');
  expect((await look(kaarna.player))?.room).toMatchObject({
    messages: [{ text: 'Which map?' }],
    server: { address: '10.0.0.1:1' },
    may_arrange: false,
  });
  expect((await look(dust.captain))?.room?.may_arrange).toBe(true);
  const nobody = toInput(database, { params: { id: randomUUID() } });
  expect(await loadScrim(nobody)).toBeNull();
});

it('shows the last two hundred messages, the first first, and that one was removed without what it said', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const { kaarna, dust } = await createTestLeague(database);
  const id = randomUUID();
  await database.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values ($1, 'battlefield6', $2, $3, $4, 'UTC', $4)`,
    [id, kaarna.id, dust.id, testNow],
  );
  await database.query(
    `insert into private.scrim_messages (id, scrim_id, person_id, text, sent_at, hidden_at)
     select gen_random_uuid(), $1, $2, 'Said ' || n, $3::timestamptz + n * interval '1 second',
       case n when 201 then $3::timestamptz end from generate_series(201, 1, -1) n`,
    [id, dust.captain.id, testNow],
  );
  const look = await loadScrim(toInput(database, { params: { id }, person: kaarna.player }));
  const { messages = [], server } = look?.room ?? {};
  const said = Array.from({ length: 199 }, (_, place) => [`Said ${place + 2}`, false]);
  expect(messages.map(({ text, is_removed }) => [text, is_removed])).toEqual([...said, ['', true]]);
  expect(server).toBeNull();
});

it('names the people of a team by their role, then as they joined, and knows who leads either', async () => {
  await using test = await createTestDatabase();
  const { database } = test;
  const { kaarna, dust, loner } = await createTestLeague(database);
  const id = randomUUID();
  await database.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values ($1, 'battlefield6', $2, $3, $4, 'UTC', $4)`,
    [id, kaarna.id, dust.id, testNow],
  );
  const join = (person: TestPerson, role: string, { team = dust, at = '2026-01-01' } = {}) =>
    database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, $4, $5)`,
      [team.id, person.id, person.user_id, role, at],
    );
  await join(await createPerson(database, 'Sub'), 'substitute');
  await join(await createPerson(database, 'Late'), 'player', { at: '2026-10-01' });
  await join(await createPerson(database, 'Early'), 'player');
  await join(loner, 'player', { team: kaarna });
  await join(loner, 'co_captain', { at: '2026-11-01' });
  const other = await createPerson(database, 'Other');
  await join(other, 'player', { at: '2026-11-01' });
  await join(other, 'co_captain', { team: kaarna });
  const look = await loadScrim(toInput(database, { params: { id } }));
  expect(look?.away.people.map(({ username }) => username)).toEqual([
    ...['Dust Devils captain', 'Loner', 'Early', 'Dust Devils player', 'Late', 'Other', 'Sub'],
  ]);
  for (const person of [loner, other]) {
    const { room } = (await loadScrim(toInput(database, { params: { id }, person }))) ?? {};
    expect(room?.may_arrange).toBe(true);
  }
});
