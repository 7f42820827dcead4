-- A season's states by the words of the rules. Nothing ever wrote 'closing': a season closes at once.
alter table public.seasons drop constraint seasons_status_check;
drop index public.seasons_current;
update public.seasons set status = 'registration' where status = 'upcoming';
update public.seasons set status = 'open' where status = 'closing';
alter table public.seasons add constraint seasons_status_check check (status in ('registration', 'open', 'closed'));
-- One season of a ladder runs.
create unique index seasons_current on public.seasons (ladder_id) where status = 'open';
