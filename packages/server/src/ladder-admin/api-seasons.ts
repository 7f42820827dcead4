import type { StreamName } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { instant, label, words } from '../http/fields.ts';
import { getLadder, getLogStream } from '../http/find.ts';
import { keepReason } from '../http/reason.ts';
import { holdLadder, requireKept } from './hold-ladder.ts';
import { requireOutsider } from './require-outsider.ts';

/** One season of a ladder runs at a time, the demonstration's among them. */
async function requireNoOtherSeason(unit: Unit, stream: StreamName<'ladder'>): Promise<void> {
  const running = await unit.transaction.query(
    `select 1 from public.seasons where ladder_id = $1 and stream <> $2 and status = 'open'`,
    [unit.ladder(stream).ladder?.id, stream],
  );
  if (running.length > 0) {
    refuse({ code: 'season_running', params: {} });
  }
}

/** There is no way back: before the planned end the season's name is typed, in a script as on the page. */
function requireNamed(unit: Unit, stream: StreamName<'ladder'>, typed: string | undefined): void {
  const { season } = unit.ladder(stream);
  if (season !== null && unit.at < season.ends_at && typed?.trim() !== season.name) {
    refuseField('name', 'season');
  }
}

function mountRules(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/rules',
    schema: v.object({ rules: v.record(v.string(), v.unknown()) }),
    async work(unit, { body, parameters }) {
      const stream = await holdLadder(unit, parameters.slug ?? '');
      await unit.decideLadder(stream, { type: 'edit_rules', rules: body.rules });
      await requireOutsider(unit, stream);
      return { version: unit.ladder(stream).next_rules?.version };
    },
  });
}

/** Rules for the next season, and the seasons themselves: planned, edited, opened, closed. */
export function mountSeasons(api: Hono, parts: ApiParts): void {
  mountRules(api, parts);
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/seasons',
    schema: v.object({ name: label, starts_at: instant, ends_at: instant }),
    async work(unit, { body, parameters }) {
      const stream = await holdLadder(unit, parameters.slug ?? '');
      await requireKept(unit, parameters.slug ?? '');
      const season_id = createId();
      const { name, starts_at, ends_at } = body;
      const dates = { name, starts_at, ends_at };
      await unit.decideLadder(stream, { type: 'plan_season', season_id, ...dates });
      return { season: unit.ladder(stream).season?.id };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/seasons/edit',
    schema: v.object({
      name: v.optional(label),
      starts_at: v.optional(instant),
      ends_at: v.optional(instant),
    }),
    async work(unit, { body, parameters }) {
      // The season that the ladder's pages show, the demonstration's while that runs.
      const stream = await getLogStream(unit.transaction, parameters.slug ?? '');
      await unit.hold([stream]);
      await unit.decideLadder(stream, { type: 'edit_season', ...body });
      return { season: unit.ladder(stream).season?.id };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/seasons/opening',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const stream = await holdLadder(unit, parameters.slug ?? '');
      await requireNoOtherSeason(unit, stream);
      await unit.decideLadder(stream, { type: 'open_season' });
      return { season: unit.ladder(stream).season?.id };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/seasons/closing',
    schema: v.object({
      name: v.optional(label),
      void_open: v.optional(v.boolean(), false),
      reason: v.optional(words),
    }),
    async work(unit, { body, parameters }) {
      const { stream } = await getLadder(unit.transaction, parameters.slug ?? '');
      await unit.hold([stream]);
      const reason = body.reason === undefined ? null : await keepReason(unit, body.reason);
      await unit.decideLadder(stream, { type: 'close_season', void_open: body.void_open, reason });
      requireNamed(unit, stream, body.name);
      return { season: unit.ladder(stream).season?.id };
    },
  });
}
