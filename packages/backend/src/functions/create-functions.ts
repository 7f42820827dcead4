import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseUnavailable } from '@muster/database';
import type { ApiKeys } from '../api-keys.ts';
import { readAsked, unknownKey } from '../asked.ts';
import { OpenShares } from '../network.ts';
import type { VerifyToken } from '../rest/rest-caller.ts';
import { FunctionCall } from './call.ts';
import { discardRest } from './discard-rest.ts';
import { type DoorOptions, type LeagueAddress, openDoor } from './door.ts';
import {
  FunctionFailure,
  failed,
  notFound,
  noUpgrade,
  tooBusy,
  tooLarge,
  unauthorized,
  unavailable,
} from './failure.ts';
import type { FunctionLine } from './function-process.ts';
import { FunctionRunner } from './function-runner.ts';
import { type FunctionLimits, functionLimits } from './limits.ts';
import type { FunctionSpec } from './list-functions.ts';
import { isAsPrepared, prepareFunction } from './prepare.ts';

/** What functions need of the server that runs them. */
export interface FunctionsConfig {
  specs: readonly FunctionSpec[];
  /** The folder `supabase/functions`. */
  folder: string;
  /** Deno's program and where it keeps the packages that functions import; resolved before the first call. */
  deno: { program: string; cache: string };
  /** Where the league answers; asked once it listens. */
  getLeague: () => LeagueAddress;
  isPublic: DoorOptions['isPublic'];
  resolve?: DoorOptions['resolve'];
  limits?: Partial<FunctionLimits>;
  onLine: (name: string, line: FunctionLine) => void;
}

interface FunctionsOptions {
  config: FunctionsConfig;
  apiKeys: ApiKeys;
  verify: VerifyToken;
  /** Told of failures that are ours; the caller sees only that there was one. */
  onError: (error: unknown) => void;
}

/** What the server says of a call beside the request itself. */
export interface CallBindings {
  /** The address from which it comes. */
  clientAddress: string;
  /** What every answer of the server says; names in small letters. */
  headers?: Readonly<Record<string, string>>;
}

/** The functions service, behind `/functions/v1`. */
export interface Functions {
  /** Takes over a call of a function; false, and untouched, for any other request. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse, bindings: CallBindings): boolean;
  /** Fetches what the functions import; a function that cannot be had is told of, and answers that it cannot. */
  prepare(): Promise<void>;
  /** Puts other functions in the place of those that are; what runs is ended. */
  replace(specs: readonly FunctionSpec[]): Promise<void>;
  close(): Promise<void>;
}

/** A request and its answer, with the whole address that was asked for. */
interface Exchange
  extends Pick<
    ConstructorParameters<typeof FunctionCall>[0],
    'incoming' | 'outgoing' | 'ownHeaders'
  > {
  url: string;
}

