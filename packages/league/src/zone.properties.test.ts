import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from './testing/holds.ts';
import { fromLocalTime, getZoneOffset, type LocalTime, toLocalTime } from './zone.ts';

const quarter = 900_000;
const wholeDay = 24 * 3_600_000;

interface Change {
  zone: string;
  epoch: number;
}

/** The instants of a year at which a zone's clocks change. */
function listChanges(zone: string): Change[] {
  const changes: Change[] = [];
  for (
    let start = Date.parse('2026-07-01T00:00:00.000Z');
    start < Date.parse('2027-07-01T00:00:00.000Z');
    start += wholeDay
  ) {
    if (getZoneOffset(zone, start) === getZoneOffset(zone, start + wholeDay)) {
      continue;
    }
    let epoch = start + quarter;
    while (getZoneOffset(zone, epoch) === getZoneOffset(zone, start)) {
      epoch += quarter;
    }
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
    if (found !== wanted) {
      faults.push(`${zone}: ${local.minutes}, ${new Date(wanted)}`);
    }
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

// Property 12.
describe('times across summer-time changes', () => {
  const zones = Intl.supportedValuesOf('timeZone');

  interface Part {
    to: typeof toLocalTime;
    from: typeof fromLocalTime;
  }
  const part: Part = { to: toLocalTime, from: fromLocalTime };
  holds(
    'come back from every zone and instant',
    ({ to, from }: Part) => {
      const instant = fc.integer({
        min: Date.parse('2020-01-01T00:00:00.000Z') / 60_000,
        max: Date.parse('2035-01-01T00:00:00.000Z') / 60_000,
      });
      return fc.property(fc.constantFrom(...zones), instant, (zone, minutes) => {
        const epoch = minutes * 60_000;
        const back = from(zone, to(zone, epoch));
        // Only an hour that clocks show twice has two instants, and then the first is taken.
        expect(to(zone, back)).toEqual(to(zone, epoch));
        expect(back).toBeLessThanOrEqual(epoch);
        expect(epoch - back).toBeLessThanOrEqual(3 * 3_600_000);
      });
    },
    {
      part,
      runs: 2000,
      faults: {
        'had a zone one offset all year': {
          ...part,
          from: (zone, { day, minutes }) =>
            day + minutes * 60_000 - getZoneOffset(zone, Date.parse('2026-01-15T12:00:00.000Z')),
        },
      },
    },
  );

  it('are right in every zone on each day on which its clocks change', () => {
    const changes = zones.flatMap((zone) => listChanges(zone));
    expect(changes.length).toBeGreaterThan(150);
    expect(changes.flatMap((change) => listFaults(change))).toEqual([]);
  });

  holds(
    'know of every zone what its clocks say at any second',
    (getOffset: typeof getZoneOffset) => {
      const second = fc.integer({
        min: Date.parse('1970-01-01T00:00:00.000Z') / 1000,
        max: Date.parse('2040-01-01T00:00:00.000Z') / 1000,
      });
      return fc.property(fc.constantFrom(...zones), second, (zone, seconds) => {
        const epoch = seconds * 1000;
        const shown = new Date(epoch + getOffset(zone, epoch)).toISOString().slice(0, 19);
        const clock = new Date(epoch).toLocaleString('sv-SE', { timeZone: zone });
        expect(shown).toBe(clock.replace(' ', 'T'));
      });
    },
    {
      part: getZoneOffset,
      runs: 1000,
      faults: {
        'were offsets those of a season ago': (zone, epoch) =>
          getZoneOffset(zone, epoch - 90 * 86_400_000),
      },
    },
  );
});
