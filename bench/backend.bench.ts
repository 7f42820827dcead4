import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, runTenAtOnce } from './measure.ts';

let reads = 0;

type Backend = Awaited<ReturnType<typeof createBackend>>;

/** As one of ten people, each at an address of their own. */
async function read(backend: Backend, path: string, token: string): Promise<string> {
  const headers = { apikey: backend.apiKeys.anon, authorization: `Bearer ${token}` };
  const request = new Request(`http://localhost:54321${path}`, { headers });
  reads += 1;
  const answer = await backend.fetch(request, { clientAddress: `192.0.2.${reads % 10}` });
  if (answer.status !== 200) {
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  return answer.text();
}

async function signUp(backend: Backend): Promise<{ id: string; token: string }> {
  const answer = await backend.fetch(
    new Request('http://localhost:54321/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: backend.apiKeys.anon, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.org', password: 'a long way to Kaarna' }),
    }),
    { clientAddress: '127.0.0.1' },
  );
  const body = (await answer.json()) as { access_token?: string; user?: { id: string } };
  if (body.access_token === undefined || body.user === undefined) {
    throw new Error(`No session: ${answer.status} ${JSON.stringify(body)}`);
  }
  return { id: body.user.id, token: body.access_token };
}

async function compareAll(backend: Backend, database: Database): Promise<Figure[]> {
  const { id, token } = await signUp(backend);
  const claims = (await backend.verifyAccessToken(token)) ?? {};
  const scope = { role: 'authenticated', claims } as const;
  const row = 'select to_json(p) as row from public.profiles p where user_id = $1';
  const ours = {
    run: (times: number) =>
      runTenAtOnce(times, () =>
        read(backend, `/rest/v1/profiles?select=*&user_id=eq.${id}`, token),
      ),
  };
  return [
    await compare({
      what: 'REST, one row, ten at once; floor: the same transaction by pg',
      goal: '0.4',
      times: 500,
      ours,
      floor: {
        run: (times) =>
          runTenAtOnce(times, () =>
            database.transaction((transaction) => transaction.query(row, [id]), {
              scope,
              readOnly: true,
            }),
          ),
      },
    }),
    await compare({
      what: 'REST, one row, ten at once; floor: the same transaction in one exchange',
      goal: '0.4',
      times: 500,
      ours,
      floor: {
        run: (times) =>
          runTenAtOnce(times, () =>
            database.readAtOnce([
              { text: scopeSql, values: [JSON.stringify(claims), id, scope.role] },
              { text: row, values: [id] },
            ]),
          ),
      },
    }),
  ];
}

/** What every request under a person's rights sets before its own statement. */
const scopeSql = `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $3, true), set_config('statement_timeout', '8000', true),
  set_config('role', $3, true)`;

/** Supabase's calls by the backend's fetch, beside the statements that they cannot do without. */
export async function bench(): Promise<Figure[]> {
  return withBenchDatabase(async (database) => {
    const backend = await createBackend({
      database,
      config: { auth: { mailer: { autoconfirm: true } } },
      log: (message, cause) => console.error(message, cause),
    });
    try {
      return await compareAll(backend, database);
    } finally {
      await backend.close();
    }
  });
}
