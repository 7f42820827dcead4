import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { createMovedSession } from './testing/moved-session.ts';
import { refresh } from './testing/requests.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ external: { anonymousUsers: { enabled: true } } });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

let moved = 0;

/** Half of all people were moved here with a token of Supabase's first kind. */
async function open(isMoved: boolean) {
  if (isMoved) {
    moved += 1;
    const token = moved.toString(32).padStart(12, 'm');
    return { ...(await createMovedSession(harness, [token])), token };
  }
  const response = await harness.request('/signup', { method: 'POST', json: {} });
  const body = await response.json();
  return { userId: String(body.user.id), token: String(body.refresh_token) };
}

/** Which of two people refreshes, with which of the tokens they ever had, and after how long. */
const step = fc.record({
  who: fc.nat({ max: 1 }),
  back: fc.nat({ max: 3 }),
  seconds: fc.constantFrom(0, 1, 11),
  together: fc.integer({ min: 1, max: 3 }),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Person {
  userId: string;
  /** Every token they ever had, the newest last. */
  tokens: string[];
  isOver: boolean;
}

type Ask = typeof refresh;

async function play(person: Person, { back, seconds, together }: Step, ask: Ask): Promise<void> {
  const token = person.tokens.at(-1 - Math.min(back, person.tokens.length - 1)) ?? '';
  harness.advance(seconds);
  const answers = await Promise.all(Array.from({ length: together }, () => ask(harness, token)));
  const bodies = answers.map(({ body }) => body);
  const given = bodies.flatMap((body) => body.refresh_token ?? []);
  for (const body of bodies) {
    if (body.refresh_token) {
      expect(body.user.id).toBe(person.userId);
    } else {
      expect(body.code).toMatch(/^refresh_token_(already_used|not_found)$/);
    }
  }
  expect(new Set(given).size).toBeLessThanOrEqual(person.isOver ? 0 : 1);
  person.isOver ||= given.length < together;
  const [next] = given;
  if (next !== undefined && !person.tokens.includes(next)) {
    person.tokens.push(next);
  }
}

async function countSessions(userId: string): Promise<number> {
  const [row] = await harness.database.query<{ count: number }>(
    'select count(*)::int as count from auth.sessions where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

const keepsLines = (ask: Ask) =>
  fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    const people = [await open(false), await open(true)].map(
      ({ userId, token }): Person => ({ userId, tokens: [token], isOver: false }),
    );
    for (const taken of steps) {
      const person = people[taken.who];
      if (person === undefined) {
        continue;
      }
      await play(person, taken, ask);
      expect(await countSessions(person.userId)).toBe(person.isOver ? 0 : 1);
    }
  });

describe('however tokens are refreshed', () => {
  it('nobody gets another’s session, nobody two lines of tokens, and a family that ended stays ended', async () => {
    await fc.assert(keepsLines(refresh), { numRuns: 15 });
  });

  it.each<[string, Ask]>([
    [
      'were the session somebody else’s',
      async (...asked) => {
        const { body, ...answer } = await refresh(...asked);
        return { ...answer, body: { ...body, user: { id: 'another' } } };
      },
    ],
    [
      'were a family that ended told to go on',
      async (...asked) => {
        const { body, ...answer } = await refresh(...asked);
        return { ...answer, body: { refresh_token: asked[1], user: { id: '' }, ...body } };
      },
    ],
  ])('that would not be so, %s', async (_fault, ask) => {
    const tried = await fc.check(keepsLines(ask), {
      seed: 829_456_647,
      numRuns: 15,
      endOnFailure: true,
    });
    expect(tried.failed).toBe(true);
  });
});
