import { toProofLink } from '@muster/site/pages/ladder/run-time.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuseField } from '../engine/refusal.ts';
import { keepText } from '../engine/texts.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { instant, label, words } from '../http/fields.ts';
import { getEntryStream, getId, getRunStream } from '../http/find.ts';
import { keepReason } from '../http/reason.ts';

const day = 24 * 3600 * 1000;
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Rest is counted in whole days; `until` is the first instant after it. */
function toDays({ from, days, until }: { from: string; days?: number; until?: string }): number {
  if (days !== undefined) {
    return days;
  }
  if (until === undefined) {
    refuseField('days');
  }
  return Math.ceil((Date.parse(until) - Date.parse(from)) / day);
}

function mountRest(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/entries/:id/rest',
    schema: v.object({
      from: v.optional(instant),
      days: v.optional(v.pipe(v.number(), v.integer())),
      until: v.optional(instant),
    }),
    async work(unit, { body, parameters }) {
      const entry_id = getId(parameters, 'id', 'entry');
      const stream = await getEntryStream(unit.transaction, entry_id);
      await unit.hold([stream]);
      const rest_id = createId();
      // Without a day it begins now, which nobody else can name to the millisecond.
      const from = body.from ?? unit.at;
      const { days: given, until } = body;
      const days = toDays({
        from,
        ...(given === undefined ? {} : { days: given }),
        ...(until === undefined ? {} : { until }),
      });
      await unit.decideLadder(stream, { type: 'announce_rest', entry_id, rest_id, from, days });
      return { rest: rest_id };
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/entries/:id/rest/:rest',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const entry_id = getId(parameters, 'id', 'entry');
      const stream = await getEntryStream(unit.transaction, entry_id);
      await unit.hold([stream]);
      const rest_id = getId(parameters, 'rest', 'rest');
      await unit.decideLadder(stream, { type: 'end_rest', entry_id, rest_id });
      return {};
    },
  });
}

/** Who of the team may play for its entry, named by its captain. */
function mountPlayers(api: Hono, parts: ApiParts): void {
  for (const [method, type] of [
    ['POST', 'add_player'],
    ['DELETE', 'drop_player'],
  ] as const) {
    mountCommand(api, parts, {
      method,
      path: '/entries/:id/players/:person',
      schema: v.object({}),
      async work(unit, { parameters }) {
        const entry_id = getId(parameters, 'id', 'entry');
        const person_id = getId(parameters, 'person', 'member');
        const stream = await getEntryStream(unit.transaction, entry_id);
        const [entry] = await unit.transaction.query<{ team_id: string | null }>(
          'select team_id from public.entries where id = $1',
          [entry_id],
        );
        // The team's roster stands still meanwhile.
        const team = entry?.team_id ?? null;
        await unit.hold(team === null ? [stream] : [stream, `team:${team}`]);
        await unit.decideLadder(stream, { type, entry_id, person_id });
        return { entry: entry_id };
      },
    });
  }
}

function mountRunSubmission(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/entries/:id/runs',
    schema: v.object({
      stage: label,
      time_ms: milliseconds,
      penalty_ms: v.optional(milliseconds, 0),
      proof: v.optional(
        v.pipe(
          words,
          v.check((text) => toProofLink(text) !== null),
        ),
      ),
    }),
    async work(unit, { body, parameters }) {
      const entry_id = getId(parameters, 'id', 'entry');
      const stream = await getEntryStream(unit.transaction, entry_id);
      await unit.hold([stream]);
      const { stage, time_ms, penalty_ms } = body;
      const authorId = unit.viewer?.person_id ?? null;
      const proof =
        body.proof === undefined
          ? null
          : await keepText(unit.transaction, {
              text: body.proof,
              authorId,
              matchId: null,
              at: unit.at,
            });
      const run_id = createId();
      const run = { run_id, entry_id, stage, time_ms, penalty_ms, proof };
      await unit.decideLadder(stream, { type: 'submit_run', ...run });
      return { run: run_id };
    },
  });
}

function mountRunAnswers(api: Hono, parts: ApiParts): void {
  for (const [word, type] of [
    ['withdrawal', 'withdraw_run'],
    ['confirmation', 'confirm_run'],
  ] as const) {
    mountCommand(api, parts, {
      method: 'POST',
      path: `/runs/:id/${word}`,
      schema: v.object({}),
      async work(unit, { parameters }) {
        const run_id = getId(parameters, 'id', 'run');
        const stream = await getRunStream(unit.transaction, run_id);
        await unit.hold([stream]);
        await unit.decideLadder(stream, { type, run_id });
        return { run: run_id, status: unit.ladder(stream).runs[run_id]?.status };
      },
    });
  }
  mountCommand(api, parts, {
    method: 'POST',
    path: '/runs/:id/rejection',
    schema: v.object({ reason: words }),
    async work(unit, { body, parameters }) {
      const run_id = getId(parameters, 'id', 'run');
      const stream = await getRunStream(unit.transaction, run_id);
      await unit.hold([stream]);
      const reason = await keepReason(unit, body.reason);
      await unit.decideLadder(stream, { type: 'reject_run', run_id, reason });
      return { run: run_id };
    },
  });
}

/** An entry's days of rest, who may play for it, and the runs of those that drive. */
export function mountEntries(api: Hono, parts: ApiParts): void {
  mountRest(api, parts);
  mountPlayers(api, parts);
  mountRunSubmission(api, parts);
  mountRunAnswers(api, parts);
}
