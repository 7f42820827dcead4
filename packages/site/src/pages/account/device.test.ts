import { expect, it } from 'vitest';
import { toDevice } from './device.ts';

it('tells browsers from those that they descend from', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(toDevice(`${windows} Chrome/141.0 Safari/537.36 Edg/141.0`)).toEqual({
    browser: 'Edge',
    system: 'Windows',
  });
  expect(toDevice(`${windows} Chrome/141.0 Safari/537.36`).browser).toBe('Chrome');
  expect(
    toDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'),
  ).toEqual({ browser: 'Safari', system: 'iOS' });
  expect(
    toDevice('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'),
  ).toEqual({
    browser: 'Firefox',
    system: 'Linux',
  });
});

it('does not guess', () => {
  expect(toDevice('curl/8.5')).toEqual({ browser: null, system: null });
  expect(toDevice('')).toEqual({ browser: null, system: null });
});
