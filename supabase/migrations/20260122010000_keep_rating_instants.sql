-- When an entry's rating was last computed: idle weeks count from here. No chart's last point can stand for it: a
-- recomputation that comes to the same figures writes none, and one that does not writes the ruling's instant.
alter table public.entries add column rated_at timestamptz;

update public.entries e set rated_at = (m.state -> 'rating' ->> 'at')::timestamptz
from public.seasons s
join private.stream_members m on m.stream = s.stream and m.collection = 'entries'
where s.id = e.season_id and m.id = e.id and e.mu is not null;
