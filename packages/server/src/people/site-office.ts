import type { Unit } from '../engine/unit.ts';
import { requireSiteAdmin } from '../http/office.ts';

/** A site admin, or the host, who acts without an office where nobody in one may. */
export async function requireSiteOffice(unit: Unit): Promise<void> {
  if (unit.viewer !== null) {
    await requireSiteAdmin(unit);
  }
}
