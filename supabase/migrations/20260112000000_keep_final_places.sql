-- The place at a season's end, of every format, as its closing wrote it into the log: pages that name
-- trophies of many seasons read it here instead of in each season's closing.
alter table public.entries add column final_place integer check (final_place >= 1);

update public.entries e set final_place = (standing ->> 'place')::integer
from public.league_events closing, jsonb_array_elements(closing.data -> 'standings') standing
where closing.type = 'season_closed' and e.id = (standing ->> 'entry_id')::uuid;

create index entries_by_final_place on public.entries (season_id, final_place) where final_place is not null;
