import type { Transaction } from '@muster/database';
import type { LeagueEvent } from '@muster/league';
import { hasTrophySql, toCountsSql } from './trophies.ts';

/** What stands on a place is a team, or on a time attack a person. */
const subject = `'subject', coalesce(e.team_id, e.person_id)`;

const played = `m.season_id = $1 and m.status in ('completed', 'forfeited')`;

/** The longest row of wins of each entry, by its matches in their order. */
const streaks = `
  select id, max(length) as length from (
    select id, count(*) filter (where has_won) as length from (
      select id, has_won, count(*) filter (where not has_won) over (partition by id order by ended_at, match_id) as part
      from (
        select m.challenger_entry_id as id, m.winner = 'challenger' as has_won, m.ended_at, m.id as match_id
        from public.matches m where ${played}
        union all
        select m.defender_entry_id, m.winner = 'defender', m.ended_at, m.id from public.matches m where ${played}
      ) side) parted group by id, part) counted group by id`;

/** Everything that is kept of a season, one row each: section, place in it, line of the log (a roster's: of its team's), content. */
const rows = `
  select 'standing' as section,
    row_number() over (order by e.final_place, e.joined_at, e.id) as position, null::bigint as sequence,
    jsonb_build_object('entry', e.id, ${subject}, 'place', e.final_place)
      || case when season.format = 'time_attack' then '{}'
         else jsonb_build_object('wins', e.wins, 'losses', e.losses, 'draws', e.draws) end as content
  from public.entries e, season where e.season_id = $1 and e.final_place is not null
  union all
  select 'match', row_number() over (order by m.ended_at, m.id),
    (select max(l.sequence) from public.league_events l where l.match_id = m.id
      and l.type in ('match_completed', 'match_forfeited', 'scores_corrected', 'result_overturned')),
    jsonb_build_object('match', m.id, 'status', m.status, 'winner', m.winner,
      'challenger', jsonb_build_object('subject', coalesce(c.team_id, c.person_id), 'score', m.challenger_score),
      'defender', jsonb_build_object('subject', coalesce(d.team_id, d.person_id), 'score', m.defender_score),
      'ended_at', to_char(m.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'maps', (select coalesce(jsonb_agg(mm.map order by mm.position), '[]') from public.match_maps mm
        where mm.match_id = m.id and mm.act <> 'ban'))
  from public.matches m
  join public.entries c on c.id = m.challenger_entry_id join public.entries d on d.id = m.defender_entry_id
  where ${played}
  union all
  select 'run', row_number() over (order by r.stage, r.time_ms + r.penalty_ms, r.submitted_at, r.id), line.sequence,
    jsonb_build_object('run', r.id, 'subject', r.person_id, 'stage', r.stage, 'time_ms', r.time_ms, 'penalty_ms', r.penalty_ms)
  from public.runs r left join (
    select l.data ->> 'run_id' as run_id, max(l.sequence) as sequence from public.league_events l
    where l.stream = $2 and l.type in ('run_confirmed', 'run_verified') group by 1
  ) line on line.run_id = r.id::text
  where r.season_id = $1 and r.status in ('confirmed', 'verified')
  union all
  select 'roster', row_number() over (order by e.final_place, e.joined_at, e.id),
    (select h.sequence from public.stream_heads h where h.stream = 'team:' || e.team_id),
    jsonb_build_object('entry', e.id, ${subject}, 'name', t.name, 'tag', t.tag, 'status', e.status,
      'players', (select coalesce(jsonb_agg(jsonb_build_object('subject', p.person_id, 'role', r.role)
          order by array_position(array['captain', 'co_captain', 'player', 'substitute'], r.role), p.eligible_from, p.person_id), '[]')
        from public.entry_players p left join public.rosters r on r.team_id = e.team_id and r.person_id = p.person_id
        where p.entry_id = e.id))
  from public.entries e left join public.teams t on t.id = e.team_id where e.season_id = $1
  union all
  select 'trophy', row_number() over (order by e.final_place, e.joined_at, e.id), null,
    jsonb_build_object('place', e.final_place, ${subject})
  from public.entries e where e.season_id = $1 and ${hasTrophySql('e')}
  union all
  select 'record', row_number() over (order by record.rank, record.detail, record.subject), null,
    jsonb_build_object('record', record.kind, 'subject', record.subject, 'value', record.value, 'detail', record.detail)
  from (
    select 1 as rank, 'most_wins' as kind, null::text as detail, coalesce(e.team_id, e.person_id) as subject, e.wins::bigint as value,
      rank() over (order by e.wins desc) as first
    from public.entries e where e.season_id = $1 and e.wins > 0
    union all
    select 2, 'most_matches', null, coalesce(e.team_id, e.person_id), e.wins + e.losses + e.draws,
      rank() over (order by e.wins + e.losses + e.draws desc)
    from public.entries e where e.season_id = $1 and e.wins + e.losses + e.draws > 0
    union all
    select 3, 'longest_streak', null, coalesce(e.team_id, e.person_id), s.length, rank() over (order by s.length desc)
    from (${streaks}) s join public.entries e on e.id = s.id where s.length > 1
    union all
    select 4, 'fastest_run', r.stage, r.person_id, min(r.time_ms + r.penalty_ms),
      rank() over (partition by r.stage order by min(r.time_ms + r.penalty_ms))
    from public.runs r where r.season_id = $1 and ${toCountsSql('r')} group by r.stage, r.person_id
  ) record where record.first = 1`;

