import { describe, expect, test } from 'vitest';
import { RestFailure } from './failure.ts';
import { Turns } from './turns.ts';

const ofOne = 4 + 28;

/** Work that ends when it is told to, and that counts how much of it runs. */
function createWork() {
  const ends: (() => void)[] = [];
  const state = { running: 0, most: 0 };
  const work = async () => {
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await new Promise<void>((resolve) => ends.push(resolve));
    state.running -= 1;
  };
  return { work, state, end: () => ends.shift()?.() };
}

async function refuse(turns: Turns, address: string): Promise<Response> {
  const thrown = await turns.take(address, async () => null).catch((failure: unknown) => failure);
  if (thrown instanceof RestFailure) {
    return thrown.getResponse();
  }
  throw new Error('it was not refused');
}

describe('of one address', () => {
  test('so many run at once, so many wait, and the next is refused at once', async () => {
    const turns = new Turns();
    const { work, state, end } = createWork();
    const taken = Array.from({ length: ofOne }, () => turns.take('192.0.2.1', work));
    expect(state.running).toBe(4);
    const refused = await refuse(turns, '192.0.2.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toEqual({
      code: 'too_many_requests',
      details: null,
      hint: null,
      message: expect.any(String),
    });
    for (let left = ofOne; left > 0; left -= 1) {
      end();
      await Promise.resolve();
      await new Promise(setImmediate);
    }
    await Promise.all(taken);
    expect(state).toEqual({ running: 0, most: 4 });
    expect(await turns.take('192.0.2.1', async () => 'again')).toBe('again');
  });

  test('failures give their turn back', async () => {
    const turns = new Turns();
    const fail = () => turns.take('192.0.2.1', () => Promise.reject(new Error('no')));
    for (let round = 0; round < 3 * ofOne; round += 1) {
      await expect(fail()).rejects.toThrow('no');
    }
  });
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:0db8:0001:0002:0:0:0:7', true],
  ['2001:db8::1', '2001:db8:0:0:1::', true],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['fe80::1%eth0', 'fe80::2', true],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
])('%s and %s are one network: %s', async (one, other, isSame) => {
  const turns = new Turns();
  const { work } = createWork();
  for (let count = 0; count < ofOne; count += 1) {
    void turns.take(one, work);
  }
  const answer = turns
    .take(other, async () => 'answered')
    .catch((failure: RestFailure) => failure.status);
  expect(await answer).toBe(isSame ? 429 : 'answered');
});

test('of everybody only so many are taken on', async () => {
  const turns = new Turns();
  const { work } = createWork();
  for (let count = 0; count < 256; count += 1) {
    void turns.take(`192.0.2.${count}`, work);
  }
  const refused = await refuse(turns, '198.51.100.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
});
