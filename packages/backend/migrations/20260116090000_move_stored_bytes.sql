-- Bytes that lie at an S3 are pieces there, each an object of its own; here stands which. A row is written before its
-- piece is sent and goes after the piece is gone, so that nothing lies there unknown.
create table private.s3_pieces (
  -- No reference: the pieces outlive the row of bytes that have moved to another home.
  bytes_id uuid not null,
  -- The place of its first byte.
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  primary key (bytes_id, start)
);

-- What lies in a home and is not the one from which those bytes are read: before a move it is being written, after it
-- downloads that have begun go on with it.
create table private.leftover_bytes (
  bytes_id uuid not null,
  home text not null check (home in ('database', 'directory', 's3')),
  since timestamptz not null default now(),
  primary key (bytes_id, home)
);

alter table private.s3_pieces enable row level security;
alter table private.leftover_bytes enable row level security;
revoke all on private.s3_pieces, private.leftover_bytes from public, anon, authenticated, service_role;
