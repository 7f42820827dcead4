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

  it('leaves a ten-thousandth of the variance to who comes last of many and was hardly known', () => {
    const unknown = { mu: ratingParameters.mu, sigma: 1000 };
    const skills = updateSkills(
      [newcomer, newcomer, newcomer, newcomer, newcomer, newcomer, newcomer, unknown].map(
        (skill, index) => ({ players: [skill], rank: index + 1 }),
      ),
      0,
    );
    expect(skills.flat().at(-1)?.sigma).toBeCloseTo(10, 6);
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
