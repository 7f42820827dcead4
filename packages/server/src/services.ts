import {
  type Altcha,
  type Backend,
  createAltcha,
  createBackend,
  createHostedVerifier,
  type FunctionsConfig,
  getOrCreateSecret,
} from '@muster/backend';
import { type Database, shares } from '@muster/database';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { getDevDiscordSecret } from './dev/development.ts';
import { drawStored } from './files/stored-pictures.ts';
import { type FunctionLog, openFunctionLog } from './functions/function-log.ts';
import { openFunctions, readAllowsPublic, toLeagueAddress } from './functions/open-functions.ts';
import type { ConnectionLimits } from './http/connection-limits.ts';
import { logFailure } from './log-failure.ts';
import { createSendMail } from './mail/auth-mail.ts';
import { createSendSms, getTextWay } from './mail/auth-text.ts';
import { getMailWay } from './mail/mail-way.ts';
import type { SettingsReader } from './page/settings.ts';
import { listProviders } from './sign-in/providers.ts';
import { toAuthConfig } from './sign-in/sign-in.ts';
import { createWaysReader } from './sign-in/stored-ways.ts';

interface ServicesOptions {
  config: Config;
  database: Database;
  settings: SettingsReader;
  log: Logger;
  /** Told of what takes a while. */
  onProgress?: (line: string) => void;
}

interface Surroundings {
  limits: ConnectionLimits;
  /** Where the server listens, once it does. */
  getPort: () => number;
}

/** Supabase's services, as the site knows them: ours in this process, or somebody else's at an address. */
export interface Services
  extends Pick<Backend, 'fetch' | 'handleCall' | 'handleUpgrade' | 'verifyAccessToken' | 'close'> {
  /** The key by which browsers name the league. */
  anonKey: string;
  /** What asks browsers for work before a sign-in; null where nothing does. */
  captcha: Altcha | null;
  /** The secret between the auth service and the local identity provider; null where there is none. */
  devSecret: string | null;
  /** Takes away stored bytes that nobody names; null where another keeps the files. */
  sweepStorage: (() => Promise<void>) | null;
}

/** Opens those that the environment names. */
export function openServices(
  options: ServicesOptions,
  surroundings: Surroundings,
): Promise<Services> | Services {
  const { supabase } = options.config;
  return supabase === null
    ? startOwn(options, surroundings)
    : openHosted(supabase, options.config.jwtSecret);
}

async function startOwn(
  options: ServicesOptions,
  { limits, getPort }: Surroundings,
): Promise<Services> {
  const { config, database, settings, log } = options;
  const secret = await getOrCreateSecret(database, 'captcha_secret');
  const devSecret = await getDevDiscordSecret(database);
  const altcha = createAltcha({ database: database.share(shares.auth), secret });
  const getLeagueName = () => settings.current.leagueName;
  const [way, textWay] = [getMailWay(config), getTextWay(config)];
  const loadWays = createWaysReader(database.share(shares.auth));
  const functionLog = openFunctionLog(database.share(shares.jobs), (error) =>
    logFailure(log, error, 'what functions said could not be kept'),
  );
  const functions = await findFunctions(options, { functionLog, getPort });
  const backend = await createBackend({
    database,
    ...(way === 'none' ? {} : { sendMail: createSendMail({ way, getLeagueName }) }),
    ...(textWay === 'none' ? {} : { sendSms: createSendSms({ way: textWay, getLeagueName }) }),
    config: {
      siteUrl: config.siteUrl,
      jwtSecret: config.jwtSecret,
      auth: toAuthConfig(config, getLeagueName()),
      rest: { url: config.restUrl },
      realtime: { ...limits, allowsPublic: await readAllowsPublic(config.functionsDir) },
      storage: config.storage,
      functions,
    },
    verifyCaptcha: altcha.verify,
    drawImage: drawStored,
    loadProviders: async () => listProviders(config, await loadWays(), devSecret),
    log: (message, cause) => logFailure(log, cause, message),
  });
  await backend.prepareFunctions();
  return {
    ...backend,
    anonKey: backend.apiKeys.anon,
    captcha: config.captcha ? altcha : null,
    devSecret,
    close: async () => {
      await backend.close();
      await functionLog.close();
    },
  };
}

/** The functions that are on. */
function findFunctions(
  { config, log, onProgress }: ServicesOptions,
  { functionLog, getPort }: { functionLog: FunctionLog; getPort: () => number },
): Promise<FunctionsConfig | null> {
  return openFunctions({
    folder: config.functionsDir,
    getLeague: () => toLeagueAddress(config, getPort()),
    ...(onProgress ? { onProgress } : {}),
    onLine: (name, line) => {
      functionLog.add(name, line);
      log.debug({ function: name, request: line.requestId }, line.text);
    },
  });
}

/** Nothing of these is answered here: browsers go to their address themselves. */
function openHosted(
  { url, anonKey }: NonNullable<Config['supabase']>,
  jwtSecret: string | null,
): Services {
  return {
    fetch: async () =>
      Response.json({ message: `This league's services are at ${url}` }, { status: 404 }),
    handleCall: () => false,
    handleUpgrade: () => false,
    verifyAccessToken: createHostedVerifier({ url, anonKey, jwtSecret }),
    anonKey,
    captcha: null,
    devSecret: null,
    sweepStorage: null,
    close: async () => undefined,
  };
}
