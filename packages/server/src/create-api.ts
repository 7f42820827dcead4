import { isRefusedValue } from '@muster/database';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { mountAccount } from './account/api.ts';
import { mountLinkedAccounts } from './account/api-linked-accounts.ts';
import { mountAdmins } from './admin/api.ts';
import { mountArchives } from './archive/api.ts';
import { mountArticles } from './article/api.ts';
import { mountBoardAnswers } from './board/api-answers.ts';
import { mountBoardPosts } from './board/api-posts.ts';
import { mountCalendar } from './calendar/api.ts';
import { mountWebhooks } from './channel/api.ts';
import { mountMatchDisputes } from './dispute/api.ts';
import { mountCases } from './dispute/api-cases.ts';
import { Refused, refuseMissing, toFailureRefusal } from './engine/refusal.ts';
import { mountEvidence } from './evidence/api.ts';
import { mountGames } from './game/api.ts';
import { mountChoices } from './game/api-choices.ts';
import { mountGamePicture } from './game/api-picture.ts';
import type { ApiParts } from './http/command-route.ts';
import { mountLadders } from './ladder/api.ts';
import { mountEntries } from './ladder/api-entries.ts';
import { mountLadderAdmin } from './ladder-admin/api.ts';
import { mountDeskEntries } from './ladder-admin/api-entries.ts';
import { mountLadderMaking } from './ladder-admin/api-ladders.ts';
import { mountSeasons } from './ladder-admin/api-seasons.ts';
import { mountLog } from './log/api.ts';
import { mountAudit } from './log/api-audit.ts';
import { logFailure } from './log-failure.ts';
import { mountMatchHours } from './match/api-hours.ts';
import { mountMatchPlay } from './match/api-play.ts';
import { mountMatchRoom } from './match/api-room.ts';
import { mountMatchSchedule } from './match/api-schedule.ts';
import { mountMenus } from './menu/api.ts';
import { mountAppeals } from './moderation/api-appeals.ts';
import { mountModerationCases } from './moderation/api-cases.ts';
import { mountCaseQuestions } from './moderation/api-questions.ts';
import { mountReports } from './moderation/api-reports.ts';
import { mountWithheld } from './moderation/api-withheld.ts';
import { mountFlagWords } from './moderation/api-words.ts';
import { mountNotices } from './notice/api.ts';
import { mountUnsubscribe } from './notice/api-unsubscribe.ts';
import { mountSanctions } from './people/api.ts';
import { mountSanctionAppeals } from './people/api-appeals.ts';
import { mountRenames } from './people/api-renames.ts';
import { mountTeamOffice } from './people/api-teams.ts';
import { mountPeople } from './person/api.ts';
import { mountPeopleSearch } from './person/api-search.ts';
import { mountPublicFile } from './public-file/api.ts';
import { createIcons } from './render/icons.ts';
import { mountRestore } from './restore/api.ts';
import type { Restoring } from './restore/restoring.ts';
import { mountScrims } from './scrim/api.ts';
import { mountServers } from './servers/api.ts';
import { mountSettings } from './settings/api.ts';
import { mountLeagueLogo } from './settings/api-logo.ts';
import { mountDemonstration } from './setup/api-demonstration.ts';
import { mountMailTest } from './setup/api-mail.ts';
import { mountSignInWays } from './setup/api-sign-in-ways.ts';
import { mountCaptcha } from './sign-in/api-captcha.ts';
import { mountRecoveryCodes } from './sign-in/api-recovery-codes.ts';
import { mountSitePages } from './site-page/api.ts';
import { mountTeams } from './team/api.ts';
import { mountTeamLogo } from './team/api-logo.ts';
import { mountTeamPeople } from './team/api-people.ts';
import { mountDrafts } from './writing/api-drafts.ts';
import { mountOffered } from './writing/api-offered.ts';
import { mountPictures } from './writing/api-pictures.ts';
import { mountRevisions } from './writing/api-revisions.ts';

