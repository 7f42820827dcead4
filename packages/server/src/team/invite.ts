import { randomBytes } from 'node:crypto';
import type { Role } from '@muster/league';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import type { FoundTeam } from '../http/find.ts';
import { most, requireRoom } from '../http/limits.ts';
import { toIsInviteOpenSql } from './invitations.ts';

const inviteDays = 7;
const day = 24 * 3600 * 1000;

export interface MadeInvite {
  invite: string;
  code: string;
  url: string;
  expires_at: string;
}

interface NewInvite {
  team: FoundTeam;
  role: Extract<Role, 'player' | 'substitute'>;
  /** For one person alone; null for whoever has the link. */
  personId: string | null;
}

interface Invitable {
  team: string;
  person: string;
  at: string;
}

/** Whether a team has a person neither on it nor invited by name: what an invitation asks of both. All are places in a statement. */
export const toIsInvitableSql = ({ team, person, at }: Invitable) => `
  not exists (select 1 from public.rosters r where r.team_id = ${team} and r.person_id = ${person})
  and not exists (select 1 from private.team_invites link
    join private.stream_states stream on stream.stream = 'team:' || link.team_id
    where link.team_id = ${team} and link.person_id = ${person} and ${toIsInviteOpenSql(at)})`;

async function requireInvitable(unit: Unit, team: FoundTeam, personId: string): Promise<void> {
  const [person] = await unit.transaction.query(
    'select 1 from public.profiles where id = $1 and user_id is not null',
    [personId],
  );
  if (person === undefined) {
    refuse({ code: 'not_found', params: { what: 'person', id: personId }, field: 'person' });
  }
  const open = Object.values(unit.team(team.id).invites).some(
    (invite) =>
      invite.person_id === personId && invite.status === 'open' && invite.expires_at > unit.at,
  );
  if (open) {
    refuse({ code: 'already_asked', params: {}, field: 'person' });
  }
}

/** Invites somebody to a team whose stream is held: one person by name, or whoever has the link. */
export async function makeInvite(
  unit: Unit,
  { team, role, personId }: NewInvite,
): Promise<MadeInvite> {
  const invites = Object.values(unit.team(team.id).invites);
  // One that was taken back or declined counts until it would have run out: else there were ever more of them.
  const counted = invites.filter((made) => made.status !== 'used' && made.expires_at > unit.at);
  requireRoom(counted.length, most.invites);
  if (personId !== null) {
    await requireInvitable(unit, team, personId);
  }
  const invite = createId();
  const expires_at = new Date(Date.parse(unit.at) + inviteDays * day).toISOString();
  await unit.decideTeam(team.id, {
    type: 'make_invite',
    invite_id: invite,
    role,
    person_id: personId,
    expires_at,
  });
  const code = randomBytes(12).toString('base64url');
  await unit.transaction.query(
    `insert into private.team_invites (code, invite_id, team_id, person_id, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [code, invite, team.id, personId, unit.viewer?.person_id, expires_at],
  );
  return { invite, code, url: `/teams/${team.slug}?invite=${code}`, expires_at };
}
