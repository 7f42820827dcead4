import { describe, expect, it } from 'vitest';
import { unprocessable } from './errors.ts';
import { retryBeaten } from './transaction.ts';

const fail = (code: string) => Object.assign(new Error(code), { code });

/** Work that fails so often in this way, then is done; how often it was begun. */
async function tryTimes(
  failures: number,
  thrown: unknown,
): Promise<{ begun: number; end: unknown }> {
  let begun = 0;
  const work = async () => {
    begun += 1;
    if (begun <= failures) {
      throw thrown;
    }
    return 'done';
  };
  const end = await retryBeaten(work).catch((error: unknown) => error);
  return { begun, end };
}

describe('what somebody else was quicker with', () => {
  it.each(['23505', '40001', '40P01'])('is begun again (%s)', async (code) => {
    expect(await tryTimes(7, fail(code))).toEqual({ begun: 8, end: 'done' });
  });

  it('is given up after eight times', async () => {
    const thrown = fail('40P01');
    expect(await tryTimes(8, thrown)).toEqual({ begun: 8, end: thrown });
  });

  it('is known by the cause of a refusal', async () => {
    const refusal = unprocessable('email_exists', 'A user with this address exists');
    refusal.cause = fail('23505');
    expect(await tryTimes(1, refusal)).toEqual({ begun: 2, end: 'done' });
  });

  it.each([fail('23514'), new Error('another'), 'no error at all'])(
    'is nothing else: %s',
    async (thrown) => {
      expect(await tryTimes(1, thrown)).toEqual({ begun: 1, end: thrown });
    },
  );
});
