-- The league's logo as it was drawn anew, in the forms that are shown: in the bar, as tab icon, app icon and link picture.
-- Those used last are kept a while, so that another choice can be taken back.
create table private.league_logos (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  bar_id uuid not null references private.files (id),
  icon_id uuid not null references private.files (id),
  app_id uuid not null references private.files (id),
  link_id uuid not null references private.files (id),
  -- Of the form in the bar, in pixels of a sharp screen.
  bar_width integer not null check (bar_width between 1 and 240),
  set_by uuid references public.profiles (id) on delete set null,
  set_at timestamptz not null
);
create index league_logos_by_bar on private.league_logos (bar_id);
create index league_logos_by_icon on private.league_logos (icon_id);
create index league_logos_by_app on private.league_logos (app_id);
create index league_logos_by_link on private.league_logos (link_id);
alter table private.league_logos enable row level security;
revoke all on table private.league_logos from public, anon, authenticated;

alter table public.league_settings add column logo text references private.league_logos (key);
create index league_settings_by_logo on public.league_settings (logo);
