import { locales } from '@muster/site';
import { describe, expect, it } from 'vitest';
import { toLocalZoneName } from './zone-name.ts';

describe('a zone', () => {
  it.each([
    ['Europe/Warsaw', 'pl', 'Warszawa'],
    ['Europe/Warsaw', 'fi', 'Varsova'],
    ['Europe/Helsinki', 'pt', 'Helsinque'],
    ['America/New_York', 'es', 'Nueva York'],
    ['America/Sao_Paulo', 'en', 'São Paulo'],
    ['America/Argentina/Salta', 'de', 'Salta'],
    ['America/Port_of_Spain', 'de', 'Port of Spain'],
    ['UTC', 'fi', 'UTC'],
    ['Europe/Warsaw', 'xx', 'Warsaw'],
  ])('%s is called in %s %s', (zone, locale, name) => {
    expect(toLocalZoneName(zone, locale)).toBe(name);
  });

  it('with a name of its own bears it in every language', () => {
    expect(
      locales.filter(({ code }) => toLocalZoneName('America/Sao_Paulo', code) !== 'São Paulo'),
    ).toEqual([]);
  });
});
