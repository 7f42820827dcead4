import { ruleFields } from '@muster/league';
import { expect, it } from 'vitest';
import { listRuleSections } from './rule-value.ts';

const list = (format: string) => {
  const fields = listRuleSections(format).flatMap((section) => section.fields);
  return fields.map(({ path }) => path);
};
const all = ruleFields.map(({ path }) => path);

it('lists for drivers nothing that only teams and matches can have', () => {
  expect(listRuleSections('time_attack').map(({ section }) => section)).toEqual([
    'drivers',
    'strikes',
    'timeAttack',
  ]);
  expect(list('time_attack').filter((path) => path.startsWith('team.'))).toEqual([
    'team.identityRequired',
  ]);
});

it.each([
  ['rung', ['rating', 'timeAttack']],
  ['rating', ['reach', 'idle', 'timeAttack']],
])('lists for a ladder of the format %s all but %j', (format, others) => {
  expect(list(format)).toEqual(all.filter((path) => !others.includes(path.split('.')[0] ?? '')));
});
