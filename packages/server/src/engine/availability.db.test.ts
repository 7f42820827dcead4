import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { emptyLadder } from '@muster/league';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, createTestLeague, type TestPerson } from '../testing/test-league.ts';
import { type AvailabilityRow, availabilityStatement } from './availability.ts';
import { loadLadderFacts } from './facts.ts';

let own: TestDatabase;
/** Their team is at home in Helsinki. */
let member: TestPerson;
let loner: TestPerson;

const hours = [{ weekday: 2, from: '18:00', to: '22:30' }];

beforeAll(async () => {
  own = await createTestDatabase();
  const league = await createTestLeague(own.database);
  member = league.kaarna.player;
  loner = await createPerson(own.database, 'Solo');
  await own.database.query(`update public.teams set zone = 'Europe/Helsinki' where id = $1`, [
    league.kaarna.id,
  ]);
});
afterAll(() => own[Symbol.asyncDispose]());

/** In which zone somebody's hours are meant, as each that asks has it. */
async function findZones(person: TestPerson, settings: object): Promise<string[]> {
  await own.database.query(
    `insert into private.person_settings
     select * from jsonb_populate_record(null::private.person_settings, $1) on conflict (person_id)
     do update set zone = excluded.zone, availability_zone = excluded.availability_zone`,
    [
      JSON.stringify({
        ...{ person_id: person.id, availability: hours, notifications: {}, shown_accounts: [] },
        ...settings,
      }),
    ],
  );
  const { facts } = await loadLadderFacts(own.database, {
    ...{ state: emptyLadder, command: null, actorId: person.id },
    at: new Date().toISOString(),
  });
  const rows = await own.database.query<AvailabilityRow>(availabilityStatement, [
    [member.id, loner.id],
  ]);
  return [
    facts.availability[person.id]?.zone ?? 'none',
    rows.find(({ person_id }) => person_id === person.id)?.zone ?? 'none',
  ];
}

const both = (zone: string) => [zone, zone];

it('counts free hours in the zone kept with them, else the person’s own, else their team’s, else UTC', async () => {
  const kept = { zone: 'Asia/Seoul', availability_zone: 'Europe/Warsaw' };
  expect(await findZones(member, kept)).toEqual(both('Europe/Warsaw'));
  expect(await findZones(loner, { zone: null, availability_zone: 'Asia/Tokyo' })).toEqual(
    both('Asia/Tokyo'),
  );
  expect(await findZones(member, { zone: 'Asia/Seoul' })).toEqual(both('Asia/Seoul'));
  expect(await findZones(member, {})).toEqual(both('Europe/Helsinki'));
  expect(await findZones(loner, {})).toEqual(both('UTC'));
});

it('knows nobody’s hours who has declared none', async () => {
  const quiet = await createPerson(own.database, 'Quiet');
  const { facts } = await loadLadderFacts(own.database, {
    ...{ state: emptyLadder, command: null, actorId: quiet.id },
    at: new Date().toISOString(),
  });
  expect(facts.availability).toEqual({});
});
