import { expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { MatchData } from './data.ts';
import { Lacks } from './lacks.tsx';
import type { MatchStep } from './match-step.ts';

/** A challenge as the defender's captain sees it; only what the line looks at. */
function read(viewer: object, main: MatchStep['main'] = null): string {
  const data = {
    status: 'challenged',
    sides: { challenger: { name: 'Kaarna' }, defender: { name: 'Treadheads' } },
    acts: { challenger: [], defender: [] },
    viewer: {
      ...{ side: 'defender', role: 'captain', refused: null },
      ...{ refusals: { accept: null, decline: null, report: null }, ...viewer },
    },
  } as unknown as MatchData;
  const Line = () => <Lacks data={data} main={main} />;
  return readWords(renderPage(Line, data, { viewer: null, locale: 'en' }));
}

const refused = { code: 'same_people_on_both_sides', params: { people: ['ann'] } };
const accept = { code: 'roster_too_small', params: { has: 1, needs: 2 } };
const report = { code: 'evidence_missing', params: {} };

it.each<[string, object, MatchStep['main'], string]>([
  [
    'a captain on both rosters who can act instead',
    { refused },
    null,
    'You are on both rosters: only another captain or co-captain of Treadheads can act for it.',
  ],
  ['any other captain nothing', {}, 'accept', ''],
  ['who is suspended nothing of rosters', { refused: { code: 'suspended' } }, null, ''],
  [
    'who is too few to accept how many they are',
    { refusals: { accept, decline: null, report: null } },
    'roster',
    'The roster has 1 of the 2 people that the rules ask for: add some first.',
  ],
  [
    'nothing of that once it is answered',
    { refusals: { accept, decline: null, report: null } },
    'choose',
    '',
  ],
  [
    'whose report needs evidence that there is none',
    { refusals: { accept: null, decline: null, report } },
    'evidence',
    'This ladder asks for evidence with a report: add some first.',
  ],
])('tells %s', (_whom, viewer, main, words) => {
  expect(read(viewer, main)).toBe(words);
});
