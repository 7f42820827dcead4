import { describe, expect, it } from 'vitest';
import { simulateSeason } from './simulate.ts';
import { reportSimulation } from './simulate-report.ts';
import type { SimulationInput } from './simulation/input.ts';

const input: SimulationInput = {
  seed: 11,
  teams: 20,
  people: 80,
  starts_at: '2026-01-05T12:00:00.000Z',
  ends_at: '2026-03-16T12:00:00.000Z',
  ladders: [
    {
      ladder_id: 'tanks',
      season_id: 'season',
      name: 'Tanks',
      season_name: 'Winter',
      game: 'game',
      format: 'rung',
      zone: 'Europe/Berlin',
      is_test: true,
      rules: {},
      region: 'everywhere',
      share: 1,
    },
  ],
};

describe('the report of a simulated season', () => {
  const simulation = simulateSeason(input);
  const report = reportSimulation(simulation, 'tanks');
  const total = (counts: [string, number][]) => counts.reduce((sum, [, number]) => sum + number, 0);
  const { entries, matches } = simulation.ladders.tanks ?? { entries: {}, matches: {} };

  it('counts every entry, match and refusal once', () => {
    expect(total(report.entries)).toBe(Object.keys(entries).length);
    expect(total(report.matches)).toBe(Object.keys(matches).length);
    expect(total(report.refusals)).toBe(
      Object.values(simulation.refusals).reduce((sum, number) => sum + number, 0),
    );
    expect(total(report.results.reasons)).toBe(report.results.all);
  });

  it('waits at least as long as the rules ask between challenge and start', () => {
    const { challenge_to_result, between_results } = report.waits;
    expect(challenge_to_result.count).toBeGreaterThan(50);
    expect(challenge_to_result.median).toBeGreaterThan(24);
    expect(challenge_to_result.p90).toBeGreaterThanOrEqual(challenge_to_result.median ?? 0);
    expect(between_results.count).toBeLessThan(2 * challenge_to_result.count);
  });

  it('knows what the clock decided and who won in play', () => {
    expect(report.results.by_clock).toBeGreaterThan(0);
    expect(report.results.by_clock).toBeLessThan(report.results.all);
    expect(report.played.wronged).toBeLessThan(report.played.all / 5);
    expect(report.wishes.unmet).toBeLessThan(report.wishes.all);
  });

  it('sees places come nearer to true strength', () => {
    expect(report.places.map(({ part }) => part)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const [first, last] = [report.places.at(0), report.places.at(-1)];
    expect(last?.correlation).toBeGreaterThan(first?.correlation ?? 1);
    expect(last?.entries).toBe(Object.values(entries).filter(({ rung }) => rung !== null).length);
  });

  it('is the same for the same input', { timeout: 60_000 }, () => {
    expect(reportSimulation(simulateSeason(input), 'tanks')).toEqual(report);
  });
});
