-- Each time a draft is kept it gets another name, so that nobody's second tab writes over what it has not seen.
alter table private.drafts add column version uuid not null default gen_random_uuid();
