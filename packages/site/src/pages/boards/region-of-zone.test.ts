import { expect, it } from 'vitest';
import { toRegion } from './region-of-zone.ts';

it.each([
  ['America/Sao_Paulo', 'SA'],
  ['America/Argentina/Salta', 'SA'],
  ['America/Bogota', 'SA'],
  ['America/Bahia', 'SA'],
  ['America/Bahia_Banderas', 'NA'],
  ['America/Mexico_City', 'NA'],
  ['America/New_York', 'NA'],
  ['Europe/Warsaw', 'EU'],
  ['Asia/Tokyo', 'AS'],
  ['Australia/Sydney', 'OC'],
  ['Pacific/Auckland', 'OC'],
  ['Africa/Lagos', 'AF'],
  ['UTC', 'INT'],
])('%s lies in %s', (zone, region) => {
  expect(toRegion(zone)).toBe(region);
});