/** SHA-256 over all rows of an archive in their order, in lower-case hex. `table` has section, position and content. */
export const toContentHashSql = (table: string) => `
  encode(sha256(convert_to(coalesce((select string_agg(section || ' ' || position || ' ' || content::text, E'\\n'
    order by section collate "C", position) from ${table}), ''), 'UTF8')), 'hex')`;

/** SHA-256 over the file's own lines of an imported archive, with the rows that were made of them, in lower-case hex. */
export const rawHashSql = `
  encode(sha256(convert_to(coalesce((select string_agg(section || ' ' || position || ' ' || line || ' ' || raw, E'\\n'
    order by section collate "C", position) from public.imported_archive_rows where archive_id = $1), ''), 'UTF8')), 'hex')`;

/** SHA-256 of what somebody was called in a season, in lower-case hex. */
export const toNameHashSql = (season: string, person: string, name: string) =>
  `encode(sha256(convert_to(${season} || ' ' || ${person} || ' ' || ${name}, 'UTF8')), 'hex')`;

/** $1 the season; $2 to $4 stream, sequence and hash of its closing in the log; $5 now. */
const freezeStatement = `
  with season as (
    select s.*, l.slug as ladder_slug, l.name as ladder_name, l.format, g.name as game_name
    from public.seasons s join public.ladders l on l.id = s.ladder_id join public.games g on g.slug = l.game_slug
    where s.id = $1
  ),
  kept as materialized (${rows}),
  head as (
    insert into public.season_archives (season_id, slug, ladder_name, game_name, format, season_name, opened_at, closed_at,
      stream, sequence, head_hash, counts, content_hash, frozen_at, is_of_counting_runs)
    select season.id, (
        -- A ladder may bear an address that another had when it closed a season of the same number.
        select address from (select n, season.ladder_slug || '-season-' || season.number || case n when 1 then '' else '-' || n end as address
          from generate_series(1, 1000) n) candidate
        where not exists (select 1 from public.season_archives a where a.slug = address)
          and not exists (select 1 from public.imported_archives i where i.slug = address) order by n limit 1),
      season.ladder_name, season.game_name, season.format, season.name, season.opens_at,
      coalesce(season.closed_at, season.ends_at, season.opens_at), $2, $3, $4,
      (select coalesce(jsonb_object_agg(section, count), '{}') from (select section, count(*) from kept group by section) counted),
      (select ${toContentHashSql('kept')}), $5::timestamptz, true
    from season
    on conflict (season_id) do nothing
    returning season_id
  ),
  people as (
    insert into public.season_archive_people (season_id, person_id, name, name_hash)
    select head.season_id, p.id, p.username, ${toNameHashSql('head.season_id', 'p.id', 'p.username')} from head, public.profiles p
    where p.user_id is not null and p.id in (
      select e.person_id from public.entries e where e.season_id = $1
      union select ep.person_id from public.entry_players ep where ep.season_id = $1
      union select r.person_id from public.runs r where r.season_id = $1)
  )
  insert into public.season_archive_rows (season_id, section, position, sequence, content)
  select head.season_id, section, position, kept.sequence, content from head, kept`;

interface Closing {
  season_id: string;
  stream: string;
  sequence: number;
  hash: string;
  at: string;
}

/** One archive at a time takes an address: two at once may want the same. */
export async function lockArchiveAddresses(transaction: Transaction): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 4))', ['archives']);
}

async function freeze(
  transaction: Transaction,
  { season_id, stream, sequence, hash, at }: Closing,
): Promise<void> {
  await lockArchiveAddresses(transaction);
  await transaction.query(freezeStatement, [season_id, stream, sequence, hash, at]);
}

/** Keeps a season that these events close as it is now. Its rows must be written, the places of its entries among them. */
export async function freezeSeasons(
  transaction: Transaction,
  stream: string,
  events: readonly LeagueEvent[],
): Promise<void> {
  for (const event of events) {
    if (event.type === 'season_closed') {
      const { sequence, hash, at } = event;
      await freeze(transaction, { season_id: event.data.season_id, stream, sequence, hash, at });
    }
  }
}

/** Freezes the seasons that closed before there were archives, as they are found. Returns how many. */
export async function freezeLate(transaction: Transaction, at: string): Promise<number> {
  const closings = await transaction.query<Omit<Closing, 'sequence'> & { sequence: string }>(
    `select s.id as season_id, e.stream, e.sequence, e.hash
     from public.seasons s
     join public.league_events e on e.stream = s.stream and e.type = 'season_closed'
       and e.data ->> 'season_id' = s.id::text
     where s.status = 'closed'
       and not exists (select 1 from public.season_archives a where a.season_id = s.id)
     order by e.at limit 100`,
  );
  for (const closing of closings) {
    await freeze(transaction, { ...closing, sequence: Number(closing.sequence), at });
  }
  return closings.length;
}
