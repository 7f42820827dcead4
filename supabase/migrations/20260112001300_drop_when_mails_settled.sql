-- Nothing ever asked when a message was settled: it is kept thirty days from when it was written.
alter table private.mails drop column settled_at;
