import type { Queryable } from '@muster/database';
import { toFreeSql } from '../page/case-office.ts';
import { publicActs } from './office-acts.ts';

/** Whose acts somebody sees in the log of offices. */
export interface OfficeScope {
  isPublic: boolean;
  isSiteAdmin: boolean;
  isEditor: boolean;
  /** Of the ladders that they run. */
  ladders: { id: string; slug: string; name: string }[];
}

/** What everybody may read of it. */
export const publicScope: OfficeScope = {
  isPublic: true,
  isSiteAdmin: false,
  isEditor: false,
  ladders: [],
};

/** What somebody's offices let them read at an instant; null for who has none. */
export async function findScope(
  database: Queryable,
  personId: string,
  at: Date,
): Promise<OfficeScope | null> {
  const [row] = await database.query<Omit<OfficeScope, 'isPublic'>>(
    `select
       exists (select 1 from public.admins where person_id = $1 and ladder_id is null) as "isSiteAdmin",
       exists (select 1 from public.editors where person_id = $1) as "isEditor",
       (select coalesce(json_agg(json_build_object('id', l.id, 'slug', l.slug, 'name', l.name) order by l.position), '[]')
         from public.admins a join public.ladders l on l.id = a.ladder_id where a.person_id = $1) as ladders
     where ${toFreeSql('$1', '$2')}`,
    [personId, at],
  );
  if (row === undefined || !(row.isSiteAdmin || row.isEditor || row.ladders.length > 0)) {
    return null;
  }
  return { ...row, isPublic: false };
}

/** Kinds of the audit log that are texts: an editor's. */
const textActs = `a.kind in ('article', 'page', 'articles', 'pages') or a.act in ('game_edited', 'ladder_edited')`;

/** The parts of the audit log (`a`) and of the events (`e`) that a scope covers; `add` takes a value and gives its placeholder. */
export function toScopeSql(
  scope: OfficeScope,
  add: (value: unknown) => string,
): { audit: string; events: string } {
  if (scope.isPublic) {
    return { audit: `a.act = any(${add(Object.keys(publicActs))}::text[])`, events: 'true' };
  }
  if (scope.isSiteAdmin) {
    return { audit: 'true', events: 'true' };
  }
  const slugs = add(scope.ladders.map(({ slug }) => slug));
  const ids = add(scope.ladders.map(({ id }) => id));
  const ofLadders = `a.kind = 'ladder' and a.subject = any(${slugs}::text[])`;
  return {
    audit: scope.isEditor ? `(${ofLadders} or ${textActs})` : `(${ofLadders})`,
    events: `e.ladder_id = any(${ids}::uuid[])`,
  };
}
