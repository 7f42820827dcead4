-- What became of the backups that the league makes by itself. One row: by it the processes take turns.
create table private.backup_runs (
  id boolean primary key default true check (id),
  begun_at timestamptz,
  made_at timestamptz,
  name text,
  size bigint,
  sha256 text,
  failed_at timestamptz,
  failure text
);
alter table private.backup_runs enable row level security;
revoke all on table private.backup_runs from public, anon, authenticated;
