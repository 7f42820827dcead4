import { describe, expect, it } from 'vitest';
import { listBestHours, listUsualHours, toHourDays } from './hour-days.ts';

const hour = (time: string, challenger = 0, defender = 0) => ({ time, challenger, defender });

describe('toHourDays', () => {
  it('puts an hour on the day that it is for the viewer', () => {
    const hours = [hour('2026-11-26T21:00:00.000Z'), hour('2026-11-26T22:00:00.000Z')];
    expect(
      toHourDays(hours, 'Europe/Helsinki').map(({ date }) => new Date(date).getUTCDate()),
    ).toEqual([26, 27]);
    expect(toHourDays(hours, 'America/New_York')).toHaveLength(1);
  });
});

describe('listUsualHours', () => {
  it('keeps evenings and what somebody can', () => {
    const noon = hour('2026-11-26T12:00:00.000Z');
    const free = hour('2026-11-26T13:00:00.000Z', 0, 1);
    const evening = hour('2026-11-26T17:00:00.000Z');
    expect(listUsualHours([noon, free, evening], 'UTC')).toEqual([free, evening]);
  });
});

describe('listBestHours', () => {
  it('puts the smaller side first, names one hour a day, and leaves out what suits one side only', () => {
    const oneSided = hour('2026-11-25T17:00:00.000Z', 4, 0);
    const fair = hour('2026-11-26T18:00:00.000Z', 2, 2);
    const many = hour('2026-11-26T19:00:00.000Z', 5, 1);
    const later = hour('2026-11-27T18:00:00.000Z', 2, 2);
    const lone = hour('2026-11-28T18:00:00.000Z', 1, 1);
    const hours = [oneSided, fair, many, later, lone];
    expect(listBestHours(hours, 'UTC', 3)).toEqual([fair, later, lone]);
  });
});
