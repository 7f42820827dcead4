-- How each rating came to be, event by event: what the charts are drawn from and 'why' lists.

create table public.entry_ratings (
  entry_id uuid not null references public.entries (id) on delete cascade,
  sequence bigint not null,
  at timestamptz not null,
  match_id uuid,
  -- Null before the first.
  from_mu double precision,
  from_sigma double precision,
  mu double precision not null,
  sigma double precision not null,
  cause text not null,
  primary key (entry_id, sequence)
);
create index entry_ratings_by_time on public.entry_ratings (entry_id, at, sequence);

insert into public.entry_ratings
  (entry_id, sequence, at, match_id, from_mu, from_sigma, mu, sigma, cause)
select c.entry_id, c.sequence, c.at, c.match_id,
  coalesce(c.from_mu, lag(c.mu) over own), coalesce(c.from_sigma, lag(c.sigma) over own),
  c.mu, c.sigma, c.type
from (
  select (data ->> 'entry_id')::uuid as entry_id, sequence, at, match_id, type,
    null::double precision as from_mu, null::double precision as from_sigma,
    (data -> 'rating' ->> 'mu')::double precision as mu,
    (data -> 'rating' ->> 'sigma')::double precision as sigma
  from public.league_events
  where type = 'entry_joined' and jsonb_typeof(data -> 'rating') = 'object'
  union all
  select (r ->> 'entry_id')::uuid, sequence, at, match_id, type,
    (r -> 'from' ->> 'mu')::double precision, (r -> 'from' ->> 'sigma')::double precision,
    (r -> 'to' ->> 'mu')::double precision, (r -> 'to' ->> 'sigma')::double precision
  from public.league_events, jsonb_array_elements(data -> 'ratings') r
  where type in ('match_completed', 'match_forfeited')
  union all
  select (r ->> 'entry_id')::uuid, sequence, at, match_id, type, null, null,
    (r -> 'rating' ->> 'mu')::double precision, (r -> 'rating' ->> 'sigma')::double precision
  from public.league_events, jsonb_array_elements(data -> 'standings') r
  where type = 'result_overturned' and jsonb_typeof(r -> 'rating') = 'object'
) c
join public.entries e on e.id = c.entry_id
window own as (partition by c.entry_id order by c.sequence);

alter table public.entry_ratings enable row level security;
revoke all on table public.entry_ratings from public, anon, authenticated;
grant select on table public.entry_ratings to anon, authenticated;
grant all on table public.entry_ratings to service_role;
create policy "everybody reads" on public.entry_ratings for select to anon, authenticated using (true);
