import type { Queryable } from '@muster/database';
import { type Entry, listStrikesInForce } from '@muster/league';
import type { RatedEntry, SanctionInForce, StandingItem } from '@muster/site/pages/profile/data.ts';
import {
  type RatingPointRow,
  toIdlePointSql,
  toRatingPoints,
  toRatingPointsSql,
} from '../ladder/rating-points.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstantOrNull } from '../page/instants.ts';

interface SanctionRow {
  kind: SanctionInForce['kind'];
  starts_at: Date;
  ends_at: Date | null;
  ladder: { slug: string; name: string } | null;
  by: string | null;
  reason: string | null;
}

/** What is in force against a person at an instant, with the reasons: $1 person, $2 the instant. */
export async function loadSanctions(
  database: Queryable,
  personId: string,
  now: Date,
): Promise<SanctionInForce[]> {
  const rows = await database.query<SanctionRow>(
    `select s.kind, s.starts_at, s.ends_at, p.username as by, x.text as reason,
       case when l.id is not null then json_build_object('slug', l.slug, 'name', l.name) end as ladder
     from public.sanctions s
     left join public.ladders l on l.id = s.ladder_id
     left join public.profiles p on p.id = s.given_by
     left join private.event_texts x on x.id = s.text_id
     where s.person_id = $1 and not s.is_lifted and s.starts_at <= $2
       and (s.ends_at is null or s.ends_at > $2)
     order by s.ends_at desc nulls first, s.starts_at`,
    [personId, now],
  );
  return rows.map(({ starts_at, ends_at, ...row }) => ({
    ...row,
    from: starts_at.toISOString(),
    until: ends_at?.toISOString() ?? null,
  }));
}

interface EntryStateRow {
  state: Entry;
  name: string;
  href: string | null;
  ladder: { slug: string; name: string };
}

/** The present entries that a person plays for, as the rules' own state has them. */
const ownEntries = `
  select sm.state, coalesce(t.name, p.username) as name, '/teams/' || t.slug as href,
    json_build_object('slug', l.slug, 'name', l.name) as ladder
  from public.entry_players ep
  join public.entries e on e.id = ep.entry_id and e.status in ('active', 'suspended')
  join public.seasons s on s.id = e.season_id and s.status <> 'closed'
  join public.ladders l on l.id = s.ladder_id
  join private.stream_members sm on sm.stream = s.stream and sm.collection = 'entries' and sm.id = e.id
  left join public.teams t on t.id = e.team_id
  left join public.profiles p on p.id = e.person_id
  where ep.person_id = $1
  order by l.position, s.number`;

/** Everything that the rules hold for or against a person's entries now, each with its rule. */
export async function loadStanding(
  database: Queryable,
  personId: string,
  now: Date,
): Promise<StandingItem[]> {
  const rows = await database.query<EntryStateRow>(ownEntries, [personId]);
  return rows.flatMap((row) => listItems(row, personId, now.toISOString()));
}

function listItems(
  { state, name, href, ladder }: EntryStateRow,
  personId: string,
  at: string,
): StandingItem[] {
  const about = { entry: { name, href }, ladder };
  const items: StandingItem[] = listStrikesInForce(state, at).map((strike) => ({
    ...about,
    kind: `strike_${strike.reason}` as const,
    from: strike.at,
    until: strike.lapses_at,
    rule: 'strikes.lapseAfter',
  }));
  if (state.status === 'suspended') {
    const until = state.suspended_until;
    items.push({ ...about, kind: 'suspended', from: null, until, rule: 'strikes.suspension' });
  }
  for (const { status, from, until } of state.rests) {
    if (status === 'over' || until <= at) {
      continue;
    }
    const kind = status === 'running' ? 'resting' : 'rest_announced';
    items.push({ ...about, kind, from, until, rule: 'rest.days' });
  }
  if (state.immune_until !== null && state.immune_until > at) {
    const until = state.immune_until;
    items.push({ ...about, kind: 'immune', from: null, until, rule: 'challenge.immunity' });
  }
  const own = state.players.find(({ person_id }) => person_id === personId);
  if (own !== undefined && own.eligible_from > at) {
    const until = own.eligible_from;
    items.push({ ...about, kind: 'transfer', from: null, until, rule: 'transfer.wait' });
  }
  return items;
}

interface RatedRow {
  entry_id: string;
  name: string;
  ladder: { slug: string; name: string };
  season: string | null;
  points: RatingPointRow[];
  idle: RatingPointRow | null;
  closed_at: JsonInstant | null;
}

/** The ratings of the entries that a person plays, or played, for, as they are at an instant: the present seasons first. */
export async function loadRatedEntries(
  database: Queryable,
  personId: string,
  now: Date,
): Promise<RatedEntry[]> {
  const rows = await database.query<RatedRow>(
    `select e.id as entry_id, coalesce(t.name, p.username) as name, s.closed_at,
       case when not s.is_demo then s.name end as season,
       json_build_object('slug', l.slug, 'name', l.name) as ladder, ${toRatingPointsSql('true')} as points,
       ${toIdlePointSql('$2')} as idle
     from public.entry_players ep
     join public.entries e on e.id = ep.entry_id and e.mu is not null
     join public.seasons s on s.id = e.season_id
     join public.ladders l on l.id = s.ladder_id and not l.is_test
     left join public.teams t on t.id = e.team_id
     left join public.profiles p on p.id = e.person_id
     where ep.person_id = $1
     order by s.closed_at desc nulls first, l.position limit 4`,
    [personId, now],
  );
  return rows
    .filter(({ points }) => points.length > 1)
    .map(({ closed_at, points, idle, ...row }) => ({
      ...row,
      is_running: toInstantOrNull(closed_at) === null,
      points: toRatingPoints(points, idle),
    }));
}
