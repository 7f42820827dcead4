-- From when on backups are expected, and since when they fail without one that did not: what is told of them is told once.
alter table private.backup_runs
  add column since timestamptz not null default now(),
  add column failing_since timestamptz;

-- What became of restoring a backup as a trial. One row.
create table private.backup_drills (
  id boolean primary key default true check (id),
  drilled_at timestamptz,
  name text,
  size bigint,
  sha256 text,
  milliseconds integer,
  failed_at timestamptz,
  failure text,
  failing_since timestamptz,
  -- Why there is none here, where it cannot be.
  impossible text check (impossible in ('no_right', 'no_way'))
);
alter table private.backup_drills enable row level security;
revoke all on table private.backup_drills from public, anon, authenticated;
