import { toHash } from './log.ts';
import type { Draw, Match } from './state.ts';

/** What a draw is made from. */
interface DrawInput {
  seed: string;
  nonces: { challenger: string; defender: string };
  match_id: string;
  n: number;
}

/**
 * The draw's value: SHA-256 of seed, nonce C, nonce D, match id and n joined by commas, read as one
 * number, modulo the number of options.
 */
export function drawOption<Option extends string>(
  input: DrawInput,
  options: readonly Option[],
): Option {
  const digest = toHash(
    [input.seed, input.nonces.challenger, input.nonces.defender, input.match_id, input.n].join(','),
  );
  const index = Number(BigInt(`0x${digest}`) % BigInt(options.length));
  const option = options[index];
  if (option === undefined) {
    throw new RangeError('A draw needs options');
  }
  return option;
}

/** Draws a match's next value; `draws` is the list so far. */
export function drawNext(
  match: Match,
  seed: string,
  draws: readonly Draw[],
  draw: Pick<Draw, 'purpose' | 'options'>,
): Draw {
  const n = draws.length + 1;
  const nonces = {
    challenger: match.nonces.challenger ?? '',
    defender: match.nonces.defender ?? '',
  };
  return { n, ...draw, value: drawOption({ seed, nonces, match_id: match.id, n }, draw.options) };
}

/** Whether draws were made of a match that nobody can check yet: its veto goes on, and its seed is secret. */
export const hasHiddenDraws = ({ draws, seed }: Pick<Match, 'draws' | 'seed'>): boolean =>
  draws.length > 0 && seed === null;

/** Checks a match's draws against its published seed: the first that does not hold, or null. */
export function findDrawFault(match: Match): { n: number } | 'seed_hidden' | 'seed_differs' | null {
  const { seed } = match;
  if (seed === null) {
    return 'seed_hidden';
  }
  if (toHash(seed) !== match.seed_hash) {
    return 'seed_differs';
  }
  const wrong = match.draws.find((draw, index) => {
    const again = drawNext(match, seed, match.draws.slice(0, index), {
      purpose: draw.purpose,
      options: draw.options,
    });
    return again.value !== draw.value || again.n !== draw.n;
  });
  return wrong ? { n: wrong.n } : null;
}
