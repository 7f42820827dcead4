import type { SiteCommand } from './command.ts';
import type { DecideContext, Decision } from './context.ts';
import type { SiteEvent } from './event.ts';
import type { SiteState } from './state.ts';

/** A site without admins. */
export const emptySite: SiteState = { admins: [], ladder_admins: {}, editors: [], sanctions: {} };

/** Decides a command on the site's own stream. */
export function decideSite(
  _state: SiteState,
  command: SiteCommand,
  _context: DecideContext,
): Decision<SiteEvent> {
  throw new Error(`Not decided yet: ${command.type}`);
}

/** The site after one event. */
export function applySite(_state: SiteState, event: SiteEvent): SiteState {
  throw new Error(`Not applied yet: ${event.type}`);
}
