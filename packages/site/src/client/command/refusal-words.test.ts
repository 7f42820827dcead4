import { createFormatter } from 'use-intl/core';
import { expect, it } from 'vitest';
import { toWords } from './refusal-words.ts';

const format = createFormatter({ locale: 'en-US', timeZone: 'UTC' });
const names = { 'id-of-ann': 'Ann', until: 'Until' };
const say = (name: string, value: unknown) => toWords(name, value, { format, names });

it.each([
  ['a team of that name', 'entry', 'PT', 'PT'],
  ['a name that is written as a length is', 'name', 'P1D', 'P1D'],
  [
    'a name that is written as an instant is',
    'opponent',
    '2026-11-20T19:00:00.000Z',
    '2026-11-20T19:00:00.000Z',
  ],
  ['a name that is somebody’s id', 'name', 'id-of-ann', 'id-of-ann'],
  ['a length', 'apart', 'PT1H30M', '1 hour, 30 minutes'],
  ['a limit that is a length', 'maximum', 'P14D', '14 days'],
  ['a limit that is none', 'minimum', 'PT', ''],
  ['a limit that is a text', 'minimum', '2', '2'],
  ['an instant', 'until', '2026-11-20T19:00:00.000Z', 'Fri, Nov 20, 19:00'],
  ['an hour of the day', 'from', '18:00', '18:00'],
  ['a number', 'limit', 3, 3],
  ['nothing', 'until', null, 'none'],
  ['people, some of them known', 'people', ['id-of-ann', 'id-of-bea'], 'Ann and id-of-bea'],
  ['a field of the form', 'field', 'until', 'Until'],
  ['a field that has no words', 'field', 'body', 'body'],
  ['a list that is not of people', 'weekdays', ['id-of-ann'], 'id-of-ann'],
  ['a figure of the server’s own', 'provider', 'PT1H', 'PT1H'],
])('says %s', (_, name, value, words) => {
  expect(say(name, value)).toBe(words);
});
