-- What the page of the admins says of rulings, a narrow row each, so that it reads neither their events nor
-- the disputes'. The log stays the source: a ruling whose event goes, as the demonstration's do, goes with it.
create table private.rulings (
  event_id uuid primary key references public.league_events (id) on delete cascade,
  dispute_id uuid not null,
  -- Null where the rules ruled by themselves.
  actor_id uuid,
  -- From the dispute to the ruling; null where the log does not say when it began.
  hours double precision,
  is_overturned boolean not null default false
);
create index rulings_of_actor on private.rulings (actor_id, hours, is_overturned);
create index rulings_by_dispute on private.rulings (dispute_id);

insert into private.rulings (event_id, dispute_id, actor_id, hours, is_overturned)
select r.id, (r.data ->> 'dispute_id')::uuid, r.actor_id, extract(epoch from r.at - opened.at) / 3600,
  overturned.dispute_id is not null
from public.league_events r
left join (select data ->> 'dispute_id' as dispute_id, min(at) as at from public.league_events
  where type in ('match_disputed', 'result_disputed') group by 1) opened
  on opened.dispute_id = r.data ->> 'dispute_id'
left join (select distinct data ->> 'dispute_id' as dispute_id from public.league_events
  where type = 'appeal_decided' and data ->> 'status' = 'overturned') overturned
  on overturned.dispute_id = r.data ->> 'dispute_id'
where r.type = 'ruling_given';

-- Counted when somebody rules, which is seldom, instead of whenever somebody looks.
create table private.ruling_figures (
  -- An admin's id, or 'all' for the rulings of everybody.
  whose text primary key,
  rulings integer not null,
  overturned integer not null,
  median_hours double precision
);
insert into private.ruling_figures (whose, rulings, overturned, median_hours)
select 'all', count(*), count(*) filter (where is_overturned), percentile_cont(0.5) within group (order by hours)
from private.rulings
union all
select actor_id::text, count(*), count(*) filter (where is_overturned), percentile_cont(0.5) within group (order by hours)
from private.rulings where actor_id is not null group by actor_id;

create function private.count_rulings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := case when tg_op = 'DELETE' then old.actor_id else new.actor_id end;
begin
  -- Two who rule at once: the second counts what the first has written.
  perform from private.ruling_figures where whose = 'all' for update;
  insert into private.ruling_figures (whose, rulings, overturned, median_hours)
  select 'all', count(*), count(*) filter (where is_overturned), percentile_cont(0.5) within group (order by hours)
  from private.rulings
  union all
  select actor::text, count(*), count(*) filter (where is_overturned), percentile_cont(0.5) within group (order by hours)
  from private.rulings where actor_id = actor having actor is not null
  on conflict (whose) do update set
    rulings = excluded.rulings, overturned = excluded.overturned, median_hours = excluded.median_hours;
  return null;
end;
$$;
revoke execute on function private.count_rulings() from public;
create trigger count_rulings after insert or delete or update of is_overturned on private.rulings
  for each row execute function private.count_rulings();

alter table private.rulings enable row level security;
alter table private.ruling_figures enable row level security;
revoke all on table private.rulings, private.ruling_figures from public, anon, authenticated;

-- The page on which an admin rules shows the last rulings of all ladders.
create index league_events_rulings_by_time on public.league_events (at)
  where type in ('ruling_given', 'appeal_decided') and actor_id is not null;
drop index public.league_events_about_rulings;
