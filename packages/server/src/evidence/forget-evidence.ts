import type { Transaction } from '@muster/database';
import { dropFiles } from '../files/stored-files.ts';
import { getEvidenceRoom, isBeyondAppeal } from './rights.ts';

/** Evidence `e` of somebody `p`: of $1 alone, or, where that is null, of whoever has left. */
const theirs = `p.id = e.person_id
  and case when $1::uuid is null then p.user_id is null and not p.is_demo else p.id = $1 end`;
const matchesSql = `select distinct e.match_id as id from private.match_evidence e join public.profiles p on ${theirs}`;

/** What the moderators still have before them stays until they have decided. */
const deleteSql = `
  delete from private.match_evidence e using public.profiles p
  where ${theirs} and e.match_id = $2
    and not exists (select from private.cases c where c.kind = 'evidence' and c.subject = e.id::text
      and c.status in ('open', 'appealed'))
  returning e.file_id, e.preview_id`;

interface GoneFiles {
  file_id: string | null;
  preview_id: string | null;
}

/**
 * Takes away what people who have left brought as evidence, of matches that nobody can contest any more: of the one
 * who is leaving, or of all who have left; their files too.
 */
export async function forgetEvidence(
  transaction: Transaction,
  { personId, at }: { personId: string | null; at: string },
): Promise<void> {
  const matches = await transaction.query<{ id: string }>(matchesSql, [personId]);
  for (const { id } of matches) {
    const room = await getEvidenceRoom(transaction, id, null);
    if (isBeyondAppeal({ ...room, at })) {
      const gone = await transaction.query<GoneFiles>(deleteSql, [personId, id]);
      const files = gone.flatMap(({ file_id, preview_id }) => [file_id, preview_id]);
      await dropFiles(
        transaction,
        files.filter((file) => file !== null),
      );
    }
  }
}
