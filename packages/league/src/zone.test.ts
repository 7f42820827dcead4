import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  fromLocalTime,
  getWeekday,
  getZoneOffset,
  isWithin,
  isZone,
  type LocalTime,
  toLocalTime,
  toWindow,
} from './zone.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00.000Z`);
const at = (zone: string, date: string, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(
    fromLocalTime(zone, { day: day(date), minutes: hours * 60 + minutes }),
  ).toISOString();
};

const quarter = 900_000;
const wholeDay = 24 * 3_600_000;

interface Change {
  zone: string;
  epoch: number;
}

/** The instants of a year at which a zone's clocks change. */
function listChanges(zone: string): Change[] {
  const changes: Change[] = [];
  for (let start = day('2026-07-01'); start < day('2027-07-01'); start += wholeDay) {
    if (getZoneOffset(zone, start) === getZoneOffset(zone, start + wholeDay)) continue;
    let epoch = start + quarter;
    while (getZoneOffset(zone, epoch) === getZoneOffset(zone, start)) epoch += quarter;
    changes.push({ zone, epoch });
  }
  return changes;
}

/** Quarter hours around a change that do not come back, and skipped ones that do not come as much later. */
function listFaults({ zone, epoch: change }: Change): string[] {
  const moved = getZoneOffset(zone, change) - getZoneOffset(zone, change - quarter);
  const faults: string[] = [];
  const expectAt = (local: LocalTime, wanted: number) => {
    const found = fromLocalTime(zone, local);
    if (found !== wanted) faults.push(`${zone}: ${local.minutes}, ${new Date(wanted)}`);
  };
  for (let epoch = change - wholeDay; epoch <= change + wholeDay; epoch += quarter) {
    // Clocks that were put back show the time again: the first of the two is meant.
    const isShownAgain = moved < 0 && epoch >= change && epoch < change - moved;
    expectAt(toLocalTime(zone, epoch), isShownAgain ? epoch + moved : epoch);
  }
  const before = toLocalTime(zone, change - quarter);
  for (let skipped = 0; skipped < moved; skipped += quarter) {
    const minutes = before.minutes + 15 + skipped / 60_000;
    expectAt({ day: before.day, minutes }, change + skipped);
  }
  return faults;
}

// Property 12. Shown to fail: with `before` for both offsets the golden cases of both change days fail,
// with a fixed offset for the zone the round trip does.
describe('times across summer-time changes', { timeout: 60_000 }, () => {
  it('are right on both change days, north and south', () => {
    expect(at('Europe/Berlin', '2026-03-29', '01:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(at('Europe/Berlin', '2026-03-29', '03:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('Europe/Berlin', '2026-03-29', '19:00')).toBe('2026-03-29T17:00:00.000Z');
    expect(at('Europe/Berlin', '2026-10-25', '19:00')).toBe('2026-10-25T18:00:00.000Z');
    expect(at('America/New_York', '2026-03-08', '19:00')).toBe('2026-03-08T23:00:00.000Z');
    expect(at('America/New_York', '2026-11-01', '19:00')).toBe('2026-11-02T00:00:00.000Z');
    expect(at('Australia/Lord_Howe', '2026-04-05', '19:00')).toBe('2026-04-05T08:30:00.000Z');
    expect(at('America/Sao_Paulo', '2026-11-01', '19:00')).toBe('2026-11-01T22:00:00.000Z');
  });

  it('take the hour that clocks skip as much later, and the first of one shown twice', () => {
    expect(at('Europe/Berlin', '2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(at('Europe/Berlin', '2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z');
  });

  const zones = Intl.supportedValuesOf('timeZone');

  it('come back from every zone and instant', () => {
    const instant = fc.integer({
      min: Date.parse('2020-01-01T00:00:00.000Z') / 60_000,
      max: Date.parse('2035-01-01T00:00:00.000Z') / 60_000,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instant, (zone, minutes) => {
        const epoch = minutes * 60_000;
        const back = fromLocalTime(zone, toLocalTime(zone, epoch));
        // Only an hour that clocks show twice has two instants, and then the first is taken.
        expect(toLocalTime(zone, back)).toEqual(toLocalTime(zone, epoch));
        expect(back).toBeLessThanOrEqual(epoch);
        expect(epoch - back).toBeLessThanOrEqual(3 * 3_600_000);
      }),
      { numRuns: 4000 },
    );
  });

  it('are right in every zone on each day on which its clocks change', () => {
    const changes = zones.flatMap((zone) => listChanges(zone));
    expect(changes.length).toBeGreaterThan(150);
    expect(changes.flatMap((change) => listFaults(change))).toEqual([]);
  });

  it('know of every zone what its clocks say at any second', () => {
    const second = fc.integer({
      min: Date.parse('1970-01-01T00:00:00.000Z') / 1000,
      max: Date.parse('2040-01-01T00:00:00.000Z') / 1000,
    });
    fc.assert(
      fc.property(fc.constantFrom(...zones), second, (zone, seconds) => {
        const epoch = seconds * 1000;
        const shown = new Date(epoch + getZoneOffset(zone, epoch)).toISOString().slice(0, 19);
        const clock = new Date(epoch).toLocaleString('sv-SE', { timeZone: zone });
        expect(shown).toBe(clock.replace(' ', 'T'));
      }),
      { numRuns: 2000 },
    );
    // A change in the middle of an hour, and two within a month that leave the clocks as they were.
    const lordHowe = Date.parse('2026-04-04T15:00:00.000Z');
    expect(getZoneOffset('Australia/Lord_Howe', lordHowe - 1)).toBe(11 * 3_600_000);
    expect(getZoneOffset('Australia/Lord_Howe', lordHowe)).toBe(10.5 * 3_600_000);
    const ramadan = Date.parse('2026-02-25T12:00:00.000Z');
    expect(getZoneOffset('Africa/Casablanca', ramadan)).toBe(0);
    expect(getZoneOffset('Africa/Casablanca', ramadan + 35 * wholeDay)).toBe(3_600_000);
  });

  it('ask Intl a few times for all hours of a month, and never for them again', () => {
    const zone = 'Antarctica/Troll';
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const start = day('2026-03-10');
    const look = () => {
      for (let epoch = start; epoch < start + 30 * wholeDay; epoch += quarter) {
        toLocalTime(zone, epoch);
      }
      const { length } = asked.mock.calls;
      asked.mockClear();
      return length;
    };
    try {
      expect(look()).toBeLessThan(100);
      expect(look()).toBe(0);
    } finally {
      asked.mockRestore();
    }
  });

  it('know the weekday and the hours through midnight', () => {
    expect(getWeekday(day('2026-11-22'))).toBe(7);
    expect(getWeekday(day('1969-12-31'))).toBe(3);
    const hours = toWindow({ weekdays: [5], from: '20:00', until: '02:00' });
    expect(isWithin({ day: day('2026-11-20'), minutes: 20 * 60 }, hours)).toBe(true);
    expect(isWithin({ day: day('2026-11-21'), minutes: 60 }, hours)).toBe(true);
    expect(isWithin({ day: day('2026-11-21'), minutes: 121 }, hours)).toBe(false);
    expect(isWithin({ day: day('2026-11-20'), minutes: 60 }, hours)).toBe(false);
  });

  it('know zones by their names only', () => {
    expect(isZone('Europe/Helsinki')).toBe(true);
    expect(isZone('Mars/Olympus')).toBe(false);
    expect(isZone('+02:00')).toBe(false);
    expect(getZoneOffset('Asia/Kolkata', Date.parse('2026-01-01T00:00:00.000Z'))).toBe(
      5.5 * 3_600_000,
    );
  });
});
