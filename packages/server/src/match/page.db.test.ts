import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import type { Match } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { keepLadder } from '../testing/keep-ladder.ts';
import {
  createMatch,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  type TestTeam,
  toInput,
} from '../testing/test-league.ts';
import { loadMatch } from './page.ts';

const hash = 'a'.repeat(64);

interface Room {
  database: Database;
  league: TestLeague;
  id: string;
}

function toState({ league, id }: Room, change: Partial<Match>): Match {
  const { kaarna, treadheads } = league;
  return {
    id,
    season_id: league.season_id,
    challenger_id: kaarna.entry_id,
    defender_id: treadheads.entry_id,
    status: 'checking_in',
    version: 7,
    rules_version: 1,
    is_rematch: false,
    created_at: '2026-11-15T12:00:00.000Z',
    changed_at: '2026-11-21T17:40:00.000Z',
    deadline: '2026-11-21T18:10:00.000Z',
    seed_hash: hash,
    seed: null,
    nonces: { challenger: 'c'.repeat(16), defender: 'd'.repeat(16) },
    picks: { C: { maps: [], sides: [] }, D: { maps: [], sides: [] }, A: { maps: [], sides: [] } },
    maps: [],
    draws: [],
    veto: [],
    offered: [],
    countered: [],
    time: { starts_at: '2026-11-21T18:00:00.000Z', zone: 'UTC', by: 'agreement', reason: null },
    extension: null,
    reschedule: null,
    reschedules: 0,
    cancellation: null,
    check_ins: {
      challenger: {
        at: '2026-11-21T17:40:00.000Z',
        person_id: kaarna.captain.id,
        players: [kaarna.captain.id, kaarna.player.id],
      },
      defender: null,
    },
    live_at: null,
    reports: { challenger: null, defender: null },
    correction: null,
    forfeit: null,
    taken_back: [],
    result: null,
    replays: 0,
    dispute_id: null,
    appeal_id: null,
    ...change,
  };
}

/** A match at check-in, with its log, a message, a server and a statement. */
async function createRoom(database: Database, change: Partial<Match> = {}): Promise<Room> {
  const league = await createTestLeague(database);
  const { kaarna, treadheads } = league;
  const id = await createMatch(database, league, {
    challenger: kaarna,
    defender: treadheads,
    status: change.status ?? 'checking_in',
    number: 1,
    starts_at: '2026-11-21T18:00:00Z',
    deadline: '2026-11-21T18:10:00Z',
    ...(change.status === 'completed' ? { ended_at: '2026-11-21T19:00:00Z' } : {}),
  });
  const room = { database, league, id };
  const stream = `ladder:${league.ladder.id}`;
  await database.query('insert into public.stream_heads (stream) values ($1)', [stream]);
  await database.query(
    `insert into private.stream_members (stream, collection, id, state) values ($1, 'matches', $2, $3)`,
    [stream, id, JSON.stringify(toState(room, change))],
  );
  await keepLadder(database, league);
  await log(room, 'challenge_made', {
    challenger_id: kaarna.entry_id,
    defender_id: treadheads.entry_id,
    deadline: '2026-11-21T18:10:00.000Z',
  });
  await log(room, 'checked_in', {
    by: 'challenger',
    players: [kaarna.captain.id, kaarna.player.id],
    salt: 'ab'.repeat(16),
    deadline: '2026-11-21T18:10:00.000Z',
  });
  await database.query(
    `insert into private.match_messages (id, match_id, person_id, text) values ($1, $2, $3, 'lobby is up')`,
    [randomUUID(), id, treadheads.player.id],
  );
  await database.query(
    `insert into private.match_servers (match_id, address, password, set_by) values ($1, 'lobby 7', 'secret', $2)`,
    [id, kaarna.captain.id],
  );
  return room;
}

let sequence = 0;

async function log({ database, league, id }: Room, type: string, data: object): Promise<void> {
  sequence += 1;
  await database.query(
    `insert into public.league_events
       (id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash)
     values ($1, $2, $3, $4, $5, $6, 1, $7, '2026-11-21T17:40:00Z', $8, $9, $9)`,
    [
      randomUUID(),
      `ladder:${league.ladder.id}`,
      sequence,
      league.ladder.id,
      id,
      type,
      league.kaarna.captain.id,
      JSON.stringify(data),
      hash,
    ],
  );
}

const load = ({ database, id }: Room, person?: TestPerson) =>
  loadMatch(toInput(database, { params: { id }, ...(person ? { person } : {}) }));

