import type { RefusalCode } from '@muster/league';

/** HTTP statuses of the refusals that are not a plain 422. */
const statuses: Partial<Record<RefusalCode, number>> = {
  not_signed_in: 401,
  not_captain: 403,
  not_admin: 403,
  not_member: 403,
  own_match: 403,
  suspended: 403,
  muted: 403,
  not_found: 404,
  match_changed: 409,
  case_taken: 409,
  answer_settled: 409,
  command_reused: 409,
  already_exists: 409,
  field_invalid: 400,
};

/** The HTTP status that a refusal is answered with. */
export function toRefusalStatus(code: RefusalCode): number {
  return statuses[code] ?? 422;
}
