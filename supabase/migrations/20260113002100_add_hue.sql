-- The hue of bar and accents, in degrees of OKLCH; null for the one that ships.
alter table public.league_settings add column hue integer check (hue between 0 and 359);
