import { randomUUID } from 'node:crypto';
import type { CaseReason, ThingKind } from '@muster/site/pages/moderation/kinds.ts';
import type { Viewer } from '../context.ts';
import { execute } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { Refused } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { keepReport } from '../moderation/api-reports.ts';

const hour = 3600 * 1000;

/** Somebody of the demonstration, as who signs in. */
export interface Figure extends Viewer {
  locale: string;
}

/** The league as it was so many hours ago. */
export function ago(league: League, hours: number): League {
  const at = new Date(league.now().getTime() - hours * hour);
  return { ...league, now: () => at };
}

/** Does as one of the figures what people do by hand. */
export async function act(
  league: League,
  viewer: Viewer,
  work: (unit: Unit) => Promise<unknown>,
): Promise<void> {
  const request = { viewer, commandId: randomUUID(), body: null };
  const { body } = await execute(league, request, work);
  if ('error' in body) {
    throw new Refused(body.error);
  }
}

/** Reports a thing as one of the figures. */
export async function report(
  league: League,
  by: Figure,
  thing: { kind: ThingKind; id: string; reason: Exclude<CaseReason, 'flagged'>; text: string },
): Promise<void> {
  await act(league, by, (unit) => keepReport(unit, thing));
}
