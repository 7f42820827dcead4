import type { Hono } from 'hono';
import { createId } from '../engine/ids.ts';
import type { ApiParts } from '../http/command-route.ts';
import { instant, outcome, rule, words } from '../http/fields.ts';
import { keepMatchText, mountMatchCommand } from '../match/route.ts';
import { requireFreeCase } from './api-cases.ts';

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
  for (const [path, type] of [
    ['/ruling', 'rule'],
    ['/appeal/decision', 'decide_appeal'],
  ] as const) {
    mountMatchCommand(api, parts, {
      path,
      fields: { outcome, rule, reason: words },
      toCommand: async ({ outcome: given, rule: cited, reason }, input) => {
        await requireFreeCase(input.unit, input.matchId);
        return {
          type,
          outcome: given,
          rule: cited,
          reason: await keepMatchText(input, reason),
        };
      },
    });
  }
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
