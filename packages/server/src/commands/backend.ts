import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type Backend,
  type BackendConfig,
  createBackend,
  parseSupabaseConfig,
  type SendMail,
  type SendSms,
} from '@muster/backend';
import { type Database, shares } from '@muster/database';
import { pino } from 'pino';
import { parse } from 'smol-toml';
import { type Config, parseConfig } from '../config.ts';
import { createLeague } from '../engine/league.ts';
import { drawStored } from '../files/stored-pictures.ts';
import { followFiles } from '../functions/follow-files.ts';
import { openFunctionLog } from '../functions/function-log.ts';
import { openFunctions, toLeagueAddress } from '../functions/open-functions.ts';
import { printLine } from '../functions/print-line.ts';
import {
  type ConnectionLimits,
  readFileLimit,
  toConnectionLimits,
} from '../http/connection-limits.ts';
import { createListener, drain, listen } from '../http/listener.ts';
import { getPeerAddress, getRawPeer } from '../http/peer.ts';
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts';
import { createJobHandlers, startSweeping } from '../jobs/start-jobs.ts';
import { createDirectMail, createSendMail } from '../mail/auth-mail.ts';
import { createDirectSms, createSendSms } from '../mail/auth-text.ts';
import { createSmtpServer } from '../mail/smtp.ts';
import { areHookSecrets, createTextHook, type TextHookSettings } from '../mail/text-hook.ts';
import { openForServices } from '../open-league.ts';
import { createFixedSettings, type SettingsReader } from '../page/settings.ts';
import { runServer } from '../run-server.ts';
import { recordServerEnds } from '../server-ends.ts';
import { type Command, type CommandArguments, getOption, OperatorError } from './command.ts';

/** Where Supabase's own tool serves its gateway. */
const supabasePort = 54_321;

/** What `--config` says: the settings of the services and the port. */
interface SupabaseFile {
  port: number | null;
  textHook: TextHookSettings | null;
  objectBytes: number | null;
  allowsPublic: boolean | null;
  settings: Pick<BackendConfig, 'siteUrl' | 'jwtSecret' | 'signingKeys' | 'auth'>;
}

/** Serves Supabase's services alone, for the official clients and for other sites of the same people. */
export const command: Command = {
  options: {
    port: { type: 'string' },
    config: { type: 'string' },
    'database-url': { type: 'string' },
  },
  run: (_config, args) => serveBackend(args),
};

/** Serves them until it is told to stop; functions follow their files where that is wanted. */
export async function serveBackend(
  args: CommandArguments,
  { followsFiles = false }: { followsFiles?: boolean } = {},
): Promise<number> {
  const path = getOption(args, 'config');
  const file = path === null ? null : await readSupabaseFile(path);
  const given = parseConfig({
    ...process.env,
    PORT: getOption(args, 'port') ?? process.env.PORT ?? String(file?.port ?? supabasePort),
    DATABASE_URL: getOption(args, 'database-url') ?? process.env.DATABASE_URL,
  });
  const config = { ...given, textHook: file?.textHook ?? given.textHook };
  return runServer(async (parts, { stop }) => {
    const league = parts.use(
      await openForServices(config, { onProgress: console.log, onToldToStop: stop }),
    );
    if (league.hasLeague) {
      await recordServerEnds(league.database, process.env);
    }
    const messages = startMessages(league, config);
    parts.defer(messages.stop);
    const limits = toConnectionLimits(readFileLimit());
    const functionLog = openFunctionLog(league.database.share(shares.jobs), (error) =>
      console.error('What functions said could not be kept', error),
    );
    parts.defer(functionLog.close);
    let listens = 0;
    const functions = await openFunctions({
      folder: path === null ? config.functionsDir : join(dirname(path), 'functions'),
      getLeague: () => toLeagueAddress(config, listens),
      onProgress: console.log,
      onLine: (name, line) => {
        functionLog.add(name, line);
        printLine(name, line);
      },
    });
    if (followsFiles && functions === null) {
      throw new OperatorError('No function is on: supabase/functions/NAME/index.ts would be one.');
    }
    const backend = await createBackend({
      database: league.database,
      config: {
        siteUrl: config.siteUrl,
        jwtSecret: config.jwtSecret,
        rest: { url: config.restUrl, watchesSchema: true },
        // As with Supabase, where the file does not say otherwise.
        realtime: { ...limits, allowsPublic: file?.allowsPublic ?? true },
        storage: {
          ...config.storage,
          ...(file?.objectBytes == null ? {} : { objectBytes: file.objectBytes }),
        },
        functions,
        ...file?.settings,
      },
      drawImage: drawStored,
      sendMail: messages.sendMail,
      sendSms: messages.sendSms,
      log: (message, cause) => console.error(message, cause),
    });
    await backend.prepareFunctions();
    listens = await serve({ backend, config, limits }, parts);
    if (followsFiles && functions !== null) {
      const { folder } = functions;
      parts.defer(followFiles({ folder, replace: backend.replaceFunctions, say: console.log }));
    }
    const sweeping = startSweeping(backend.sweepStorage, pino({ level: config.logLevel }));
    parts.defer(sweeping.stop);
    return [`The backend is ready at http://${config.host}:${listens}`];
  });
}

