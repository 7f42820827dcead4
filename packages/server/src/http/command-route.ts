import type { Altcha } from '@muster/backend';
import { findValueFault } from '@muster/database';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import type { RequestContext, Viewer } from '../context.ts';
import { execute } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import type { SettingsReader } from '../page/settings.ts';
import { getForeignHost, isOwnOrigin } from './origin.ts';
import { countRequest, type RateLimit } from './rate-limit.ts';

export interface ApiParts {
  config: Pick<
    Config,
    | 'siteUrl'
    | 'trustedProxy'
    | 'host'
    | 'devIdentity'
    | 'smtpUrl'
    | 'supabase'
    | 'discord'
    | 'github'
    | 'google'
    | 'oidc'
    | 'steamUrl'
    | 'steamApiKey'
    | 'textHook'
    | 'serverQueryAllow'
  >;
  settings: SettingsReader;
  league: League;
  resolveContext: (request: Request) => Promise<RequestContext>;
  /** Where the league asks for one. */
  captcha?: Pick<Altcha, 'createChallenge'>;
}

const commandsPerMinute = 60;
const maxBodyBytes = 64 * 1024;
const maxDepth = 12;
const head = v.object({ command_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()) });

/** Refuses bodies larger than any form of ours. */
export const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    refuse({ code: 'body_too_large', params: { limit: maxBodyBytes } });
  },
});

/** Parses a body by its schema; the first field at fault is named in the error, as `scores.0.map`. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    refuseField(v.getDotPath(issue) ?? 'body', issue.type);
  }
  return parsed.output;
}

/** The JSON of a request, fit to be kept. */
export async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    refuse({ code: 'json_expected', params: {} });
  }
  const text = await context.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    refuse({ code: 'json_invalid', params: {} });
  }
  const fault = findValueFault(body, maxDepth);
  if (fault !== null) {
    refuseField(fault.path === '' ? 'body' : fault.path, fault.rule);
  }
  return body;
}

/** Writes come from our own pages only: the browser says where from. */
export function requireOwnOrigin(context: Context, config: Pick<Config, 'siteUrl'>): void {
  if (!isOwnOrigin(context.req.raw, config)) {
    const host = getForeignHost(context.req.raw);
    refuse({ code: 'origin_not_allowed', params: { host, setting: 'SITE_URL' } });
  }
}

/** The signed-in person, or the error that asks them to sign in. */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer === null) {
    refuse({ code: 'not_signed_in', params: {} });
  }
  return viewer;
}

/** Counts the request; one too many is answered with how long to wait. */
export async function requireRate({ league }: ApiParts, limit: RateLimit): Promise<void> {
  const wait = await countRequest(league.database, limit, league.now());
  if (wait !== null) {
    refuse({ code: 'rate_limited', params: { seconds: wait } });
  }
}

/** What a route's work is given: the parsed body and the address's parameters. */
export interface CommandInput<Body> {
  body: Body;
  parameters: Record<string, string>;
}

interface CommandRoute<Schema extends v.GenericSchema> {
  method: 'POST' | 'DELETE';
  path: string;
  schema: Schema;
  /** How many of these a person may send in a minute. */
  perMinute?: number;
  work: (unit: Unit, input: CommandInput<v.InferOutput<Schema>>) => Promise<unknown>;
  /** What this process does before it answers, once the change is kept. */
  after?: () => Promise<void>;
}

/**
 * Mounts a route by which a signed-in person changes the league: own origin, JSON with a command id,
 * a rate, then one transaction (`execute`).
 */
export function mountCommand<Schema extends v.GenericSchema>(
  api: Hono,
  parts: ApiParts,
  { method, path, schema, perMinute, work, after }: CommandRoute<Schema>,
): void {
  api.on(method, path, limitBody, async (context) => {
    requireOwnOrigin(context, parts.config);
    const body = await readJson(context);
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const key = perMinute === undefined ? 'command' : path;
    await requireRate(parts, {
      key: `${key}:${viewer.person_id}`,
      most: perMinute ?? commandsPerMinute,
      seconds: 60,
    });
    const { command_id } = parseBody(head, body);
    const parsed = parseBody(schema, body);
    const parameters: Record<string, string> = context.req.param();
    const answer = await execute(
      parts.league,
      { viewer, commandId: command_id, body: { method, path: context.req.path, body } },
      (unit) => work(unit, { body: parsed, parameters }),
    );
    await after?.();
    return context.json(answer.body, answer.status as ContentfulStatusCode);
  });
}
