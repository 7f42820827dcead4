import type { StreamName } from '@muster/league';
import { expect, it } from 'vitest';
import { toKind } from './kinds.ts';

it('tells the kind of a stream by what its name begins with', () => {
  expect(toKind('ladder:1')).toBe('ladder');
  expect(toKind('team:ladder:1')).toBe('team');
  expect(toKind('site')).toBe('site');
});

it('knows no other', () => {
  for (const name of ['', 'ladders:1', 'match:1', 'toString:1', 'Site']) {
    expect(() => toKind(name as StreamName), name).toThrow('is no stream');
  }
});
