import type { FreeHours, Side } from '@muster/league';
import { useEffect, useState } from 'react';
import { fetchWithRetry } from '../../client/fetch/fetch-json.ts';

/** The hours that the rules allow, with how many of each side are free, and each side's home zone. */
export interface MatchHours extends FreeHours {
  zones: Record<Side, string | null>;
}

/** What is known of a match's hours; null until the answer is there. */
export type HoursAnswer = { hours: MatchHours } | { isFailed: true } | null;

/** Asks once, when a form for times opens: the hours are for captains and admins only, so no page carries them. */
export function useFreeHours(matchId: string): HoursAnswer {
  const [answer, setAnswer] = useState<HoursAnswer>(null);
  useEffect(() => {
    const closing = new AbortController();
    loadHours(matchId, closing.signal).then(
      (hours) => setAnswer({ hours }),
      () => closing.signal.aborted || setAnswer({ isFailed: true }),
    );
    return () => closing.abort();
  }, [matchId]);
  return answer;
}

async function loadHours(matchId: string, signal: AbortSignal): Promise<MatchHours> {
  const response = await fetchWithRetry(`/api/matches/${matchId}/hours`, { signal });
  if (!response.ok) {
    throw new Error(`The hours were answered with ${response.status}.`);
  }
  const { data } = (await response.json()) as { data: MatchHours };
  return data;
}
