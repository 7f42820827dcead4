import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ZoneOffset } from './context.ts';
import {
  createOffsetCache,
  fromLocalTime,
  getWeekday,
  getZoneOffset,
  isWithinHours,
  isZone,
  type LocalTime,
  toLocalTime,
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
function listChanges(zone: string, offset: ZoneOffset): Change[] {
  const changes: Change[] = [];
  for (let start = day('2026-07-01'); start < day('2027-07-01'); start += wholeDay) {
    if (offset(zone, start) === offset(zone, start + wholeDay)) continue;
    let epoch = start + quarter;
    while (offset(zone, epoch) === offset(zone, start)) epoch += quarter;
    changes.push({ zone, epoch });
  }
  return changes;
}

/** Quarter hours around a change that do not come back, and skipped ones that do not come as much later. */
function listFaults({ zone, epoch: change }: Change, offset: ZoneOffset): string[] {
  const moved = offset(zone, change) - offset(zone, change - quarter);
  const faults: string[] = [];
  const expectAt = (local: LocalTime, wanted: number) => {
    const found = fromLocalTime(zone, local, offset);
    if (found !== wanted) faults.push(`${zone}: ${local.minutes}, ${new Date(wanted)}`);
  };
  for (let epoch = change - wholeDay; epoch <= change + wholeDay; epoch += quarter) {
    // Clocks that were put back show the time again: the first of the two is meant.
    const isShownAgain = moved < 0 && epoch >= change && epoch < change - moved;
    expectAt(toLocalTime(zone, epoch, offset), isShownAgain ? epoch + moved : epoch);
  }
  const before = toLocalTime(zone, change - quarter, offset);
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
    const offset = createOffsetCache();
    const changes = zones.flatMap((zone) => listChanges(zone, offset));
    expect(changes.length).toBeGreaterThan(150);
    expect(changes.flatMap((change) => listFaults(change, offset))).toEqual([]);
  });

  it('know the weekday and the hours through midnight', () => {
    expect(getWeekday(day('2026-11-22'))).toBe(7);
    expect(getWeekday(day('1969-12-31'))).toBe(3);
    const hours = { weekdays: [5], from: '20:00', until: '02:00' };
    expect(isWithinHours({ day: day('2026-11-20'), minutes: 20 * 60 }, hours)).toBe(true);
    expect(isWithinHours({ day: day('2026-11-21'), minutes: 60 }, hours)).toBe(true);
    expect(isWithinHours({ day: day('2026-11-21'), minutes: 121 }, hours)).toBe(false);
    expect(isWithinHours({ day: day('2026-11-20'), minutes: 60 }, hours)).toBe(false);
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
