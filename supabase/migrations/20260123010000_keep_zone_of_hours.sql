-- In which zone a person's free hours are meant. Whoever reads times as their browser says has no zone of their own, so
-- it is kept with the hours: another browser, or another zone to read in, must not move them. Null for hours from before.
alter table private.person_settings add column availability_zone text;
