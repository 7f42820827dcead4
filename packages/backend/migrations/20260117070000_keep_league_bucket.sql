-- The bucket in which the server keeps the league's own files, private evidence among them, is nobody else's: no policy
-- that somebody writes for all files, or for all buckets, opens it. The service's own key does.
create policy "the league's own bucket is the server's" on storage.buckets
  as restrictive for all to public using (id <> 'muster-league');
create policy "the league's own files are the server's" on storage.objects
  as restrictive for all to public using (bucket_id <> 'muster-league');