interface Messages {
  sendMail: SendMail;
  sendSms: SendSms;
  stop(): Promise<void>;
}

/** Mails and texts go by the league's queue where there is one, else at once; without a way for them it is only said here. */
function startMessages(
  { database, hasLeague }: { database: Database; hasLeague: boolean },
  config: Config,
): Messages {
  const { smtpUrl, textHook } = config;
  const settings = createFixedSettings(config);
  const getLeagueName = () => settings.current.leagueName;
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  if (hasLeague && (smtpUrl !== null || textHook !== null)) {
    return {
      sendMail: smtpUrl === null ? tellOfMail : createSendMail({ way: 'smtp', getLeagueName }),
      sendSms: textHook === null ? tellOfText : createSendSms({ way: 'hook', getLeagueName }),
      stop: startQueue(database, { ...config, siteUrl }, settings).stop,
    };
  }
  const { hostname: host } = new URL(siteUrl);
  return {
    sendMail:
      smtpUrl === null
        ? tellOfMail
        : createDirectMail({
            ...{ host, getLeagueName },
            smtp: createSmtpServer({ url: smtpUrl, getLeagueName, siteUrl }),
          }),
    sendSms:
      textHook === null ? tellOfText : createDirectSms(createTextHook(textHook), getLeagueName),
    stop: async () => undefined,
  };
}

function startQueue(
  database: Database,
  config: Config & { siteUrl: string },
  settings: SettingsReader,
): JobQueue {
  const log = pino({ level: config.logLevel });
  const league = createLeague(database.share(shares.jobs));
  const { siteUrl } = config;
  return startJobQueue({
    database: league.database,
    log,
    handlers: createJobHandlers({ league, log, config, settings, siteUrl }),
  });
}

const tellOfMail: SendMail = async ({ kind, to }) => {
  console.log(`Nothing sends mail here: ${kind} to ${to}`);
};

const tellOfText: SendSms = async ({ phone }) => {
  console.log(`Nothing sends texts here: a code to ${phone}`);
  return null;
};

async function serve(
  { backend, config, limits }: { backend: Backend; config: Config; limits: ConnectionLimits },
  parts: AsyncDisposableStack,
): Promise<number> {
  const server = createListener({
    fetch: (request, bindings) =>
      backend.fetch(request, { clientAddress: getPeerAddress(request, bindings, config) }),
    handleCall: (incoming, outgoing) =>
      backend.handleCall(incoming, outgoing, { clientAddress: getRawPeer(incoming, config) }),
    handleUpgrade: (request, socket, head) =>
      backend.handleUpgrade(request, socket, head, {
        clientAddress: getRawPeer(request, config),
      }),
    limits,
    trustedProxy: config.trustedProxy,
    onError: (error) => console.error('A connection failed', error),
  });
  const port = await listen(server, config);
  parts.defer(async () => {
    const drained = drain(server);
    await backend.close();
    await drained;
  });
  return port;
}

function requireHook({ url, secrets }: TextHookSettings): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Error('auth.hook.send_sms.uri takes an address that starts with http:// or https://');
  }
  if (!areHookSecrets(secrets)) {
    throw new Error(
      'auth.hook.send_sms.secrets takes v1,whsec_ and 24 random bytes or more in base64',
    );
  }
}

/** Reads a `supabase/config.toml` and the keys that it names; what the file does not say stays as it is. */
async function readSupabaseFile(path: string): Promise<SupabaseFile> {
  try {
    const read = parseSupabaseConfig(parse(await readFile(path, 'utf8')), process.env);
    const { siteUrl, jwtSecret, signingKeysPath, port, textHook, auth } = read;
    const { objectBytes, allowsPublic } = read;
    if (textHook !== null) {
      requireHook(textHook);
    }
    const signingKeys =
      signingKeysPath === null
        ? null
        : JSON.parse(await readFile(resolve(dirname(path), signingKeysPath), 'utf8'));
    return {
      port,
      textHook,
      objectBytes,
      allowsPublic,
      settings: {
        auth,
        ...(siteUrl === null ? {} : { siteUrl }),
        ...(jwtSecret === null ? {} : { jwtSecret }),
        ...(signingKeys === null ? {} : { signingKeys }),
      },
    };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new OperatorError(`${path} cannot be used: ${reason.split('\n')[0]}`);
  }
}
