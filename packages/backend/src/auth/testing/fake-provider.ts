import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';

interface FakePerson {
  id: string;
  username: string;
  global_name?: string | null;
  avatar?: string | null;
  locale?: string;
  email?: string | null;
  verified?: boolean;
}

/** A process of its own as far as the service can tell: it speaks the chat platform's calls over HTTP. */
export interface FakeProvider {
  app: Hono;
  people: Map<string, FakePerson>;
  /** What the last authorize request asked for. */
  lastQuery: Record<string, string>;
  add(person: FakePerson): void;
}

export function createFakeProvider(): FakeProvider {
  const app = new Hono();
  const codes = new Map<string, { person: string; redirectUri: string }>();
  const tokens = new Map<string, string>();
  const provider: FakeProvider = {
    app,
    people: new Map(),
    lastQuery: {},
    add: (person) => {
      provider.people.set(person.username, person);
    },
  };
  // The second path of each is GitHub's.
  app.on('GET', ['/api/oauth2/authorize', '/login/oauth/authorize'], (context) => {
    const query = context.req.query();
    provider.lastQuery = query;
    const back = new URL(query.redirect_uri ?? '');
    back.searchParams.set('state', query.state ?? '');
    if (query.person === undefined) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The user refused');
      return context.redirect(back.href);
    }
    const code = randomUUID();
    codes.set(code, { person: query.person, redirectUri: query.redirect_uri ?? '' });
    back.searchParams.set('code', code);
    return context.redirect(back.href);
  });
  app.on('POST', ['/api/oauth2/token', '/login/oauth/access_token'], async (context) => {
    // The real one refuses JSON as well.
    if (!context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
      return context.json({ error: 'invalid_request' }, 400);
    }
    const form = await context.req.parseBody();
    const grant = codes.get(String(form.code));
    codes.delete(String(form.code));
    const isGood =
      grant?.redirectUri === form.redirect_uri &&
      form.client_id === 'league' &&
      form.client_secret === 'secret' &&
      form.grant_type === 'authorization_code';
    if (grant === undefined || !isGood) {
      return context.json({ error: 'invalid_grant' }, 400);
    }
    const token = randomUUID();
    tokens.set(token, grant.person);
    return context.json({
      access_token: token,
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: 'provider-refresh',
      scope: 'identify email',
    });
  });
  addApi(app, (authorization) =>
    provider.people.get(tokens.get(authorization?.replace('Bearer ', '') ?? '') ?? ''),
  );
  return provider;
}

function addApi(
  app: Hono,
  findPerson: (authorization: string | undefined) => FakePerson | undefined,
): void {
  app.get('/api/users/@me', (context) => {
    const person = findPerson(context.req.header('authorization'));
    if (person === undefined) {
      return context.json({ message: '401: Unauthorized' }, 401);
    }
    return context.json({ global_name: null, avatar: null, discriminator: '0', ...person });
  });
  app.get('/api/v3/user', (context) => {
    const person = findPerson(context.req.header('authorization'));
    if (person === undefined) {
      return context.json({ message: 'Bad credentials' }, 401);
    }
    return context.json({ id: Number(person.id), login: person.username, name: null });
  });
  app.get('/api/v3/user/emails', (context) => {
    const person = findPerson(context.req.header('authorization'));
    return context.json([
      { email: `second-${person?.email}`, primary: false, verified: true },
      { email: person?.email, primary: true, verified: person?.verified ?? false },
    ]);
  });
}
