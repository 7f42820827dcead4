import type { Queryable } from '@muster/database';
import type { Viewer } from '../context.ts';
import { isWithin, type Reach, readReach } from '../http/office.ts';
import { toFreeSql } from '../page/case-office.ts';
import type { TextKind } from './kinds.ts';

/** What of the league's texts somebody asks about, and when; an article that is not made yet has no address word. */
interface Subject {
  kind: TextKind;
  slug: string | null;
  at: Date | string;
}

/** What somebody's offices let them write, where that has these texts in it; null where they may not write them. */
export async function findReach(
  queryable: Queryable,
  { person_id }: Pick<Viewer, 'person_id'>,
  { kind, slug, at }: Subject,
): Promise<Reach | null> {
  const reach = await readReach(queryable, person_id);
  const [row] = await queryable.query<{ ladder_id: string | null }>(
    `select case $2 when 'articles' then (select ladder_id from public.articles where slug = $3)
       when 'ladders' then (select id from public.ladders where slug = $3) end as ladder_id
     where ${toFreeSql('$1', '$4')}`,
    [person_id, kind, slug, at],
  );
  // Where an article belongs is said as it is made.
  const isUnmade = slug === null && reach.ladders.length > 0;
  const isOwn = row !== undefined && (isUnmade || isWithin(reach, row.ladder_id));
  return isOwn ? reach : null;
}

/** Whether somebody may write these texts: editors, and a ladder's admins its own and the articles bound to it. */
export async function mayWrite(
  queryable: Queryable,
  viewer: Pick<Viewer, 'person_id'>,
  subject: Subject,
): Promise<boolean> {
  return (await findReach(queryable, viewer, subject)) !== null;
}
