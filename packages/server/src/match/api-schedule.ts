import type { Hono } from 'hono';
import * as v from 'valibot';
import type { ApiParts } from '../http/command-route.ts';
import { instant, labels, nonce, times } from '../http/fields.ts';
import { mountMatchCommand } from './route.ts';

const picks = { maps: v.optional(labels, []), sides: v.optional(labels, []) };

/** The answer to a challenge and the way to an hour. */
function mountAnswers(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/acceptance',
    fields: { times, nonce, ...picks },
    toCommand: ({ times: offered, maps, sides, nonce: own }) => ({
      type: 'accept',
      times: offered,
      picks: { maps, sides },
      nonce: own,
    }),
  });
  mountMatchCommand(api, parts, {
    path: '/decline',
    fields: {},
    toCommand: () => ({ type: 'decline' }),
  });
  mountMatchCommand(api, parts, {
    path: '/withdrawal',
    fields: {},
    toCommand: () => ({ type: 'withdraw' }),
  });
  mountMatchCommand(api, parts, {
    path: '/confirmation',
    fields: { time: instant, ...picks },
    toCommand: ({ time, maps, sides }) => ({ type: 'confirm_time', time, picks: { maps, sides } }),
  });
  mountMatchCommand(api, parts, {
    path: '/counter-offer',
    fields: { times },
    toCommand: ({ times: offered }) => ({ type: 'counter_offer', times: offered }),
  });
}

/** What both sides must want: more time, another hour, no match at all. One asks, the other agrees. */
function mountAgreements(api: Hono, parts: ApiParts): void {
  mountMatchCommand(api, parts, {
    path: '/extension',
    fields: {},
    toCommand: () => ({ type: 'ask_extension' }),
  });
  mountMatchCommand(api, parts, {
    path: '/extension/agreement',
    fields: {},
    toCommand: () => ({ type: 'agree_extension' }),
  });
  mountMatchCommand(api, parts, {
    path: '/reschedule',
    fields: { times },
    toCommand: ({ times: offered }) => ({ type: 'ask_reschedule', times: offered }),
  });
  mountMatchCommand(api, parts, {
    path: '/reschedule/answer',
    fields: { time: v.nullable(instant) },
    toCommand: ({ time }) => ({ type: 'answer_reschedule', time }),
  });
  mountMatchCommand(api, parts, {
    path: '/cancellation',
    fields: {},
    toCommand: () => ({ type: 'ask_cancellation' }),
  });
  mountMatchCommand(api, parts, {
    path: '/cancellation/agreement',
    fields: {},
    toCommand: () => ({ type: 'agree_cancellation' }),
  });
}

/** From a challenge to an agreed hour. */
export function mountMatchSchedule(api: Hono, parts: ApiParts): void {
  mountAnswers(api, parts);
  mountAgreements(api, parts);
}
