import type { Database } from '@muster/database';
import { type Context, Hono } from 'hono';
import { createGrant, findToken, takeCode } from './grants.ts';
import { pagePolicy, renderRefusal, renderSignIn } from './page.ts';
import { type DevPerson, findPerson, parseName, toNewPerson, toUserObject } from './person.ts';
import { pickLanguage, texts } from './texts.ts';

export interface DevDiscordOptions {
  database: Database;
  /** The demonstration season's people, in the order in which they are listed. */
  people: () => Promise<DevPerson[]>;
  /** Whether this request may see the provider at all; otherwise everything is 404. */
  isAllowed: (request: Request, env: unknown) => boolean;
  /** What the auth service is configured with as the provider's client. */
  clientId: string;
  clientSecret: string;
}

/**
 * The local identity provider: it speaks the OAuth 2 calls and the user object of the chat platform,
 * so that the auth service knows no difference but the base address. Mounted at `/dev/discord`.
 */
export function createDevDiscord(options: DevDiscordOptions): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (!options.isAllowed(context.req.raw, context.env)) {
      return context.notFound();
    }
    await next();
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    return undefined;
  });
  app.get('/api/oauth2/authorize', (context) => handleAuthorize(options, context));
  app.post('/api/oauth2/token', (context) => handleToken(options, context));
  app.get('/api/users/@me', (context) => handleMe(options, context));
  return app;
}

async function handleAuthorize(options: DevDiscordOptions, context: Context): Promise<Response> {
  const { person: typed, ...query } = context.req.query();
  const language = pickLanguage(context.req.header('accept-language'));
  context.header('content-security-policy', pagePolicy);
  context.header('vary', 'Accept-Language');
  if (!isSignInRequest(options, context, query)) {
    return context.html(renderRefusal(texts[language]), 400);
  }
  const people = await options.people();
  const person = typed === undefined ? null : resolvePerson(people, typed, texts[language].tag);
  const back = new URL(query.redirect_uri ?? '');
  if (query.state) {
    back.searchParams.set('state', query.state);
  }
  if (person !== null) {
    const code = await createGrant(options.database, {
      kind: 'code',
      client_id: query.client_id ?? '',
      redirect_uri: query.redirect_uri ?? '',
      person,
    });
    back.searchParams.set('code', code);
    return context.redirect(back.href);
  }
  back.searchParams.set('error', 'access_denied');
  back.searchParams.set(
    'error_description',
    'The resource owner or authorization server denied the request',
  );
  const page = renderSignIn({
    texts: texts[language],
    people,
    query,
    cancelUrl: back.href,
    refusedName: typed ?? null,
  });
  return context.html(page, typed === undefined ? 200 : 400);
}

/** The real one knows its clients' addresses; here only an address on our own host is returned to. */
function isSignInRequest(
  options: DevDiscordOptions,
  context: Context,
  query: Readonly<Record<string, string>>,
): boolean {
  const { client_id: clientId, redirect_uri: redirectUri = '', response_type: type } = query;
  if (clientId !== options.clientId || type !== 'code' || !URL.canParse(redirectUri)) {
    return false;
  }
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  const target = new URL(redirectUri);
  return /^https?:$/.test(target.protocol) && target.host === host.toLowerCase();
}

function resolvePerson(
  people: readonly DevPerson[],
  typed: string,
  locale: string,
): DevPerson | null {
  const name = parseName(typed);
  return name === null ? null : (findPerson(people, name) ?? toNewPerson(name, locale));
}

async function handleToken(options: DevDiscordOptions, context: Context): Promise<Response> {
  const contentType = context.req.header('content-type') ?? '';
  if (!contentType.startsWith('application/x-www-form-urlencoded')) {
    return context.json({ error: 'invalid_request' }, 400);
  }
  const form = new URLSearchParams(await context.req.text());
  if (!isClient(options, context, form)) {
    return context.json({ error: 'invalid_client' }, 401);
  }
  if (form.get('grant_type') !== 'authorization_code') {
    return context.json({ error: 'unsupported_grant_type' }, 400);
  }
  const grant = await takeCode(options.database, form.get('code') ?? '');
  if (grant === null || grant.redirect_uri !== form.get('redirect_uri')) {
    return context.json(
      { error: 'invalid_grant', error_description: 'Invalid "code" in request.' },
      400,
    );
  }
  const token = await createGrant(options.database, { ...grant, kind: 'token' });
  return context.json({
    access_token: token,
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'email identify',
  });
}

function isClient(options: DevDiscordOptions, context: Context, form: URLSearchParams): boolean {
  const expected = `${options.clientId}:${options.clientSecret}`;
  const [, basic] = /^Basic (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  if (basic !== undefined) {
    return Buffer.from(basic, 'base64').toString('utf8') === expected;
  }
  return `${form.get('client_id')}:${form.get('client_secret')}` === expected;
}

async function handleMe(options: DevDiscordOptions, context: Context): Promise<Response> {
  const [, token] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  const grant = token === undefined ? null : await findToken(options.database, token);
  if (grant === null) {
    return context.json({ message: '401: Unauthorized', code: 0 }, 401);
  }
  return context.json(toUserObject(grant.person));
}
