import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseUnavailable } from '@muster/database';
import type { ApiKeys } from '../api-keys.ts';
import { OpenShares } from '../network.ts';
import type { VerifyToken } from '../rest/rest-caller.ts';
import { type DoorOptions, type LeagueAddress, openDoor } from './door.ts';
import {
  FunctionFailure,
  notFound,
  noUpgrade,
  tooBusy,
  tooLarge,
  unauthorized,
} from './failure.ts';
import type { FunctionLine } from './function-process.ts';
import { FunctionRunner } from './function-runner.ts';
import { type FunctionLimits, functionLimits } from './limits.ts';
import type { FunctionSpec } from './list-functions.ts';
import { isAsPrepared, prepareFunction } from './prepare.ts';
import type { FunctionRequest } from './relay.ts';

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
}

/** The functions service, behind `/functions/v1`. */
export interface Functions {
  /** A request without that prefix, and the address from which it comes. */
  answer(request: FunctionRequest, address: string): Promise<Response>;
  /** Fetches what the functions import; a function that cannot be had is told of, and answers that it cannot. */
  prepare(): Promise<void>;
  /** Puts other functions in the place of those that are; what runs is ended. */
  replace(specs: readonly FunctionSpec[]): Promise<void>;
  close(): Promise<void>;
}

/** Makes the functions callable; a function's process starts with its first call. */
export async function createFunctions({
  config,
  apiKeys,
  verify,
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
    const running = [...runners.values()].filter((runner) => runner.hasProcess);
    if (running.length <= limits.processes) {
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

  async function answer(request: FunctionRequest, address: string): Promise<Response> {
    const { host, pathname, search } = new URL(request.url);
    const [, name = ''] = /^\/([^/]*)/.exec(pathname) ?? [];
    const runner = runners.get(name);
    if (runner === undefined) {
      throw notFound();
    }
    if (runner.spec.verifyJwt && request.method !== 'OPTIONS') {
      await requireToken(request.authorization, verify);
    }
    if (request.headers.has('upgrade')) {
      throw noUpgrade();
    }
    if (Number(request.headers.get('content-length') ?? 0) > limits.requestBytes) {
      throw tooLarge(limits.requestBytes);
    }
    const close = calls.open(address);
    if (typeof close === 'string') {
      throw tooBusy(`At most ${limits.callsOfOne} calls of one network at a time`, 429);
    }
    try {
      const path = `${pathname}${search}`;
      return await runner.call({ request, host, path, requestId: randomUUID() });
    } finally {
      close();
    }
  }

  return {
    answer: async (request, address) => {
      try {
        return await answer(request, address);
      } catch (thrown) {
        if (thrown instanceof FunctionFailure) {
          return thrown.getResponse();
        }
        throw thrown;
      }
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
    throw thrown instanceof DatabaseUnavailable ? thrown : unauthorized('Invalid JWT');
  });
}
