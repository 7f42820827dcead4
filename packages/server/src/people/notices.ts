import type { Role } from '@muster/league';
import type { Unit } from '../engine/unit.ts';
import { everybody, type NoticePlan, officers } from '../notice/plan.ts';
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

interface NewName {
  /** Of the renaming, or of its undoing. */
  rename: string;
  name: string;
  reason: string;
}

/** Tells somebody what they are called now, and why. */
export async function tellOfName(
  unit: Unit,
  { rename, person, name, reason }: NewName & { person: string },
): Promise<void> {
  await tell(unit, {
    ...nothingElse,
    kind: 'person_renamed',
    origin: `renamed:${rename}`,
    to: { of: 'person', id: person },
    except: null,
    ladder_id: null,
    other_id: null,
    facts: { name, reason },
  });
}

/** Tells people of a team what it is called now, and why. */
export const tellOfTeamName = (
  unit: Unit,
  { rename, ...news }: NewName & { team: string; roles: readonly Role[] },
): Promise<void> => tellTeam(unit, { ...news, kind: 'team_renamed', origin: `renamed:${rename}` });

/** Tells people who are back on a team that an admin has brought it back, and why. */
export const tellOfReturn = (
  unit: Unit,
  news: { team: string; name: string; reason: string; roles: readonly Role[] },
): Promise<void> =>
  tellTeam(unit, { ...news, kind: 'team_restored', origin: `restored:${news.team}:${unit.at}` });

interface TeamNews {
  kind: 'team_renamed' | 'team_restored';
  origin: string;
  team: string;
  name: string;
  reason: string;
  roles: readonly Role[];
}

/** Who of a team hears of an office's act: what a case did to it, those who lead it hear with its decision. */
export const listTold = ({ ofCase = false }: { ofCase?: boolean }): readonly Role[] =>
  ofCase ? everybody.filter((role) => !officers.includes(role)) : everybody;

async function tellTeam(
  unit: Unit,
  { kind, origin, team, name, reason, roles }: TeamNews,
): Promise<void> {
  await tell(unit, {
    ...nothingElse,
    ...{ kind, origin },
    to: { of: 'team', id: team, roles },
    except: null,
    ladder_id: null,
    team_id: team,
    other_id: null,
    facts: { team: name, reason },
  });
}

/** Tells those who were on a team that an admin has ended it, and why. */
export async function tellOfClosing(
  unit: Unit,
  {
    team,
    name,
    members,
    reason,
  }: { team: string; name: string; members: string[]; reason: string },
): Promise<void> {
  const plans = members.map(
    (id): NoticePlan => ({
      ...nothingElse,
      kind: 'team_closed',
      origin: `closed:${team}:${unit.at}`,
      to: { of: 'person', id },
      except: null,
      ladder_id: null,
      team_id: team,
      other_id: null,
      facts: { team: name, reason },
    }),
  );
  await writeNotices(unit.transaction, plans, unit.at);
}
