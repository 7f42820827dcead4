import { describe, expect, it } from 'vitest';
import { ratingParameters, type Skill, updateSkills } from './rating.ts';

const newcomer: Skill = { mu: ratingParameters.mu, sigma: ratingParameters.sigma };

describe('the rating of Weng and Lin', () => {
  it('gives the published values for two newcomers', () => {
    const [[winner], [loser]] = updateSkills(
      [
        { players: [newcomer], rank: 1 },
        { players: [newcomer], rank: 2 },
      ],
      0,
    ) as [[Skill], [Skill]];
    expect(winner.mu).toBeCloseTo(27.635231, 5);
    expect(winner.sigma).toBeCloseTo(8.065506, 5);
    expect(loser.mu).toBeCloseTo(22.364769, 5);
  });

  it("gives openskill's values with its tau", () => {
    const [[winner], [loser]] = updateSkills([
      { players: [newcomer], rank: 1 },
      { players: [newcomer], rank: 2 },
    ]) as [[Skill], [Skill]];
    expect(
      [winner.mu, winner.sigma, loser.mu, loser.sigma].map((value) => value.toFixed(6)),
    ).toEqual(['27.635389', '8.065901', '22.364611', '8.065901']);
  });

  it('keeps mu and lowers sigma when equals draw', () => {
    const [[first]] = updateSkills([
      { players: [newcomer], rank: 1 },
      { players: [newcomer], rank: 1 },
    ]) as [[Skill], [Skill]];
    expect(first.mu).toBeCloseTo(25, 10);
    expect(first.sigma).toBeLessThan(ratingParameters.sigma);
  });
});
