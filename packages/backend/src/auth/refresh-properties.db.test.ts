import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpAuth } from './clean-up.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ external: { anonymousUsers: { enabled: true } } });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

async function open() {
  const response = await harness.request('/signup', { method: 'POST', json: {} });
  const body = await response.json();
  return { userId: String(body.user.id), token: String(body.refresh_token) };
}

async function refresh(token: string) {
  const response = await harness.request('/token?grant_type=refresh_token', {
    method: 'POST',
    json: { refresh_token: token },
  });
  return response.json();
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

async function play(person: Person, { back, seconds, together }: Step): Promise<void> {
  const token = person.tokens.at(-1 - Math.min(back, person.tokens.length - 1)) ?? '';
  harness.advance(seconds);
  const answers = await Promise.all(Array.from({ length: together }, () => refresh(token)));
  const given = answers.flatMap((answer) => answer.refresh_token ?? []);
  for (const answer of answers) {
    if (answer.refresh_token) expect(answer.user.id).toBe(person.userId);
    else expect(answer.code).toBe('refresh_token_already_used');
  }
  expect(new Set(given).size).toBeLessThanOrEqual(person.isOver ? 0 : 1);
  person.isOver ||= given.length < together;
  const [next] = given;
  if (next !== undefined && !person.tokens.includes(next)) person.tokens.push(next);
}

async function countActive(userId: string): Promise<number> {
  const [row] = await harness.database.query<{ active: number }>(
    'select count(*)::int as active from auth.refresh_tokens where user_id = $1 and not revoked',
    [userId],
  );
  return row?.active ?? 0;
}

describe('however tokens are refreshed', () => {
  it('nobody gets another’s session, one token is active, and a family that ended stays ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const people = [await open(), await open()].map(
          ({ userId, token }): Person => ({ userId, tokens: [token], isOver: false }),
        );
        for (const taken of steps) {
          const person = people[taken.who];
          if (person === undefined) continue;
          await play(person, taken);
          expect(await countActive(person.userId)).toBe(person.isOver ? 0 : 1);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('forgetting what is over leaves what is not', async () => {
    const { token } = await open();
    const second = await refresh(token);
    await cleanUpAuth(harness.database, new Date(harness.now().getTime() + 90 * 86_400_000));
    expect((await refresh(second.refresh_token)).refresh_token).toMatch(/^[a-z2-7]{12}$/);
  });
});
