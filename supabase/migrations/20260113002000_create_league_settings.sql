-- What the league's owner has set in the browser; null is as it ships. A variable of the environment wins.
create table public.league_settings (
  id boolean primary key default true check (id),
  name text check (char_length(name) between 1 and 60),
  -- Stands behind the name in titles; empty for none.
  title_suffix text check (char_length(title_suffix) <= 40),
  footer_line text check (char_length(footer_line) between 1 and 200),
  footer_year integer check (footer_year between 1970 and 9999),
  -- The languages that are offered, the default one first.
  locales text[] check (cardinality(locales) between 1 and 7
    and locales <@ array['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi']),
  -- For whoever's own is not known.
  zone text check (char_length(zone) between 1 and 60),
  forum_url text check (char_length(forum_url) <= 500 and forum_url ~ '^https?://'),
  chat_invite_url text check (char_length(chat_invite_url) <= 500 and chat_invite_url ~ '^https?://')
);
alter table public.league_settings enable row level security;
create policy "everybody reads" on public.league_settings for select to anon, authenticated using (true);
grant select on public.league_settings to anon, authenticated;
grant all on public.league_settings to service_role;
