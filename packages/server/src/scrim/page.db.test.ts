import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { createTestLeague, type TestPerson, testNow, toInput } from '../testing/test-league.ts';
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
    is_officer: false,
  });
  expect((await look(dust.captain))?.room?.is_officer).toBe(true);
  const nobody = toInput(database, { params: { id: randomUUID() } });
  expect(await loadScrim(nobody)).toBeNull();
});
