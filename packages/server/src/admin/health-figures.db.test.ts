import { randomUUID } from 'node:crypto';
import { installJobQueue } from '@muster/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadServers } from '../servers/page.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { readJobs, readParts } from './health-query.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let own: ApiLeague;
let now: Date;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  now = own.league.now();
});
afterAll(() => own[Symbol.asyncDispose]());

const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const run = (text: string, values: unknown[] = []) => own.database.query(text, values);

describe('the servers', () => {
  const one = { page: 'one', name: 'One', protocol: 'a2s', position: 1 };
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 18, 0, second));
  const heard = { misses: 0, seen_at: at(0), asked_at: at(0) };
  const missed = (misses: number) => ({ misses, silent_since: at(0), asked_at: at(5) });
  const add = (given: object) => {
    const row = { id: randomUUID(), ...one, ...given };
    const columns = Object.keys(row).join(', ');
    return run(
      `insert into public.game_servers (${columns})
       select ${columns} from jsonb_populate_record(null::public.game_servers, $1::jsonb)`,
      [JSON.stringify(row)],
    );
  };
  beforeEach(async () => {
    await run('delete from public.game_servers');
    await run('delete from private.server_watch');
  });

  it('counts those that are listed and asked, and knows when the last was', async () => {
    await add(heard);
    await add({ protocol: 'quake2', asked_at: at(1) });
    await add({ asked_at: at(2) });
    await add({ protocol: 'manual', asked_at: at(3) });
    await add({ ...heard, asked_at: at(4), retired_at: at(4) });
    expect(await readParts(own.database, now)).toMatchObject({
      ...{ servers: 3, silent_servers: 0, last_asked: at(2), blind_since: null },
    });
  });

  it.each<[string, object, object[], number]>([
    ['that missed two questions', { ...heard, ...missed(2) }, [heard], 0],
    ['that missed three', { ...heard, ...missed(3) }, [heard], 1],
    [
      'that is of the demonstration and missed three',
      { ...heard, ...missed(3), is_demo: true },
      [],
      1,
    ],
    ['that was never heard', missed(3), [heard], 0],
    ['that is the only one', { ...heard, ...missed(3) }, [], 0],
    ['that is the only real one', { ...heard, ...missed(3) }, [{ ...heard, is_demo: true }], 0],
    [
      'of Portal while the service is gone',
      { ...heard, ...missed(3), protocol: 'portal', fault: 'unavailable' },
      [heard],
      0,
    ],
    [
      'of Portal that is not listed there',
      { ...heard, ...missed(3), protocol: 'portal', fault: 'unlisted' },
      [heard],
      1,
    ],
    [
      'that is retired',
      { ...heard, ...missed(9), retired_at: '2026-01-01T00:00:00Z' },
      [heard, heard],
      0,
    ],
  ])(
    'counts as silent what its own page calls so: one %s',
    async (_what, server, others, silent) => {
      for (const row of [server, ...others]) {
        await add(row);
      }
      const { silent_servers } = await readParts(own.database, now);
      const page = await loadServers(toInput(own.database, { params: { server: 'one' } }));
      const called = page?.servers.filter(({ state }) => state.kind === 'silent').length;
      expect([silent_servers, called]).toEqual([silent, silent]);
    },
  );
});

it('counts the channels that fail, those that were stopped, and knows the last that was posted', async () => {
  const ladders = ['tanks', 'golf', 'chess'];
  for (const slug of ladders.slice(1)) {
    await own.addLadder(slug);
  }
  for (const slug of ladders) {
    await run(
      `insert into private.webhooks (id, ladder_id, url, locale, set_at, failures, disabled_reason)
       select gen_random_uuid(), id, 'https://chat.test', 'en', $2, case slug when 'golf' then 0 else 1 end,
         case slug when 'chess' then 'gone' end from public.ladders where slug = $1`,
      [slug, now],
    );
  }
  for (const [state, ago] of [
    ['posted', 9],
    ['posted', 5],
    ['refused', 1],
  ] as const) {
    await run(
      `insert into private.webhook_posts (id, webhook_id, kind, origin, data, state, created_at)
       select gen_random_uuid(), id, 'x', $1::text, '{}', $2, $3 from private.webhooks limit 1`,
      [ago, state, before(ago)],
    );
  }
  expect(await readParts(own.database, now)).toMatchObject({
    ...{ webhooks: 3, failing_webhooks: 1, stopped_webhooks: 1, last_posted: before(5) },
  });
});

it('knows which mail was sent and refused last, and counts what waits', async () => {
  for (const [state, ago] of [
    ['sent', 9],
    ['sent', 7],
    ['refused', 8],
    ['refused', 6],
  ] as const) {
    await run(
      `insert into private.mails (id, kind, recipient, locale, state, answer, created_at)
       values ($1, 'notice.x', 'a@x.test', 'en', $2, '', $3)`,
      [randomUUID(), state, before(ago)],
    );
  }
  expect(await readParts(own.database, now)).toMatchObject({
    ...{ last_sent: before(7), last_refused: before(6), waiting_mails: 0, late_mails: 0 },
  });
  const [row] = await run(
    'select count(*)::integer as n, max(name) as name from private.migrations',
  );
  const { applied, last_migration } = await readParts(own.database, now);
  expect({ n: applied, name: last_migration }).toEqual(row);
});

it('has no jobs before there is a queue, and of its jobs those that were given up within a day', async () => {
  await run('drop schema if exists graphile_worker cascade');
  const none = { waiting: 0, late: 0, failed: 0, oldest: null, processes: 0 };
  expect(await readJobs(own.database, now)).toEqual(none);
  await installJobQueue(own.database);
  const add = async (ago: number, change = '') => {
    await run(`select graphile_worker.add_job('x', run_at := $1::timestamptz)`, [before(ago)]);
    if (change !== '') {
      await run(
        `update graphile_worker._private_jobs set ${change} where run_at = $1::timestamptz`,
        [before(ago)],
      );
    }
  };
  await add(-minute);
  expect(await readJobs(own.database, now)).toEqual({ ...none, waiting: 1 });
  await add(0);
  await add(20 * minute, 'locked_at = now()');
  await add(
    30 * minute,
    `attempts = max_attempts, updated_at = '${before(day - 1).toISOString()}'`,
  );
  await add(40 * minute, `attempts = max_attempts, updated_at = '${before(day).toISOString()}'`);
  await run(`insert into private.job_workers (id, seen_at) values ('one', $1), ('two', $2)`, [
    before(2 * minute - 1),
    before(2 * minute),
  ]);
  expect(await readJobs(own.database, now)).toEqual({
    ...{ waiting: 3, late: 0, failed: 1, oldest: before(20 * minute), processes: 1 },
  });
});
