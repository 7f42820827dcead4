import type { ScrimData, ScrimRoom, ScrimTeam } from '@muster/site/pages/scrim/data.ts';
import type { Loader } from '../context.ts';
import { toHeldSql } from '../page/held.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstant } from '../page/instants.ts';
import { toScrimOverSql } from './over.ts';

interface ScrimRow {
  id: string;
  game: ScrimData['game'];
  home: ScrimTeam;
  away: ScrimTeam;
  starts_at: Date;
  zone: string;
  is_over: boolean;
  is_held: boolean;
  cancelled_at: Date | null;
  cancelled_by: string | null;
  reason: string;
  server_address: string;
  server_password: string;
  own_role: string | null;
  /** Null for whoever is on neither team. */
  messages: (Omit<ScrimRoom['messages'][number], 'sent_at'> & { sent_at: JsonInstant })[] | null;
}

const toTeam = (column: string) => `(
  select json_build_object('slug', t.slug, 'name', t.name, 'tag', t.tag, 'logo', t.logo_path, 'people', (
    select coalesce(json_agg(json_build_object('person_id', p.id, 'username', p.username,
        'user_id', p.user_id, 'role', r.role)
      order by array_position(array['captain', 'co_captain', 'player', 'substitute'], r.role), r.joined_at), '[]')
    from public.rosters r join public.profiles p on p.id = r.person_id where r.team_id = t.id))
  from public.teams t where t.id = s.${column})`;

/** $1 the scrim, $2 who looks, $3 now. What is said in the room is not even read for others. */
const statement = `
  select s.id, json_build_object('slug', g.slug, 'name', g.name) as game,
    ${toTeam('home_team_id')} as home, ${toTeam('away_team_id')} as away,
    s.starts_at, s.zone, ${toScrimOverSql('s.starts_at', '$3')} as is_over,
    s.cancelled_at, c.name as cancelled_by, s.reason, s.server_address, s.server_password,
    own.role as own_role, ${toHeldSql({ person: '$2', at: '$3::timestamptz', ladder: null })} as is_held,
    case when own.role is not null then (
      select coalesce(json_agg(said order by said.sent_at, said.id), '[]') from (
        select m.id, p.username, p.user_id, case when m.hidden_at is null then m.text else '' end as text,
          m.hidden_at is not null as is_removed, m.sent_at
        from private.scrim_messages m join public.profiles p on p.id = m.person_id
        where m.scrim_id = s.id order by m.sent_at desc limit 200) said) end as messages
  from private.scrims s
  join public.games g on g.slug = s.game_slug
  left join public.teams c on c.id = s.cancelled_by
  left join lateral (
    select r.role from public.rosters r
    where r.team_id in (s.home_team_id, s.away_team_id) and r.person_id = $2
    order by r.role in ('captain', 'co_captain') desc limit 1) own on true
  where s.id = $1`;

function toRoom({
  messages,
  server_address,
  server_password,
  own_role,
  is_held,
  is_over,
  cancelled_at,
}: ScrimRow): ScrimRoom | null {
  if (messages === null) {
    return null;
  }
  const server = { address: server_address, password: server_password };
  return {
    messages: messages.map((message) => ({ ...message, sent_at: toInstant(message.sent_at) })),
    server: server_address === '' ? null : server,
    may_arrange:
      (own_role === 'captain' || own_role === 'co_captain') &&
      !is_held &&
      !is_over &&
      cancelled_at === null,
  };
}

/** A scrim: one statement, cut to what this viewer may see. */
export const loadScrim: Loader<ScrimData> = async ({ database, params, viewer, now }) => {
  const person = viewer?.person_id ?? null;
  const [row] = await database.query<ScrimRow>(statement, [params.id, person, now]);
  if (row === undefined) {
    return null;
  }
  const { id, game, home, away, starts_at, zone, is_over, cancelled_at, cancelled_by, reason } =
    row;
  return {
    id,
    game,
    home,
    away,
    starts_at: starts_at.toISOString(),
    zone,
    is_over,
    cancelled:
      cancelled_at === null
        ? null
        : { at: cancelled_at.toISOString(), by: cancelled_by ?? '', reason },
    room: toRoom(row),
  };
};
