-- Private channels: whoever a policy lets see a message there may listen, and whoever it lets write one may
-- speak. The service asks by rows that it takes back; row level security says no as long as no policy says
-- yes. The messages lie in a partition a day, which the service makes and drops.
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
create index messages_replay_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast' and private;
