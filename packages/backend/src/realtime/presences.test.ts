import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PresenceChange, PresenceDiff } from './presences.ts';
import { createPresences } from './testing/presences.ts';

const ref = expect.any(String);
const room = { key: 'public/room', topic: 'room' };
const hall = { key: 'public/hall', topic: 'hall' };

let diffs: PresenceDiff[];
let changes: PresenceChange[];

beforeEach(() => {
  vi.useFakeTimers();
  [diffs, changes] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
});

const create = (limits = {}) => createPresences({ diffs, changes, ...limits });
const calmDown = () => vi.advanceTimersByTime(100);
const say = (at: number, name = 'ann') => ({ name, payload: { at } });

describe('who is present', () => {
  test('comes, says something new and goes, and all are told', () => {
    const presences = create();
    const [phone, desk] = [{}, {}];
    presences.track(room, phone, say(1));
    expect(diffs.at(-1)).toEqual({
      joins: { ann: { metas: [{ at: 1, phx_ref: ref }] } },
      leaves: {},
    });
    const first = diffs[0]?.joins.ann?.metas[0]?.phx_ref;
    calmDown();
    presences.track(room, phone, say(2));
    expect(diffs.at(-1)).toEqual({
      joins: { ann: { metas: [{ at: 2, phx_ref: ref, phx_ref_prev: first }] } },
      leaves: { ann: { metas: [{ at: 1, phx_ref: first }] } },
    });
    calmDown();
    presences.track(room, desk, say(3));
    presences.track(hall, {}, say(4, 'bob'));
    calmDown();
    expect(presences.list(room.key).ann?.metas.map(({ at }) => at)).toEqual([2, 3]);
    presences.untrack(room, phone);
    expect(diffs.at(-1)?.leaves.ann?.metas).toMatchObject([{ at: 2 }]);
    presences.untrack(room, phone);
    presences.untrack(room, desk);
    calmDown();
    expect(presences.list(room.key)).toEqual({});
    expect(Object.keys(presences.list(hall.key))).toEqual(['bob']);
  });

  test('is told of together where many come at once, and who comes and goes meanwhile not at all', () => {
    const presences = create();
    presences.track(room, {}, say(0));
    const [one, two] = [{}, {}];
    presences.track(room, one, say(1, 'bob'));
    presences.track(room, two, say(2, 'cleo'));
    presences.untrack(room, one);
    vi.advanceTimersByTime(99);
    expect(diffs).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(diffs).toHaveLength(2);
    expect([Object.keys(diffs[1]?.joins ?? {}), diffs[1]?.leaves]).toEqual([['cleo'], {}]);
  });

  test('is listed as it was told, so that whoever asks is told the rest with all others', () => {
    const presences = create();
    const phone = {};
    presences.track(room, phone, say(1));
    presences.track(room, {}, say(2, 'bob'));
    presences.untrack(room, phone);
    expect(presences.list(room.key)).toMatchObject({ ann: { metas: [{ at: 1 }] } });
    calmDown();
    expect(Object.keys(presences.list(room.key))).toEqual(['bob']);
    expect(diffs[1]).toMatchObject({ joins: { bob: {} }, leaves: { ann: {} } });
  });

  test('cannot choose the mark by which their word is known', () => {
    const presences = create();
    presences.track(room, {}, { name: 'ann', payload: { phx_ref: 'mine', phx_ref_prev: 'his' } });
    const [meta] = presences.list(room.key).ann?.metas ?? [];
    expect([meta?.phx_ref === 'mine', meta?.phx_ref_prev]).toEqual([false, 'his']);
  });

  test('may have any word for a name', () => {
    const presences = create();
    for (const name of ['__proto__', 'constructor']) {
      presences.track(room, {}, { name, payload: {} });
    }
    calmDown();
    expect(Object.keys(presences.list(room.key))).toEqual(['__proto__', 'constructor']);
  });
});

