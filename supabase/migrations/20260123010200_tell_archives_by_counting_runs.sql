-- Whether records and trophies were given only for runs that count. Archives from before took any confirmed run, and gave
-- a trophy to drivers without one; they stay as they were frozen, and are checked by what was asked then.
alter table public.season_archives add column is_of_counting_runs boolean not null default false;
