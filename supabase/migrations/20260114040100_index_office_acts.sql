-- What people in office did that the leagues' logs keep, over all streams in the order of time: the list of
-- events is that of `server/src/log/office-acts.ts`, word for word.
create index league_events_of_offices on public.league_events (at desc, id desc)
  where type in ('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'run_rejected', 'run_verified',
      'entry_moved', 'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
      'rest_announced', 'rest_ended', 'ladder_created', 'ladder_edited', 'rules_edited', 'season_planned',
      'season_opened', 'season_closed', 'site_admin_granted', 'site_admin_revoked', 'ladder_admin_granted',
      'ladder_admin_revoked', 'editor_granted', 'editor_revoked', 'sanction_given', 'sanction_lifted', 'demo_cleared')
    and (actor_id is not null or stream = 'site')
    and (type not in ('rest_announced', 'rest_ended') or data ? 'text');
