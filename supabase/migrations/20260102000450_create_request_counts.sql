-- How often an address or a person has asked for something in the current window. It may be lost in a
-- crash, so it is not logged.
create unlogged table private.request_counts (
  key text primary key,
  window_ends_at timestamptz not null,
  count integer not null
);
create index request_counts_by_end on private.request_counts (window_ends_at);
