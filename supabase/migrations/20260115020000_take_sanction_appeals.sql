-- Appeals of sanctions stand on the desk as those of cases do: one admin at a time has one in hand, and lets go of
-- it by doing nothing. A sanction that a case gave is appealed with its case.
alter table private.sanction_appeals
  add column holder_id uuid references public.profiles (id) on delete set null,
  add column held_at timestamptz;
create index sanction_appeals_by_holder on private.sanction_appeals (holder_id);
create index case_acts_by_sanction on private.case_acts (sanction_id) where sanction_id is not null;
