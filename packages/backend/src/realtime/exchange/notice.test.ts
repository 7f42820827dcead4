import { expect, test } from 'vitest';
import { parseNotice, type Said, writeMark, writeNotice, writeParcel } from './notice.ts';

const room = { key: 'private/a\n"b"', topic: 'a\n"b"' };

test.each<Said>([
  { kind: 'hello' },
  { kind: 'beat', spoken: 3 },
  { kind: 'beat', spoken: null },
  { kind: 'bye' },
  { kind: 'state' },
  { kind: 'stated' },
  { kind: 'track', ...room, present: [{ name: 'ann', meta: { phx_ref: 'r' } }], instead: null },
  { kind: 'track', ...room, present: [], instead: 'r' },
  { kind: 'untrack', ...room, ref: 'r' },
  { kind: 'broadcast', ...room, event: 'é\n', form: 'json', bytes: Buffer.from('{"n":1e400}\n') },
  { kind: 'broadcast', ...room, event: '', form: 'bytes', bytes: Buffer.from([0, 255, 10]) },
  { kind: 'broadcast', ...room, event: '', form: 'frame', bytes: Buffer.from('{"é":1}') },
])('what is said is heard as it was: %j', (said) => {
  const notice = { from: 'a', count: 7, said };
  expect(parseNotice(writeNotice(notice))).toEqual(notice);
});

test('a parcel is known by its row and by whom it concerns', () => {
  const parcel = { from: 'a', count: 7, parcel: 'id', key: 'public/room' };
  expect(parseNotice(writeParcel(parcel))).toEqual(parcel);
});

test.each([
  [
    '["", 0, "message", "room", true, "said", "json", "id", "2026-01-01T00:00:00"]\n{"a": 1}',
    { body: { isJson: true, bytes: Buffer.from('{"a": 1}') } },
  ],
  [
    '["", 0, "message", "room", true, "said", "bytes", "id", "2026-01-01T00:00:00"]\nAP8=\n',
    { body: { isJson: false, bytes: Buffer.from([0, 255]) } },
  ],
  [
    '["", 0, "message", "room", true, "said", "row", "id", "2026-01-01T00:00:00"]\n',
    { body: null },
  ],
])('what the database says is read: %s', (payload, { body }) => {
  expect(parseNotice(payload)).toEqual({
    ...{ topic: 'room', isPrivate: true, event: 'said', id: 'id' },
    ...{ insertedAt: '2026-01-01T00:00:00', body },
  });
});

test('a mark is known by its name', () => {
  expect(parseNotice(writeMark('here'))).toEqual({ mark: 'here' });
});

test('so is that it said too much', () => {
  const lost = { topic: 'room', isPrivate: false, isLost: true };
  expect(parseNotice('["", 0, "lost", "room", false]\n')).toEqual(lost);
});

test.each(['x', '{}\n', '[]\n', '[1, 2, "beat"]\n', '["a", "1", "beat"]\n', '["a", 1, "dance"]\n'])(
  'it is none of the service’s: %j',
  (payload) => {
    expect(() => parseNotice(payload)).toThrow();
  },
);
