import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Database, shares } from '@muster/database';
import type { JWK } from 'jose';
import { type ApiKeys, loadApiKeys } from './api-keys.ts';
import { type AccessTokenClaims, findClaims, verifyAccessToken } from './auth/access-token.ts';
import type { AuthConfigInput } from './auth/config.ts';
import { type CreateAuthOptions, createAuth } from './auth/create-auth.ts';
import { sealFactorSecrets } from './auth/factor-secret.ts';
import { loadAuthKeys } from './auth/keys.ts';
import {
  type CallBindings,
  createFunctions,
  type FunctionsConfig,
} from './functions/create-functions.ts';
import { createGateway, type GatewayBindings, getAddress } from './gateway.ts';
import {
  createRealtime,
  type RealtimeLimits,
  type RealtimeStats,
} from './realtime/create-realtime.ts';
import { createRest } from './rest/create-rest.ts';
import { openRequests } from './rest/open-requests.ts';
import { openRequestLogin } from './rest/request-login.ts';
import { createStorage, type StorageConfig } from './storage/create-storage.ts';
import type { DrawImage } from './storage/drawing.ts';

/** The backend's settings; each has a default that suits one process with an embedded database. */
export interface BackendConfig {
  /** `SITE_URL`; while it is null, the loopback name by which a request came is the site. */
  siteUrl?: string | null;
  /** `JWT_SECRET`; without it one is made and kept in the database. */
  jwtSecret?: string | null;
  /** Keys that sign access tokens, given by the operator as JWKs. */
  signingKeys?: readonly JWK[];
  auth?: AuthConfigInput;
  rest?: {
    /** `REST_URL`: a PostgREST that answers in place of our own. */
    url?: string | null;
    /** The login for requests, where the operator keeps one. */
    loginUrl?: string | null;
    /** Whether new tables are seen without being told. */
    watchesSchema?: boolean;
  };
  realtime?: RealtimeLimits & {
    /** Whether clients may speak on channels that no policy guards; not unless it is said. */
    allowsPublic?: boolean;
  };
  /** Null: not served, for another keeps them. */
  storage?: StorageConfig | null;
  /** The functions that run here; without it there are none. */
  functions?: FunctionsConfig | null;
}

/** What `createBackend` works with: the database is migrated, and stays the caller's to close. */
interface BackendOptions {
  database: Database;
  config?: BackendConfig;
  /** How the auth service reaches people. */
  sendMail?: CreateAuthOptions['sendMail'];
  sendSms?: CreateAuthOptions['sendSms'];
  verifyCaptcha?: CreateAuthOptions['verifyCaptcha'];
  /** Which providers let people in now, in place of those of `config.auth`. */
  loadProviders?: CreateAuthOptions['loadProviders'];
  /** Draws stored pictures in other sizes and forms; without it none are drawn. */
  drawImage?: DrawImage;
  /** How sign-in providers are reached. */
  fetch?: typeof fetch;
  /** Gets what callers are not told. */
  log?: (message: string, cause?: unknown) => void;
}

/** Supabase's services of one process. */
export interface Backend {
  /** Answers everything under `/auth/v1`, `/rest/v1`, `/realtime/v1` and `/storage/v1`. */
  fetch(request: Request, bindings?: GatewayBindings): Promise<Response>;
  /** Takes over a call of a function, under `/functions/v1`; false, and untouched, for any other request. */
  handleCall(incoming: IncomingMessage, outgoing: ServerResponse, bindings: CallBindings): boolean;
  /** Takes over a connection to `/realtime/v1/websocket`; false, and untouched, for any other. */
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    bindings?: GatewayBindings,
  ): boolean;
  /** The claims of an access token that is ours and valid now, null of any other. */
  verifyAccessToken(token: string): Promise<AccessTokenClaims | null>;
  readonly apiKeys: ApiKeys;
  /** The realtime service's figures, for metrics. */
  realtimeStats(): RealtimeStats;
  /** Takes away bytes that no stored object has: to be called now and then. */
  sweepStorage(): Promise<void>;
  /** Fetches what the functions import, so that none of their calls needs it: to be done before it serves. */
  prepareFunctions(): Promise<void>;
  /** Puts other functions in the place of those that are, where any were. */
  replaceFunctions(specs: FunctionsConfig['specs']): Promise<void>;
  close(): Promise<void>;
}

