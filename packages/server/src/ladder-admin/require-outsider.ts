import type { StreamName } from '@muster/league';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';

const path = 'dispute.outsider';

/** Refuses rules just edited that name an outsider who is nobody, or has no account with which to judge. */
export async function requireOutsider(unit: Unit, stream: StreamName<'ladder'>): Promise<void> {
  const outsider = unit.ladder(stream).next_rules?.rules.dispute.outsider ?? null;
  if (outsider === null) {
    return;
  }
  const found = await unit.transaction.query(
    'select from public.profiles where id = $1 and user_id is not null and not is_demo',
    [outsider],
  );
  if (found.length === 0) {
    refuse({ code: 'rules_invalid', params: { path, minimum: null, maximum: null }, field: path });
  }
}
