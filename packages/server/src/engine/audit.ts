import type { Transaction } from '@muster/database';
import type { AuditAct } from '@muster/site/pages/office-log/data.ts';
import { createId } from './ids.ts';

const mostCharacters = 200;
const mostFields = 50;

type Change = { from: unknown; to: unknown };

/** What somebody in office did to a thing that is no matter of competition. */
export interface AuditLine {
  /** As `article_edited`. */
  act: AuditAct;
  /** As `article`, and its address word or id. */
  kind: string;
  subject: string;
  /** The fields that changed, as they were before and are after; a long one is kept as changed alone. */
  changes?: Readonly<Record<string, Change>>;
}

/** The fields in which two versions of a thing differ, for the audit log. */
export function listChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, Change> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(
    changed.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  );
}

function shorten({ from, to }: Change): Change | 'changed' {
  const isLong = JSON.stringify([from, to]).length > mostCharacters;
  return isLong ? 'changed' : { from, to };
}

/** Writes a line of the audit log, in the transaction that does what it says; nobody's where the host's own command does it. */
export async function keepAudit(
  {
    transaction,
    at,
    viewer,
  }: { transaction: Transaction; at: string; viewer: { person_id: string } | null },
  { act, kind, subject, changes = {} }: AuditLine,
): Promise<void> {
  const kept = Object.entries(changes)
    .slice(0, mostFields)
    .map(([field, change]) => [field, shorten(change)]);
  await transaction.query(
    `insert into private.audit_log (id, at, person_id, act, kind, subject, changes)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      createId(),
      at,
      viewer?.person_id ?? null,
      act,
      kind,
      subject,
      JSON.stringify(Object.fromEntries(kept)),
    ],
  );
}
