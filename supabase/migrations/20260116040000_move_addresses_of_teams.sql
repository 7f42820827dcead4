-- A team whose name an office hid moves to an address of its new name; the former one leads to it from now on.
alter table private.former_slugs drop constraint former_slugs_kind_check;
alter table private.former_slugs add constraint former_slugs_kind_check
  check (kind in ('games', 'ladders', 'articles', 'teams'));
