-- 'Movement since last week' on a ladder's page, and the past as it was: one seek an entry.
create index entry_rungs_by_time on public.entry_rungs (entry_id, at, sequence);
