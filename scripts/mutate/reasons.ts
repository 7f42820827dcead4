/** Why nothing can notice a mutant. Named by what stands in the line, which does not rot as its number does. */
export interface Reason {
  /** From `packages/league/src`. */
  file: string;
  /** The line that the mutant begins in, without the blanks around it. */
  line: string;
  /** The mutated piece and what stands in its place, as the list of survivors prints them. */
  mutant: string;
  why: string;
}

const alwaysThere =
  'A place that is taken names a match and an entry that there are; what stands for their absence is for the compiler.';

export const reasons: readonly Reason[] = [
  {
    file: 'challenge.ts',
    line: 'rules_version: state.season?.rules_version ?? 0,',
    mutant: 'state.season?.rules_version -> state.season.rules_version',
    why: 'A challenge without an open season was refused before.',
  },
  {
    file: 'challenge.ts',
    line: "const other = entries[matches[challenger.challenging]?.defender_id ?? ''];",
    mutant: `'' -> "Stryker was here!"`,
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "const other = entries[matches[challenger.challenging]?.defender_id ?? ''];",
    mutant:
      'matches[challenger.challenging]?.defender_id -> matches[challenger.challenging].defender_id',
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "refuse('already_challenging', { match_id: challenger.challenging, entry: other?.name ?? '' });",
    mutant: `'' -> "Stryker was here!"`,
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "refuse('already_challenging', { match_id: challenger.challenging, entry: other?.name ?? '' });",
    mutant: 'other?.name -> other.name',
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "const other = entries[matches[defender.challenged_by]?.challenger_id ?? ''];",
    mutant: `'' -> "Stryker was here!"`,
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "const other = entries[matches[defender.challenged_by]?.challenger_id ?? ''];",
    mutant:
      'matches[defender.challenged_by]?.challenger_id -> matches[defender.challenged_by].challenger_id',
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "by: other?.name ?? '',",
    mutant: `'' -> "Stryker was here!"`,
    why: alwaysThere,
  },
  {
    file: 'challenge.ts',
    line: "by: other?.name ?? '',",
    mutant: 'other?.name -> other.name',
    why: alwaysThere,
  },
  {
    file: 'join.ts',
    line: "const subjectId = command.team_id ?? command.person_id ?? '';",
    mutant: `'' -> "Stryker was here!"`,
    why: 'Who joins as neither a team nor a person was refused before.',
  },
  {
    file: 'join.ts',
    line: ": actor.teams[command.team_id ?? ''] === 'captain';",
    mutant: `'' -> "Stryker was here!"`,
    why: 'Who joins as neither a team nor a person was refused before.',
  },
  {
    file: 'clock.ts',
    line: '? entry.rests.length === 0 && entry.active_at > restless',
    mutant: 'entry.rests.length === 0 && entry.active_at > restless -> false',
    why: 'A quick way past entries for which nothing is due; what is listed for them is not due either.',
  },
  {
    file: 'clock.ts',
    line: ': entry?.suspended_until === null;',
    mutant: 'entry?.suspended_until === null -> false',
    why: 'A quick way past entries for which nothing is due; what is listed for them is not due either.',
  },
  {
    file: 'clock.ts',
    line: 'if (!entry || isQuiet) {',
    mutant: '!entry || isQuiet -> false',
    why: 'A quick way past entries for which nothing is due; what is listed for them is not due either.',
  },
  {
    file: 'clock.ts',
    line: 'if (!entry || isQuiet) {',
    mutant: '!entry || isQuiet -> !entry && isQuiet',
    why: 'A quick way past entries for which nothing is due; what is listed for them is not due either.',
  },
  {
    file: 'clock.ts',
    line: ': entry?.suspended_until === null;',
    mutant: 'entry?.suspended_until -> entry.suspended_until',
    why: 'The key was just taken from the record; the mark is for the compiler.',
  },
  {
    file: 'clock.ts',
    line: "entry?.status === 'active'",
    mutant: 'entry?.status -> entry.status',
    why: 'The key was just taken from the record; the mark is for the compiler.',
  },
  {
    file: 'clock.ts',
    line: 'if (match?.deadline && match.deadline <= now) {',
    mutant: 'match?.deadline -> match.deadline',
    why: 'The key was just taken from the record; the mark is for the compiler.',
  },
  {
    file: 'clock.ts',
    line: 'if (next === null || due < next) {',
    mutant: 'due < next -> due <= next',
    why: 'Two that are due at once are due at the same instant.',
  },
];
