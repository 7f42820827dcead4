import { expect, it } from 'vitest';
import { listZones, toZoneChoices } from './zones.ts';

it('calls zones by their cities and times as the reader does, in the order of their language', () => {
  const chosen = ['Europe/Warsaw', 'America/Sao_Paulo', 'UTC', 'Asia/Kolkata', 'Europe/Berlin'];
  expect(toZoneChoices(chosen, 'pl').map(({ name }) => name.split(' · ')[0])).toEqual([
    'UTC',
    'Berlin',
    'Kalkuta',
    'São Paulo',
    'Warszawa',
  ]);
  expect(toZoneChoices(['Europe/Berlin'], 'de')).toEqual([
    { zone: 'Europe/Berlin', name: 'Berlin · Mitteleuropäische Zeit' },
  ]);
  expect(toZoneChoices(['America/Argentina/Salta'], 'en')[0]?.name).toMatch(/^Salta · /);
});

it('names every zone of the list once', () => {
  const zones = listZones('fi').map(({ zone }) => zone);
  expect(zones[0]).toBe('UTC');
  expect(zones).toContain('Europe/Helsinki');
  expect(new Set(zones).size).toBe(zones.length);
  expect(listZones('fi').some(({ name }) => name.includes('_'))).toBe(false);
});
