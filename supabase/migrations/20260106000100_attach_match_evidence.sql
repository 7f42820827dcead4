-- Evidence is a file or a link, of one side.
alter table private.match_evidence rename column path to url;
alter table private.match_evidence
  alter column url drop not null,
  add column side text not null check (side in ('challenger', 'defender')),
  add column name text not null default '' check (char_length(name) <= 120),
  add column file_id uuid references private.files (id),
  -- A smaller picture of an image, for lists.
  add column preview_id uuid references private.files (id),
  add column width integer,
  add column height integer,
  add check (char_length(url) <= 500),
  add check (char_length(note) <= 300),
  add check ((kind = 'link') = (url is not null)),
  add check ((kind = 'link') = (file_id is null)),
  add check ((kind = 'image') = (preview_id is not null)),
  -- The same thing sent again is the same piece of evidence.
  add unique (match_id, person_id, file_id),
  add unique (match_id, person_id, url);
create index match_evidence_by_file on private.match_evidence (file_id);
create index match_evidence_by_preview on private.match_evidence (preview_id);
