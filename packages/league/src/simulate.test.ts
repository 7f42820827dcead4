import { describe, expect, it } from 'vitest';
import { findNextDeadline } from './clock.ts';
import { keepAnswers } from './kept.ts';
import { type Simulation, simulateSeason } from './simulate.ts';
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

/** Played in a test, not beside them: what happens while a file is loaded makes each mutant run all of them. */
const simulate = keepAnswers(1, () => simulateSeason(input));
const listMatches = ({ ladders }: Simulation) =>
  Object.values(ladders).flatMap((state) => Object.values(state.matches));

describe('a simulated season', () => {
  it('is as large as the demonstration needs', () => {
    const simulation = simulate();
    const matches = listMatches(simulation);
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
    expect(verifyChain(simulate().log)).toBeNull();
  });

  it('salts each lineup anew', () => {
    const salts = simulate().log.flatMap((event) =>
      event.type === 'checked_in' ? [event.data.salt] : [],
    );
    expect(salts.length).toBeGreaterThan(100);
    expect(new Set(salts).size).toBe(salts.length);
    for (const salt of salts) {
      expect(salt).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('is the same bytes from the same seed, and others from another', () => {
    const finish = (seed: number) =>
      simulateSeason({ ...input, seed, ends_at: '2026-09-01T12:00:00.000Z' }).log.at(-1)?.hash;
    const first = finish(7);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(finish(7)).toBe(first);
    expect(finish(8)).not.toBe(first);
  });

  it('has runs where people drive, and matches where teams play', () => {
    const { tanks, veto, rated, stages } = simulate().ladders;
    expect(Object.keys(stages?.runs ?? {}).length).toBeGreaterThan(20);
    expect(Object.keys(stages?.matches ?? {})).toEqual([]);
    for (const ladder of [tanks, veto, rated]) {
      expect(Object.keys(ladder?.matches ?? {}).length).toBeGreaterThan(20);
      expect(Object.keys(ladder?.runs ?? {})).toEqual([]);
    }
  });

  it('leaves nothing that was due before its end', () => {
    for (const state of Object.values(simulate().ladders)) {
      expect((findNextDeadline(state) ?? input.ends_at) >= input.ends_at).toBe(true);
    }
  });
});

describe('a script', () => {
  const play = (script: 'statuses' | 'justice') =>
    simulateSeason({ ...input, ladders: [ladder('tanks', { script })] });

  it('of statuses leaves a match in those that few are in', () => {
    const statuses = listMatches(play('statuses')).map(({ status }) => status);
    expect(statuses).toEqual(
      expect.arrayContaining([
        'withdrawn',
        'offered',
        'cancelled',
        'checking_in',
        'live',
        'reported',
      ]),
    );
  });

  it('of justice has judges and admins do what few seasons need', () => {
    const types = play('justice').log.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'scores_corrected',
        'entry_moved',
        'result_overturned',
        'appeal_decided',
        'strike_lifted',
        'entry_suspended',
      ]),
    );
  });
});
