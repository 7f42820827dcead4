import type { Queryable } from '@muster/database';
import type { Invitation } from '@muster/site/pages/account/data.ts';

/** Whether an invite `link` still lets somebody in at an instant, a place: by its team's `stream`, and before it runs out. */
export const toIsInviteOpenSql = (at: string) => `
  link.expires_at > ${at} and stream.state -> 'invites' -> link.invite_id::text ->> 'status' = 'open'`;

/** The invitations by name that wait for the answer of the person $1 at the instant $2, one row each. */
export const openInvitations = `
  select link.invite_id, json_build_object('slug', t.slug, 'name', t.name, 'logo', t.logo_path) as team,
    maker.username as by, link.expires_at, link.created_at
  from private.team_invites link
  join public.teams t on t.id = link.team_id and t.disbanded_at is null
  join private.stream_states stream on stream.stream = 'team:' || t.id
  left join public.profiles maker on maker.id = link.created_by
  where link.person_id = $1 and ${toIsInviteOpenSql('$2')}
    and not exists (select 1 from public.rosters r where r.team_id = t.id and r.person_id = $1)`;

/** The invitations by name that wait for a person's answer. */
export async function listInvitations(
  queryable: Queryable,
  personId: string,
  now: Date,
): Promise<Invitation[]> {
  const rows = await queryable.query<Omit<Invitation, 'expires_at'> & { expires_at: Date }>(
    `select invite_id, team, by, expires_at from (${openInvitations}) link order by created_at desc`,
    [personId, now],
  );
  return rows.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() }));
}
