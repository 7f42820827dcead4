import { describe, expect, it } from 'vitest';
import { toConstraintRefusal } from './constraint-refusal.ts';

const violate = (constraint: unknown, code = '23505') =>
  toConstraintRefusal(Object.assign(new Error('no'), { code, constraint }));

describe('what two did at once, and the database let only one do', () => {
  it.each([
    ['teams_name_in_use', 'name_taken', 'name'],
    ['teams_slug_key', 'name_taken', 'name'],
    ['teams_tag_in_use', 'name_taken', 'tag'],
    ['entry_players_one_entry_a_season', 'person_in_other_entry', undefined],
    ['entries_of_team', 'already_entered', undefined],
    ['entries_of_person', 'already_entered', undefined],
    ['matches_one_open_challenge_out', 'already_challenging', undefined],
    ['matches_one_open_challenge_in', 'already_challenged', undefined],
    ['board_posts_one_a_kind', 'already_exists', 'kind'],
    ['judged_by_who_may', 'not_admin', undefined],
    ['match_bookings_apart', 'time_too_close', undefined],
  ])('is told as the rules would: %s', (constraint, code, field) => {
    const refusal = violate(constraint);
    expect([refusal?.code, refusal?.field]).toEqual([code, field]);
  });

  it.each([
    ['two of what may be there once', '23505', true],
    ['two that lie over each other', '23P01', true],
    ['what a check refuses', '23514', true],
    ['what refers to nothing', '23503', false],
    ['a value that is missing', '23502', false],
    ['two that wait for each other', '40P01', false],
  ])('is a refusal by what went wrong: %s', (_what, code, isRefusal) => {
    expect(violate('teams_name_in_use', code) !== null).toBe(isRefusal);
  });

  it.each([
    ['another constraint', { code: '23505', constraint: 'profiles_pkey' }],
    ['a fault that names none', { code: '23505' }],
    ['a fault that is none of the database', new Error('ours')],
    ['nothing', null],
  ])('is a fault of ours where it is %s', (_what, fault) => {
    expect(toConstraintRefusal(fault)).toBeNull();
  });
});
