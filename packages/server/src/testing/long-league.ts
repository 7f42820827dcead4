import { createHash } from 'node:crypto';
import { connect, type Database, type Queryable } from '@muster/database';
import { createDefaultRules } from '@muster/league';
import { freezeLate } from '../engine/project/freeze-season.ts';

/** How long a past: so many seasons of one ladder, the last of them open, with so many entries and matches each. */
export interface LongLeague {
  seasons: number;
  /** Even: every second is a team that plays in each season, the others are teams of that season alone. */
  entriesPerSeason: number;
  matchesPerSeason: number;
}

/** A team that has played since the first season, as its address names it; its captain is an admin. */
export const veteran = 'team-always-1';
/** The address of its captain's page, and their person's id. */
export const veteranUser = toUuid(`user-${veteran}-1`);
export const veteranPerson = toUuid(`${veteran}-1`);

const start = '2016-01-04T12:00:00Z';

function toUuid(text: string): string {
  const digest = createHash('md5').update(text).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const toId = (text: string) => `md5(${text})::uuid`;
const ladder = toId(`'ladder'`);
const stream = `'ladder:' || ${ladder}`;
const toOpening = (season: string) =>
  `timestamptz '${start}' + (${season} - 1) * interval '91 days'`;
/** The team that holds a rung in a season. */
const toTeam = (season: string, rung: string) =>
  `case when ${rung} % 2 = 0 then 'team-always-' || ${rung} / 2 else 'team-of-' || ${season} || '-' || (${rung} + 1) / 2 end`;
const toEntry = (season: string, rung: string) => toId(`'entry-' || ${season} || '-' || ${rung}`);
/** An id that grows with the number, as those do that the league gives to matches and events: they begin with the time. */
const toGrowingId = (number: string) =>
  `rpad(lpad(to_hex(${number}), 12, '0') || '7', 32, '0')::uuid`;
const toMatch = (season: string, number: string) => toGrowingId(`${season} * 65536 + ${number}`);
const toUser = (name: string) => toId(`'user-' || ${name}`);
const toHash = (number: string) => `repeat(md5((${number})::text), 2)`;
const hashes = (sequence: string) => `${toHash(`${sequence} - 1`)}, ${toHash(sequence)}`;

/** The place in the log at which a season is closed. */
const closing = '(s * ($2::bigint + 1)) * 10 + 5';

/** A match of a season: who challenged whom, when it ended, in which order of the log its events stand. */
const played = `
  select s.season, n.number, ${toMatch('s.season', 'n.number')} as id,
    1 + (n.number * 7 + n.number / $4::int * 3) % $4::int as one,
    1 + (n.number * 7 + n.number / $4::int * 3 + 1 + n.number % 5) % $4::int as other,
    ${toOpening('s.season')} + interval '1 day' + n.number * interval '85 days' / $2::int as ended_at,
    n.number % 2 = 0 as is_climb, n.number % 100 = 0 as is_disputed,
    ((s.season - 1) * ($2::int + 1) + n.number)::bigint * 10 as place
  from generate_series(1, $1::int) s(season), generate_series(1, $2::int) n(number)`;

/** Statements in the order of what leans on what; $1 is the number of seasons, $2 the matches and $4 the entries of each, $3 the rules. */
const statements: readonly string[] = [
  `insert into public.games (slug, name, short_name, position, has_casual_page)
   values ('game', 'Game', 'G', 1, true)`,
  `insert into public.ladders (id, slug, game_slug, name, format, zone, position)
   values (${ladder}, 'long', 'game', 'Long', 'rung', 'UTC', 1)`,
  `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, closed_at)
   select ${toId(`'season-' || n`)}, ${ladder}, ${stream}, n, 'Season ' || n,
     case when n = $1 then 'open' else 'closed' end, $3::jsonb, 1, ${toOpening('n')},
     ${toOpening('n')} + interval '90 days', case when n < $1 then ${toOpening('n')} + interval '89 days' end
   from generate_series(1, $1::int) n`,
  `create temporary table made_teams as
   select 'team-always-' || n as slug, 1 as season, n as number from generate_series(1, $4::int / 2) n
   union all
   select 'team-of-' || s || '-' || n, s, $4::int / 2 + n from generate_series(1, $1::int) s, generate_series(1, $4::int / 2) n`,
  `insert into public.profiles (id, user_id, username, created_at)
   select ${toId(`slug || '-' || n`)}, ${toUser(`slug || '-' || n`)},
     substr(md5(slug || n), 1, 5) || ' ' || substr(slug, 6) || '-' || n, ${toOpening('season')}
   from made_teams, generate_series(1, 4) n`,
  `insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, created_at, updated_at)
   select user_id, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated',
     user_id || '@long.invalid', created_at, created_at, created_at
   from public.profiles`,
  `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founder_id, founded_at)
   select ${toId('slug')}, slug, substr(md5(slug), 1, 6) || ' ' || substr(slug, 6), upper(substr(md5(slug), 1, 5)),
     slug, slug, 'UTC', 'en', ${toId(`slug || '-1'`)}, ${toOpening('season')}
   from made_teams`,
  `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
   select ${toId('slug')}, ${toId(`slug || '-' || n`)}, ${toUser(`slug || '-' || n`)},
     case when n = 1 then 'captain' else 'player' end, ${toOpening('season')}
   from made_teams, generate_series(1, 4) n`,
  `insert into public.entries (id, season_id, team_id, status, rung, wins, losses, form, joined_at, last_active_at, final_place)
   select ${toEntry('s', 'r')}, ${toId(`'season-' || s`)}, ${toId(toTeam('s', 'r'))}, 'active', r, 20, 20, 'WLWLW',
     ${toOpening('s')}, ${toOpening('s')} + interval '80 days', case when s < $1 then r end
   from generate_series(1, $1::int) s, generate_series(1, $4::int) r`,
  `insert into public.entry_players (season_id, entry_id, person_id, eligible_from)
   select ${toId(`'season-' || s`)}, ${toEntry('s', 'r')}, ${toId(`${toTeam('s', 'r')} || '-' || n`)}, ${toOpening('s')}
   from generate_series(1, $1::int) s, generate_series(1, $4::int) r, generate_series(1, 4) n`,
  `create temporary table made as ${played}`,
  `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status,
     version, starts_at, agreed_zone, challenged_at, ended_at, winner, challenger_score, defender_score,
     challenger_rung, defender_rung, moves)
   select id, ${ladder}, ${toId(`'season-' || season`)}, number, ${toEntry('season', 'one')},
     ${toEntry('season', 'other')}, 'completed', 7, ended_at - interval '2 hours', 'UTC', ended_at - interval '3 days',
     ended_at, case when is_climb then 'challenger' else 'defender' end, 2, 1, one, other,
     case when is_climb then jsonb_build_array(
       jsonb_build_object('entry_id', ${toEntry('season', 'one')}, 'from', one, 'to', other),
       jsonb_build_object('entry_id', ${toEntry('season', 'other')}, 'from', other, 'to', one)) else '[]' end
   from made`,
  `insert into public.match_maps (match_id, position, map, chosen_by, act, challenger_score, defender_score)
   select id, n, 'Map ' || n, 'draw', 'draw', 11, 7 from made, generate_series(1, 3) n`,
  `insert into private.match_lineups (match_id, side, person_id, ladder_id, ended_at, outcome)
   select id, side.name, ${toId(`case side.name when 'challenger' then ${toTeam('season', 'one')}
     else ${toTeam('season', 'other')} end || '-' || n`)}, ${ladder}, ended_at,
     case when (side.name = 'challenger') = is_climb then 'won' else 'lost' end
   from made, (values ('challenger'), ('defender')) side(name), generate_series(1, 2) n`,
  `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, match_id, cause)
   select case side when 1 then ${toEntry('season', 'one')} else ${toEntry('season', 'other')} end, place + 6, ended_at,
     case side when 1 then one else other end, case side when 1 then other else one end, id, 'match_completed'
   from made, generate_series(1, 2) side where is_climb`,
  `insert into public.stream_heads (stream, sequence) values (${stream}, ($1::bigint * ($2::int + 1)) * 10 + 9)`,
  `insert into public.stream_heads (stream, sequence) select 'team:' || ${toId('slug')}, 1 from made_teams`,
  `insert into private.stream_states (stream, sequence, state)
   select stream, sequence, '{"invites": {}, "requests": {}}' from public.stream_heads`,
  `insert into private.stream_members (stream, collection, id, is_current, state)
   select ${stream}, 'matches', id, season = $1, jsonb_build_object('id', id, 'status', 'completed', 'check_ins',
     jsonb_build_object('challenger', null, 'defender', null), 'note', repeat('x', 400)) from made`,
  `insert into private.stream_members (stream, collection, id, is_current, state)
   select ${stream}, 'disputes', ${toId(`'dispute-' || id`)}, season = $1, jsonb_build_object('status', 'upheld',
     'opened_at', ended_at - interval '1 day', 'ruling', jsonb_build_object('at', ended_at)) from made where is_disputed`,
  `insert into private.stream_members (stream, collection, id, is_current, state)
   select ${stream}, 'entries', ${toEntry('s', 'r')}, s = $1, '{"strikes": [], "rests": [], "players": []}'
   from generate_series(1, $1::int) s, generate_series(1, $4::int) r`,
  `insert into public.league_events (id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash)
   select ${toGrowingId('place + n')}, ${stream}, place + n, ${ladder}, id, type, 1,
     case when n in (6, 7) then null else ${toId(`${toTeam('season', 'one')} || '-1'`)} end,
     date_trunc('milliseconds', ended_at - (7 - n) * interval '1 hour'),
     jsonb_build_object('challenger_id', ${toEntry('season', 'one')}, 'defender_id', ${toEntry('season', 'other')}, 'by', 'challenger', 'winner', 'challenger',
       'deadline', ended_at, 'scores', '[{"challenger": 11, "defender": 7}]'::jsonb, 'moves', '[]'::jsonb),
     ${hashes('place + n')}
   from made, (values (1, 'challenge_made'), (2, 'challenge_accepted'), (3, 'time_confirmed'), (4, 'checked_in'),
     (5, 'match_reported'), (6, 'match_completed')) made_of(n, type)`,
  `insert into public.league_events (id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash)
   select ${toGrowingId('place + n')}, ${stream}, place + n, ${ladder}, id, type, 1,
     ${toId(`'team-always-' || 1 + number / 100 % 3 || '-1'`)}, date_trunc('milliseconds', ended_at + n * interval '3 hours'),
     jsonb_build_object('dispute_id', ${toId(`'dispute-' || id`)}, 'status', 'upheld', 'outcome', '{}'::jsonb), ${hashes('place + n')}
   from made, (values (7, 'result_disputed'), (8, 'ruling_given')) made_of(n, type) where is_disputed`,
  `insert into private.rulings (event_id, dispute_id, actor_id, hours)
   select id, (data ->> 'dispute_id')::uuid, actor_id, 3 from public.league_events where type = 'ruling_given'`,
  `insert into private.ruling_figures (whose, rulings, overturned, median_hours)
   select coalesce(actor_id::text, 'all'), count(*), 0, 3 from private.rulings group by rollup (actor_id)
   on conflict (whose) do update set rulings = excluded.rulings, median_hours = excluded.median_hours`,
  `insert into private.figure_changes (figure, change)
   select 'teams', count(*) from public.teams union all select 'people', count(*) from public.profiles
   union all select 'sides_of_results', sum(2 * wins + draws) from public.entries`,
  `insert into public.league_events (id, stream, sequence, ladder_id, type, version, at, data, previous_hash, hash)
   select ${toGrowingId(closing)}, ${stream}, ${closing}, ${ladder}, 'season_closed', 1,
     ${toOpening('s')} + interval '89 days', jsonb_build_object('season_id', ${toId(`'season-' || s`)}, 'standings',
       (select jsonb_agg(jsonb_build_object('entry_id', ${toEntry('s', 'r')}, 'subject_id', ${toId(toTeam('s', 'r'))}, 'place', r) order by r)
        from generate_series(1, $4::int) r)), ${hashes(closing)}
   from generate_series(1, $1::int - 1) s`,
  `insert into public.league_events (id, stream, sequence, type, version, at, data, previous_hash, hash)
   select ${toId(`'founded-' || slug`)}, 'team:' || ${toId('slug')}, 1, 'team_founded', 1, ${toOpening('season')},
     jsonb_build_object('founder_id', ${toId(`slug || '-1'`)}), ${hashes('number')} from made_teams`,
  `insert into public.admins (person_id) select ${toId(`'team-always-' || n || '-1'`)} from generate_series(1, 3) n`,
  `insert into private.person_settings (person_id) select id from public.profiles`,
  `insert into private.notices (id, person_id, kind, origin, ladder_id, match_id, data, in_page, by_mail, created_at, read_at)
   select ${toId(`'notice-' || m.id`)}, '${veteranPerson}', 'match_completed', ${stream} || '#' || place, ${ladder}, m.id,
     '{}', true, false, ended_at, case when number % 20 > 0 then ended_at end
   from made m where number % 25 = 0`,
  `update public.matches set status = 'scheduled', winner = null, ended_at = null, challenger_score = null,
     defender_score = null, moves = '[]', starts_at = now() + interval '5 hours', deadline = now() + interval '4 hours'
   where id in (select distinct on (one) id from made where season = $1 and number <= 40 order by one)
     and not exists (select 1 from made before where before.season = $1 and before.number < matches.number
       and before.number <= 40 and ${toEntry('before.season', 'before.other')} = matches.defender_entry_id)
     and season_id = ${toId(`'season-' || $1::int`)}`,
  `update private.match_lineups line set ended_at = null, outcome = null
   from public.matches m where m.id = line.match_id and m.ended_at is null`,
  `insert into private.person_records (person_id, ladder_id, wins, losses, draws)
   select person_id, ladder_id, count(*) filter (where outcome = 'won'), count(*) filter (where outcome = 'lost'), 0
   from private.match_lineups where outcome is not null group by 1, 2`,
  'drop table made, made_teams',
];

/** The indexes that only serve statements: made anew when the rows are there, which takes a fraction of the time. */
const indexesSql = `
  select i.schemaname || '.' || i.indexname as name, i.indexdef as definition from pg_indexes i
  where i.schemaname in ('public', 'private')
    and i.tablename in ('matches', 'match_maps', 'match_lineups', 'league_events', 'entry_rungs', 'stream_members')
    and not exists (select 1 from pg_constraint c
      where c.conindid = (quote_ident(i.schemaname) || '.' || quote_ident(i.indexname))::regclass)`;

async function fill(
  queryable: Queryable,
  { seasons, entriesPerSeason, matchesPerSeason }: LongLeague,
): Promise<void> {
  // Neither triggers nor foreign keys: the rows are made to fit.
  await queryable.query('set local session_replication_role = replica');
  await queryable.query(`set local maintenance_work_mem = '256MB'`);
  const indexes = await queryable.query<{ name: string; definition: string }>(indexesSql);
  for (const { name } of indexes) {
    await queryable.query(`drop index ${name}`);
  }
  const values = [
    seasons,
    matchesPerSeason,
    JSON.stringify(createDefaultRules()),
    entriesPerSeason,
  ];
  for (const statement of statements) {
    const used = values.flatMap((value, index) =>
      statement.includes(`$${index + 1}`) ? [{ value, name: `$${index + 1}` }] : [],
    );
    // Each statement gets the values that it names, numbered anew.
    const text = used.reduce(
      (changed, { name }, index) => changed.replaceAll(name, `$${index + 1}`),
      statement,
    );
    await queryable.query(
      text,
      used.map(({ value }) => value),
    );
  }
  for (const { definition } of indexes) {
    await queryable.query(definition);
  }
}

/** Fills an empty, migrated database with rows as the league's transactions leave them; minutes for half a million matches. */
export async function fillLongLeague(database: Database, league: LongLeague): Promise<void> {
  const patient = connect({ url: database.url, maxConnections: 1, statementTimeout: 0 });
  try {
    await patient.transaction((transaction) => fill(transaction, league));
    await patient.query('analyze');
    let frozen = 0;
    do {
      frozen = await patient.transaction((transaction) =>
        freezeLate(transaction, new Date().toISOString()),
      );
    } while (frozen > 0);
    await patient.query('vacuum analyze');
  } finally {
    await patient.close();
  }
}
