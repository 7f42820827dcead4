import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import type { Unit } from '../engine/unit.ts';

/** Short, as whom it concerns reads it in the notice itself. */
export const reason = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300));
export const name = v.pipe(v.string(), v.trim(), v.maxLength(80));
/** Whether the log masks the name that was. */
export const hides = v.optional(v.boolean(), false);

interface Renamed {
  person_id: string | null;
  team_id: string | null;
  from_name: string;
  to_name: string;
  from_tag: string | null;
  to_tag: string | null;
  reason: string;
  hides: boolean;
}

/** Keeps what somebody or a team was called, and why an admin changed it. */
export async function keepRename(unit: Unit, renamed: Renamed): Promise<string> {
  const id = createId();
  await unit.transaction.query(
    `insert into private.renames (id, person_id, team_id, from_name, to_name, from_tag, to_tag, reason, hides,
       given_by, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      ...[renamed.person_id, renamed.team_id, renamed.from_name, renamed.to_name],
      ...[renamed.from_tag, renamed.to_tag, renamed.reason, renamed.hides],
      ...[unit.viewer?.person_id ?? null, unit.at],
    ],
  );
  return id;
}

export interface KeptRename extends Renamed {
  id: string;
  slug: string | null;
}
