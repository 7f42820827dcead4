import { expect, it } from 'vitest';
import { toAvailability } from './availability.ts';

const evening = { weekday: 2, from: '18:00', to: '22:30' };

it('is the hours that people have named, each in its zone, and nothing of who named none', () => {
  expect(
    toAvailability([
      { person_id: 'ann', zone: 'Europe/Helsinki', availability: [evening] },
      { person_id: 'bo', zone: 'UTC', availability: [evening, { ...evening, weekday: 7 }] },
      { person_id: 'cy', zone: 'Europe/Paris', availability: [] },
    ]),
  ).toEqual({
    ann: {
      zone: 'Europe/Helsinki',
      ranges: [{ weekday: 2, from: '18:00', until: '22:30' }],
    },
    bo: {
      zone: 'UTC',
      ranges: [
        { weekday: 2, from: '18:00', until: '22:30' },
        { weekday: 7, from: '18:00', until: '22:30' },
      ],
    },
  });
});