describe('the match room', () => {
  it('is not there for an id that names no match', async () => {
    await using test = await createTestDatabase();
    expect(await loadMatch(toInput(test.database, { params: { id: randomUUID() } }))).toBeNull();
  });

  it('shows a visitor both sides and the log, and nothing of the room', async () => {
    await using test = await createTestDatabase();
    const room = await createRoom(test.database);
    const data = await load(room);
    expect(data).toMatchObject({
      status: 'checking_in',
      version: 7,
      viewer: null,
      room: null,
      texts: {},
      sides: {
        challenger: { name: 'Kaarna', rung_now: 2, lineup: null },
        defender: { name: 'Treadheads', href: '/teams/treadheads', checked_in_at: null },
      },
      log: [{ type: 'challenge_made' }, { type: 'checked_in', data: { by: 'challenger' } }],
    });
    expect(JSON.stringify(data)).not.toMatch(/secret|lobby|players|salt|(ab){16}/);
    // Whoever is named beside the log has acted in it: who only plays is not.
    expect(Object.keys(data?.names.people ?? {})).toEqual([room.league.kaarna.captain.id]);
    expect(data?.sides.challenger.people.map(({ role }) => role)).toEqual(['captain', 'player']);
  });

  it('shows the talk and the server to both rosters, and a lineup before the result to its own side only', async () => {
    await using test = await createTestDatabase();
    const room = await createRoom(test.database);
    const { kaarna, treadheads } = room.league;
    const own = await load(room, kaarna.player);
    expect(own).toMatchObject({
      viewer: { side: 'challenger', may_act: false, may_rule: false },
      room: {
        may_talk: true,
        server: { address: 'lobby 7', password: 'secret' },
        messages: [{ text: 'lobby is up', person_id: treadheads.player.id }],
      },
      sides: { challenger: { lineup: [kaarna.captain.id, kaarna.player.id] } },
    });
    expect(own?.names.people[treadheads.player.id]?.username).toBe('Treadheads player');
    expect(own?.names.people[kaarna.player.id]?.username).toBe('Kaarna player');
    const other = await load(room, treadheads.captain);
    expect(other?.names.people).not.toHaveProperty(kaarna.player.id);
    expect(other).toMatchObject({
      viewer: { side: 'defender', may_act: true },
      sides: { challenger: { lineup: null } },
    });
    expect(other?.room?.messages).toHaveLength(1);
  });

  it.each<[Match['status'], boolean, boolean]>([
    ['challenged', false, false],
    ['offered', false, false],
    ['countered', false, false],
    ['offered', true, false],
    ['countered', true, false],
    ['scheduled', true, true],
    ['live', true, true],
    ['disputed', true, true],
  ])(
    'shows the server once there is an hour to play: %s, with one %s',
    async (status, hasTime, shows) => {
      await using test = await createTestDatabase();
      const room = await createRoom(test.database, { status, ...(hasTime ? {} : { time: null }) });
      const data = await load(room, room.league.kaarna.player);
      expect([data?.room?.messages.length, data?.room?.server !== null]).toEqual([1, shows]);
    },
  );

  it('lets a ladder’s admin in to rule, and nobody of another team', async () => {
    await using test = await createTestDatabase();
    const room = await createRoom(test.database);
    const { dust, loner, ladder } = room.league;
    await test.database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
      loner.id,
      ladder.id,
    ]);
    expect(await load(room, loner)).toMatchObject({
      viewer: { side: null, may_rule: true, may_act: false },
      room: { may_talk: true },
    });
    expect(await load(room, dust.captain)).toMatchObject({ viewer: null, room: null });
  });

  it('remembers who played last, of one’s own side, until the match is at check-in', async () => {
    await using test = await createTestDatabase();
    const room = await createRoom(test.database);
    const { league, database } = room;
    const { kaarna, treadheads, dust } = league;
    const play = async (challenger: TestTeam, defender: TestTeam, day: number) => {
      const match = await createMatch(database, league, {
        ...{ challenger, defender, status: 'completed', number: day },
        ended_at: `2026-11-${day}T20:00:00Z`,
      });
      await database.query(
        `insert into private.match_lineups (match_id, side, person_id) values
           ($1, 'challenger', $2), ($1, 'defender', $3)`,
        [match, challenger.captain.id, defender.player.id],
      );
    };
    expect((await load(room, kaarna.captain))?.last_lineup).toEqual([]);
    await play(dust, kaarna, 10);
    expect((await load(room, kaarna.captain))?.last_lineup).toEqual([kaarna.player.id]);
    await play(kaarna, dust, 12);
    await play(treadheads, dust, 14);
    expect((await load(room, kaarna.captain))?.last_lineup).toEqual([kaarna.captain.id]);
    expect((await load(room, treadheads.captain))?.last_lineup).toEqual([treadheads.captain.id]);
    expect((await load(room))?.last_lineup).toEqual([]);
    await database.query(
      `update private.stream_members set state = state || '{"status": "live"}' where id = $1`,
      [room.id],
    );
    expect((await load(room, kaarna.captain))?.last_lineup).toEqual([]);
  });

  it('shows everybody who played once the match is over', async () => {
    await using test = await createTestDatabase();
    const room = await createRoom(test.database, { status: 'completed', deadline: null });
    const { kaarna } = room.league;
    const data = await load(room);
    expect(data?.sides.challenger.lineup).toEqual([kaarna.captain.id, kaarna.player.id]);
    expect(data?.log[1]?.data.players).toHaveLength(2);
    expect(data?.log[1]?.data.salt).toBe('ab'.repeat(16));
    expect(data?.names.people[kaarna.player.id]?.username).toBe('Kaarna player');
    expect(data?.room).toBeNull();
  });

  it('makes a match of a past season again from its own log', async () => {
    await using test = await createTestDatabase();
    const room = await createRoom(test.database);
    await test.database.query('delete from private.stream_members');
    expect(await load(room)).toMatchObject({ id: room.id, status: 'challenged' });
  });
});
