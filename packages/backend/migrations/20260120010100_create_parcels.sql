-- What one process of the realtime service tells the others and is too long for a notification; it is read at
-- once and cleared within a minute, so that a crash may lose it.
create unlogged table private.parcels (
  id uuid primary key,
  body text not null,
  sent_at timestamptz not null default now()
);
create index parcels_sent_at_idx on private.parcels (sent_at);
alter table private.parcels enable row level security;
