import { useRefusal } from '../../client/command/use-refusal.ts';
import type { StandingRow } from './data.ts';

/** A refusal that is known before anything is asked. */
export function WhyNot({ refusal }: { refusal: NonNullable<StandingRow['refusal']> }) {
  return <p>{useRefusal()(refusal)}</p>;
}
