import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../league/ids.ts';
import type { ApiParts } from './command-route.ts';
import { instant, rule, scores, times, words } from './fields.ts';
import { keepMatchText, mountMatchCommand } from './match-route.ts';

const side = v.picklist(['challenger', 'defender']);
const outcome = v.variant('kind', [
  v.object({ kind: v.literal('completed'), winner: v.nullable(side), scores }),
  v.object({ kind: v.literal('forfeited'), loser: side }),
  v.object({ kind: v.literal('voided') }),
  v.object({ kind: v.literal('replay'), times }),
  v.object({ kind: v.literal('upheld') }),
]);

/** What the two sides say. */
function mountStatements(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/dispute',
    fields: { statement: words },
    toCommand: async ({ statement }, input) => ({
      type: 'dispute',
      dispute_id: createId(),
      statement: await keepMatchText(input, statement),
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/statements',
    fields: { text: words },
    toCommand: async ({ text }, input) => ({
      type: 'add_statement',
      statement: await keepMatchText(input, text),
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/appeal',
    fields: { statement: words },
    toCommand: async ({ statement }, input) => ({
      type: 'appeal',
      appeal_id: createId(),
      statement: await keepMatchText(input, statement),
    }),
  });
}

/** What admins decide, each time with a reason. */
function mountRulings(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/ruling',
    fields: { outcome, rule, reason: words },
    toCommand: async ({ outcome: given, rule: cited, reason }, input) => ({
      type: 'rule',
      outcome: given,
      rule: cited,
      reason: await keepMatchText(input, reason),
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/appeal/decision',
    fields: { outcome, rule, reason: words },
    toCommand: async ({ outcome: given, rule: cited, reason }, input) => ({
      type: 'decide_appeal',
      outcome: given,
      rule: cited,
      reason: await keepMatchText(input, reason),
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/void',
    fields: { rule, reason: words },
    toCommand: async ({ rule: cited, reason }, input) => ({
      type: 'void_match',
      rule: cited,
      reason: await keepMatchText(input, reason),
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/deadline',
    fields: { until: instant, reason: words },
    toCommand: async ({ until, reason }, input) => ({
      type: 'extend_deadline',
      until,
      reason: await keepMatchText(input, reason),
    }),
  });
}

/** Disputes, rulings and appeals. */
export function mountMatchDisputes(api: Hono, parts: ApiParts): void {
  mountStatements(api, parts);
  mountRulings(api, parts);
}
