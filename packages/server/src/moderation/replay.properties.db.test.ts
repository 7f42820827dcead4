import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';

/** Whatever order people report, decide, appeal and undo in, the audit log replays to what is hidden. */

let cast: Cast;
let match: string;
let admins: Viewer[];

beforeAll(async () => {
  cast = await createCast();
  match = (await scheduleMatch(cast.own, 'tanks', [cast.home, cast.away])).match;
  const { people, own } = cast;
  admins = [
    people['site admin'],
    people["the ladder's admin"],
    await own.addAdmin('Second'),
  ].flatMap((person) => person ?? []);
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const acts = ['report', 'claim', 'hide', 'close', 'undo', 'appeal', 'grant', 'refuse'] as const;
interface Step {
  act: (typeof acts)[number];
  thing: number;
  who: number;
}

const say = async () => {
  const body = { text: 'Words' };
  const said = await cast.own.act(cast.home.captain, { path: `/matches/${match}/messages`, body });
  return String(said.id);
};

function toCall({ act }: Step, { id, version }: { id: string; version: number }) {
  const path = `/moderation/cases/${id}`;
  const answer = 'A sentence';
  const calls = {
    claim: { path: `${path}/claim`, body: { take_over: true } },
    hide: { path: `${path}/decision`, body: { version, acts: [{ act: 'hide' }] } },
    close: { path: `${path}/decision`, body: { version, acts: [], answer } },
    undo: { path: `${path}/undo`, body: { version, answer } },
    appeal: { path: `${path}/appeal`, body: { text: answer } },
    grant: {
      path: `${path}/appeal/decision`,
      body: { version, granted: true, answer: 'So it is' },
    },
    refuse: { path: `${path}/appeal/decision`, body: { version, granted: false, answer } },
  };
  return act === 'report' ? null : calls[act];
}

/** Sends a step about a thing's latest case; what cannot be is refused, and changes nothing. */
async function take(step: Step, message: string): Promise<void> {
  const { own, home, away } = cast;
  const [latest] = await own.database.query<{ id: string; version: number }>(
    'select id, version from private.cases where subject = $1 order by opened_at desc, id desc limit 1',
    [message],
  );
  const call = latest === undefined ? null : toCall(step, latest);
  const writer = step.act === 'appeal' ? home.captain : (admins[step.who % admins.length] ?? null);
  const body = { kind: 'match_message', id: message, reason: 'spam' };
  const answer = await (call === null
    ? own.send(away.captain, { path: '/reports', body })
    : own.send(writer, call));
  expect(answer.status).toBeLessThan(500);
  own.moveTo(new Date(own.league.now().getTime() + 30_000).toISOString());
}

type Fold = (hidden: ReadonlySet<string>, line: { act: string; subject: string }) => Set<string>;

const fold: Fold = (hidden, { act, subject }) => {
  const next = new Set(hidden);
  if (act === 'thing_hidden') {
    next.add(subject);
  }
  if (act === 'thing_shown') {
    next.delete(subject);
  }
  return next;
};

async function compare(messages: string[], replay: Fold) {
  const lines = await cast.own.database.query<{ act: string; subject: string }>(
    'select act, subject from private.audit_log where subject = any($1) order by at, id',
    [messages],
  );
  const rows = await cast.own.database.query<{ id: string }>(
    'select id from private.match_messages where id = any($1::uuid[]) and hidden_at is not null',
    [messages],
  );
  const replayed = lines.reduce<Set<string>>((hidden, line) => replay(hidden, line), new Set());
  return { replayed: [...replayed].sort(), hidden: rows.map(({ id }) => id).sort() };
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  thing: fc.nat(1),
  who: fc.nat(2),
});

const toProperty = (replay: Fold) =>
  fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
    await cast.own.database.query('delete from private.cases');
    await cast.own.database.query('delete from private.rate_limits');
    const messages = [await say(), await say()];
    for (const one of steps) {
      await take(one, messages[one.thing] ?? '');
    }
    const { replayed, hidden } = await compare(messages, replay);
    expect(replayed).toEqual(hidden);
  });

it('the audit log replays to what is hidden', () => fc.assert(toProperty(fold), { numRuns: 12 }));

it('the audit log replays to what is hidden: would not, where showing again were left out', async () => {
  const faulty: Fold = (hidden, line) =>
    line.act === 'thing_shown' ? new Set(hidden) : fold(hidden, line);
  const tried = await fc.check(toProperty(faulty), {
    numRuns: 120,
    seed: 829_456_647,
    endOnFailure: true,
  });
  expect(tried.failed).toBe(true);
});
