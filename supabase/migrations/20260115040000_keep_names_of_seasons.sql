-- What somebody was called in a frozen season may go with them, and is never another.
create trigger refuse_archive_name_change before update on public.season_archive_people
  for each row execute function private.refuse_log_change();
