import { createHash } from 'node:crypto';
import type { Transaction, TransactionOptions } from '@muster/database';
import { type StreamName, toCanonicalJson } from '@muster/league';
import type { Viewer } from '../context.ts';
import { toConstraintRefusal } from './constraint-refusal.ts';
import type { League } from './league.ts';
import { type AnyRefusal, Refused, toStatus } from './refusal.ts';
import { Unit } from './unit.ts';

/** A person's command as it came in: the id that their browser made, and the body it stands for. */
export interface CommandRequest {
  viewer: Viewer;
  commandId: string;
  /** Method, path and body: the same id with another of these is another command. */
  body: unknown;
}

/** The answer of a command, as it is sent and as it is kept for whoever asks again. */
export interface Answer {
  status: number;
  body: { data: unknown } | { error: AnyRefusal };
}

/** How often work that others were in the way of is tried. */
export const maxAttempts = 5;
/** A command sends the same statements each time, by the ids of what it is about. */
const byKeys = { plansOnce: true } as const;

/** Whether the same work may succeed when it is tried again: others were in its way. */
export function isTransient(error: unknown): boolean {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  // serialization_failure, deadlock_detected
  return code === '40001' || code === '40P01';
}

function toRefusalAnswer(refusal: AnyRefusal): Answer {
  return { status: toStatus(refusal.code), body: { error: refusal } };
}

interface KeptAnswer {
  body_hash: string;
  status: number;
  answer: Answer['body'];
}

/** Takes the command's id for this transaction, or brings the answer that it was given before. */
async function claim(
  transaction: Transaction,
  { viewer, commandId }: CommandRequest,
  hash: string,
): Promise<Answer | null> {
  // Held, so that nobody goes while they act.
  const taken = await transaction.query(
    `insert into private.commands (person_id, command_id, body_hash, status, answer)
     select id, $2, $3, 0, 'null' from public.profiles where id = $1 for key share
     on conflict do nothing returning 1`,
    [viewer.person_id, commandId, hash],
  );
  if (taken.length > 0) {
    return null;
  }
  const [kept] = await transaction.query<KeptAnswer>(
    'select body_hash, status, answer from private.commands where person_id = $1 and command_id = $2',
    [viewer.person_id, commandId],
  );
  if (kept === undefined) {
    // Gone since the request's session was read.
    return toRefusalAnswer({ code: 'not_signed_in', params: {} });
  }
  return kept.body_hash === hash
    ? { status: kept.status, body: kept.answer }
    : toRefusalAnswer({ code: 'command_reused', params: {} });
}

async function keep(
  transaction: Transaction,
  { viewer, commandId }: CommandRequest,
  answer: Answer,
): Promise<void> {
  await transaction.query(
    'update private.commands set status = $3, answer = $4 where person_id = $1 and command_id = $2',
    [viewer.person_id, commandId, answer.status, JSON.stringify(answer.body)],
  );
}

/** A refusal is kept too, in a transaction of its own: the command's own was given up with everything in it. */
async function keepRefusal(
  league: League,
  request: CommandRequest,
  hash: string,
  refusal: AnyRefusal,
): Promise<Answer> {
  const answer = toRefusalAnswer(refusal);
  return league.database.transaction(async (transaction) => {
    const kept = await claim(transaction, request, hash);
    if (kept !== null) {
      return kept;
    }
    await keep(transaction, request, answer);
    return answer;
  });
}

/** What became of one try at a command. */
interface Attempt {
  answer: Answer;
  unit: Unit | null;
}

async function attempt(
  league: League,
  request: CommandRequest,
  hash: string,
  work: (unit: Unit) => Promise<unknown>,
): Promise<Attempt> {
  return league.database.transaction(async (transaction) => {
    const kept = await claim(transaction, request, hash);
    if (kept !== null) {
      return { answer: kept, unit: null };
    }
    const { viewer } = request;
    const unit = new Unit({ transaction, cache: league.cache, viewer, now: league.now });
    try {
      const data = (await work(unit)) ?? null;
      const answer: Answer = { status: 200, body: { data } };
      await keep(transaction, request, answer);
      return { answer, unit };
    } catch (error) {
      throw error instanceof Refused ? new RefusedOn(error.refusal, unit.ladders) : error;
    }
  }, byKeys);
}

/** A refusal with the ladders whose clocks were run before it was given. */
class RefusedOn extends Refused {
  readonly ladders: StreamName<'ladder'>[];

  constructor(refusal: AnyRefusal, ladders: StreamName<'ladder'>[]) {
    super(refusal);
    this.ladders = ladders;
  }
}

/** The refusal may rest on deadlines that passed: what the clock did goes into the log for itself, so that the page shows it too. */
async function runClocks(league: League, ladders: readonly StreamName<'ladder'>[]): Promise<void> {
  await executeAsSystem(league, async (unit) => {
    await unit.hold(ladders);
    for (const ladder of ladders) {
      await unit.runClock(ladder);
    }
  });
}

/**
 * Carries out a person's command in one transaction and keeps its answer: the same command again gets
 * the first answer and changes nothing, the same id with another body is `command_reused`. A refusal
 * changes nothing. Deadlocks, and races that a constraint decided, are tried again: on the second look
 * the rules see what the other has done and say so.
 */
export async function execute(
  league: League,
  request: CommandRequest,
  work: (unit: Unit) => Promise<unknown>,
): Promise<Answer> {
  const hash = createHash('sha256').update(toCanonicalJson(request.body)).digest('hex');
  for (let tries = 1; ; tries += 1) {
    try {
      const { answer, unit } = await attempt(league, request, hash, work);
      unit?.remember();
      return answer;
    } catch (error) {
      if (error instanceof RefusedOn) {
        await runClocks(league, error.ladders);
        return keepRefusal(league, request, hash, error.refusal);
      }
      const refusal = toConstraintRefusal(error);
      if (tries === maxAttempts && refusal !== null) {
        return keepRefusal(league, request, hash, refusal);
      }
      if (tries === maxAttempts || (refusal === null && !isTransient(error))) {
        throw error;
      }
    }
  }
}

/**
 * Carries out work of the server's own: content, clocks, jobs. A refusal there is a fault of ours and is thrown. Work
 * that is known to be long names how long one of its statements may take, in milliseconds.
 */
export async function executeAsSystem<T>(
  league: League,
  work: (unit: Unit) => Promise<T>,
  options: Pick<TransactionOptions, 'statementTimeout'> = {},
): Promise<T> {
  const { value, unit } = await league.database.transaction(
    async (transaction) => {
      const made = new Unit({ transaction, cache: league.cache, viewer: null, now: league.now });
      return { value: await work(made), unit: made };
    },
    { ...byKeys, ...options },
  );
  unit.remember();
  return value;
}
