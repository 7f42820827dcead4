-- A season's name and dates may change after it was planned: the three indexes of the log that know seasons' events
-- know this one too. The lists are those of `server/src/page/past.ts`, `ladder-admin/query.ts` and
-- `log/office-acts.ts`, word for word.
drop index public.league_events_of_seasons;
create index league_events_of_seasons on public.league_events (stream, sequence)
  where type in ('ladder_created', 'ladder_edited', 'rules_edited', 'season_planned', 'season_edited', 'season_opened',
    'season_closed', 'result_overturned');

drop index public.league_events_by_admins;
create index league_events_by_admins on public.league_events (stream, sequence)
  where type in ('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'entry_moved',
    'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
    'rest_announced', 'rest_ended', 'rules_edited', 'season_planned', 'season_edited', 'season_opened', 'season_closed',
    'run_rejected', 'run_verified', 'ladder_edited')
  and actor_id is not null;

drop index public.league_events_of_offices;
create index league_events_of_offices on public.league_events (at desc, id desc)
  where type in ('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'run_rejected', 'run_verified',
      'entry_moved', 'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
      'rest_announced', 'rest_ended', 'ladder_created', 'ladder_edited', 'rules_edited', 'season_planned',
      'season_edited', 'season_opened', 'season_closed', 'site_admin_granted', 'site_admin_revoked',
      'ladder_admin_granted', 'ladder_admin_revoked', 'editor_granted', 'editor_revoked', 'sanction_given',
      'sanction_lifted', 'demo_cleared', 'log_restored')
    and (actor_id is not null or stream = 'site')
    and (type not in ('rest_announced', 'rest_ended') or data ? 'text');
