-- Where the server that started last is found: what only its own environment said, other commands cannot know.
alter table private.setup add column served_url text;
