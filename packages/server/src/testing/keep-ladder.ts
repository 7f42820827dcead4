import type { Queryable } from '@muster/database';
import type { Entry, LadderState } from '@muster/league';
import { type TestLeague, testNow } from './test-league.ts';

interface EntryRow {
  id: string;
  season_id: string;
  team_id: string | null;
  person_id: string | null;
  name: string;
  status: Entry['status'];
  rung: number | null;
  immune_until: Date | null;
  suspended_until: Date | null;
  players: string[];
  challenging: string | null;
  challenged_by: string | null;
}

const entriesSql = `
  select e.id, e.season_id, e.team_id, e.person_id, coalesce(t.name, p.username) as name, e.status,
    e.rung, e.immune_until, e.suspended_until,
    array(select ep.person_id::text from public.entry_players ep where ep.entry_id = e.id) as players,
    (select m.id from public.matches m where m.challenger_entry_id = e.id and m.ended_at is null
      and m.status <> 'disputed' limit 1) as challenging,
    (select m.id from public.matches m where m.defender_entry_id = e.id and m.ended_at is null
      and m.status <> 'disputed' limit 1) as challenged_by
  from public.entries e left join public.teams t on t.id = e.team_id
  left join public.profiles p on p.id = e.person_id`;

function toEntry(row: EntryRow): Entry {
  const joined = '2026-09-01T00:00:00.000Z';
  return {
    id: row.id,
    season_id: row.season_id,
    team_id: row.team_id,
    person_id: row.person_id,
    name: row.name,
    status: row.status,
    rung: row.rung,
    joined_at: joined,
    players: row.players.map((person_id) => ({ person_id, eligible_from: joined })),
    record: { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 },
    streak: 0,
    rating: null,
    immune_until: row.immune_until?.toISOString() ?? null,
    suspended_until: row.suspended_until?.toISOString() ?? null,
    rests: [],
    strikes: [],
    declined: [],
    challenges_made: 5,
    met: {},
    challenging: row.challenging,
    challenged_by: row.challenged_by,
    active_at: testNow.toISOString(),
    challenged_at: null,
    idle_warned_at: null,
    idle_dropped_at: null,
  };
}

async function toRoot(database: Queryable, league: TestLeague): Promise<Partial<LadderState>> {
  const [row] = await database.query<{
    ladder: LadderState['ladder'];
    season: LadderState['season'];
  }>(
    `select json_build_object('id', l.id, 'name', l.name, 'game', l.game_slug, 'format', l.format,
        'zone', l.zone, 'is_test', l.is_test) as ladder,
      json_build_object('id', s.id, 'name', s.name, 'status', s.status, 'rules', s.rules,
        'rules_version', 1, 'starts_at', '2026-09-01T00:00:00.000Z',
        'ends_at', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'opened_at', '2026-09-01T00:00:00.000Z') as season
     from public.seasons s join public.ladders l on l.id = s.ladder_id where s.id = $1`,
    [league.season_id],
  );
  return { ladder: row?.ladder ?? null, season: row?.season ?? null, next_rules: null };
}

/** Has the rules' state of the small league's ladder say what its tables say by now. */
export async function keepLadder(database: Queryable, league: TestLeague): Promise<void> {
  const stream = `ladder:${league.ladder.id}`;
  const rows = await database.query<EntryRow>(entriesSql);
  const root = await toRoot(database, league);
  const size = rows.filter(({ rung }) => rung !== null).length;
  await database.query(
    'insert into public.stream_heads (stream) values ($1) on conflict do nothing',
    [stream],
  );
  await database.query(
    `insert into private.stream_states (stream, sequence, state) values ($1, 1, $2)
     on conflict (stream) do update set state = excluded.state`,
    [stream, JSON.stringify({ ...root, previous_order: [], size })],
  );
  await database.query(
    `insert into private.stream_members (stream, collection, id, is_live, state)
     select $1, 'entries', (entry ->> 'id')::uuid, true, entry from jsonb_array_elements($2::jsonb) entry
     on conflict (stream, collection, id) do update set state = excluded.state`,
    [stream, JSON.stringify(rows.map(toEntry))],
  );
}
