import { createHash, randomInt } from 'node:crypto';
import { logPersonAudit } from '@muster/backend';
import type { Transaction } from '@muster/database';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import {
  type ApiParts,
  limitBody,
  parseBody,
  readJson,
  requireOwnOrigin,
  requireRate,
} from '../http/command-route.ts';
import { getOwnOrigin, isLoopbackHost } from '../http/origin.ts';
import { readOwnRequest } from '../http/own-request.ts';
import { getPeerAddress } from '../http/peer.ts';
import { tellOfRecovery } from '../mail/auth-mail.ts';
import { getMailWay } from '../mail/mail-way.ts';

const codeCount = 10;
const codeLength = 10;
const setsPerHour = 10;
const triesPerHour = 10;
/** Without the letters and digits that are taken for one another on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Fifty random bits, in two halves that can be read aloud. */
function createCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/** As it was written down: in capitals perhaps, with or without its dash. */
function toHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}

async function replaceCodes(transaction: Transaction, userId: string, now: Date) {
  const codes = Array.from({ length: codeCount }, createCode);
  await transaction.query('delete from private.recovery_codes where user_id = $1', [userId]);
  await transaction.query(
    `insert into private.recovery_codes (user_id, code_hash, made_at)
     select $1, hash, $3 from unnest($2::text[]) hash`,
    [userId, codes.map(toHash), now],
  );
  return codes;
}

/** Codes for the day on which the device with the second factor is lost; a new set ends the old. */
function mountCodes(api: Hono, parts: ApiParts): void {
  api.post('/me/recovery-codes', limitBody, async (context) => {
    const limit = { name: 'recovery-codes', perHour: setsPerHour };
    const { viewer } = await readOwnRequest(parts, context, limit);
    const codes = await parts.league.database.transaction(async (transaction) => {
      const factors = await transaction.query(
        `select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1`,
        [viewer.user_id],
      );
      if (factors.length === 0) {
        refuse({ code: 'second_factor_missing', params: {} });
      }
      return replaceCodes(transaction, viewer.user_id, parts.league.now());
    });
    return context.json({ data: { codes } });
  });
}

interface Recovery {
  userId: string;
  code: string;
  /** Who asks: for the log that its owner may read. */
  address: string;
  now: Date;
}

/** Uses a code up and turns every second factor off. False, and nothing changed, if there is no such code. */
async function recover(
  transaction: Transaction,
  { userId, code, address, now }: Recovery,
): Promise<boolean> {
  const used = await transaction.query(
    'delete from private.recovery_codes where user_id = $1 and code_hash = $2 returning 1',
    [userId, toHash(code)],
  );
  if (used.length === 0) {
    return false;
  }
  const removed = await transaction.query<{ id: string }>(
    'delete from auth.mfa_factors where user_id = $1 returning id',
    [userId],
  );
  const traits = { by: 'recovery_code', factor_ids: removed.map(({ id }) => id) };
  await logPersonAudit(transaction, userId, { action: 'factor_unenrolled', address, now, traits });
  return true;
}

/** Where the league is, for a mail: never what a stranger's request says of it. */
function getSiteUrl(parts: ApiParts, request: Request): string {
  const own = getOwnOrigin(request, parts.config);
  return parts.config.siteUrl !== null || isLoopbackHost(new URL(own).host)
    ? own
    : 'http://localhost:3000';
}

/** Where somebody who has taken the first step, and lost what the second needs, gives a code instead. */
function mountRecovery(api: Hono, parts: ApiParts): void {
  const schema = v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) });
  api.post('/second-step/recovery', limitBody, async (context) => {
    requireOwnOrigin(context, parts.config);
    const body = await readJson(context);
    const { first_step: userId } = await parts.resolveContext(context.req.raw);
    if (userId === undefined) {
      refuse({ code: 'not_signed_in', params: {} });
    }
    await requireRate(parts, { key: `recovery:${userId}`, most: triesPerHour, seconds: 3600 });
    const { code } = parseBody(schema, body);
    const { config, league } = parts;
    const address = getPeerAddress(context.req.raw, context.env, config);
    const siteUrl = getSiteUrl(parts, context.req.raw);
    const isRecovered = await league.database.transaction(async (transaction) => {
      const recovery = { userId, code, address, now: league.now() };
      if (!(await recover(transaction, recovery))) {
        return false;
      }
      const way = getMailWay(config);
      await tellOfRecovery(transaction, userId, {
        way,
        leagueName: parts.settings.current.leagueName,
        siteUrl,
      });
      return true;
    });
    if (!isRecovered) {
      refuse({ code: 'recovery_code_wrong', params: {}, field: 'code' });
    }
    return context.json({ data: {} });
  });
}

/** Codes that stand in for a lost second factor: the auth service knows none. */
export function mountRecoveryCodes(api: Hono, parts: ApiParts): void {
  mountCodes(api, parts);
  mountRecovery(api, parts);
}
