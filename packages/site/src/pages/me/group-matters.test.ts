import { expect, it } from 'vitest';
import { groupMatters } from './group-matters.ts';
import type { Matter } from './matter.ts';

const now = new Date('2026-11-21T18:00:00.000Z');

const create = (who: string, weight: Matter['weight'], until: string | null): Matter => ({
  kind: 'notice_answered',
  ...{ who, weight, until },
});
const matters = [
  create('act', 'act', '2026-11-29T10:00:00.000Z'),
  create('under way', 'date', '2026-11-20T23:00:00.000Z'),
  create('tonight', 'date', '2026-11-21T23:30:00.000Z'),
  create('tomorrow', 'date', '2026-11-22T12:00:00.000Z'),
  create('undated', 'date', null),
  create('news', 'news', '2026-11-21T19:00:00.000Z'),
];

it.each([
  ['UTC', ['under way', 'tonight', 'undated'], ['tomorrow']],
  // Half past one of the next day, there.
  ['Europe/Helsinki', ['under way', 'undated'], ['tonight', 'tomorrow']],
])('a day is one of the reader’s zone: %s', (zone, today, coming) => {
  const groups = groupMatters(matters, now, zone);
  const names = (group: readonly Matter[]) => group.map((matter) => 'who' in matter && matter.who);
  expect(names(groups.today)).toEqual(today);
  expect(names(groups.coming)).toEqual(coming);
  expect(names(groups.waiting)).toEqual(['act']);
  expect(names(groups.others)).toEqual(['news']);
});
