import { describe, expect, it } from 'vitest';
import type { EntryStatus } from '../pages/ladder/data.ts';
import { EntryStatusMark } from '../pages/ladder/entry-status.tsx';
import { readWords, renderPage } from '../pages/testing/render-page.tsx';
import { Clock } from './clock.tsx';
import { FormBars } from './form-bars.tsx';
import { Movement } from './movement.tsx';

const look = { viewer: null, locale: 'en' } as const;

it.each([
  [2, 'up', 'Up 2 rungs since last week', '2'],
  [-1, 'down', 'Down 1 rung since last week', '1'],
  [0, 'none', 'Same rung as last week', ''],
])('a way of %i rungs goes %s', (by, kind, label, figure) => {
  const html = renderPage(({ data }) => <Movement by={data} />, by, look);
  expect(html).toContain(`movement-${kind}`);
  expect(html).toContain(`aria-label="${label}"`);
  expect(readWords(html)).toBe(figure);
});

it('the last five results are shown, the oldest of them first', () => {
  const draw = (form: string) => renderPage(({ data }) => <FormBars form={data} />, form, look);
  const bars = [...draw('LLWLDWW').matchAll(/form-bar-(\w+)/g)].map(([, word]) => word);
  expect(bars).toEqual(['won', 'lost', 'drawn', 'won', 'won']);
  expect(draw('')).toContain('no match yet');
});

it.each([
  ['2026-11-20T19:00:00Z', '00:00'],
  ['2026-11-20T18:00:00Z', '00:00'],
  ['2026-11-20T19:59:59Z', '59:59'],
  ['2026-11-20T20:00:00Z', '01:00:00'],
  ['2026-11-21T18:59:59Z', '23:59:59'],
  ['2026-11-21T19:00:00Z', '1 day 00:00:00'],
  ['2026-11-22T20:00:01Z', '2 days 01:00:01'],
])('a clock that runs to %s', (until, figures) => {
  const html = renderPage(({ data }) => <Clock until={data} label="until" />, until, look);
  expect(readWords(html)).toBe(`${figures} until`);
});

describe('what keeps an entry busy', () => {
  const at = '2026-11-22T18:00:00Z';
  const busy = { match_id: 'm', opponent: 'Mud', starts_at: at, deadline: at };
  it.each<[EntryStatus, string]>([
    [{ kind: 'available' }, 'Available'],
    [{ kind: 'newcomer' }, 'New here'],
    [{ kind: 'suspended', until: at }, 'Suspended until Sun 18:00'],
    [{ kind: 'suspended', until: null }, 'Suspended'],
    [{ kind: 'resting', until: at }, 'Resting until Sun 18:00'],
    [{ kind: 'rest_announced', from: at }, 'Rest ahead from Sun 18:00'],
    [{ kind: 'immune', until: at }, 'Immune until Sun 18:00'],
    [{ kind: 'challenging', ...busy }, 'Challenging vs Mud'],
    [{ kind: 'challenged', ...busy }, 'Challenged by Mud · answer by Sun 18:00'],
    [{ kind: 'challenged', ...busy, deadline: null }, 'Challenged by Mud'],
    [{ kind: 'scheduled', ...busy }, 'Match vs Mud · Sun 18:00'],
    [{ kind: 'scheduled', ...busy, starts_at: null }, 'Match vs Mud'],
    [{ kind: 'check_in', ...busy }, 'Check-in vs Mud, starts 18:00'],
    [{ kind: 'check_in', ...busy, starts_at: null }, 'Check-in vs Mud'],
    [{ kind: 'live', ...busy }, 'Playing vs Mud'],
  ])('%j', (status, words) => {
    const html = renderPage(({ data }) => <EntryStatusMark status={data} />, status, look);
    expect(readWords(html)).toBe(words);
  });
});
