import type { Refusal } from '@muster/league';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Why the reader may found no team, as the call would answer them. */
export function FoundingRefusal({ refusal }: { refusal: Refusal }) {
  return <EmptyState title={useRefusal()(refusal)} />;
}
