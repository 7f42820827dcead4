import { describe, expect, it } from 'vitest';
import { chooseFormat } from '../request/media-type.ts';
import { readPreferences } from '../request/preferences.ts';
import type { AnswerRow } from '../sql/answer-sql.ts';
import type { Asked } from './asked.ts';
import { requireAffected, requireSingular, respond, toContentRange, toObject } from './respond.ts';

/** A request as far as its answer depends on it. */
const toAsked = (prefer = '', accept = '*/*', hasProfile = false) =>
  ({
    preferences: readPreferences(new Headers({ prefer })),
    format: chooseFormat(accept),
    hasProfile,
  }) as Asked;

const answer = (row: Partial<AnswerRow>, reply: Partial<Parameters<typeof respond>[2]> = {}) =>
  respond(
    toAsked('', '*/*', true),
    { total: null, rows: '1', body: null, headers: null, status: null, inserted: null, ...row },
    { status: 200, body: '[]', hasContent: true, applied: [], ...reply },
  );

const failure = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe('a status that a function has set', () => {
  it.each([
    [null, 200],
    ['200', 200],
    ['418', 418],
    ['599', 599],
  ])('%s gives %i', async (status, given) => {
    const response = answer({ status });
    expect([response.status, await response.text()]).toEqual([given, '[]']);
  });

  it.each(['199', '600', '200.5', 'x', '-1'])('%s is none', (status) => {
    expect(() => answer({ status })).toThrow(failure(500, 'PGRST112'));
  });

  it.each(['204', '205', '304'])('%s has no body', async (status) => {
    const response = answer({ status });
    expect([response.status, await response.text()]).toEqual([Number(status), '']);
  });
});

describe('headers that a function has set', () => {
  it('are added, cookies each of their own, and stand above ours', () => {
    const list = [{ 'X-Tea': 'green' }, { 'Set-Cookie': 'a=1' }, { 'set-cookie': 'b=2' }];
    const headers = JSON.stringify([...list, { 'Content-Type': 'text/tea' }, { 'X-Tea': 'black' }]);
    const response = answer({ headers });
    expect(response.headers.get('x-tea')).toBe('black');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('content-type')).toBe('text/tea');
  });

  it.each(['x', '{"a":"b"}', '[{"a b":"c"}]', '[{"a":"b\\nc"}]'])('%s are none', (headers) => {
    expect(() => answer({ headers })).toThrow(failure(500, 'PGRST111'));
  });
});

it('names its form, its range and its place where it has them', () => {
  const whole = answer({}, { contentRange: '0-0/1', location: '/toys?id=eq.1' });
  expect(Object.fromEntries(whole.headers)).toEqual({
    'content-profile': 'public',
    'content-range': '0-0/1',
    'content-type': 'application/json; charset=utf-8',
    location: '/toys?id=eq.1',
  });
  expect(
    Object.fromEntries(answer({}, { body: null, hasContent: false, location: null }).headers),
  ).toEqual({});
});

it.each([
  [0, 25, 573, '0-24/573'],
  [25, 1, 26, '25-25/26'],
  [0, 0, 5, '*/5'],
  [0, 0, 0, '*/0'],
  [0, 3, 0, '*/0'],
  [4, 2, null, '4-5/*'],
  [0, 0, null, '*/*'],
])('from %i on %i of %s are %s', (first, rows, total, range) => {
  expect(toContentRange(first, rows, total)).toBe(range);
});

it.each([
  ['application/vnd.pgrst.object+json', 0, false],
  ['application/vnd.pgrst.object+json', 1, true],
  ['application/vnd.pgrst.object+json', 2, false],
  ['application/json', 0, true],
  ['application/json', 2, true],
  ['text/csv', 2, true],
])('%s of %i rows: %s', (accept, rows, isGiven) => {
  const ask = () => requireSingular(toAsked('', accept), rows);
  if (isGiven) {
    expect(ask).not.toThrow();
  } else {
    expect(ask).toThrow(failure(406, 'PGRST116'));
  }
});

it.each([
  ['handling=strict, max-affected=2', 1, true],
  ['handling=strict, max-affected=2', 2, true],
  ['handling=strict, max-affected=2', 3, false],
  ['handling=strict, max-affected=0', 1, false],
  ['handling=lenient, max-affected=2', 3, true],
  ['max-affected=2', 3, true],
  ['handling=strict', 3, true],
])('under %s may %i rows be written: %s', (prefer, rows, isAllowed) => {
  const ask = () => requireAffected(toAsked(prefer), rows);
  if (isAllowed) {
    expect(ask).not.toThrow();
  } else {
    expect(ask).toThrow(failure(400, 'PGRST124'));
  }
});

it.each([
  ['[{"a":1}]', '{"a":1}'],
  [null, null],
])('the one row of %s is %s', (body, row) => {
  expect(toObject(body)).toBe(row);
});
