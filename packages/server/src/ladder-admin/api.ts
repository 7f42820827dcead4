import type { LadderAdminCommand } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { instant, words } from '../http/fields.ts';
import { getId, getLadder } from '../http/find.ts';
import { keepReason } from '../http/reason.ts';

type EntryAct = Extract<LadderAdminCommand, { entry_id: string }>;

interface EntryRoute<Entries extends v.ObjectEntries> {
  method?: 'POST' | 'DELETE';
  /** What follows `/ladders/:slug/entries/:entry`. */
  path: string;
  fields: Entries;
  toCommand: (
    body: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    given: {
      entry_id: string;
      reason: Awaited<ReturnType<typeof keepReason>>;
      /** The act's instant, for what begins at once. */
      now: string;
      parameters: Record<string, string>;
    },
  ) => EntryAct;
}

/** Mounts an act of a ladder's admin on an entry; each takes a reason. */
function mountEntryAct<Entries extends v.ObjectEntries>(
  api: Hono,
  parts: ApiParts,
  { method = 'POST', path, fields, toCommand }: EntryRoute<Entries>,
): void {
  const own = v.object(fields);
  const common = v.object({ reason: words });
  mountCommand(api, parts, {
    method,
    path: `/ladders/:slug/entries/:entry${path}`,
    schema: v.intersect([common, own]),
    async work(unit, { body, parameters }) {
      const { stream } = await getLadder(unit.transaction, parameters.slug ?? '');
      const entry_id = getId(parameters, 'entry', 'entry');
      await unit.hold([stream]);
      const given = body as v.InferOutput<typeof common> & v.InferOutput<typeof own>;
      const reason = await keepReason(unit, given.reason);
      await unit.decideLadder(
        stream,
        toCommand(given, { entry_id, reason, parameters, now: unit.at }),
      );
      const entry = unit.ladder(stream).entries[entry_id];
      return { entry: entry_id, status: entry?.status, rung: entry?.rung ?? null };
    },
  });
}

/** Rests that an admin sets, and calls off. */
function mountRests(api: Hono, parts: ApiParts): void {
  mountEntryAct(api, parts, {
    path: '/rest',
    fields: { from: v.optional(instant), days: v.pipe(v.number(), v.integer()) },
    toCommand: ({ from, days }, { entry_id, reason, now }) => ({
      type: 'set_rest',
      entry_id,
      rest_id: createId(),
      from: from ?? now,
      days,
      reason,
    }),
  });
  mountEntryAct(api, parts, {
    method: 'DELETE',
    path: '/rest/:rest',
    fields: {},
    toCommand: (_body, { entry_id, reason, parameters }) => ({
      type: 'cancel_rest',
      entry_id,
      rest_id: getId(parameters, 'rest', 'rest'),
      reason,
    }),
  });
}

/** What a ladder's admins do with entries: move, remove, suspend, let rest, give strikes and lift them. */
export function mountLadderAdmin(api: Hono, parts: ApiParts): void {
  mountRests(api, parts);
  mountEntryAct(api, parts, {
    path: '/rung',
    fields: { rung: v.pipe(v.number(), v.integer()) },
    toCommand: ({ rung }, { entry_id, reason }) => ({ type: 'move_entry', entry_id, rung, reason }),
  });
  mountEntryAct(api, parts, {
    path: '/removal',
    fields: {},
    toCommand: (_body, { entry_id, reason }) => ({ type: 'remove_entry', entry_id, reason }),
  });
  mountEntryAct(api, parts, {
    path: '/suspension',
    fields: { until: instant },
    toCommand: ({ until }, { entry_id, reason }) => ({
      type: 'suspend_entry',
      entry_id,
      until,
      reason,
    }),
  });
  mountEntryAct(api, parts, {
    method: 'DELETE',
    path: '/suspension',
    fields: {},
    toCommand: (_body, { entry_id, reason }) => ({ type: 'end_suspension', entry_id, reason }),
  });
  mountEntryAct(api, parts, {
    path: '/strikes',
    fields: {},
    toCommand: (_body, { entry_id, reason }) => ({
      type: 'give_strike',
      entry_id,
      strike_id: createId(),
      reason,
    }),
  });
  mountEntryAct(api, parts, {
    method: 'DELETE',
    path: '/strikes/:strike',
    fields: {},
    toCommand: (_body, { entry_id, reason, parameters }) => ({
      type: 'lift_strike',
      entry_id,
      strike_id: getId(parameters, 'strike', 'strike'),
      reason,
    }),
  });
}
