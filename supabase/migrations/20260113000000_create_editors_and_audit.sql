-- Who writes the league's texts, as the site's stream says; and what people in office changed of what is no
-- matter of competition: games, ladders, menus, texts, settings.

create table public.editors (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  granted_at timestamptz not null default now()
);
insert into public.editors (person_id)
select p.id from private.stream_states s
cross join lateral jsonb_array_elements_text(s.state -> 'editors') as e (person_id)
join public.profiles p on p.id = e.person_id::uuid and p.user_id is not null
where s.stream = 'site';
alter table public.editors enable row level security;
create policy "everybody reads" on public.editors for select to anon, authenticated using (true);
grant select on public.editors to anon, authenticated;
grant all on public.editors to service_role;

create table private.audit_log (
  id uuid primary key,
  at timestamptz not null,
  -- Null for the host's own commands. Whoever is forgotten stays here under the id alone, as in the league's log.
  person_id uuid,
  -- What was done, as 'article_edited', and to what: its kind and its address word or id.
  act text not null check (act ~ '^[a-z_]{3,60}$'),
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  subject text not null check (char_length(subject) between 1 and 120),
  -- By field: {"from": …, "to": …}; of long texts only that they changed.
  changes jsonb not null default '{}'
);
create index audit_log_by_time on private.audit_log (at desc, id desc);
create index audit_log_by_subject on private.audit_log (kind, subject, at desc);
create index audit_log_by_person on private.audit_log (person_id);
alter table private.audit_log enable row level security;
revoke all on table private.audit_log from public, anon, authenticated;

create trigger refuse_log_change before update or delete on private.audit_log
  for each row execute function private.refuse_log_change();
create trigger refuse_log_truncate before truncate on private.audit_log
  for each statement execute function private.refuse_log_change();
