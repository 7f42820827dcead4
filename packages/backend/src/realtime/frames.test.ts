import { describe, expect, test } from 'vitest';
import { decodeBinary, decodeText, encode, encodeUserBroadcast, type Frame } from './frames.ts';

const frame: Frame = {
  topic: 'realtime:x',
  event: 'phx_join',
  payload: { a: 1 },
  ref: '2',
  joinRef: '1',
};

test.each([
  ['1.0.0', '{"topic":"realtime:x","event":"phx_join","payload":{"a":1},"ref":"2","join_ref":"1"}'],
  ['2.0.0', '["1","2","realtime:x","phx_join",{"a":1}]'],
] as const)('%s writes %s, and reads it as it was', (version, text) => {
  expect(encode(version, frame)).toBe(text);
  expect(decodeText(version, text)).toEqual(frame);
});

describe('a text frame', () => {
  const long = 'x'.repeat(255);
  test.each<[string, unknown, Partial<Frame> | null]>([
    ['numbers as references', [1, 2, 't', 'e', {}], { joinRef: '1', ref: '2' }],
    ['no references', [null, null, 't', 'e', {}], { joinRef: null, ref: null }],
    ['objects as references', [{}, [], 't', 'e', {}], { joinRef: null, ref: null }],
    ['a payload that is none', [null, null, 't', 'e', 'text'], { payload: {} }],
    ['a payload that is a list', [null, null, 't', 'e', [1]], { payload: {} }],
    ['no payload', [null, null, 't', 'e'], { payload: {} }],
    ['no event', [null, null, 't'], null],
    ['a number as topic', [null, null, 1, 'e', {}], null],
    ['a number as event', [null, null, 't', 1, {}], null],
    ['an object', { topic: 't', event: 'e' }, null],
    ['a text', 'text', null],
    ['the longest topic', [null, null, long, 'e', {}], { topic: long }],
    ['too long a topic', [null, null, `${long}x`, 'e', {}], null],
    ['the longest event', [null, null, 't', long, {}], { event: long }],
    ['too long an event', [null, null, 't', `${long}x`, {}], null],
    ['the longest reference', [null, 'x'.repeat(64), 't', 'e', {}], { ref: 'x'.repeat(64) }],
    ['too long a reference', [null, 'x'.repeat(65), 't', 'e', {}], null],
    ['too long a reference of a join', ['x'.repeat(65), null, 't', 'e', {}], null],
  ])('with %s', (_what, value, expected) => {
    const read = decodeText('2.0.0', JSON.stringify(value));
    expect(read).toEqual(expected === null ? null : expect.objectContaining(expected));
  });

  test.each([
    ['1.0.0', '[null,null,"t","e",{}]'],
    ['1.0.0', 'null'],
    ['2.0.0', '{'],
    ['1.0.0', '{"event":"e"}'],
  ] as const)('of %s is not %s', (version, text) => {
    expect(decodeText(version, text)).toBeNull();
  });
});

describe('a binary frame', () => {
  /** A client's broadcast as the official client writes it. */
  function toBytes(
    { joinRef = '1', ref = '2', topic = 'realtime:x', event = 'hint', meta = '' },
    body: string,
    { kind = 3, encoding = 1 } = {},
  ): Buffer {
    const parts = [joinRef, ref, topic, event, meta].map((text) => Buffer.from(text));
    const sizes = parts.map((part) => part.length);
    return Buffer.concat([Buffer.from([kind, ...sizes, encoding]), ...parts, Buffer.from(body)]);
  }

  test('is a broadcast', () => {
    expect(decodeBinary(toBytes({ meta: 'more' }, '{"a":1}'))).toEqual({
      topic: 'realtime:x',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'hint' },
      ref: '2',
      joinRef: '1',
      body: { isJson: true, bytes: Buffer.from('{"a":1}') },
    });
  });

  test('may have no references, and bytes that are no JSON', () => {
    expect(decodeBinary(toBytes({ joinRef: '', ref: '' }, 'abc', { encoding: 0 }))).toMatchObject({
      ref: null,
      joinRef: null,
      body: { isJson: false, bytes: Buffer.from('abc') },
    });
  });

  test.each(['{', '', '{}{}', '{"a":"\xff"}'])('is none that calls %j JSON', (text) => {
    const bytes = Buffer.concat([toBytes({}, ''), Buffer.from(text, 'latin1')]);
    expect(decodeBinary(bytes)).toBeNull();
  });

  test('is none of another kind, or shorter than it says', () => {
    const whole = toBytes({ meta: 'm' }, '', { encoding: 0 });
    expect(decodeBinary(whole)).not.toBeNull();
    expect(decodeBinary(whole.subarray(0, -1))).toBeNull();
    expect(decodeBinary(toBytes({}, '{}', { kind: 2 }))).toBeNull();
    expect(decodeBinary(Buffer.from([3, 0, 0, 0, 0, 0]))).toBeNull();
    expect(decodeBinary(Buffer.from([3, 0, 0, 0, 0, 0, 0]))).toMatchObject({ topic: '' });
    expect(decodeBinary(Buffer.alloc(0))).toBeNull();
  });

  test('has a topic as short as any other', () => {
    expect(decodeBinary(toBytes({ ref: 'x'.repeat(65) }, '{}'))).toBeNull();
  });
});

describe('somebody’s broadcast', () => {
  const body = { isJson: true, bytes: Buffer.from('{"n":12345678901234567890}') };

  test('goes out in binary as it came in', () => {
    const meta = { id: '7' };
    expect(encodeUserBroadcast('realtime:é', 'say', body, meta)).toEqual(
      Buffer.concat([
        Buffer.from([4, 11, 3, 10, 1]),
        Buffer.from('realtime:ésay{"id":"7"}{"n":12345678901234567890}'),
      ]),
    );
    const bytes = { isJson: false, bytes: Buffer.from([0, 255]) };
    expect(encodeUserBroadcast('t', 'e', bytes)).toEqual(
      Buffer.from([4, 1, 1, 0, 0, 0x74, 0x65, 0, 255]),
    );
  });

  test.each([
    [254, true],
    [255, true],
    [256, false],
  ])('has a name of %i bytes: %s', (length, fits) => {
    const name = 'x'.repeat(length);
    expect(encodeUserBroadcast(name, 'e', body) !== null).toBe(fits);
    expect(encodeUserBroadcast('t', name, body) !== null).toBe(fits);
    const meta = { id: 'x'.repeat(length - '{"id":""}'.length) };
    expect(encodeUserBroadcast('t', 'e', body, meta) !== null).toBe(fits);
  });
});
