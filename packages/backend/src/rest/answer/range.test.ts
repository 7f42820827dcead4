import { describe, expect, it } from 'vitest';
import type { ReadPlan } from '../plan.ts';
import type { RestRequest } from '../types.ts';
import { applyRange, toRangeStatus } from './range.ts';

function narrow(
  range: string | null,
  {
    limit = null,
    offset = 0,
    method = 'GET',
  }: { limit?: number | null; offset?: number; method?: string } = {},
): [number, number | null] {
  const plan = { limit, offset } as ReadPlan;
  const headers = new Headers(range === null ? {} : { range });
  applyRange(plan, { method, headers } as RestRequest);
  return [plan.offset, plan.limit];
}

describe('the rows that a Range header names', () => {
  it.each([
    ['none', null, {}, [0, null]],
    ['a first and a last', '2-5', {}, [2, 4]],
    ['one alone', '3-3', {}, [3, 1]],
    ['all from one on', '2-', {}, [2, null]],
    ['what is no range', 'rows=2-5', {}, [0, null]],
    ['more than the limit', '0-9', { limit: 5 }, [0, 5]],
    ['fewer than the limit', '0-3', { limit: 5 }, [0, 4]],
    ['from before the offset', '0-9', { offset: 4 }, [4, 6]],
    ['from behind the offset', '6-9', { offset: 4 }, [6, 4]],
    ['across offset and limit', '0-9', { offset: 4, limit: 3 }, [4, 3]],
    ['nothing, where nothing is wanted', '0-9', { limit: 0 }, [0, 0]],
    ['something of a HEAD', '2-5', { method: 'HEAD' }, [0, null]],
  ] as const)('%s', (_what, range, plan, narrowed) => {
    expect(narrow(range, plan)).toEqual(narrowed);
  });

  it.each([
    ['5-4', {}],
    ['6-9', { limit: 5 }],
    [`${2 ** 53}-`, {}],
  ])('%s of %o cannot be', (range, plan) => {
    expect(() => narrow(range, plan)).toThrow(expect.objectContaining({ status: 416 }));
  });
});

describe('the status of rows', () => {
  it.each([
    [0, 5, null, 200],
    [0, 5, 5, 200],
    [0, 4, 5, 206],
    [5, 0, 5, 206],
    [0, 0, 0, 200],
  ])('from %i on, %i of %s: %i', (first, rows, total, status) => {
    expect(toRangeStatus(first, rows, total)).toBe(status);
  });

  it('cannot begin behind the last', () => {
    expect(() => toRangeStatus(6, 0, 5)).toThrow(
      expect.objectContaining({ status: 416, message: 'Requested range not satisfiable' }),
    );
  });
});
