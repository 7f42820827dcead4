import { describe, expect, it } from 'vitest';
import {
  addHours,
  listClockTimes,
  removeHours,
  toFormHours,
  toFreeHours,
  toSettings,
  toWeekdayDate,
  weekdays,
} from './free-hours.ts';

describe('free hours', () => {
  it('names Monday first and Sunday last', () => {
    const names = weekdays.map((weekday) =>
      new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(
        toWeekdayDate(weekday),
      ),
    );
    expect(names).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  });

  it('offers every half hour, midnight at the end only as 24:00', () => {
    expect(listClockTimes(false)).toHaveLength(48);
    expect(listClockTimes(false)[0]).toBe('00:00');
    expect(listClockTimes(true)).toContain('24:00');
    expect(listClockTimes(true)).not.toContain('00:00');
  });

  it('begins a day with an evening and goes on where the last range ends', () => {
    const one = addHours([], 3, 'a');
    expect(one).toEqual([{ id: 'a', weekday: 3, from: '18:00', to: '23:00' }]);
    expect(addHours(one, 3, 'b')[1]).toEqual({ id: 'b', weekday: 3, from: '23:00', to: '24:00' });
    expect(addHours(one, 4, 'b')[1]).toMatchObject({ weekday: 4, from: '18:00' });
  });

  it('never makes a range that begins where it ends', () => {
    const full = addHours([{ id: 'a', weekday: 1, from: '20:00', to: '24:00' }], 1, 'b');
    expect(full[1]?.from).not.toBe(full[1]?.to);
  });

  it('removes the range it is given and no like one', () => {
    const range = { weekday: 1, from: '18:00', to: '23:00' };
    const hours = toFormHours([range, range]);
    expect(toFreeHours(removeHours(hours, 'kept-0'))).toEqual([range]);
    expect(removeHours(hours, 'kept-0')[0]?.id).toBe('kept-1');
  });
});

describe('what is sent', () => {
  const hours = toFormHours([{ weekday: 1, from: '19:30', to: '24:00' }]);
  const availability = [{ weekday: 1, from: '19:30', to: '24:00' }];

  it('says the browser’s zone with the hours where none is chosen, and chooses none by it', () => {
    expect(toSettings({ zone: '', browserZone: 'Europe/Warsaw', hours })).toEqual({
      ...{ zone: null, availability, availability_zone: 'Europe/Warsaw' },
    });
  });

  it('counts the hours in the zone that is chosen', () => {
    expect(toSettings({ zone: 'Asia/Seoul', browserZone: 'Europe/Warsaw', hours })).toEqual({
      ...{ zone: 'Asia/Seoul', availability, availability_zone: 'Asia/Seoul' },
    });
  });
});
