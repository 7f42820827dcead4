/** How many there are of what the database counts as it comes and goes. */
export const toFigureSql = (figure: 'teams' | 'people' | 'sides_of_results') => `(
  select coalesce(sum(change), 0)::int from private.figure_changes where figure = '${figure}')`;
