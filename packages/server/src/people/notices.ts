import type { Unit } from '../engine/unit.ts';
import type { NoticePlan } from '../notice/plan.ts';
import { writeNotices } from '../notice/write.ts';

interface Appealed {
  id: string;
  person_id: string;
  ladder_id: string | null;
}

const nothingElse = { match_id: null, team_id: null, facts: {} };

const tell = (unit: Unit, plan: NoticePlan) => writeNotices(unit.transaction, [plan], unit.at);

/** Tells those in office who may answer that an appeal waits. */
export async function tellOfAppeal(
  unit: Unit,
  { id, person_id, ladder_id, given_by }: Appealed & { given_by: string | null },
): Promise<void> {
  await tell(unit, {
    ...nothingElse,
    kind: 'sanction_appealed',
    origin: `sanction_appealed:${id}`,
    to: ladder_id === null ? { of: 'site_admins' } : { of: 'ladder_admins', id: ladder_id },
    // Who gave it does not answer.
    except: given_by,
    ladder_id,
    other_id: person_id,
  });
}

/** Tells the person that the sanction stays; that one is lifted, its own event tells. */
export async function tellOfAnswer(
  unit: Unit,
  { id, person_id, ladder_id }: Appealed,
  isGranted: boolean,
): Promise<void> {
  if (!isGranted) {
    await tell(unit, {
      ...nothingElse,
      kind: 'sanction_upheld',
      origin: `sanction_upheld:${id}`,
      to: { of: 'person', id: person_id },
      except: null,
      ladder_id,
      other_id: null,
    });
  }
}
