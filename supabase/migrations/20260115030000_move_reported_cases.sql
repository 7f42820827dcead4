-- Who decides a case has seen all of its reports: one more, or one that shows the thing otherwise, is another
-- state of it. What a reporter changes of their own words is none: it would keep others from deciding.
create function private.move_case() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update private.cases c set version = c.version + 1
  where c.id = new.case_id and c.status = 'open'
    and exists (select from private.reports r where r.case_id = new.case_id and (r.id <> new.id or tg_op = 'UPDATE'));
  return null;
end;
$$;
revoke execute on function private.move_case() from public;
create trigger move_case after insert on private.reports
  for each row execute function private.move_case();
-- What is forgotten becomes empty, while its case is being written.
create trigger move_case_shown_anew after update of snapshot on private.reports
  for each row when (new.snapshot <> old.snapshot and new.snapshot <> '{}') execute function private.move_case();
