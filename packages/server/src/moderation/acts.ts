import {
  type CaseAct,
  caseActs,
  listActs,
  needsReason,
} from '@muster/site/pages/moderation/kinds.ts';
import { passCaptaincies } from '../account/leave-league.ts';
import type { Viewer } from '../context.ts';
import { keepAudit } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { keepReason } from '../http/reason.ts';
import type { CaseRow } from './case-row.ts';
import { setHidden } from './hide.ts';
import {
  doOfficeAct,
  type GivenName,
  isOfficeAct,
  requireName,
  undoOfficeAct,
} from './office-acts.ts';

export interface GivenAct extends GivenName {
  act: CaseAct;
  /** Until when a mute or a ban lasts. */
  until?: string | undefined;
}

/** What a decision is made with: who makes it, and the sentence that goes with it. */
interface Deed {
  /** Null for the host, who sanctions nobody. */
  viewer: Viewer | null;
  /** That a mute or a ban is given by; the code of conduct where none is named. */
  rule?: string | undefined;
  words: string;
}

interface KeptAct {
  id: string;
  act: CaseAct;
  sanction_id: string | null;
  rename_id: string | null;
}

/** What the audit log says of a thing that is hidden or shown again. */
const auditOf = (act: CaseAct, isHidden: boolean) =>
  `${act === 'remove_picture' ? 'picture' : 'thing'}_${isHidden ? 'hidden' : 'shown'}` as const;

function requireActs({ kind }: CaseRow, acts: readonly GivenAct[], words: string): void {
  const possible = listActs(kind);
  for (const [place, given] of acts.entries()) {
    const { act, until } = given;
    if (!possible.includes(act) || acts.findIndex((other) => other.act === act) !== place) {
      refuseField('acts', 'act');
    }
    const isSanction = act === 'mute' || act === 'ban';
    if (isSanction !== (until !== undefined)) {
      refuseField('until');
    }
    requireName(act, given);
    if (needsReason(act) && words === '') {
      refuseField('answer', 'needed');
    }
  }
}

/** The ladder on which a sanction holds: none, so everywhere, where a site admin gives it. */
async function findScope(
  unit: Unit,
  found: CaseRow,
  viewer: Viewer | null,
): Promise<string | null> {
  const [office] = await unit.transaction.query(
    'select 1 from public.admins where person_id = $1 and ladder_id is null for share',
    [viewer?.person_id],
  );
  return office === undefined ? found.ladder_id : null;
}

async function giveSanctions(
  unit: Unit,
  found: CaseRow,
  acts: readonly GivenAct[],
  { viewer, rule, words }: Deed,
): Promise<Map<CaseAct, string>> {
  const given = new Map<CaseAct, string>();
  const sanctions = acts.flatMap(({ act, until = null }) =>
    act === 'mute' || act === 'ban' ? [{ kind: act, until }] : [],
  );
  if (rule !== undefined && sanctions.length === 0) {
    refuseField('rule');
  }
  if (sanctions.length === 0) {
    return given;
  }
  const person_id = found.person_id ?? refuseField('acts', 'act');
  const ladder_id = await findScope(unit, found, viewer);
  const decide = async () => {
    for (const { kind, until } of sanctions) {
      const sanction_id = createId();
      const reason = await keepReason(unit, words);
      const sanction = { sanction_id, kind, person_id, ladder_id, until, reason };
      const cited = rule === undefined ? {} : { rule };
      await unit.decideSite({ type: 'sanction', ...sanction, ...cited });
      given.set(kind, sanction_id);
    }
  };
  if (ladder_id === null && sanctions.some(({ kind }) => kind === 'ban')) {
    await passCaptaincies(unit, { personId: person_id, why: 'banned' }, decide);
  } else {
    await unit.hold(['site']);
    await decide();
  }
  return given;
}

/** Does the acts of a decision and keeps them with the case. */
export async function doActs(
  unit: Unit,
  found: CaseRow,
  acts: readonly GivenAct[],
  deed: Deed,
): Promise<void> {
  requireActs(found, acts, deed.words);
  const sanctions = await giveSanctions(unit, found, acts, deed);
  for (const given of inOrder(acts)) {
    const { act, until = null } = given;
    const rename_id = isOfficeAct(act)
      ? await doOfficeAct(unit, found, { ...given, reason: deed.words })
      : null;
    const id = createId();
    await unit.transaction.query(
      `insert into private.case_acts (id, case_id, act, sanction_id, rename_id, ends_at, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, found.id, act, sanctions.get(act) ?? null, rename_id, until, unit.at],
    );
    if (!needsReason(act)) {
      await hideThing(unit, found, { id, act });
    }
  }
}

/** Acts as a decision does them: a team has its new name before it ends. */
const inOrder = <Act extends { act: CaseAct }>(acts: readonly Act[]): Act[] =>
  acts.toSorted((one, other) => caseActs.indexOf(one.act) - caseActs.indexOf(other.act));

async function hideThing(
  unit: Unit,
  found: CaseRow,
  { id, act }: { id: string; act: CaseAct },
): Promise<void> {
  const { kind, subject } = found;
  if (!(await setHidden(unit.transaction, found, { id, act, hiddenAt: unit.at }))) {
    // Its author has taken it away, or there is no picture.
    refuse({ code: 'not_found', params: { what: kind, id: subject } });
  }
  await keepAudit(unit, { act: auditOf(act, true), kind, subject });
}

async function liftSanction(unit: Unit, sanction_id: string, words: string): Promise<void> {
  await unit.hold(['site']);
  // Somebody may have lifted it already, or it may be of a league that was restored.
  if (unit.site.sanctions[sanction_id]?.status === 'in_force') {
    const reason = await keepReason(unit, words);
    const isSystem = unit.viewer === null;
    await unit.decideSite({ type: 'lift_sanction', sanction_id, reason }, { isSystem });
  }
}

/** Undoes acts that are in force, the last one first: all of the case, or one. Returns how many there were. */
export async function undoActs(
  unit: Unit,
  found: CaseRow,
  { only, words }: { only: string | null; words: string },
): Promise<number> {
  const acts = await unit.transaction.query<KeptAct>(
    `update private.case_acts set undone_at = $3
     where case_id = $1 and undone_at is null and ($2::uuid is null or id = $2)
     returning id, act, sanction_id, rename_id`,
    [found.id, only, unit.at],
  );
  for (const { id, act, sanction_id, rename_id } of inOrder(acts).toReversed()) {
    if (sanction_id !== null) {
      await liftSanction(unit, sanction_id, words);
    } else if (isOfficeAct(act)) {
      await undoOfficeAct(unit, found, { act, rename_id, reason: words });
    } else if (await setHidden(unit.transaction, found, { id, act, hiddenAt: null })) {
      const { kind, subject } = found;
      await keepAudit(unit, { act: auditOf(act, false), kind, subject });
    }
  }
  return acts.length;
}
