import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import type { LadderData } from './data.ts';
import { DriverStandings } from './driver-standings.tsx';
import { StageTables } from './stage-tables.tsx';
import type { StageRun, TimeAttackData } from './time-attack-data.ts';
import { WaitingRuns } from './waiting-runs.tsx';

const run: StageRun = {
  ...{ id: 'run', stage: 'Pass', place: null, time_ms: 1000, penalty_ms: 0, proof: null },
  ...{ status: 'submitted', driven_at: '2026-11-20T18:00:00.000Z' },
  driver: { entry_id: 'e', name: 'Ari', tag: null, href: null },
};
const standings = Array.from({ length: 49 }, (_, index) => ({
  ...{ entry_id: `e${index + 1}`, name: `Driver ${index + 1}`, tag: null, href: null },
  ...{ place: index + 1, value: 100 - index, results: [{ ...run, place: 1, points: 2 }] },
}));
const look = { viewer: null, locale: 'en' } as const;

/** The rows of a table or list that stand before the press, by what tells one from another. */
const listShown = (markup: string, row: RegExp): string[] =>
  [...markup.matchAll(row)]
    .filter(([, names]) => names?.split(' ').includes('rows-rest') === false)
    .map(([, , told = '']) => told);

function drawStandings(own: string | null): string {
  const data = {
    ladder: { name: 'Open' },
    viewer: own === null ? null : { entry: { entry_id: own } },
  } as unknown as LadderData;
  const timeAttack = { standings, ranking: 'points', stages: [{}] } as unknown as TimeAttackData;
  const Part = () => <DriverStandings data={data} timeAttack={timeAttack} />;
  return renderPage(Part, null, look);
}

const line = /<tr class="([^"]*)" data-row="e(\d+)"/g;
const firstTen = Array.from({ length: 10 }, (_, index) => String(index + 1));

it.each([
  ['a visitor', null, []],
  ['the third', 'e3', []],
  ['the thirtieth, with both neighbours', 'e30', ['29', '30', '31']],
  ['the last, with the one before', 'e49', ['48', '49']],
])(
  'times show %s the first ten and where one stands, the others behind a press',
  (_who, own, more) => {
    const markup = drawStandings(own);
    expect(listShown(markup, line)).toEqual([...firstTen, ...more]);
    expect(markup).toContain('rows-folded');
    expect(markup).toMatch(/aria-expanded="false"[^>]*>(<span[^>]*>)?Show all 49 rows</);
    const marked = [...markup.matchAll(/<tr class="[^"]*own-row[^"]*" data-row="(\w+)"/g)];
    expect(marked.map(([, entry]) => entry)).toEqual(own === null ? [] : [own]);
  },
);

it('runs that wait for somebody’s word leave the standings in sight: three, the others behind a press', () => {
  const draw = (count: number) => {
    const waiting = Array.from({ length: count }, (_, index) => ({ ...run, id: String(index) }));
    const viewer = { waiting, rejectable: [] };
    const timeAttack = { viewer } as unknown as TimeAttackData;
    return renderPage(() => <WaitingRuns timeAttack={timeAttack} />, null, look);
  };
  const count = (markup: string) => listShown(markup, /<li class="waiting-run ([^"]*)"/g).length;
  expect(count(draw(5))).toBe(5);
  expect(count(draw(6))).toBe(3);
  expect(draw(6)).toContain('Show all 6 rows');
});

it('a run that counts can be rejected where it stands, by whom the rules let, and no other', () => {
  const draw = (rejectable: string[]) => {
    const runs = [
      { ...run, id: 'first', place: 1 },
      { ...run, id: 'second', place: 2, driver: { ...run.driver, name: 'Bea' } },
      { ...run, id: 'waits', driver: { ...run.driver, name: 'Cid' } },
    ];
    const timeAttack = {
      stages: [{ name: 'Pass', runs }],
      viewer: { rejectable },
    } as unknown as TimeAttackData;
    const data = { viewer: null } as unknown as LadderData;
    const Part = () => <StageTables data={data} timeAttack={timeAttack} />;
    return [...renderPage(Part, null, look).matchAll(/aria-label="(Reject [^"]*)"/g)].map(
      ([, label]) => label,
    );
  };
  expect(draw(['second', 'waits'])).toEqual(['Reject Bea’s run on Pass']);
  expect(draw([])).toEqual([]);
});
