/** A skill estimate: mean and uncertainty. */
export type Skill = { mu: number; sigma: number };

/** The values of Weng and Lin's paper; tau keeps sigma from collapsing over hundreds of matches. */
export const ratingParameters = {
  mu: 25,
  sigma: 25 / 3,
  beta: 25 / 6,
  tau: 25 / 300,
  kappa: 0.0001,
} as const;

export interface RankedTeam {
  players: readonly Skill[];
  /** 1 is best; equal ranks are a draw. */
  rank: number;
}

/**
 * Plackett-Luce by Weng and Lin (JMLR 12, 2011, algorithm 4): new skills in the order given.
 * The outcome does not depend on that order.
 */
export function updateSkills(
  teams: readonly RankedTeam[],
  tau: number = ratingParameters.tau,
): Skill[][] {
  const sums = teams.map((team) => {
    const players = team.players.map(({ mu, sigma }) => ({
      mu,
      variance: sigma * sigma + tau * tau,
    }));
    return {
      rank: team.rank,
      players,
      mu: players.reduce((sum, player) => sum + player.mu, 0),
      variance: players.reduce((sum, player) => sum + player.variance, 0),
    };
  });
  const c = Math.sqrt(
    sums.reduce((sum, team) => sum + team.variance + ratingParameters.beta ** 2, 0),
  );
  const strengths = sums.map((team) => Math.exp(team.mu / c));
  const behind = sums.map(({ rank }) =>
    sums.reduce((sum, other, index) => sum + (other.rank >= rank ? (strengths[index] ?? 0) : 0), 0),
  );
  const ties = sums.map(({ rank }) => sums.filter((other) => other.rank === rank).length);

  return sums.map((team, index) => {
    const strength = strengths[index] ?? 0;
    let omega = 0;
    let delta = 0;
    for (const [other, { rank }] of sums.entries()) {
      if (rank > team.rank) {
        continue;
      }
      const share = strength / (behind[other] ?? 1);
      omega += ((other === index ? 1 : 0) - share) / (ties[other] ?? 1);
      delta += (share * (1 - share)) / (ties[other] ?? 1);
    }
    const gamma = Math.sqrt(team.variance) / c;
    const mean = (omega * team.variance) / c;
    const spread = (gamma * delta * team.variance) / c ** 2;
    return team.players.map(({ mu, variance }) => ({
      mu: mu + (variance / team.variance) * mean,
      sigma: Math.sqrt(
        variance * Math.max(1 - (variance / team.variance) * spread, ratingParameters.kappa),
      ),
    }));
  });
}

/** The figure by which places follow: what a skill is, with near certainty, at least. */
export function getConservativeRating({ mu, sigma }: Skill): number {
  return mu - 3 * sigma;
}

/** Uncertainty after idle weeks: grows with their square root, never beyond a newcomer's. */
export function growUncertainty(sigma: number, weeks: number, growth: number): number {
  return Math.min(
    ratingParameters.sigma,
    Math.max(sigma, Math.sqrt(sigma * sigma + Math.max(0, weeks) * growth * growth)),
  );
}
