import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { letAllGo } from '../account/leave-league.ts';
import { backUpNightly, keepForgotten } from '../backup/back-up-nightly.ts';
import type { KeptJournal } from '../backup/journal/keep-journal.ts';
import { tellOfDamage } from '../backup/notices.ts';
import { openPlace } from '../backup/place/open-place.ts';
import { postWebhook } from '../channel/post-webhook.ts';
import type { Config } from '../config.ts';
import { reviewCases } from '../dispute/review-cases.ts';
import { beatHeart, forgiveOutage, runDueClocks } from '../engine/clock.ts';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { freezeLate } from '../engine/project/freeze-season.ts';
import { bringFilesOver } from '../files/former-pieces.ts';
import { sweepFiles } from '../files/stored-files.ts';
import { logFailure } from '../log-failure.ts';
import { createMailDelivery } from '../mail/deliver-mail.ts';
import { getMailWay } from '../mail/mail-way.ts';
import { sendMessage } from '../mail/send-message.ts';
import { createSmtpServer } from '../mail/smtp.ts';
import { createTextHook } from '../mail/text-hook.ts';
import { runDueReminders } from '../notice/reminders.ts';
import type { SettingsReader } from '../page/settings.ts';
import { prepare } from '../preparing/prepare.ts';
import type { PublicFileConfig } from '../public-file/make-public-file.ts';
import { planPublicFile } from '../public-file/plan-public-file.ts';
import { askedEvery } from '../servers/silence.ts';
import { createServerWatch } from '../servers/watch.ts';
import { mailNotices } from '../waiting/mail-notices.ts';
import { cleanUp } from './clean-up.ts';
import { type JobHandlers, startJobQueue } from './job-queue.ts';

export interface Jobs {
  /** Ends after the step in hand. */
  stop(): Promise<void>;
}

interface JobsOptions {
  league: League;
  log: Logger;
  config: Pick<
    Config,
    | 'smtpUrl'
    | 'textHook'
    | 'host'
    | 'siteUrl'
    | 'devIdentity'
    | 'serverQueryAllow'
    | 'portalServiceUrl'
    | 'supabase'
    | 'backup'
    | 'databaseUrl'
    | 'dataDir'
    | 'storage'
    | keyof PublicFileConfig
  >;
  settings: SettingsReader;
  /** Where people reach the site. */
  siteUrl: string;
  /** The journal of an embedded database. */
  journal?: KeptJournal | null;
  /** Takes away bytes that no stored object has. */
  sweepStorage?: () => Promise<void>;
}

const clockEvery = 1000;
const departuresEvery = 5000;
const heartEvery = 60_000;
const newServersEvery = 3000;
/** A disk that dies costs what was written since. */
const journalEvery = 30_000;
const cleanUpEvery = 3600_000;
/** Twice within the two hours after which no bytes are left that nobody names. */
const sweepEvery = 1800_000;
/** Longer than a file takes to come in, be drawn and be referred to. */
const filesComeIn = 1800_000;

/** Calls the work again and again, so much time after it has ended, until the signal. A failure is logged and does not end it. */
async function repeat(
  every: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
  log: Logger,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      logFailure(log, error, 'job failed');
    }
    // Aborting ends the pause early, which is all that the rejection says.
    await sleep(every, undefined, { signal }).catch(() => undefined);
  }
}