/** Starts Supabase's services over a migrated database. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { database, config = {}, log = () => undefined } = options;
  const { siteUrl = null, jwtSecret, signingKeys } = config;
  const keys = await loadAuthKeys({
    database,
    ...(jwtSecret ? { jwtSecret } : {}),
    ...(signingKeys ? { signingKeys } : {}),
  });
  await sealFactorSecrets(database);
  const verify = (token: string) => verifyAccessToken(keys, token);
  const apiKeys = await loadApiKeys(database, keys);
  const onError = (error: unknown) => log('backend request failed', error);

  const loginUrl = config.rest?.loginUrl ?? (await openRequestLogin(database));
  const requests = await openRequests(loginUrl, onError);
  const storage =
    config.storage === null
      ? null
      : createStorage({
          ...{ database, requests, verify, onError, secret: keys.secret },
          ...(config.storage ? { config: config.storage } : {}),
          ...(options.drawImage ? { drawImage: options.drawImage } : {}),
        });
  const [rest, realtime] = await Promise.all([
    createRest({ database, onError, requests, ...toRestOptions(config.rest) }),
    createRealtime({
      database: database.share(shares.realtime),
      exchange: database,
      apiKeys,
      siteUrl,
      onError,
      verify,
      limits: config.realtime ?? {},
      allowsPublic: config.realtime?.allowsPublic ?? false,
    }),
  ]);
  const functions = config.functions
    ? await createFunctions({ config: config.functions, apiKeys, verify, onError })
    : null;
  const auth = createAuth({ ...toAuthOptions(options), keys });
  const gateway = createGateway({
    auth,
    rest,
    realtime,
    ...(storage && {
      storage: {
        fetch: (request: Request, bindings: GatewayBindings) =>
          storage.answer(request, getAddress(bindings) ?? 'unknown'),
      },
    }),
    apiKeys,
    onError,
    verify,
  });
  return {
    fetch: async (request, bindings = {}) => gateway.fetch(request, bindings),
    handleCall: (incoming, outgoing, bindings) =>
      functions?.handle(incoming, outgoing, bindings) ?? false,
    handleUpgrade: (request, socket, head, bindings) =>
      realtime.handleUpgrade(request, socket, head, bindings),
    verifyAccessToken: (token) => findClaims(keys, token),
    apiKeys,
    realtimeStats: () => realtime.stats(),
    sweepStorage: async () => storage?.sweep(),
    prepareFunctions: async () => functions?.prepare(),
    replaceFunctions: async (specs) => functions?.replace(specs),
    close: async () => {
      await Promise.all([rest.close(), realtime.close(), functions?.close()]);
      await requests.close();
    },
  };
}

function toRestOptions({ url, watchesSchema = false }: NonNullable<BackendConfig['rest']> = {}) {
  return { watchesSchema, ...(url ? { url } : {}) };
}

function toAuthOptions(options: BackendOptions): Omit<CreateAuthOptions, 'keys'> {
  const { config = {}, database, sendMail, sendSms, verifyCaptcha, loadProviders, log } = options;
  const { siteUrl = null, auth = {} } = config;
  return {
    database: database.share(shares.auth),
    config: { siteUrl, ...auth },
    ...(sendMail ? { sendMail } : {}),
    ...(sendSms ? { sendSms } : {}),
    ...(verifyCaptcha ? { verifyCaptcha } : {}),
    ...(loadProviders ? { loadProviders } : {}),
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(log ? { log } : {}),
  };
}
