import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProtocolVersion } from './frames.ts';
import { parseHint, toHintPayload } from './hints.ts';
import { Hub } from './hub.ts';
import { findTopicName, parseHintTopic, toWireTopic } from './topics.ts';

const id = '0197d0a0-0000-7000-8000-000000000001';
const ladder = `ladder:${id}`;

beforeEach(() => {
  // All of it is one turn of the event loop.
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function createListener(version: ProtocolVersion = '2.0.0') {
  const heard: string[] = [];
  const restarted: number[] = [];
  return {
    version,
    heard,
    restarted,
    send: (bytes: Buffer) => heard.push(bytes.toString()),
    restart: () => restarted.push(heard.length),
  };
}

describe('who listens', () => {
  test('hears of their topic, each in their own form', () => {
    const hub = new Hub();
    const [one, other, elsewhere] = [
      createListener(),
      createListener('1.0.0'),
      createListener(),
    ] as const;
    hub.join(ladder, one);
    hub.join(ladder, other);
    hub.join(`match:${id}`, elsewhere);
    expect(hub.topicCount).toBe(2);
    expect(hub.deliver({ topic: ladder, id, version: 3 })).toBe(2);
    const payload = { type: 'broadcast', event: 'hint', payload: { id, version: 3 } };
    const topic = `realtime:${ladder}`;
    expect(one.heard.map((text) => JSON.parse(text))).toEqual([
      [null, null, topic, 'broadcast', payload],
    ]);
    expect(other.heard.map((text) => JSON.parse(text))).toEqual([
      { topic, event: 'broadcast', payload, ref: null, join_ref: null },
    ]);
    expect(elsewhere.heard).toEqual([]);
  });

  test('hears once, however often they joined, and nothing once they have left', () => {
    const hub = new Hub();
    const [one, other] = [createListener(), createListener()];
    hub.join(ladder, one);
    hub.join(ladder, one);
    hub.join(ladder, other);
    expect(hub.deliver({ topic: ladder, id, version: 1 })).toBe(2);
    hub.leave(ladder, one);
    expect(hub.topicCount).toBe(1);
    expect(hub.deliver({ topic: ladder, id, version: 2 })).toBe(1);
    hub.leave(ladder, other);
    hub.leave(ladder, other);
    expect(hub.topicCount).toBe(0);
    expect(hub.deliver({ topic: ladder, id, version: 3 })).toBe(0);
    expect([one.heard.length, other.heard.length]).toEqual([1, 2]);
  });

  test('is told to join again, all or those of one topic', () => {
    const hub = new Hub();
    const [one, other] = [createListener(), createListener()];
    hub.join(ladder, one);
    hub.join(`team:${id}`, other);
    hub.restart(ladder);
    expect([one.restarted.length, other.restarted.length]).toEqual([1, 0]);
    hub.restartAll();
    expect([one.restarted.length, other.restarted.length]).toEqual([2, 1]);
    hub.restartAll((topic) => topic.startsWith('team:'));
    expect([one.restarted.length, other.restarted.length]).toEqual([2, 2]);
  });
});

describe('many who listen', () => {
  const toHint = (version: number) => ({ topic: ladder, id, version });
  const toVersions = (heard: readonly string[]) =>
    heard.map((text) => JSON.parse(text)[4].payload.version);

  test('are told in turns, each in the order in which it was said', async () => {
    // Time goes by as they are told.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const hub = new Hub();
    const listeners = Array.from({ length: 100 }, () => createListener());
    for (const listener of listeners) {
      const send = listener.send;
      listener.send = (bytes) => {
        now += 1;
        return send(bytes);
      };
      hub.join(ladder, listener);
    }
    hub.deliver(toHint(1));
    hub.deliver(toHint(2));
    const countTold = () => listeners.reduce((sum, { heard }) => sum + heard.length, 0);
    expect(countTold()).toBe(16);
    const late = createListener();
    hub.join(ladder, late);
    hub.leave(ladder, listeners[99] ?? late);
    let turns = 0;
    for (let told = 0; told < countTold(); turns += 1) {
      told = countTold();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(turns).toBeGreaterThan(10);
    for (const { heard } of listeners.slice(0, 99)) {
      expect(toVersions(heard)).toEqual([1, 2]);
    }
    expect([late.heard, listeners[99]?.heard]).toEqual([[], []]);
  });

  test('are told of so much at once, and nobody should say more', () => {
    const hub = new Hub();
    hub.join(ladder, createListener());
    hub.deliver(toHint(1));
    vi.spyOn(performance, 'now').mockReturnValue(100);
    for (let version = 0; version < 1_999; version += 1) {
      hub.deliver(toHint(version));
    }
    expect(hub.isFull).toBe(false);
    hub.deliver(toHint(2));
    expect(hub.isFull).toBe(true);
  });

  test('join again a hundred at a time', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const hub = new Hub();
    const listeners = Array.from({ length: 250 }, () => createListener());
    for (const listener of listeners) {
      hub.join(ladder, listener);
    }
    const count = () => listeners.filter(({ restarted }) => restarted.length > 0).length;
    hub.restartAll();
    expect(count()).toBe(100);
    vi.advanceTimersByTime(99);
    expect(count()).toBe(100);
    vi.advanceTimersByTime(1);
    expect(count()).toBe(200);
    vi.advanceTimersByTime(100);
    expect(listeners.map(({ restarted }) => restarted.length)).toEqual(listeners.map(() => 1));
  });
});

describe('a topic', () => {
  test.each(['ladder', 'match', 'team', 'servers', 'person', 'case'])('of a %s', (kind) => {
    expect(parseHintTopic(`${kind}:${id}`)).toEqual({ kind, id });
  });

  test.each([
    'room',
    'room1',
    `room:${id}`,
    `ladder:${id}x`,
    `xladder:${id}`,
    'ladder:1',
    'ladder:',
    `ladder:${id.replace('a', 'A')}`,
    `ladder:${id}\n`,
  ])('is not %j', (name) => {
    expect(parseHintTopic(name)).toBeNull();
  });

  test('has a prefix on the wire', () => {
    expect(toWireTopic(ladder)).toBe(`realtime:${ladder}`);
    expect(findTopicName(`realtime:${ladder}`)).toBe(ladder);
    expect(findTopicName(ladder)).toBeNull();
    expect(findTopicName(`xrealtime:${ladder}`)).toBeNull();
  });
});

describe('a hint', () => {
  test('is read as it was written', () => {
    const hint = { topic: ladder, id, version: 7 };
    expect(parseHint(toHintPayload(hint))).toEqual(hint);
    expect(parseHint(JSON.stringify({ ...hint, more: 1 }))).toEqual(hint);
  });

  test.each([
    'null',
    '[]',
    '"text"',
    JSON.stringify({ topic: 'room1', id, version: 1 }),
    JSON.stringify({ topic: ladder, id: 1, version: 1 }),
    JSON.stringify({ topic: ladder, id, version: '1' }),
    JSON.stringify({ topic: 1, id, version: 1 }),
    JSON.stringify({ topic: ladder, id }),
  ])('is not %s', (payload) => {
    expect(() => parseHint(payload)).toThrow('is no hint');
  });
});
