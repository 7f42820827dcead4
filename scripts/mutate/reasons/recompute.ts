import { toReasons } from '../reason.ts';

const nobody = '[] -> ["Stryker was here"]';
const noName = `'' -> "Stryker was here!"`;
const target = 'return entry ? listMovesTo(state, entry, target, order) : [];';

export const recomputeReasons = toReasons('recompute.ts', {
  'Whom a result moves is named from its challenger on.': [
    [
      'climbs.set(matchId, moves.find(({ entry_id }) => entry_id === challenger) ?? null);',
      'entry_id === challenger -> true',
    ],
  ],
  'The planning of a season leaves nobody on any rung.': [['const order: EntryId[] = [];', nobody]],
  'Nothing is later than undefined; the question is for the compiler.': [
    ['if (until !== undefined && event.at > until) {', 'until !== undefined -> true'],
  ],
  'Nothing is called so.': [
    ["const matchId = event.match_id ?? '';", noName],
    [': [];', nobody],
    ["rulings.set(event.match_id ?? '', event.data.outcome);", noName],
    ["const ruling = rulings.get(event.match_id ?? '');", noName],
    [
      "const { rung, others } = format.join(state, team_id ?? person_id ?? '', event.at, order);",
      noName,
    ],
    ["const { rung } = format.join(state, '', event.at, order);", noName],
  ],
  'Only slower: what else happens changes nothing of a ladder’s settings.': [
    [
      "if (event.type === 'ladder_created' || event.type === 'ladder_edited') {",
      "event.type === 'ladder_created' || event.type === 'ladder_edited' -> true",
    ],
  ],
  'A result that is neither a forfeit nor void is not asked for its kind.': [
    ["return { kind: 'completed', winner: ruling.winner };", `'completed' -> ""`],
    ["kind: event.type === 'match_completed' ? 'completed' : 'forfeited',", `'completed' -> ""`],
  ],
  'Moves are reckoned of entries that there are; what is none is not moved.': [
    ['if (entry) {', 'entry -> true'],
    ['const data = { ...event.data, moves: [] };', nobody],
    ["case 'season_opened':", "case 'season_opened': return []; -> case 'season_opened':"],
    ['return [];', nobody],
    ['return entry ? format.leave(state, entry, order) : [];', nobody],
    [target, nobody],
  ],
  'Who stands on no rung is before the order’s beginning, where nobody looks.': [
    ['if (to !== null) {', 'to !== null -> true'],
  ],
  'Who drops is an entry of a season; the marks are for the compiler.': [
    [
      'const rungs = state.season?.rules.idle.dropRungs ?? 0;',
      'state.season?.rules -> state.season.rules',
    ],
    [
      'const target = Math.min(state.size, (entry?.rung ?? 0) + rungs);',
      'entry?.rung -> entry.rung',
    ],
  ],
  'A season’s name and dates move nobody.': [["case 'season_edited':", `'season_edited' -> ""`]],
});
