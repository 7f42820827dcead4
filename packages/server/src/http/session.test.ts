import { expect, it } from 'vitest';
import { readCookies } from './session.ts';

const ask = (headers: Record<string, string>) => new Request('http://localhost:3000/', { headers });

it('reads names and decoded values, and the first of a name', () => {
  const cookie = 'a=1; muster-zone=Europe%2FHelsinki; a=2; empty=; broken=%E0%A4%A';
  expect({ ...readCookies(ask({ cookie })) }).toEqual({
    a: '1',
    'muster-zone': 'Europe/Helsinki',
    empty: '',
    broken: '%E0%A4%A',
  });
});

it('has none without a header', () => {
  expect({ ...readCookies(ask({})) }).toEqual({});
});