describe('one channel', () => {
  test('has places for so many and no more, and one who is there may say something new', () => {
    const presences = create({ most: 2 });
    const [one, two, three] = [{}, {}, {}];
    const track = (owner: object) => presences.track(room, owner, say(1));
    expect([track(one), track(two), track(three), track(two)]).toEqual([true, true, false, true]);
    expect(presences.track(hall, three, say(1))).toBe(true);
    presences.untrack(room, one);
    expect(track({})).toBe(true);
  });

  test('has room for so many bytes and no more, and all together have', () => {
    const said = (bytes: number) => ({ name: 'ann', payload: { x: 'x'.repeat(bytes - 36) } });
    const room1 = create({ mostBytes: 200 });
    expect(room1.track(room, {}, said(100))).toBe(true);
    expect(room1.track(room, {}, said(101))).toBe(false);
    expect(room1.track(room, {}, said(100))).toBe(true);
    expect(room1.track(hall, {}, said(200))).toBe(true);

    const all = create({ mostBytesOfAll: 200 });
    const one = {};
    expect([all.track(room, one, said(100)), all.track(hall, {}, said(101))]).toEqual([
      true,
      false,
    ]);
    all.untrack(room, one);
    expect(all.track(hall, {}, said(101))).toBe(true);
  });
});

describe('people of another process', () => {
  const meta = (phx_ref: string) => ({ at: phx_ref, phx_ref });
  const add = (name: string, of: string, instead: string | null = null) => ({
    present: [{ name, meta: meta(of) }],
    instead,
  });

  test('come, say something new and go, once each', () => {
    const presences = create();
    presences.addOf('b', room, add('bob', 'r1'));
    presences.addOf('b', room, add('bob', 'r1'));
    calmDown();
    presences.addOf('b', room, add('bob', 'r2', 'r1'));
    expect(diffs).toEqual([
      { joins: { bob: { metas: [meta('r1')] } }, leaves: {} },
      { joins: { bob: { metas: [meta('r2')] } }, leaves: { bob: { metas: [meta('r1')] } } },
    ]);
    calmDown();
    presences.removeOf(room, 'r2');
    presences.removeOf(room, 'r2');
    calmDown();
    expect(diffs).toHaveLength(3);
    expect(changes).toEqual([]);
  });

  test('go with it, and those of others stay', () => {
    const presences = create();
    presences.addOf('b', room, add('bob', 'r1'));
    presences.addOf('c', room, add('cleo', 'r2'));
    presences.track(room, {}, say(1));
    calmDown();
    presences.drop('b');
    calmDown();
    expect(diffs.at(-1)).toMatchObject({ joins: {}, leaves: { bob: {} } });
    expect(Object.keys(presences.list(room.key))).toEqual(['cleo', 'ann']);
  });

  test('of whom it says anew who they are are those that it names', () => {
    const presences = create();
    presences.addOf('b', room, add('bob', 'r1'));
    presences.addOf('b', hall, add('dan', 'r2'));
    calmDown();
    presences.doubt('b');
    presences.addOf('b', room, add('bob', 'r1'));
    presences.addOf('b', room, add('eve', 'r3'));
    presences.settle('b');
    calmDown();
    expect([presences.list(room.key), presences.list(hall.key)].map(Object.keys)).toEqual([
      ['bob', 'eve'],
      [],
    ]);
  });
});

test('the others are told of one’s own people, and are given all of them', () => {
  const presences = create();
  const phone = {};
  presences.track(room, phone, say(1));
  presences.track(room, phone, say(2));
  presences.addOf('b', room, { present: [{ name: 'bob', meta: { phx_ref: 'r' } }], instead: null });
  const first = { ...room, kind: 'track', instead: null } as const;
  expect(changes[0]).toEqual({
    ...first,
    present: [{ name: 'ann', meta: { at: 1, phx_ref: ref } }],
  });
  expect(changes[1]).toMatchObject({ ...first, instead: ref });
  expect([...presences.listOwn()]).toMatchObject([
    { ...room, present: [{ name: 'ann', meta: { at: 2 } }] },
  ]);
  presences.untrack(room, phone);
  expect([...presences.listOwn()]).toEqual([]);
  expect(changes[2]).toEqual({ ...room, kind: 'untrack', ref });
});
