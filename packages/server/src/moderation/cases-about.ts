import type { Queryable } from '@muster/database';
import type { CaseBrief } from '@muster/site/pages/moderation/kinds.ts';
import { mayDecide } from './case-row.ts';
import { toShownTitleSql } from './queue.ts';

const most = 20;

/** $1 the person or the team, $2 who reads. */
const toStatement = (about: string) => `
  select c.id, c.kind, c.status, coalesce(c.decided_at, c.opened_at) as at, ${toShownTitleSql('c.id')} as title,
    array(select a.act from private.case_acts a where a.case_id = c.id and a.undone_at is null order by a.at, a.id) as acts
  from private.cases c
  where ${about} and ${mayDecide} and not private.is_case_party(c.id, $2)
  order by c.opened_at desc, c.id limit ${most}`;

const statements = {
  person: toStatement('c.person_id = $1'),
  team: toStatement('c.team_id = $1 and c.person_id is null'),
  reporter: toStatement(
    'exists (select from private.reports r where r.case_id = c.id and r.person_id = $1)',
  ),
};

interface Asked {
  /** What the id is of: whom the cases are about, or who reported. */
  of: keyof typeof statements;
  id: string;
  readerId: string;
}

/** The newest cases about a person or a team, or that somebody reported, as far as the reader's office lets them decide those. */
export async function loadCasesAbout(
  queryable: Queryable,
  { of, id, readerId }: Asked,
): Promise<CaseBrief[]> {
  const rows = await queryable.query<Omit<CaseBrief, 'at'> & { at: Date }>(statements[of], [
    id,
    readerId,
  ]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
