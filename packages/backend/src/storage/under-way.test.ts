import { expect, test } from 'vitest';
import { toSender, UnderWay } from './under-way.ts';

/** Work that lasts until it is ended by hand. */
function open(underWay: UnderWay) {
  const ends: (() => void)[] = [];
  const begin = (who: string) =>
    underWay.count(who, () => new Promise<void>((resolve) => ends.push(resolve)));
  /** Why one more is refused; null where it is under way. */
  const refuse = async (who: string) => {
    let refusal: unknown = null;
    begin(who).catch((thrown: unknown) => {
      refusal = thrown;
    });
    await new Promise((resolve) => setImmediate(resolve));
    return refusal;
  };
  return { begin, refuse, ends };
}

test('of one so much is under way and no more, and another has room', async () => {
  const { begin, refuse, ends } = open(new UnderWay({ what: 'uploads', ofOne: 2, all: 10 }));
  const [first] = [begin('ann'), begin('ann')];
  expect(await refuse('ann')).toMatchObject({
    status: 429,
    message: 'At most 2 uploads of one at a time',
  });
  void begin('bob');
  expect(ends).toHaveLength(3);
  ends[0]?.();
  await first;
  void begin('ann');
  expect(ends).toHaveLength(4);
  expect(await refuse('ann')).toMatchObject({ status: 429 });
});

test('of all so much is under way and no more', async () => {
  const { begin, refuse, ends } = open(new UnderWay({ what: 'uploads', ofOne: 2, all: 3 }));
  const first = begin('ann');
  void begin('bob');
  void begin('cleo');
  expect(await refuse('dan')).toMatchObject({
    status: 503,
    message: 'At most 3 uploads at a time',
  });
  ends[0]?.();
  await first;
  void begin('dan');
  expect(ends).toHaveLength(4);
});

test('what fails is under way no longer', async () => {
  const underWay = new UnderWay({ what: 'uploads', ofOne: 1, all: 1 });
  const fail = () => underWay.count('ann', () => Promise.reject(new Error('mine')));
  await expect(fail()).rejects.toThrow('mine');
  await expect(fail()).rejects.toThrow('mine');
});

test('who asks is a person, else the network that they come from', () => {
  expect(toSender('ann', '2001:db8::1')).toBe('ann');
  expect(toSender(null, '2001:db8::1')).toBe('2001:db8:0:0');
});
