import type { Transaction } from '@muster/database';

/** What each job is told. Payloads hold ids, never what a person wrote. */
export interface JobPayloads {
  send_mail: { mail_id: string };
  send_text: { message_id: string };
  mail_notices: { origin: string };
  post_webhook: { post_id: string };
  make_public_file: Record<string, never>;
}

export type JobName = keyof JobPayloads;

interface EnqueueOptions<Name extends JobName> {
  name: Name;
  payload: JobPayloads[Name];
  /** One job of this key at a time: the same again before it ran is the same job. */
  key: string;
  /** How often it is tried; the pauses grow from seconds to hours. */
  attempts: number;
  /** Not before then; at once unless given. */
  runAt?: Date;
}

/** Adds a job in the transaction, so that it is there if and only if the transaction commits. */
export async function enqueue<Name extends JobName>(
  transaction: Transaction,
  { name, payload, key, attempts, runAt }: EnqueueOptions<Name>,
): Promise<void> {
  await transaction.query(
    `select graphile_worker.add_job($1, payload := $2::json, job_key := $3, max_attempts := $4,
       run_at := $5)`,
    [name, JSON.stringify(payload), key, attempts, runAt ?? null],
  );
}
