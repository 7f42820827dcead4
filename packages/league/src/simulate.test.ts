import { describe, expect, it } from 'vitest';
import { simulateSeason } from './simulate.ts';
import type { SimulatedLadder, SimulationInput } from './simulation/input.ts';
import { verifyChain } from './testing/verify-chain.ts';

const ladder = (id: string, more: Partial<SimulatedLadder> = {}): SimulatedLadder => ({
  ladder_id: id,
  season_id: `${id}-season`,
  name: id,
  season_name: 'Autumn',
  game: 'game',
  format: 'rung',
  zone: 'Europe/Berlin',
  is_test: false,
  rules: { maps: { pool: ['One', 'Two', 'Three', 'Four', 'Five'] }, score: { mapLimit: 11 } },
  region: 'everywhere',
  share: 1,
  ...more,
});

const input: SimulationInput = {
  seed: 7,
  teams: 24,
  people: 160,
  starts_at: '2026-08-10T12:00:00.000Z',
  ends_at: '2026-11-20T12:00:00.000Z',
  ladders: [
    ladder('tanks'),
    ladder('veto', {
      rules: {
        maps: {
          pool: ['One', 'Two', 'Three', 'Four', 'Five'],
          choice: 'veto',
          veto: ['ban', 'ban', 'pick', 'side', 'pick', 'side', 'decider', 'side'],
          sides: ['attack', 'defence'],
        },
      },
      share: 0.6,
    }),
    ladder('rated', { format: 'rating', zone: 'America/New_York', region: 'america' }),
    ladder('stages', {
      format: 'time_attack',
      rules: { team: { size: 1 }, timeAttack: { stages: ['Ourense', 'Kofina', 'Noorlaan'] } },
      share: 0.5,
    }),
  ],
};

describe('a simulated season', () => {
  const simulation = simulateSeason(input);
  const matches = Object.values(simulation.ladders).flatMap((state) =>
    Object.values(state.matches),
  );

  it('is as large as the demonstration needs', () => {
    const played = matches.filter(({ status }) => status === 'completed');
    const statuses: Record<string, number> = {};
    for (const { status } of matches) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(simulation.people).toHaveLength(160);
    expect(played.length).toBeGreaterThanOrEqual(300);
    expect(statuses.challenged).toBeGreaterThan(0);
    expect(statuses.disputed).toBeGreaterThan(0);
  });

  it('holds its chains, in the order of time', () => {
    expect(verifyChain(simulation.log)).toBeNull();
  });

  it('salts each lineup anew', () => {
    const salts = simulation.log.flatMap((event) =>
      event.type === 'checked_in' ? [event.data.salt] : [],
    );
    expect(salts.length).toBeGreaterThan(100);
    expect(new Set(salts).size).toBe(salts.length);
    for (const salt of salts) {
      expect(salt).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('is the same bytes from the same seed, and others from another', { timeout: 60_000 }, () => {
    expect(simulateSeason(input).log.at(-1)?.hash).toBe(simulation.log.at(-1)?.hash);
    expect(
      simulateSeason({ ...input, seed: 8, ends_at: '2026-09-01T12:00:00.000Z' }).log.at(-1)?.hash,
    ).not.toBe(simulation.log.at(-1)?.hash);
  });
});
