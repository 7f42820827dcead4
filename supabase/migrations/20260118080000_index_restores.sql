-- That the league was restored from a backup stands among the acts of office: the list of events is that of
-- `server/src/log/office-acts.ts`, word for word.
drop index public.league_events_of_offices;
create index league_events_of_offices on public.league_events (at desc, id desc)
  where type in ('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'run_rejected', 'run_verified',
      'entry_moved', 'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
      'rest_announced', 'rest_ended', 'ladder_created', 'ladder_edited', 'rules_edited', 'season_planned',
      'season_opened', 'season_closed', 'site_admin_granted', 'site_admin_revoked', 'ladder_admin_granted',
      'ladder_admin_revoked', 'editor_granted', 'editor_revoked', 'sanction_given', 'sanction_lifted', 'demo_cleared',
      'log_restored')
    and (actor_id is not null or stream = 'site')
    and (type not in ('rest_announced', 'rest_ended') or data ? 'text');
