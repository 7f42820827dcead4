-- The site's sanctions as rows, so that a command on a ladder asks for its own people's and reads
-- nothing else, and a profile shows what is in force. The log stays the source: these rows are what the
-- events of the stream `site` come to, and `muster verify` compares them.

create table public.sanctions (
  id uuid primary key,
  -- The id made for the log: it may outlive the person's profile.
  person_id uuid not null,
  -- Null: the whole site.
  ladder_id uuid,
  kind text not null check (kind in ('strike', 'suspension', 'mute', 'ban')),
  given_by uuid,
  starts_at timestamptz not null,
  -- Null: for good.
  ends_at timestamptz,
  -- The reason, beside the log.
  text_id uuid not null,
  is_lifted boolean not null default false,
  check (ends_at is null or ends_at > starts_at)
);
create index sanctions_in_force on public.sanctions (person_id, ends_at) where not is_lifted;

insert into public.sanctions
  (id, person_id, ladder_id, kind, given_by, starts_at, ends_at, text_id, is_lifted)
select (s ->> 'id')::uuid, (s ->> 'person_id')::uuid, (s ->> 'ladder_id')::uuid, s ->> 'kind',
  (s ->> 'by')::uuid, (s ->> 'from')::timestamptz, (s ->> 'until')::timestamptz,
  (s -> 'reason' ->> 'text_id')::uuid, s ->> 'status' = 'lifted'
from private.stream_states site, jsonb_each(site.state -> 'sanctions') as given (id, s)
where site.stream = 'site';

alter table public.sanctions enable row level security;
revoke all on table public.sanctions from public, anon, authenticated;
grant select on table public.sanctions to anon, authenticated;
grant all on table public.sanctions to service_role;
create policy "everybody reads" on public.sanctions for select to anon, authenticated using (true);
