-- Each process keeps states of the ladders that somebody looks back at: a long ladder's state out of a row
-- took longer to read than the events since the nearest one that is kept.

drop table private.stream_snapshots;
