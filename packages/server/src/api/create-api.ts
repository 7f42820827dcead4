import { isRefusedValue, toUnavailable } from '@muster/database';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { toRefusalStatus } from '../league/refusal-status.ts';
import { CommandRefused } from '../league/unit.ts';
import { logFailure } from '../log-failure.ts';
import { createIcons } from '../render/icons.ts';
import { mountAccount } from './account.ts';
import { mountAdmins } from './admins.ts';
import { mountBoardAnswers } from './board-answers.ts';
import { mountBoardPosts } from './board-posts.ts';
import { mountCalendar } from './calendar.ts';
import { mountCaptcha } from './captcha.ts';
import { mountCases } from './cases.ts';
import type { ApiParts } from './command-route.ts';
import { mountEntries } from './entries.ts';
import { mountEvidence } from './evidence.ts';
import { Failure, notFound, toUnavailableFailure } from './failure.ts';
import { mountFirstAdmin } from './first-admin.ts';
import { mountLadderAdmin } from './ladder-admin.ts';
import { mountLadders } from './ladders.ts';
import { mountLinkedAccounts } from './linked-accounts.ts';
import { mountLog } from './log.ts';
import { mountMatchDisputes } from './match-disputes.ts';
import { mountMatchHours } from './match-hours.ts';
import { mountMatchPlay } from './match-play.ts';
import { mountMatchRoom } from './match-room.ts';
import { mountMatchSchedule } from './match-schedule.ts';
import { mountNotices } from './notices.ts';
import { mountPeople } from './people.ts';
import { mountPeopleSearch } from './people-search.ts';
import { mountRecoveryCodes } from './recovery-codes.ts';
import { mountScrims } from './scrims.ts';
import { mountSeasons } from './seasons.ts';
import { mountTeamLogo } from './team-logo.ts';
import { mountTeamPeople } from './team-people.ts';
import { mountTeams } from './teams.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import { mountWebhooks } from './webhooks.ts';

/** Where a failure of ours is written down; whoever asked gets no more than that it was ours. */
type FailureLog = Pick<Logger, 'error' | 'warn'>;

function mountAnswers(api: Hono, log: FailureLog): void {
  api.onError((error, context) => {
    if (error instanceof Failure) {
      return context.json({ error: error.body }, error.status, error.headers);
    }
    if (error instanceof CommandRefused) {
      const status = toRefusalStatus(error.refusal.code) as ContentfulStatusCode;
      return context.json({ error: error.refusal }, status);
    }
    const { method, path } = context.req;
    logFailure(log, error, 'API request failed', { method, path });
    if (isRefusedValue(error)) {
      return context.json(
        { error: { code: 'field_invalid', params: { field: 'body', rule: 'value' } } },
        400,
      );
    }
    const unavailable = toUnavailable(error);
    if (unavailable !== null) {
      const { body, status, headers } = toUnavailableFailure(unavailable);
      return context.json({ error: body }, status, headers);
    }
    return context.json({ error: { code: 'internal_error', params: {} } }, 500);
  });
  api.use('*', async (context, next) => {
    // The database holds no such character, so nothing is named by it.
    const { path } = context.req;
    if (path.includes('\0') || path.includes('%00')) throw notFound(path);
    await next();
    // Pictures of icons never change; everything else here is the league as it is now.
    if (!context.res.headers.has('Cache-Control')) {
      context.header('Cache-Control', 'no-store');
    }
  });
}

/** The league's HTTP API, to be mounted at `/api`. */
export function createApi(parts: ApiParts & { log: FailureLog }): Hono {
  const api = new Hono();
  mountAnswers(api, parts.log);
  mountTeams(api, parts);
  mountTeamPeople(api, parts);
  mountTeamLogo(api, parts);
  mountLadders(api, parts);
  mountLadderAdmin(api, parts);
  mountSeasons(api, parts);
  mountEntries(api, parts);
  mountMatchSchedule(api, parts);
  mountMatchPlay(api, parts);
  mountMatchDisputes(api, parts);
  mountCases(api, parts);
  mountMatchHours(api, parts);
  mountMatchRoom(api, parts);
  mountEvidence(api, parts);
  mountPeople(api, parts);
  mountNotices(api, parts);
  mountUnsubscribe(api, parts);
  mountWebhooks(api, parts);
  mountPeopleSearch(api, parts);
  mountAccount(api, parts);
  mountRecoveryCodes(api, parts);
  mountCaptcha(api, parts);
  mountLinkedAccounts(api, parts);
  mountBoardPosts(api, parts);
  mountBoardAnswers(api, parts);
  mountScrims(api, parts);
  mountCalendar(api, parts);
  mountLog(api, parts);
  mountAdmins(api, parts);
  mountFirstAdmin(api, parts);
  api.route('/icons', createIcons());
  api.all('*', (context) => {
    throw notFound(context.req.path);
  });
  return api;
}
