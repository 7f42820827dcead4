import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';
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

/** $1 the thing, $2 when it was hidden or null to show it again; a row comes back where that changed something. */
function toStatement({ kind, subject }: Hidden): string | null {
  if (subject === '' || kind === 'team' || kind === 'person') {
    return null;
  }
  const [table, key] =
    kind === 'article' ? ['public.articles', 'slug = $1'] : [tables[kind], 'id = $1::uuid'];
  return `update ${table} set hidden_at = $2
    where ${key} and (hidden_at is null) <> ($2::timestamptz is null) returning 1`;
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
