import { describe, expect, it } from 'vitest';
import { toPlaces } from './named-places.ts';

describe('the names of a page’s zones', () => {
  const data = {
    ladder: { zone: 'Europe/Warsaw', region: 'EU' },
    times: [{ zone: 'America/New_York' }, { zone: null }],
    zones: [{ zone: 'Asia/Tokyo', name: 'Tokio' }],
  };

  it.each([
    ['pl', 'Helsinki', 'Warszawa', 'Nowy Jork'],
    ['fi', 'Helsinki', 'Varsova', 'New York'],
    ['pt', 'Helsinque', 'Varsóvia', 'Nova York'],
  ])(
    'are those of the reader and of the data in their language, not all to choose from: %s',
    (locale, own, first, second) => {
      expect(toPlaces(data, { zone: 'Europe/Helsinki', locale })).toEqual({
        'Europe/Helsinki': own,
        'Europe/Warsaw': first,
        'America/New_York': second,
      });
    },
  );

  it('name the reader’s own where the page has none', () => {
    expect(toPlaces(null, { zone: 'UTC', locale: 'de' })).toEqual({ UTC: 'UTC' });
  });
});
