import { type Backend, createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { hash, verify } from '@node-rs/bcrypt';
import { jwtVerify } from 'jose';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, runTenAtOnce } from './measure.ts';

const someSecret = 'a secret of at least thirty-two characters';
const password = 'a long way to Kaarna';
const cost = 10;

interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

async function call(
  backend: Backend,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<unknown> {
  const { token, body } = options;
  const request = new Request(`http://localhost:54321/auth/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: backend.apiKeys.anon,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await backend.fetch(request, { clientAddress: '127.0.0.1' });
  if (answer.status !== 200) {
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  return answer.json();
}

async function signUp(backend: Backend, name: string): Promise<Session> {
  const body = { email: `${name}@example.org`, password: password };
  return (await call(backend, 'signup', { body })) as Session;
}

/** The hash is computed on Node's own threads, of which both have the same four. */
async function compareSignIn(backend: Backend): Promise<Figure> {
  const { user } = await signUp(backend, 'ann');
  const hashed = await hash(password, { cost: cost });
  const body = { email: 'ann@example.org', password: password };
  return compare({
    what: 'sign-in by password, ten at once; floor: bcrypt alone',
    goal: '0.9',
    times: 40,
    ours: {
      run: (times) =>
        runTenAtOnce(times, async () => {
          const session = await call(backend, 'token?grant_type=password', { body });
          if ((session as Session).user.id !== user.id) {
            throw new Error('somebody else');
          }
        }),
    },
    floor: { run: (times) => runTenAtOnce(times, () => verify(password, hashed)) },
  });
}

/** What a refresh cannot do without: the session locked and read with its person, changed and noted. */
async function refreshDirectly(database: Database, sessionId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [locked] = await transaction.query<{ user_id: string }>(
      'select user_id from auth.sessions where id = $1 for update skip locked',
      [sessionId],
    );
    await transaction.query(
      `select u.*, to_json(s) as session,
         (select json_agg(i) from auth.identities i where i.user_id = u.id) as identities,
         (select json_agg(f) from auth.mfa_factors f where f.user_id = u.id) as factors,
         (select json_agg(c) from auth.mfa_amr_claims c where c.session_id = s.id) as amr
       from auth.users u join auth.sessions s on s.user_id = u.id and s.id = $2 where u.id = $1`,
      [locked?.user_id, sessionId],
    );
    await transaction.query(
      `with advanced as (
         update auth.sessions set refresh_token_counter = refresh_token_counter, refreshed_at = now()
         where id = $1)
       insert into private.auth_refresh_windows (session_id, first_counter, since)
       values ($1, 0, now()) on conflict (session_id) do update set since = excluded.since`,
      [sessionId],
    );
    await transaction.query(
      `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), $1, now(), '127.0.0.1')`,
      ['{"action":"token_refreshed"}'],
    );
  });
}

/** Ten people refresh at once, each their own session. */
async function compareRefresh(backend: Backend, database: Database): Promise<Figure> {
  const names = Array.from({ length: 10 }, (_, index) => `player${index}`);
  const people: Session[] = [];
  for (const name of names) {
    people.push(await signUp(backend, name));
  }
  const sessions = await database.query<{ id: string }>('select id from auth.sessions');
  const inTurn = async (times: number, work: (lane: number) => Promise<void>) => {
    const lane = async (index: number) => {
      for (let done = index; done < times; done += people.length) {
        await work(index);
      }
    };
    await Promise.all(people.map((_, index) => lane(index)));
  };
  return compare({
    what: 'refresh, ten people at once; floor: the same statements sent directly',
    goal: '0.5',
    times: 500,
    ours: {
      run: (times) =>
        inTurn(times, async (index) => {
          const body = { refresh_token: people[index]?.refresh_token };
          people[index] = (await call(backend, 'token?grant_type=refresh_token', {
            body,
          })) as Session;
        }),
    },
    floor: {
      run: (times) =>
        inTurn(times, (index) => refreshDirectly(database, sessions[index]?.id ?? '')),
    },
  });
}

async function compareUser(backend: Backend, database: Database): Promise<Figure> {
  const { user, access_token: token } = await signUp(backend, 'bea');
  const secret = new TextEncoder().encode(someSecret);
  return compare({
    what: 'GET user, ten at once; floor: token verification and one indexed select',
    goal: '0.5',
    times: 500,
    ours: { run: (times) => runTenAtOnce(times, () => call(backend, 'user', { token })) },
    floor: {
      run: (times) =>
        runTenAtOnce(times, async () => {
          await jwtVerify(token, secret);
          await database.query('select * from auth.users where id = $1', [user.id]);
        }),
    },
  });
}

/** The auth service by the backend's fetch, beside what its calls cannot do without. */
export async function bench(): Promise<Figure[]> {
  return withBenchDatabase(async (database) => {
    const backend = await createBackend({
      database,
      config: {
        jwtSecret: someSecret,
        // Everybody here signs in from one address, and one person all the time.
        auth: { mailer: { autoconfirm: true }, rateLimits: { enabled: false } },
      },
      log: (message, cause) => console.error(message, cause),
    });
    try {
      return [
        await compareSignIn(backend),
        await compareRefresh(backend, database),
        await compareUser(backend, database),
      ];
    } finally {
      await backend.close();
    }
  });
}
