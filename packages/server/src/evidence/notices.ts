import type { Transaction } from '@muster/database';
import { getOtherSide, type Side } from '@muster/league';
import { type NoticePlan, officers } from '../notice/plan.ts';
import { writeNotices } from '../notice/write.ts';

interface EvidenceNews {
  matchId: string;
  /** Who has brought it, and for which side. */
  personId: string;
  side: Side;
  /** Whether an appeal waits, which site admins decide, or a dispute. */
  isAppealed: boolean;
  at: string;
}

interface SidesRow {
  ladder_id: string;
  /** Who gave the ruling that is appealed. */
  ruled_by: string | null;
  challenger: { id: string; name: string };
  defender: { id: string; name: string };
}

const sides = `
  select m.ladder_id, (select ruled_by from private.find_open_case(m.id)) as ruled_by,
    jsonb_build_object('id', c.id, 'name', coalesce(ct.name, cp.username)) as challenger,
    jsonb_build_object('id', d.id, 'name', coalesce(dt.name, dp.username)) as defender
  from public.matches m
  join public.entries c on c.id = m.challenger_entry_id
  left join public.teams ct on ct.id = c.team_id
  left join public.profiles cp on cp.id = c.person_id
  join public.entries d on d.id = m.defender_entry_id
  left join public.teams dt on dt.id = d.team_id
  left join public.profiles dp on dp.id = d.person_id
  where m.id = $1`;

/**
 * Tells the other side and those who will rule that a contested match has new evidence, of which the
 * log knows nothing: one notice a match, which counts until it is read.
 */
export async function tellOfEvidence(
  transaction: Transaction,
  { matchId, personId, side, isAppealed, at }: EvidenceNews,
): Promise<void> {
  const [row] = await transaction.query<SidesRow>(sides, [matchId]);
  if (row === undefined) {
    return;
  }
  const reader = row[getOtherSide(side)];
  const plan: Omit<NoticePlan, 'kind' | 'to'> = {
    origin: `evidence:${matchId}`,
    except: personId,
    ladder_id: row.ladder_id,
    match_id: matchId,
    team_id: null,
    other_id: null,
    facts: { team: reader.name, opponent: row[side].name, count: 1 },
  };
  const judges: NoticePlan['to'] = isAppealed
    ? { of: 'site_admins', judges: { match_id: matchId, ruled_by: row.ruled_by } }
    : { of: 'ladder_admins', id: row.ladder_id, judges: { match_id: matchId, ruled_by: null } };
  await writeNotices(
    transaction,
    [
      { ...plan, kind: 'evidence_added', to: { of: 'entry', id: reader.id, roles: officers } },
      { ...plan, kind: 'evidence_to_judge', to: judges },
    ],
    at,
  );
}
