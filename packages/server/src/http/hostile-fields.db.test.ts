import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import type * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Viewer } from '../context.ts';
import { runDueClocks } from '../engine/clock.ts';
import { StreamCache } from '../engine/read-state.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';
import * as commandRoute from './command-route.ts';

interface Route {
  method: 'POST' | 'DELETE';
  path: string;
  schema: v.GenericSchema;
}

const routes: Route[] = [];

const far = 'a'.repeat(5_000);
const noId = '00000000-0000-0000-0000-000000000000';
const oddNumbers = [0, -1, 0.5, 366, 2 ** 31, 2 ** 53, 1e15, 1e308, null];
const oddIds = ['', '\0', noId, 'ffffffff-ffff-ffff-ffff-ffffffffffff', null];
const oddInstants = [
  ...['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z'],
  ...['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-14:00', '2026-02-30T12:00:00Z', null],
];
const oddTexts = [
  ...['', far, '\0', '\ud800', '\u202e💥', '__proto__', '99999999999999999999', 'P99999999Y'],
  ...[
    'Etc/GMT+14',
    'http://[::1',
    'https://discord.com/api/webhooks/1/a',
    '[::]:99999',
    noId,
    null,
  ],
];
const oddValues = [null, true, [], 'text', 5];

/** As much of a schema of valibot as says what it takes. */
interface Shape {
  type: string;
  entries?: Record<string, Shape>;
  item?: Shape;
  wrapped?: Shape;
  options?: (Shape | string)[];
  literal?: unknown;
  pipe?: { type: string }[];
}

/** What leads somewhere, for the fields that name something of the league. */
function toKnown(name: string): unknown {
  const known: Record<string, unknown> = {
    ...{ person: team.player.person_id, player: team.player.person_id, ladder: 'tanks' },
    ...{ team: team.slug, entry: team.entry, match, game: 'battlefield6', nonce: testNonce },
    ...{ players: [team.captain.person_id, team.player.person_id], map: 'Nexus', maps: ['Nexus'] },
  };
  return known[name];
}

function toSample(shape: Shape, at: string): unknown {
  const { type, entries = {}, item, wrapped, options = [], literal, pipe = [] } = shape;
  const has = (action: string) => pipe.some((step) => step.type === action);
  if (wrapped !== undefined) {
    return toSample(wrapped, at);
  }
  if (type === 'array') {
    return item === undefined ? [] : [toSample(item, at)];
  }
  if (type === 'number') {
    return 1;
  }
  if (type === 'boolean') {
    return true;
  }
  if (type === 'literal') {
    return literal;
  }
  if (type === 'string') {
    return has('uuid') ? randomUUID() : has('iso_timestamp') ? at : 'UTC';
  }
  const [first] = options;
  if (type === 'picklist') {
    return first;
  }
  if (first !== undefined && typeof first !== 'string') {
    return toSample(first, at);
  }
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, toKnown(name) ?? toSample(entry, at)]),
  );
}

/** The value with one thing in it made odd, in every way and at every place. */
function listOdd(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const many = Array.from({ length: 500 }, () => value[0]);
    return [null, many, ...listOdd(value[0]).map((odd) => [odd])];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) =>
      listOdd(member).map((odd) => ({ ...value, [name]: odd })),
    );
  }
  if (typeof value === 'number') {
    return oddNumbers;
  }
  if (typeof value !== 'string') {
    return oddValues;
  }
  if (/^[0-9a-f-]{36}$/.test(value)) {
    return oddIds;
  }
  return /^\d{4}-/.test(value) ? oddInstants : oddTexts;
}

/** Each of the forms that a schema takes, one after the other where it takes one of several. */
function listSamples(shape: Shape, at: string): unknown[] {
  const options = (shape.options ?? []).filter((option) => typeof option !== 'string');
  return options.length > 0 ? options.map((option) => toSample(option, at)) : [toSample(shape, at)];
}

let own: ApiLeague;
let owner: Viewer;
let team: TestTeam;
let match: string;

/** Undoes whatever a command did, so that each meets the league as it was. */
class Undone extends Error {}

function undoing(database: Database): Database {
  return {
    url: database.url,
    sessions: database.sessions,
    damage: null,
    // Nobody here asks too often.
    query: async (text, values) =>
      text.includes('private.rate_limits') ? [] : database.query(text, values),
    async transaction(work, options) {
      let result: unknown;
      await database
        .transaction(async (transaction) => {
          result = await work(transaction);
          throw new Undone();
        }, options)
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) {
            throw error;
          }
        });
      return result as Awaited<ReturnType<typeof work>>;
    },
    readAtOnce: (statements) => database.readAtOnce(statements),
    listen: (channel, onPayload) => database.listen(channel, onPayload),
    share: (limits) => undoing(database.share(limits)),
    close: async () => undefined,
  };
}

beforeAll(async () => {
  const { mountCommand } = commandRoute;
  vi.spyOn(commandRoute, 'mountCommand').mockImplementation((api, parts, route) => {
    routes.push(route);
    mountCommand(api, parts, route);
  });
  own = await createApiLeague();
  owner = await own.addAdmin('Owner');
  await own.addLadder('tanks');
  team = await own.addTeam('Home', 'tanks');
  ({ match } = await startMatch(own, 'tanks', [await own.addTeam('Away', 'tanks'), team]));
  // What the clock has to do is done once: of each command it would be undone too.
  await runDueClocks(own.league);
  own.league.database = undoing(own.database);
});
afterAll(async () => {
  expect(own.failures.slice(0, 3)).toEqual([]);
  await own[Symbol.asyncDispose]();
});

function toPath(path: string): string {
  const slug = path.startsWith('/teams') ? team.slug : 'tanks';
  const known: Record<string, string> = { slug, id: match, person: team.player.person_id };
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => known[name] ?? randomUUID());
}

async function send(who: Viewer, route: Route, body: unknown): Promise<number> {
  // What a command left in memory was undone with it.
  own.league.cache = new StreamCache();
  const answer = await own.send(who, {
    method: route.method,
    path: toPath(route.path),
    body: body as Record<string, unknown>,
  });
  return answer.status;
}

/** Who gets furthest with it: the captain, else an admin. */
async function findSender(route: Route, sample: unknown): Promise<Viewer> {
  return (await send(team.captain, route, sample)) === 403 ? owner : team.captain;
}

it('answers whatever stands in any field of any command', async () => {
  expect(routes.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  let sent = 0;
  for (const route of routes) {
    for (const sample of listSamples(route.schema as unknown as Shape, own.at(3))) {
      const who = await findSender(route, sample);
      for (const body of [sample, ...listOdd(sample)]) {
        const status = await send(who, route, body);
        sent += 1;
        if (status >= 500 || status === 429) {
          wrong.push(`${route.path} ${status} ${JSON.stringify(body).slice(0, 300)}`);
        }
      }
    }
  }
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(sent).toBeGreaterThan(1_000);
});

it('refuses what is nested deeper than any form, wherever it stands', async () => {
  const [route] = routes as [Route];
  for (const depth of [13, 1_000, 15_000]) {
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const raw = `{"command_id":"${randomUUID()}","name":${nested}}`;
    const answer = await own.send(owner, { path: toPath(route.path), raw });
    expect([depth, answer.status, answer.body.error?.code]).toEqual([depth, 400, 'field_invalid']);
  }
});
