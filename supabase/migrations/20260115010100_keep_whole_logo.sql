-- The logo as the other forms are drawn of it, so that it can be taken to another league; those of before have none.
alter table private.league_logos add column whole_id uuid references private.files (id);
create index league_logos_by_whole on private.league_logos (whole_id);
