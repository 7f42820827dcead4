/**
 * SQL: whether the case `c` concerns a person: it is about them, about a team that they lead or led to its end, or
 * about an article that they wrote a part of.
 */
export const toConcernsSql = (person: string) => `(c.person_id = ${person}
  or c.kind = 'team' and exists (select from private.list_team_people(c.team_id) t
    where t.person_id = ${person} and t.role in ('captain', 'co_captain'))
  or c.kind = 'article' and ${person} in (select w.person_id from private.list_article_writers(c.subject) w))`;

/**
 * SQL: whether the case `c` is told to a person whom it concerns: one that nobody has decided, or in which nothing was
 * done, is told to nobody.
 */
export const toToldSql = (person: string) =>
  `(c.status in ('decided', 'appealed', 'final') and ${toConcernsSql(person)})`;