const prefix = '/functions/v1';
/** Whoever asks by way of a proxy may name the host before the path. */
const isCall = /^(?:https?:\/\/[^/?#]*)?\/functions\/v1(?:\/|\?|$)/i;
const nowhere = new URL('http://localhost/');
/** What a function answers must never run as a page of this origin. */
const sandbox = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Makes the functions callable; a function's process starts with its first call. */
export async function createFunctions({
  config,
  apiKeys,
  verify,
  onError,
}: FunctionsOptions): Promise<Functions> {
  const limits = { ...functionLimits, ...config.limits };
  const room = await mkdtemp(join(tmpdir(), 'muster-fn-'));
  const door = await openDoor({
    ...{ getLeague: config.getLeague, isPublic: config.isPublic, limits },
    ...(config.resolve ? { resolve: config.resolve } : {}),
  });
  const calls = new OpenShares({ most: Number.POSITIVE_INFINITY, share: limits.callsOfOne });
  let prepareds = toPreparers(config.specs);
  let runners = toRunners(config.specs);
  let sockets = 0;

  function toPreparers(specs: readonly FunctionSpec[]): Map<string, () => Promise<void>> {
    return new Map(specs.map((spec) => [spec.name, createPreparer(spec, config)]));
  }

  function toRunners(specs: readonly FunctionSpec[]): Map<string, FunctionRunner> {
    return new Map(specs.map((spec) => [spec.name, createRunner(spec)]));
  }

  async function stopAll(): Promise<void> {
    await Promise.all([...runners.values()].map((runner) => runner.stop()));
  }

  async function prepare(): Promise<void> {
    for (const [name, prepareOne] of prepareds) {
      await prepareOne().catch((error: Error) =>
        config.onLine(name, {
          level: 'error',
          text: `The function cannot be started: ${error.message}`,
          requestId: null,
        }),
      );
    }
  }

  function createRunner(spec: FunctionSpec): FunctionRunner {
    return new FunctionRunner({
      ...{ spec, door, limits, makeRoom },
      createSocketPath: () => {
        sockets += 1;
        return join(room, `${sockets}.sock`);
      },
      prepare: async () => {
        await prepareds.get(spec.name)?.();
        return { deno: config.deno, environment: toEnvironment(spec) };
      },
      onLine: (line) => config.onLine(spec.name, line),
    });
  }

  /** As Supabase names them, so that the same files run there. */
  function toEnvironment({ secrets }: FunctionSpec): Record<string, string> {
    return {
      ...secrets,
      SUPABASE_URL: config.getLeague().url,
      SUPABASE_ANON_KEY: apiKeys.anon,
      SUPABASE_SERVICE_ROLE_KEY: apiKeys.serviceRole,
    };
  }

  /** The process that has rested longest goes where there are as many as may be. */
  async function makeRoom(): Promise<void> {
    // The one that is to start has none yet.
    const running = [...runners.values()].filter((runner) => runner.hasProcess);
    if (running.length < limits.processes) {
      return;
    }
    const [longest] = running
      .filter((runner) => runner.restsSince !== null)
      .sort((a, b) => (a.restsSince ?? 0) - (b.restsSince ?? 0));
    if (longest === undefined) {
      throw tooBusy(`At most ${limits.processes} functions run at a time`);
    }
    await longest.stop();
  }

  /** Hands a call to its function, where everything allows it. */
  async function answer({ url, ...exchange }: Exchange, address: string): Promise<void> {
    const { headers, method } = exchange.incoming;
    const get = (name: 'apikey' | 'authorization') => headers[name]?.toString() ?? null;
    const asked = readAsked({ url, get }, apiKeys, prefix);
    if (asked === null) {
      throw unauthorized(unknownKey.message);
    }
    const { host, pathname, search } = URL.parse(asked.url) ?? nowhere;
    const path = `${pathname.slice(prefix.length)}${search}`;
    const [, name = ''] = /^\/([^/?]*)/.exec(path) ?? [];
    const runner = pathname.startsWith(`${prefix}/`) ? runners.get(name) : undefined;
    if (runner === undefined) {
      throw notFound();
    }
    const { authorization } = asked;
    if (runner.spec.verifyJwt && method !== 'OPTIONS') {
      await requireToken(authorization, verify);
    }
    if (headers.upgrade !== undefined) {
      throw noUpgrade();
    }
    if (Number(headers['content-length'] ?? 0) > limits.requestBytes) {
      throw tooLarge(limits.requestBytes);
    }
    const close = calls.open(address);
    if (typeof close === 'string') {
      throw tooBusy(`At most ${limits.callsOfOne} calls of one network at a time`, 429);
    }
    const requestId = randomUUID();
    try {
      await runner.call(new FunctionCall({ ...exchange, path, host, authorization, requestId }));
    } finally {
      close();
    }
  }

  /** Says why a call was not answered, where anybody still hears it. */
  function refuse({ outgoing, ownHeaders }: Exchange, thrown: unknown): void {
    const failure = thrown instanceof FunctionFailure ? thrown : failed();
    if (failure !== thrown) {
      onError(thrown);
    }
    if (!outgoing.headersSent && !outgoing.destroyed) {
      failure.send(outgoing, ownHeaders);
    }
  }

  return {
    handle: (incoming, outgoing, { clientAddress, headers = {} }) => {
      const { url = '' } = incoming;
      if (!isCall.test(url)) {
        return false;
      }
      const exchange = {
        ...{ incoming, outgoing, ownHeaders: { ...headers, ...sandbox } },
        url: url.startsWith('/') ? `http://${incoming.headers.host ?? 'localhost'}${url}` : url,
      };
      outgoing.on('error', () => undefined);
      answer(exchange, clientAddress)
        .catch((thrown: unknown) => refuse(exchange, thrown))
        .finally(() => discardRest(incoming, limits));
      return true;
    },
    prepare,
    replace: async (specs) => {
      await stopAll();
      prepareds = toPreparers(specs);
      runners = toRunners(specs);
      await prepare();
    },
    close: async () => {
      await stopAll();
      await door.close();
      await rm(room, { recursive: true, force: true });
    },
  };
}

/** Prepares a function when its files have changed since it was prepared last. */
function createPreparer(spec: FunctionSpec, config: FunctionsConfig): () => Promise<void> {
  let prepared: Awaited<ReturnType<typeof prepareFunction>> | null = null;
  return async () => {
    if (prepared === null || !(await isAsPrepared(prepared))) {
      prepared = await prepareFunction({ spec, ...config });
    }
  };
}

/** Any token that the league has signed and that is not over: whose it is, is the function's to judge. */
async function requireToken(authorization: string | null, verify: VerifyToken): Promise<void> {
  if (authorization === null) {
    throw unauthorized('Missing authorization header');
  }
  const [, token] = /^Bearer\s+(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) {
    throw unauthorized("Auth header is not 'Bearer {token}'");
  }
  await verify(token).catch((thrown: unknown) => {
    throw thrown instanceof DatabaseUnavailable
      ? unavailable(thrown.retryAfter)
      : unauthorized('Invalid JWT');
  });
}
