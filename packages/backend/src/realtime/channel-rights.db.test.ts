import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '@muster/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';
import type { Caller } from './caller.ts';
import { askReading, askWriting } from './channel-rights.ts';
import { keepMessagePartitions } from './message-partitions.ts';

let world: World;
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createWorld();
  await keepMessagePartitions(world.database, new Date());
  await world.database.query(`
    create policy listen on realtime.messages for select to authenticated using (
      (realtime.topic() = 'open' and extension = 'broadcast')
      or (realtime.topic() = 'hall' and extension = 'presence')
      or realtime.topic() = 'person:' || auth.uid()
      or (realtime.topic() = 'aal' and auth.jwt() ->> 'aal' = 'aal2')
      or (realtime.topic() = 'closed' and private)
      or (realtime.topic() = 'mailed' and current_setting('request.jwt.claim.email') = 'ann@example.org')
      or (realtime.topic() = 'told' and current_setting('request.jwt.claim.sub') = auth.uid()::text
        and current_setting('request.jwt.claim.role') = 'authenticated'
        and current_setting('request.headers') = '{}'
        and current_setting('search_path') = 'public, extensions')
      or (realtime.topic() = 'hurried' and current_setting('statement_timeout') = '3s'))`);
  await world.database.query(`
    create policy speak on realtime.messages for insert to authenticated with check (
      (realtime.topic() = 'open' and topic = 'open' and extension = 'presence')
      or (realtime.topic() = 'hall' and extension = 'broadcast')
      or (realtime.topic() = 'broken' and 1 / (length(topic) - 6) = 1))`);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  errors.length = 0;
});

const services = () => ({
  database: world.database,
  onError: (error: unknown) => errors.push(error),
});

function toCaller(claims: Record<string, unknown> = {}, role: Caller['role'] = 'authenticated') {
  return { role, claims: { sub: world.ann.userId, role, ...claims }, until: null };
}

const all = { broadcast: true, presence: true };
const none = { broadcast: false, presence: false };

describe('who may listen', () => {
  test.each([
    ['open', {}, { broadcast: true, presence: false }],
    ['hall', {}, { broadcast: false, presence: true }],
    ['elsewhere', {}, none],
    ["open'; drop table realtime.messages; --", {}, none],
    ['aal', { aal: 'aal2' }, all],
    ['aal', { aal: 'aal1' }, none],
    ['closed', {}, all],
    ['told', {}, all],
    // So long may a policy take.
    ['hurried', {}, all],
    ['mailed', { email: 'ann@example.org' }, all],
    ['mailed', { email: 'bob@example.org' }, none],
    ['mailed', {}, none],
  ])('on %s with %j', async (topic, claims, rights) => {
    expect(await askReading(services(), toCaller(claims), topic)).toEqual(rights);
  });

  test('is asked with the person’s own claims', async () => {
    const own = `person:${world.ann.userId}`;
    expect(await askReading(services(), toCaller(), own)).toEqual(all);
    expect(await askReading(services(), toCaller({ sub: world.bob.userId }), own)).toEqual(none);
  });

  test('is asked with the role of the token', async () => {
    expect(await askReading(services(), toCaller({}, 'anon'), 'open')).toEqual(none);
    expect(await askReading(services(), toCaller({}, 'service_role'), 'elsewhere')).toEqual(all);
  });
});

describe('who may speak', () => {
  test.each([
    ['open', { broadcast: false, presence: true }],
    ['hall', { broadcast: true, presence: false }],
    ['elsewhere', none],
  ])('on %s', async (topic, rights) => {
    expect(await askWriting(services(), toCaller(), topic)).toEqual(rights);
    expect(await askWriting(services(), toCaller({}, 'anon'), topic)).toEqual(none);
    expect(await askWriting(services(), toCaller({}, 'service_role'), topic)).toEqual(all);
  });

  test('where a policy fails is nobody, and the operator hears of it', async () => {
    expect(await askWriting(services(), toCaller(), 'broken')).toEqual(none);
    expect(errors).toEqual([expect.objectContaining({ message: 'division by zero' })]);
  });
});

test('a token whose session has ended opens nothing, one whose session goes on does', async () => {
  const session = randomUUID();
  const caller = toCaller({ session_id: session });
  expect(await askReading(services(), caller, 'open')).toEqual(none);
  expect(await askWriting(services(), caller, 'hall')).toEqual(none);
  await world.database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
    session,
    world.ann.userId,
  ]);
  expect((await askReading(services(), caller, 'open')).broadcast).toBe(true);
  expect((await askWriting(services(), caller, 'hall')).broadcast).toBe(true);
  expect(errors).toEqual([]);
});

test('where no league is, a token opens what it opened until it runs out', async () => {
  const caller = toCaller({ session_id: randomUUID() });
  const rename = (from: string, to: string) =>
    world.database.query(`alter table public.${from} rename to ${to}`);
  await rename('league_events', 'events_of_others');
  try {
    expect((await askReading(services(), caller, 'open')).broadcast).toBe(true);
    expect((await askWriting(services(), caller, 'hall')).broadcast).toBe(true);
  } finally {
    await rename('events_of_others', 'league_events');
  }
  expect(await askReading(services(), caller, 'open')).toEqual(none);
});

test('asking leaves nothing behind', async () => {
  await askReading(services(), toCaller({}, 'service_role'), 'open');
  await askWriting(services(), toCaller({}, 'service_role'), 'open');
  expect(await world.database.query('select from realtime.messages')).toEqual([]);
});

test('a database that is away is no answer', async () => {
  const away = new DatabaseUnavailable('away', 'away');
  const database = {
    ...world.database,
    transaction: async () => {
      throw away;
    },
  };
  const asked = askReading({ database, onError: () => undefined }, toCaller(), 'open');
  await expect(asked).rejects.toBe(away);
});
