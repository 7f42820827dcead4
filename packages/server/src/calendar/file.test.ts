import { expect, it } from 'vitest';
import { countTurns } from '../testing/count-turns.ts';
import { type CalendarMatch, toCalendarFile } from './file.ts';

const toMatch = (place: number): CalendarMatch => ({
  ...{ id: `m${place}`, version: 1, status: 'scheduled', holds: 'PT2H', about: 'Tanks' },
  ...{ starts_at: new Date(place), changed_at: new Date(0), path: `/matches/m${place}` },
  ...{ challenger: 'Jyväskylän pitkänniminen joukkue '.repeat(3), defender: 'Away' },
  ...{ challenger_score: null, defender_score: null },
});

const options = { name: 'Tanks', origin: 'https://league.test', path: '/', stamp: new Date(0) };

function write(count: number): Promise<string> {
  const matches = Array.from({ length: count }, (_, place) => toMatch(place));
  return toCalendarFile({ matches, acts: [] }, options);
}

it('lets others have their turn while a long one is written', async () => {
  const { result: file, turns } = await countTurns(() => write(100));
  expect(turns).toBeGreaterThan(10);
  expect(file.match(/^UID:m\d+\r$/gm)).toHaveLength(100);
});

it.each([0, 1, 2])(
  'is whole with %s matches: each between its own lines, none too long',
  async (count) => {
    const lines = (await write(count)).split('\r\n');
    const part = (line: string) => lines.filter((one) => one === line).length;
    expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
    expect([part('BEGIN:VEVENT'), part('END:VEVENT'), part('END:VCALENDAR')]).toEqual([
      ...[count, count, 1],
    ]);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  },
);
