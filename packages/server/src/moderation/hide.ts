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

/** $1 the thing, $2 when it was hidden or null to show it again; a row comes back where that changed something. */
function toStatement({ kind, subject }: Hidden, act: CaseAct): string | null {
  if (act === 'remove_picture') {
    return `with changed as (
        update private.team_logos set hidden_at = $2::timestamptz
        where team_id = $1::uuid and (hidden_at is null) <> ($2::timestamptz is null) returning team_id, key)
      update public.teams t set logo_path = case when $2::timestamptz is null then '/api/logos/' || c.key end
      from changed c where t.id = c.team_id returning t.id`;
  }
  if (act !== 'hide' || subject === '' || kind === 'team' || kind === 'person') {
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

/** Hides a thing everywhere, or shows it again; nothing of it is lost. Returns whether anything changed. */
export async function setHidden(
  transaction: Transaction,
  found: Hidden,
  act: CaseAct,
  hiddenAt: string | null,
): Promise<boolean> {
  const statement = toStatement(found, act);
  if (statement === null) {
    return false;
  }
  const changed = await transaction.query(statement, [found.subject, hiddenAt]);
  if (changed.length === 0) {
    return false;
  }
  await hintPlace(transaction, found);
  return true;
}
