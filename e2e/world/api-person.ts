import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Somebody who is signed in and speaks to the league's API without a browser. */
export interface ApiPerson {
  name: string;
  cookie: string;
}

export interface ApiAnswer {
  status: number;
  body: {
    data?: Record<string, unknown>;
    error?: { code: string; params: unknown; field?: string };
  };
}

/** Follows redirects as far as an address whose query holds a code, and gives the code. */
async function followToCode(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' });
  const location = new URL(answer.headers.get('location') ?? '', address);
  return location.pathname === '/confirm'
    ? (location.searchParams.get('code') ?? '')
    : followToCode(location.href);
}

/** Keeps a session as the browser does: one cookie, or numbered parts of it. */
export function toCookie(session: unknown): string {
  const text = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  const parts = text.match(/.{1,3180}/g) ?? [];
  return parts.length === 1
    ? `muster-auth-token=${text}`
    : parts.map((part, place) => `muster-auth-token.${place}=${part}`).join('; ');
}

/** The key that every browser sends, as the pages name it. */
export async function getPublicKey(url: string): Promise<string> {
  const page = await (await fetch(`${url}/login`)).text();
  return /"anon_key":"([^"]+)"/.exec(page)?.[1] ?? '';
}

/** Signs somebody in through the local identity provider, by the same OAuth steps as a browser. */
export async function signInByApi(url: string, name: string): Promise<ApiPerson> {
  const verifier = randomBytes(32).toString('base64url');
  const start = new URL('/auth/v1/authorize', url);
  start.search = new URLSearchParams({
    provider: 'discord',
    redirect_to: `${url}/confirm`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  }).toString();
  const toProvider = await fetch(start, { redirect: 'manual' });
  const provider = new URL(toProvider.headers.get('location') ?? '');
  provider.searchParams.set('person', name);
  const code = await followToCode(provider.href);
  const answer = await fetch(`${url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: await getPublicKey(url) },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  });
  if (!answer.ok) {
    throw new Error(`${name} could not sign in: ${await answer.text()}`);
  }
  return { name, cookie: toCookie(await answer.json()) };
}

/** Sets the language of somebody's account, as the language menu does. */
export async function setLanguage(
  url: string,
  { cookie }: ApiPerson,
  locale: string,
): Promise<void> {
  const text = cookie
    .split('; ')
    .map((part) => part.slice(part.indexOf('=') + 1))
    .join('');
  const session = JSON.parse(Buffer.from(text.replace('base64-', ''), 'base64url').toString());
  const answer = await fetch(`${url}/rest/v1/profiles?user_id=eq.${session.user.id}`, {
    method: 'PATCH',
    headers: {
      apikey: await getPublicKey(url),
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ locale }),
  });
  if (answer.status !== 204) {
    throw new Error(`the language was not kept: ${await answer.text()}`);
  }
}

/** Sends a command as this person; the same id again is the same command. */
export async function sendByApi(
  url: string,
  person: ApiPerson,
  command: {
    path: string;
    body?: Record<string, unknown>;
    id?: string;
    method?: 'POST' | 'DELETE';
  },
): Promise<ApiAnswer> {
  const { path, body = {}, id = randomUUID(), method = 'POST' } = command;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: url, cookie: person.cookie },
    body: JSON.stringify({ command_id: id, ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as ApiAnswer['body'] };
}

/** Sends a command that must be obeyed, and gives what came of it. */
export async function obey(
  { url }: { url: string },
  person: ApiPerson,
  path: string,
  body: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const answer = await sendByApi(url, person, { path, body });
  if (answer.status !== 200) {
    throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body.data ?? {};
}

/** A page's data, as a navigation in the browser would get it. */
export async function readPage(
  url: string,
  path: string,
): Promise<{ status: number; data: Record<string, unknown> }> {
  const answer = await fetch(`${url}${path}/_payload.json`);
  const body = (await answer.json()) as { data?: Record<string, unknown> };
  return { status: answer.status, data: body.data ?? {} };
}

/** What REST gives anybody of a table, named first, and asked as PostgREST is. */
export async function readRows<T>(url: string, query: string): Promise<T[]> {
  const answer = await fetch(`${url}/rest/v1/${query}`, {
    headers: { apikey: await getPublicKey(url) },
  });
  if (!answer.ok) {
    throw new Error(`${query}: ${await answer.text()}`);
  }
  return (await answer.json()) as T[];
}

/** The names of all teams of the league, as anybody may read them. */
export async function listTeamNames(url: string): Promise<string[]> {
  return (await readRows<{ name: string }>(url, 'teams?select=name')).map(({ name }) => name);
}
