import type { Queryable } from '@muster/database';
import type { Viewer } from '../context.ts';
import { toFreeSql } from '../page/case-office.ts';
import type { TextKind } from './kinds.ts';

/** What of the league's texts somebody asks about, and when. */
interface Subject {
  kind: TextKind;
  slug: string;
  at: Date | string;
}

const ladderAdmin = `select 1 from public.admins a join public.ladders l on l.id = a.ladder_id
  where a.person_id = $1 and l.slug = $2`;

/** Whether somebody may write these texts: editors, and a ladder's admins its own. */
export async function mayWrite(
  queryable: Queryable,
  viewer: Pick<Viewer, 'person_id'>,
  { kind, slug, at }: Subject,
): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from (
       select 1 from public.editors where person_id = $1
       union all select 1 from public.admins where person_id = $1 and ladder_id is null
       union all ${ladderAdmin} and $3) office
     where ${toFreeSql('$1', '$4')} limit 1`,
    [viewer.person_id, slug, kind === 'ladders', at],
  );
  return rows.length > 0;
}
