-- The league's own pages ship too.
alter table private.laid_texts drop constraint laid_texts_kind_check;
alter table private.laid_texts add constraint laid_texts_kind_check
  check (kind in ('games', 'ladders', 'articles', 'pages', 'archives'));
