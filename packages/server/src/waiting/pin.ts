import type { Queryable } from '@muster/database';
import { isAtHand } from '@muster/league';
import type { PinnedMatch } from '@muster/site/document-data.ts';
import type { MatchMatter, Matter } from '@muster/site/pages/me/matter.ts';
import { listMatchMatters } from './matters.ts';

/** The match that stands above every page of a person's: what is lost first of those at hand. */
export async function loadPin(
  queryable: Queryable,
  personId: string,
  now: Date,
): Promise<PinnedMatch | null> {
  return toPin(await listMatchMatters(queryable, personId, now), now.toISOString());
}

function toPin(matters: readonly (Matter & MatchMatter)[], now: string): PinnedMatch | null {
  const first = matters.find(({ match }) => isAtHand(match, now));
  if (first === undefined) {
    return null;
  }
  const { kind, team, opponent, until, match } = first;
  const { id, starts_at } = match;
  return starts_at === null ? null : { id, kind, team, opponent, starts_at, until };
}
