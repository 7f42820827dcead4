import { expect, it } from 'vitest';
import { type BackupName, parseBackupName, toBackupName } from './backup-name.ts';
import { listOutdated } from './outdated.ts';

const day = 24 * 3600_000;
const last = Date.parse('2026-11-23T03:30:00Z');
const toBackup = (at: number): BackupName =>
  parseBackupName(toBackupName(new Date(at), { isSealed: false })) ?? expect.fail();
const toDate = ({ at }: BackupName) => at.toISOString().slice(0, 10);

/** What is left of one backup a day over so many days, where each night takes away what may go. */
function keepFor(days: number): BackupName[] {
  let backups: BackupName[] = [];
  for (let night = days - 1; night >= 0; night -= 1) {
    backups.push(toBackup(last - night * day));
    const outdated = new Set(listOutdated(backups, new Date(last)));
    backups = backups.filter((backup) => !outdated.has(backup));
  }
  return backups;
}

it.each([
  [7, 7],
  [8, 7],
  [9, 8],
])(
  'of %i nights up to a Monday %i stay: seven, and the last of the week before those',
  (nights, left) => {
    expect(keepFor(nights)).toHaveLength(left);
  },
);

it('of two years seven days, four weeks and twelve months stay', () => {
  expect(keepFor(730).map(toDate)).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-08'],
    ...['2026-11-15', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
    ...['2026-11-22', '2026-11-23'],
  ]);
});

it('of a day that is a week ago the last stays, and the others go', () => {
  const [early, late] = [toBackup(last), toBackup(last + 3600_000)];
  const now = new Date(last + 7 * day);
  expect(listOutdated([early, late], now)).toEqual([early]);
  expect(listOutdated([late, early], now)).toEqual([early]);
});

it('all of the last week stay, so that what a restored or an empty league writes takes no place', () => {
  const [early, late] = [toBackup(last), toBackup(last + 3600_000)];
  expect(listOutdated([early, late], late.at)).toEqual([]);
  expect(listOutdated([early, late], new Date(last + 7 * day - 1))).toEqual([]);
});

it.each([
  ['before now', 1, true],
  ['of now', 0, true],
  ['after now', -1, false],
])('one %s takes the place of the oldest month or not', (_when, ago, isTaken) => {
  // Twelve months of their own, so that a thirteenth goes.
  const months = Array.from({ length: 13 }, (_, month) =>
    toBackup(Date.UTC(2025, 10 + month, 20, 3, 30)),
  );
  const [first] = months;
  const now = new Date((months.at(-1)?.at.getTime() ?? Number.NaN) + ago);
  expect(listOutdated(months, now)).toEqual(isTaken ? [first] : []);
});

it('what is old stays while there is nothing newer', () => {
  const old = [0, 1, 2, 3, 4, 5, 6].map((night) => toBackup(last - (1000 + night) * day));
  expect(listOutdated(old, new Date(last))).toEqual([]);
});
