import type { Refusal } from '@muster/league';

interface DatabaseFault {
  code?: unknown;
  constraint?: unknown;
}

/** What each constraint guards, as the refusal that the rules would have given had they seen the other command. */
const refusals: Record<string, Refusal> = {
  teams_name_in_use: { code: 'name_taken', params: { name: '' }, field: 'name' },
  teams_slug_key: { code: 'name_taken', params: { name: '' }, field: 'name' },
  teams_tag_in_use: { code: 'name_taken', params: { name: '' }, field: 'tag' },
  entry_players_one_entry_a_season: {
    code: 'person_in_other_entry',
    params: { people: [], entry: '' },
  },
  entries_of_team: { code: 'already_entered', params: { entry: '' } },
  entries_of_person: { code: 'already_entered', params: { entry: '' } },
  matches_one_open_challenge_out: {
    code: 'already_challenging',
    params: { match_id: '', entry: '' },
  },
  matches_one_open_challenge_in: {
    code: 'already_challenged',
    params: { match_id: '', entry: '', by: '' },
  },
  board_posts_one_a_kind: {
    code: 'already_exists',
    params: { what: 'post', id: '' },
    field: 'kind',
  },
  judged_by_who_may: { code: 'not_admin', params: {} },
  match_bookings_apart: { code: 'time_too_close', params: { time: '', match_id: '', apart: '' } },
};

/** The refusal that a violated constraint of the league means, or null for any other fault. */
export function toConstraintRefusal(error: unknown): Refusal | null {
  const { code, constraint } = (error ?? {}) as DatabaseFault;
  const isViolation = code === '23505' || code === '23P01' || code === '23514';
  return isViolation && typeof constraint === 'string' ? (refusals[constraint] ?? null) : null;
}
