import { createDefaultRules } from '@muster/league';
import { expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { MatchData } from './data.ts';
import { MatchNext } from './match-next.tsx';

const deadline = '2126-11-21T20:00:00.000Z';

/** A challenge as the defender's captain sees it; only what the strip looks at. */
function read(viewer: object): string {
  const data = {
    ...{ status: 'challenged', rules: createDefaultRules(), deadline, forfeit: null, room: null },
    sides: { challenger: { name: 'Kaarna' }, defender: { name: 'Treadheads' } },
    acts: {
      challenger: [],
      defender: [{ act: 'answer', until: deadline, otherwise: 'expired' }],
    },
    viewer: {
      ...{ side: 'defender', role: 'captain', may_act: true, refused: null, may_rule: false },
      ...{ refusals: { accept: null, decline: null, report: null }, ...viewer },
    },
  } as unknown as MatchData;
  const Strip = () => <MatchNext data={data} onOpen={() => undefined} />;
  return readWords(renderPage(Strip, data, { viewer: null, locale: 'en' }));
}

const another = 'only another captain or co-captain of Treadheads can act for it.';

it('tells a captain on both rosters who can act instead, and by when', () => {
  const refused = { code: 'same_people_on_both_sides', params: { people: ['ann'] } };
  const barred = read({ may_act: false, refused });
  expect(barred).toContain(`Next: Treadheads answer You are on both rosters: ${another} By`);
  expect(barred).not.toContain('Accept');
});

it('asks any other captain, and gives a player no reason', () => {
  expect(read({})).toContain('Answer Kaarna');
  expect(read({})).not.toContain(another);
  expect(read({ role: 'player', may_act: false })).not.toContain(another);
});
