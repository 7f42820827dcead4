import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuseField } from '../engine/refusal.ts';
import type { ApiParts } from '../http/command-route.ts';
import { id, label, scores } from '../http/fields.ts';
import { mountMatchCommand } from './route.ts';

function requireValue(value: string | undefined, field: string): string {
  if (value === undefined) {
    refuseField(field, 'missing');
  }
  return value;
}

function mountStart(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/veto',
    fields: {
      action: v.picklist(['ban', 'pick', 'side']),
      map: v.optional(label),
      side: v.optional(label),
    },
    toCommand: ({ action, map, side }) => ({
      type: 'take_veto_turn',
      action,
      value: action === 'side' ? requireValue(side, 'side') : requireValue(map, 'map'),
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/check-in',
    fields: { players: v.pipe(v.array(id), v.maxLength(100)) },
    toCommand: ({ players }) => ({ type: 'check_in', players }),
  });
}

/** The first report waits for the other side's; the same again confirms it, another opens a dispute. */
function mountResult(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/report',
    fields: { scores },
    toCommand: ({ scores: given }) => ({ type: 'report', scores: given }),
  });
  mountMatchCommand(api, parts, {
    path: '/report/confirmation',
    fields: {},
    toCommand: () => ({ type: 'confirm_report' }),
  });
  mountMatchCommand(api, parts, {
    path: '/concession',
    fields: {},
    toCommand: () => ({ type: 'concede' }),
  });
  mountMatchCommand(api, parts, {
    path: '/correction',
    fields: { scores },
    toCommand: ({ scores: given }) => ({ type: 'correct_scores', scores: given }),
  });
  mountMatchCommand(api, parts, {
    path: '/correction/agreement',
    fields: {},
    toCommand: () => ({ type: 'agree_correction' }),
  });
}

function mountForfeit(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/forfeit',
    fields: { opponent: label },
    toCommand: ({ opponent }) => ({ type: 'announce_forfeit', opponent }),
  });
  mountMatchCommand(api, parts, {
    method: 'DELETE',
    path: '/forfeit',
    fields: {},
    toCommand: () => ({ type: 'take_back_forfeit' }),
  });
}

/** From the veto to the result. */
export function mountMatchPlay(api: Hono, parts: ApiParts): void {
  mountStart(api, parts);
  mountResult(api, parts);
  mountForfeit(api, parts);
}
