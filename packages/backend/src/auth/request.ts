import { findValueFault } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthEnv } from './context.ts';
import { badRequest } from './errors.ts';
import { userAgentLength } from './stored-bounds.ts';

/** What a sign-in remembers of the request that made it. */
export interface ClientInfo {
  address: string;
  userAgent: string;
}

/** The peer's address as the composition states it; never read from a header here. */
export function getClientInfo(context: Context<AuthEnv>): ClientInfo {
  const stated = context.env?.clientAddress ?? context.env?.incoming?.socket?.remoteAddress;
  return {
    // PostgreSQL's inet takes IPv4 in its own form only.
    address: (stated ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*/s, ''),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, userAgentLength),
  };
}

/** Twice as deep as metadata may be, which is refused by its own name. */
const maxDepth = 64;

/** Reads a JSON body by a schema. An empty body counts as an empty object. */
export async function parseBody<Schema extends v.GenericSchema>(
  context: Context<AuthEnv>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = parseJson(await context.req.text());
  const fault = findValueFault(body, maxDepth);
  if (fault !== null) {
    const where = fault.path === '' ? 'body' : fault.path.slice(0, 200);
    throw badRequest('bad_json', `Could not parse request body as JSON: ${where}: ${fault.rule}`);
  }
  const result = v.safeParse(schema, body);
  if (result.success) {
    return result.output;
  }
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? 'body';
  throw badRequest(
    'bad_json',
    `Could not parse request body as JSON: ${path}: expected ${issue.expected ?? 'another value'}`,
  );
}

/** The texts of a form that a provider has the browser send; files of it are no part of them. */
export async function readForm(
  context: Context<AuthEnv>,
): Promise<Record<string, string | undefined>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(await parseForm(context))) {
    if (typeof value === 'string') {
      texts[name] = value;
    }
  }
  return texts;
}

async function parseForm(context: Context<AuthEnv>) {
  try {
    return await context.req.parseBody();
  } catch (thrown) {
    throw badRequest('validation_failed', 'Could not read the request body as a form', thrown);
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'syntax error';
    throw badRequest('bad_json', `Could not parse request body as JSON: ${reason}`, thrown);
  }
}

/** Clients send null for what they leave out; both mean absent. */
export const optionalText = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text ?? ''),
);

export const optionalRecord = v.nullish(v.record(v.string(), v.unknown()));

/** The keys that every call which may send a link takes. */
export const pkceEntries = {
  code_challenge: optionalText,
  code_challenge_method: optionalText,
};

/** Where the captcha's solution stands in every call that may ask for one. */
export const captchaEntry = {
  gotrue_meta_security: v.nullish(v.object({ captcha_token: optionalText })),
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}