/** Takes away now and then the bytes that no stored object has. */
export function startSweeping(sweepStorage: () => Promise<void>, log: Logger): Jobs {
  const stopping = new AbortController();
  const running = repeat(sweepEvery, stopping.signal, sweepStorage, log);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** What is done for the jobs that any process of the league may have left behind. */
export function createJobHandlers({
  league,
  log,
  config,
  settings,
  siteUrl,
}: JobsOptions): JobHandlers {
  const { smtpUrl, textHook } = config;
  const getLeagueName = () => settings.current.leagueName;
  const host = new URL(siteUrl).hostname;
  const smtp = smtpUrl === null ? null : createSmtpServer({ url: smtpUrl, getLeagueName, siteUrl });
  const deliverText = textHook === null ? null : createTextHook(textHook);
  return {
    async send_mail({ mail_id }, context) {
      // Enqueued by a process that has a mail server: one of those will take it.
      if (smtp === null) {
        throw new Error('SMTP_URL is not set here');
      }
      const deliver = createMailDelivery(smtp, host);
      await sendMessage({ database: league.database, deliver, log }, mail_id, context);
    },
    async send_text({ message_id }, context) {
      if (deliverText === null) {
        throw new Error('SMS_HOOK_URL is not set here');
      }
      const { database } = league;
      await sendMessage({ database, deliver: deliverText, log }, message_id, context);
    },
    mail_notices: ({ origin }) =>
      mailNotices(
        {
          database: league.database,
          way: getMailWay(config),
          leagueName: getLeagueName(),
          siteUrl,
          now: league.now,
        },
        origin,
      ),
    post_webhook: ({ post_id }) =>
      postWebhook({ database: league.database, siteUrl, log, now: league.now }, post_id),
    async make_public_file(_payload, { signal }) {
      const { storage, supabase, leagueName, leagueTitleSuffix, forumUrl, chatInviteUrl } = config;
      await prepare(
        {
          ...{ work: 'public-file', url: league.database.url },
          config: { storage, supabase, leagueName, leagueTitleSuffix, forumUrl, chatInviteUrl },
        },
        { signal },
      );
      signal.throwIfAborted();
    },
  };
}

/** Freezes what closed before seasons were frozen at their closing; there is nothing to do in a league that began after. */
async function freezePast(league: League): Promise<void> {
  const freezeSome = () =>
    executeAsSystem(league, ({ transaction, at }) => freezeLate(transaction, at));
  while ((await freezeSome()) > 0) {
    // Some more.
  }
}

/** Takes away the files that nothing refers to, then the bytes that nobody names. */
async function sweepAll({ league, sweepStorage }: JobsOptions): Promise<void> {
  await sweepFiles(league, new Date(league.now().getTime() - filesComeIn));
  await sweepStorage?.();
}

/** Brings files of earlier releases to the storage service; what could not be brought is tried again later. */
async function bringAllOver(league: League, signal: AbortSignal, log: Logger): Promise<void> {
  while (!signal.aborted) {
    const { failures } = await bringFilesOver(league, signal).catch((error: unknown) => ({
      failures: [error],
    }));
    for (const error of failures) {
      logFailure(log, error, 'a file could not be brought to the storage service');
    }
    if (failures.length === 0) {
      return;
    }
    await sleep(cleanUpEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** The night's backup and the list of the forgotten beside it, where there is a place for them. */
function startBackups({ league, log, config }: JobsOptions, signal: AbortSignal): Promise<void>[] {
  const options = { league, config, signal };
  return openPlace(config) === null
    ? []
    : [
        repeat(heartEvery, signal, () => backUpNightly(options), log),
        repeat(heartEvery, signal, () => keepForgotten(options), log),
      ];
}

/** Goes on with the journal, not before the start is over, and once more at the stop. */
async function startJournal({ journal, log }: JobsOptions, signal: AbortSignal): Promise<void> {
  if (journal === undefined || journal === null) {
    return;
  }
  await sleep(journalEvery, undefined, { signal }).catch(() => undefined);
  await repeat(journalEvery, signal, () => journal.keep(signal), log);
  await journal.keep(signal);
}

/**
 * What the server does by itself: the clock of the ladders, its own sign of life, forgetting what is
 * over, and the jobs that commands left behind.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { league, log } = options;
  const isHosted = options.config.supabase !== null;
  await forgiveOutage(league);
  const stopping = new AbortController();
  const watch = createServerWatch(options);
  const running = [
    repeat(clockEvery, stopping.signal, () => runDueClocks(league), log),
    repeat(clockEvery, stopping.signal, () => runDueReminders(league), log),
    repeat(departuresEvery, stopping.signal, () => letAllGo(league), log),
    repeat(heartEvery, stopping.signal, () => beatHeart(league), log),
    repeat(heartEvery, stopping.signal, () => tellOfDamage(league), log),
    ...(isHosted ? [] : startBackups(options, stopping.signal)),
    repeat(heartEvery, stopping.signal, () => reviewCases(league), log),
    repeat(
      heartEvery,
      stopping.signal,
      () => planPublicFile(league, options.settings.current.publicFile),
      log,
    ),
    repeat(newServersEvery, stopping.signal, watch.askNew, log),
    repeat(askedEvery, stopping.signal, watch.askAll, log),
    repeat(cleanUpEvery, stopping.signal, () => cleanUp(league, { isHosted }), log),
    repeat(cleanUpEvery, stopping.signal, () => freezePast(league), log),
    repeat(sweepEvery, stopping.signal, () => sweepAll(options), log),
    startJournal(options, stopping.signal),
    bringAllOver(league, stopping.signal, log),
  ];
  const queue = startJobQueue({
    database: league.database,
    handlers: createJobHandlers(options),
    log,
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([...running, queue.stop()]);
      await watch.close();
    },
  };
}