/** Where a failure of ours is written down; whoever asked gets no more than that it was ours. */
type FailureLog = Pick<Logger, 'error' | 'warn'>;

function mountAnswers(api: Hono, log: FailureLog): void {
  api.onError((error, context) => {
    if (error instanceof Refused) {
      return context.json({ error: error.refusal }, error.status, error.headers);
    }
    const { method, path } = context.req;
    logFailure(log, error, 'API request failed', { method, path });
    if (isRefusedValue(error)) {
      return context.json(
        { error: { code: 'field_invalid', params: { field: 'body', rule: 'value' } } },
        400,
      );
    }
    const { refusal, status, headers } = toFailureRefusal(error);
    return context.json({ error: refusal }, status, headers);
  });
  api.use('*', async (context, next) => {
    // The database holds no such character, so nothing is named by it.
    const { path } = context.req;
    if (path.includes('\0') || path.includes('%00')) {
      refuseMissing(path);
    }
    await next();
    // Pictures of icons never change; everything else here is the league as it is now.
    if (!context.res.headers.has('Cache-Control')) {
      context.header('Cache-Control', 'no-store');
    }
  });
}

/** The league's HTTP API, to be mounted at `/api`. */
export function createApi(parts: ApiParts & { log: FailureLog; restoring?: Restoring }): Hono {
  const api = new Hono();
  mountAnswers(api, parts.log);
  mountTeams(api, parts);
  mountTeamPeople(api, parts);
  mountTeamLogo(api, parts);
  mountLadders(api, parts);
  mountLadderAdmin(api, parts);
  mountDeskEntries(api, parts);
  mountLadderMaking(api, parts);
  mountSeasons(api, parts);
  mountGames(api, parts);
  mountGamePicture(api, parts);
  mountMenus(api, parts);
  mountArchives(api, parts);
  mountServers(api, parts);
  mountEntries(api, parts);
  mountMatchSchedule(api, parts);
  mountMatchPlay(api, parts);
  mountMatchDisputes(api, parts);
  mountCases(api, parts);
  mountMatchHours(api, parts);
  mountMatchRoom(api, parts);
  mountEvidence(api, parts);
  mountReports(api, parts);
  mountModerationCases(api, parts);
  mountCaseQuestions(api, parts);
  mountWithheld(api, parts);
  mountAppeals(api, parts);
  mountFlagWords(api, parts);
  mountPeople(api, parts);
  mountNotices(api, parts);
  mountUnsubscribe(api, parts);
  mountWebhooks(api, parts);
  mountPeopleSearch(api, parts);
  mountSanctions(api, parts);
  mountSanctionAppeals(api, parts);
  mountRenames(api, parts);
  mountTeamOffice(api, parts);
  mountAccount(api, parts);
  mountRecoveryCodes(api, parts);
  mountCaptcha(api, parts);
  mountLinkedAccounts(api, parts);
  mountBoardPosts(api, parts);
  mountBoardAnswers(api, parts);
  mountScrims(api, parts);
  mountSettings(api, parts);
  mountLeagueLogo(api, parts);
  mountCalendar(api, parts);
  mountLog(api, parts);
  mountPublicFile(api, parts);
  mountAudit(api, parts);
  mountArticles(api, parts);
  mountSitePages(api, parts);
  mountDrafts(api, parts);
  mountOffered(api, parts);
  mountRevisions(api, parts);
  mountPictures(api, parts);
  mountChoices(api, parts);
  mountAdmins(api, parts);
  mountSignInWays(api, parts);
  mountMailTest(api, parts);
  mountDemonstration(api, parts);
  if (parts.restoring !== undefined) {
    mountRestore(api, parts, parts.restoring);
  }
  api.route('/icons', createIcons());
  api.all('*', (context) => {
    refuseMissing(context.req.path);
  });
  return api;
}
