import { hintChannel, toHintPayload } from '@muster/backend';
import type { Queryable, Transaction } from '@muster/database';
import type { CaseAct } from '@muster/site/pages/moderation/kinds.ts';
import type { CaseRow } from './case-row.ts';

type Hidden = Pick<CaseRow, 'kind' | 'subject' | 'match_id' | 'scrim_id'>;

const tables = {
  match_message: 'private.match_messages',
  scrim_message: 'private.scrim_messages',
  post: 'public.board_posts',
  answer: 'private.board_answers',
  evidence: 'private.match_evidence',
} as const;

/** $1 the team, $2 the act: its picture goes to where only they look who decide. */
const removeLogo = `
  with gone as (delete from private.team_logos where team_id = $1::uuid returning *),
  kept as (
    insert into private.removed_logos (act_id, team_id, key, small_id, large_id, set_by, set_at)
    select $2::uuid, team_id, key, small_id, large_id, set_by, set_at from gone returning team_id)
  update public.teams t set logo_path = null from kept where t.id = kept.team_id returning t.id`;

/** $1 the team, $2 the act. A picture that the team has chosen since stays. */
const giveLogoBack = `
  with given as (delete from private.removed_logos where team_id = $1::uuid and act_id = $2::uuid returning *),
  kept as (
    insert into private.team_logos (team_id, key, small_id, large_id, set_by, set_at)
    select team_id, key, small_id, large_id, set_by, set_at from given
    on conflict (team_id) do nothing returning team_id, key)
  update public.teams t set logo_path = '/api/logos/' || kept.key from kept where t.id = kept.team_id returning t.id`;

/** Where a thing stands that can be hidden as it is, $1 its name. */
function findPlace({ kind, subject }: Hidden): { table: string; key: string } | null {
  if (subject === '' || kind === 'team' || kind === 'person') {
    return null;
  }
  return kind === 'article'
    ? { table: 'public.articles', key: 'slug = $1' }
    : { table: tables[kind], key: 'id = $1::uuid' };
}

/** $1 the thing, $2 when it was hidden or null to show it again; a row comes back where that changed something. */
function toStatement(found: Hidden): string | null {
  const place = findPlace(found);
  return place === null
    ? null
    : `update ${place.table} set hidden_at = $2
       where ${place.key} and (hidden_at is null) <> ($2::timestamptz is null) returning 1`;
}

/** Whether there is a thing, or a team's picture, to hide: its author may have taken it away, or somebody hidden it. */
export async function isInSight(queryable: Queryable, found: Hidden): Promise<boolean> {
  const place = findPlace(found);
  const shown = place && `${place.table} where ${place.key} and hidden_at is null`;
  const where = found.kind === 'team' ? 'private.team_logos where team_id = $1::uuid' : shown;
  const rows =
    where === null ? [] : await queryable.query(`select 1 from ${where}`, [found.subject]);
  return rows.length > 0;
}

/** Whoever has the place open where it stands looks again. */
async function hintPlace(transaction: Transaction, found: Hidden): Promise<void> {
  const { kind, subject, match_id, scrim_id } = found;
  const id = match_id ?? scrim_id ?? (kind === 'team' ? subject : null);
  if (id === null) {
    return;
  }
  const topic = `${kind === 'team' ? 'team' : 'match'}:${id}`;
  const [row] = await transaction.query<{ version: number }>(
    `update private.scrims set version = version + 1 where id = $1 returning version`,
    [scrim_id],
  );
  const [match] = await transaction.query<{ version: number }>(
    'select version from public.matches where id = $1',
    [match_id],
  );
  const version = row?.version ?? match?.version ?? 0;
  await transaction.notify(hintChannel, toHintPayload({ topic, id, version }));
}

interface HidingAct {
  /** Of the act that is kept with the case. */
  id: string;
  act: CaseAct;
  /** Null: it is shown again. */
  hiddenAt: string | null;
}

/** Hides a thing everywhere, or shows it again; nothing of it is lost. Returns whether anything changed. */
export async function setHidden(
  transaction: Transaction,
  found: Hidden,
  { id, act, hiddenAt }: HidingAct,
): Promise<boolean> {
  const change = async (statement: string | null, values: unknown[]) =>
    statement === null ? [] : transaction.query(statement, values);
  const changed =
    act === 'remove_picture'
      ? await change(hiddenAt === null ? giveLogoBack : removeLogo, [found.subject, id])
      : await change(act === 'hide' ? toStatement(found) : null, [found.subject, hiddenAt]);
  if (changed.length === 0) {
    return false;
  }
  await hintPlace(transaction, found);
  return true;
}
