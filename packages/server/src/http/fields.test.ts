import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  id,
  instant,
  label,
  labels,
  line,
  names,
  nonce,
  outcome,
  rule,
  scores,
  slug,
  times,
  version,
  words,
} from './fields.ts';

it.each([
  ['1969-12-31T23:59:59.999Z', null],
  ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  ['1970-01-01T00:00:00+01:00', null],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-01:00', null],
  ['0000-01-01T00:00:00Z', null],
  ['2026-13-01T00:00:00Z', null],
])('takes instants of years that all parts of the league can write: %s', (text, expected) => {
  const { success, output } = v.safeParse(instant, text);
  expect(success ? output : null).toBe(expected);
});

const x = (length: number) => 'x'.repeat(length);
const many = <T>(length: number, one: T) => Array.from({ length }, () => one);
const distinct = (length: number) => Array.from({ length }, (_, place) => `Map ${place}`);
const at = '2026-11-21T18:00:00.000Z';
const score = { map: 'Nexus', challenger: 2, defender: 1 };
const withPoints = (challenger: unknown) => [{ ...score, challenger }];
const uuid = '01980000-0000-7000-8000-00000000000a';

describe('what a request may carry', () => {
  it.each<[string, v.GenericSchema, unknown, boolean]>([
    ['an id', id, uuid, true],
    ['an id that lacks a digit', id, uuid.slice(1), false],
    ['somebody’s own words, 4000 of them', words, x(4000), true],
    ['4001', words, x(4001), false],
    ['none', words, ' \n ', false],
    ['the place of a rule, 200 long', rule, x(200), true],
    ['201 long', rule, x(201), false],
    ['nowhere', rule, ' ', false],
    ['a label of 100', label, x(100), true],
    ['of 101', label, x(101), false],
    ['20 labels', labels, many(20, 'x'), true],
    ['21', labels, many(21, 'x'), false],
    ['a nonce of 128', nonce, x(128), true],
    ['of 129', nonce, x(129), false],
    ['20 times', times, many(20, at), true],
    ['21 times', times, many(21, at), false],
    ['no version', version, undefined, true],
    ['the first version', version, 1, true],
    ['one before it', version, 0, false],
    ['half a version', version, 1.5, false],
    ['50 scores', scores, many(50, score), true],
    ['51', scores, many(51, score), false],
    ['no points', scores, withPoints(0), true],
    ['less than none', scores, withPoints(-1), false],
    ['half a point', scores, withPoints(0.5), false],
    ['a million points', scores, withPoints(1_000_000), true],
    ['one more', scores, withPoints(1_000_001), false],
    ['no winner of a ruling', outcome, { kind: 'completed', winner: null, scores: [] }, true],
    ['a winner who is no side', outcome, { kind: 'completed', winner: 'admin', scores: [] }, false],
    ['nobody to forfeit', outcome, { kind: 'forfeited', loser: null }, false],
    ['a replay at 20 times', outcome, { kind: 'replay', times: many(20, at) }, true],
    ['at 21', outcome, { kind: 'replay', times: many(21, at) }, false],
    ['a ruling of no kind', outcome, { kind: 'postponed' }, false],
    ['an address word of two', slug(5), 'a1', true],
    ['of one', slug(5), 'a', false],
    ['as long as may be', slug(5), 'abcde', true],
    ['longer', slug(5), 'abcdef', false],
    ['joined by hyphens', slug(9), 'a-b-c', true],
    ['that ends with one', slug(9), 'ab-', false],
    ['with two side by side', slug(9), 'a--b', false],
    ['with a large letter', slug(9), 'Ab', false],
    ['on more than one line', slug(9), 'ab\ncd', false],
    ['that is the form’s', slug(9), 'new', false],
    ['that only begins so', slug(9), 'newer', true],
    ['a line as long as may be', line(5), ' abcde ', true],
    ['a longer one', line(5), 'abcdef', false],
    ['an empty one', line(5), '  ', false],
    ...['\n', '\r', '\u2028', '\u2029'].map((end): [string, v.GenericSchema, unknown, boolean] => [
      `two lines, by ${JSON.stringify(end)}`,
      line(5),
      `a${end}b`,
      false,
    ]),
    ['as many names as may be', names(3), distinct(3), true],
    ['one more than that', names(3), distinct(4), false],
    ['a name twice', names(3), ['Nexus', ' Nexus'], false],
    ['a name of 80', names(3), [x(80)], true],
    ['a name of 81', names(3), [x(81)], false],
  ])('%s', (_what, schema, value, isTaken) => {
    expect(v.is(schema, value)).toBe(isTaken);
  });

  it('is kept as the log has it: without space around it, ids in small letters', () => {
    expect(v.parse(id, uuid.toUpperCase())).toBe(uuid);
    for (const schema of [words, rule, line(9)]) {
      expect(v.parse(schema, ' Nexus ')).toBe('Nexus');
    }
  });
});
