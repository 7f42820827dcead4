import type { Transaction } from '@muster/database';
import { createId } from '../engine/ids.ts';
import { enqueueMails, hintPeople } from '../notice/write.ts';

/**
 * One notice a room, which counts what came since its reader last looked: a lively evening is not
 * forty notices. By mail, for those who want it, goes only the first of them.
 */
const upsert = `
  with talkers as (
    select coalesce(r.person_id, e.person_id) as person_id, e.id as entry_id,
      row_number() over (partition by coalesce(r.person_id, e.person_id) order by e.id) as place
    from public.matches m
    join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
    left join public.rosters r on r.team_id = e.team_id
    where m.id = $1
  )
  insert into private.notices as n
    (id, person_id, kind, origin, ladder_id, match_id, data, in_page, by_mail, created_at)
  select ($2::uuid[])[(row_number() over ())::integer], k.person_id, 'match_talk', 'talk:' || m.id, m.ladder_id, m.id,
    jsonb_build_object('count', 1, 'team', own.name, 'opponent', other.name),
    coalesce((s.notifications -> 'match_talk' ->> 'page')::boolean, true),
    coalesce((s.notifications -> 'match_talk' ->> 'mail')::boolean, false)
      and u.email_confirmed_at is not null and coalesce(u.email, '') <> '' and not p.is_demo, $4
  from talkers k
  join public.matches m on m.id = $1
  join public.profiles p on p.id = k.person_id
  join auth.users u on u.id = p.user_id
  left join private.person_settings s on s.person_id = k.person_id
  cross join lateral (
    select case when m.challenger_entry_id = k.entry_id then m.defender_entry_id
      else m.challenger_entry_id end as id) opponent
  join lateral (select coalesce(t.name, q.username) as name from public.entries e
    left join public.teams t on t.id = e.team_id left join public.profiles q on q.id = e.person_id
    where e.id = k.entry_id) own on true
  join lateral (select coalesce(t.name, q.username) as name from public.entries e
    left join public.teams t on t.id = e.team_id left join public.profiles q on q.id = e.person_id
    where e.id = opponent.id) other on true
  where k.place = 1 and k.person_id <> $3
  -- In one order for everybody: two may write at once.
  order by k.person_id
  on conflict (person_id, kind, origin) do update set
    data = excluded.data || jsonb_build_object('count',
      case when n.read_at is null then (n.data ->> 'count')::integer + 1 else 1 end),
    in_page = excluded.in_page, by_mail = excluded.by_mail, created_at = excluded.created_at,
    mailed_at = case when n.read_at is null then n.mailed_at end, read_at = null
  returning n.person_id, n.origin, n.in_page, n.by_mail and n.mailed_at is null as is_to_mail`;

/** The most people of two rosters. */
const mostPeople = 200;

/** Tells both rosters that there is something to read in their match room; not who wrote it. */
export async function tellOfTalk(
  transaction: Transaction,
  { matchId, authorId, at }: { matchId: string; authorId: string; at: string },
): Promise<void> {
  const ids = Array.from({ length: mostPeople }, () => createId());
  const told = await transaction.query<{
    person_id: string;
    origin: string;
    in_page: boolean;
    is_to_mail: boolean;
  }>(upsert, [matchId, ids, authorId, at]);
  await hintPeople(
    transaction,
    told.filter(({ in_page }) => in_page).map(({ person_id }) => person_id),
  );
  await enqueueMails(
    transaction,
    told.filter(({ is_to_mail }) => is_to_mail).map(({ origin }) => origin),
  );
}
