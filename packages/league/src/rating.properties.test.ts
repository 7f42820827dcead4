import fc from 'fast-check';
import { rate } from 'openskill';
import { plackettLuce } from 'openskill/models';
import { describe, expect } from 'vitest';
import { type RankedTeam, ratingParameters, updateSkills } from './rating.ts';
import { holds } from './testing/holds.ts';

type Update = typeof updateSkills;

const skill = fc.record({
  mu: fc.double({ min: 5, max: 45, noNaN: true }),
  sigma: fc.double({ min: 1, max: 8.3, noNaN: true }),
});
const match: fc.Arbitrary<RankedTeam[]> = fc.array(
  fc.record({
    players: fc.array(skill, { minLength: 1, maxLength: 5 }),
    rank: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 2, maxLength: 6 },
);

/** Ranks by the order in which the teams are named. */
const byOrder: Update = (teams, tau) =>
  updateSkills(
    teams.map((team, index) => ({ ...team, rank: index })),
    tau,
  );
/** Each mean on the other side of what it was. */
const turned: Update = (teams, tau) =>
  updateSkills(teams, tau).map((team, index) =>
    team.map(({ mu, sigma }, player) => ({
      mu: 2 * (teams[index]?.players[player]?.mu ?? 0) - mu,
      sigma,
    })),
  );

describe('the rating of Weng and Lin', () => {
  holds(
    'agrees with openskill over random matches with ties',
    (update: Update) =>
      fc.property(match, (teams) => {
        const ours = update(teams);
        const theirs = rate(
          teams.map((team) => [...team.players]),
          { rank: teams.map((team) => team.rank), model: plackettLuce, tau: ratingParameters.tau },
        );
        for (const [index, team] of ours.entries()) {
          for (const [player, value] of team.entries()) {
            expect(value.mu).toBeCloseTo(theirs[index]?.[player]?.mu ?? Number.NaN, 6);
            expect(value.sigma).toBeCloseTo(theirs[index]?.[player]?.sigma ?? Number.NaN, 6);
          }
        }
      }),
    {
      part: updateSkills,
      runs: 1000,
      faults: {
        'were tau left out': (teams) => updateSkills(teams, 0),
        'were ties broken by order': byOrder,
      },
    },
  );

  holds(
    'does not depend on the order of teams',
    (update: Update) =>
      fc.property(match, fc.integer({ min: 0, max: 5 }), (teams, turn) => {
        const shift = turn % teams.length;
        const ours = update(teams);
        const again = update([...teams.slice(shift), ...teams.slice(0, shift)]);
        for (const [index, team] of ours.entries()) {
          const other = again[(index - shift + teams.length) % teams.length] ?? [];
          for (const [player, value] of team.entries()) {
            expect(value.mu).toBeCloseTo(other[player]?.mu ?? Number.NaN, 9);
            expect(value.sigma).toBeCloseTo(other[player]?.sigma ?? Number.NaN, 9);
          }
        }
      }),
    { part: updateSkills, faults: { 'were teams ranked as they are named': byOrder } },
  );

  holds(
    'never lowers the winner',
    (update: Update) =>
      fc.property(match, (teams) => {
        const ours = update(teams);
        const best = Math.min(...teams.map((team) => team.rank));
        const [first, ...others] = [...teams.entries()].filter(([, { rank }]) => rank === best);
        if (!first || others.length > 0) {
          return;
        }
        const [index, { players }] = first;
        for (const [player, { mu }] of players.entries()) {
          expect(ours[index]?.[player]?.mu).toBeGreaterThanOrEqual(mu);
        }
      }),
    { part: updateSkills, faults: { 'did means move the other way': turned } },
  );
});
