import { describe, expect, test } from 'vitest';
import type { ProtocolVersion } from './frames.ts';
import { parseHint, toHintPayload } from './hints.ts';
import { Hub } from './hub.ts';
import { findTopicName, parseHintTopic, toWireTopic } from './topics.ts';

const id = '0197d0a0-0000-7000-8000-000000000001';
const ladder = `ladder:${id}`;

function createListener(version: ProtocolVersion = '2.0.0') {
  const heard: string[] = [];
  const restarted: string[] = [];
  return {
    version,
    heard,
    restarted,
    send: (bytes: Buffer) => heard.push(bytes.toString()),
    restart: (topic: string) => restarted.push(topic),
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

  test('is told of every topic to join it again', () => {
    const hub = new Hub();
    const one = createListener();
    hub.join(ladder, one);
    hub.join(`team:${id}`, one);
    hub.restartAll();
    expect(one.restarted).toEqual([ladder, `team:${id}`]);
  });
});

describe('a topic', () => {
  test.each(['ladder', 'match', 'team', 'person'])('of a %s', (kind) => {
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
