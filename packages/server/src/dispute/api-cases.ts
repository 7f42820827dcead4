import { hintChannel, toHintPayload } from '@muster/backend';
import type { Queryable } from '@muster/database';
import type { LadderState, RulingCommand, RulingEffects, RulingOutcome } from '@muster/league';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { previewRuling } from '../engine/preview-ruling.ts';
import { readLadder } from '../engine/read-state.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import {
  type ApiParts,
  limitBody,
  mountCommand,
  parseBody,
  readJson,
  requireOwnOrigin,
  requireRate,
  requireViewer,
} from '../http/command-route.ts';
import { outcome } from '../http/fields.ts';
import { getMatchStream } from '../http/find.ts';
import { hintOffices } from '../notice/hint-offices.ts';
import { toClaimHoldsSql } from '../page/claims.ts';

/** A dispute or an appeal that waits for a ruling. */
interface OpenCase {
  id: string;
  kind: 'rule' | 'decide_appeal';
}

/** A preview may reckon a whole season anew; nobody needs many. */
const previewsPerMinute = 60;
/** Stands for what a preview does not need: the words of a reason that nobody has written yet. */
const noReason = { text_id: '00000000-0000-0000-0000-000000000000', hash: '0'.repeat(64) };

function findOpenCase({ matches, disputes, appeals }: LadderState, id: string): OpenCase | null {
  const match = matches[id];
  const appeal = appeals[match?.appeal_id ?? ''];
  if (appeal?.status === 'open') {
    return { id: appeal.id, kind: 'decide_appeal' };
  }
  const dispute = disputes[match?.dispute_id ?? ''];
  return dispute?.status === 'open' ? { id: dispute.id, kind: 'rule' } : null;
}

function toRuling(kind: OpenCase['kind'], matchId: string, given: RulingOutcome): RulingCommand {
  return { type: kind, match_id: matchId, outcome: given, rule: 'dispute', reason: noReason };
}

async function findOtherHolder(unit: Unit, caseId: string) {
  const [holder] = await unit.transaction.query<{ username: string; taken_at: Date }>(
    `select p.username, h.taken_at from private.case_holders h
     join public.profiles p on p.id = h.person_id
     where h.case_id = $1 and h.person_id <> $2 and ${toClaimHoldsSql('dispute', 'h.taken_at', '$3')}
     for update of h`,
    [caseId, unit.viewer?.person_id, unit.at],
  );
  return holder;
}

/** Refuses who would decide what another admin has in hand; the match's stream is held. */
export async function requireFreeCase(unit: Unit, matchId: string): Promise<void> {
  const stream = await getMatchStream(unit.transaction, matchId);
  const open = findOpenCase(unit.ladder(stream), matchId);
  const holder = open === null ? undefined : await findOtherHolder(unit, open.id);
  if (holder !== undefined) {
    const since = holder.taken_at.toISOString();
    refuse({ code: 'case_taken', params: { by: holder.username, since } });
  }
}

/** The open case of a match, for somebody who may decide it; refused as their ruling would be. */
async function requireCase(unit: Unit, matchId: string): Promise<OpenCase> {
  const stream = await getMatchStream(unit.transaction, matchId);
  await unit.hold([stream]);
  const state = unit.ladder(stream);
  const open = findOpenCase(state, matchId);
  if (open === null) {
    return refuse({ code: 'dispute_closed', params: { at: null } });
  }
  // What everybody may rule who may rule at all: neither needs the log.
  const kind = state.matches[matchId]?.status === 'disputed' ? 'voided' : 'upheld';
  await previewRuling(unit.transaction, {
    stream,
    ladder: state,
    command: toRuling(open.kind, matchId, { kind }),
    viewer: unit.viewer,
    at: unit.at,
  });
  return open;
}

/** Whoever looks at the match, or has it on their desk, sees who has its case now. */
async function hint(unit: Unit, matchId: string): Promise<void> {
  const stream = await getMatchStream(unit.transaction, matchId);
  const version = unit.ladder(stream).matches[matchId]?.version ?? 0;
  const ladder = unit.ladder(stream).ladder?.id ?? '';
  for (const [topic, id] of [
    [`match:${matchId}`, matchId],
    [`ladder:${ladder}`, ladder],
  ] as const) {
    await unit.transaction.notify(hintChannel, toHintPayload({ topic, id, version }));
  }
  await hintOffices(unit.transaction, ladder);
}

function mountHolding(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/matches/:id/case',
    schema: v.object({ take_over: v.optional(v.boolean(), false) }),
    async work(unit, { body, parameters }) {
      const matchId = (parameters.id ?? '').toLowerCase();
      const open = await requireCase(unit, matchId);
      if (!body.take_over) {
        await requireFreeCase(unit, matchId);
      }
      await unit.transaction.query(
        `insert into private.case_holders (case_id, match_id, person_id, taken_at)
         values ($1, $2, $3, $4)
         on conflict (case_id) do update set person_id = excluded.person_id, taken_at = excluded.taken_at
         where private.case_holders.person_id <> excluded.person_id
           or not (${toClaimHoldsSql('dispute', 'private.case_holders.taken_at', '$4')})`,
        [open.id, matchId, unit.viewer?.person_id, unit.at],
      );
      await hint(unit, matchId);
      return { case: open.id };
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/matches/:id/case',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const matchId = (parameters.id ?? '').toLowerCase();
      const open = await requireCase(unit, matchId);
      await unit.transaction.query(
        'delete from private.case_holders where case_id = $1 and person_id = $2',
        [open.id, unit.viewer?.person_id],
      );
      await hint(unit, matchId);
      return {};
    },
  });
}

/** What those are called whom a ruling concerns. */
async function nameEffects(queryable: Queryable, effects: RulingEffects) {
  const matches = await queryable.query<{
    id: string;
    challenger_id: string;
    defender_id: string;
  }>(
    `select id, challenger_entry_id as challenger_id, defender_entry_id as defender_id
     from public.matches where id = any($1::uuid[])`,
    [[...effects.matches, ...effects.later].map(({ match_id }) => match_id)],
  );
  const ids = [
    ...effects.entries.map(({ entry_id }) => entry_id),
    ...matches.flatMap(({ challenger_id, defender_id }) => [challenger_id, defender_id]),
  ];
  const rows = await queryable.query<{ id: string; name: string }>(
    `select e.id, coalesce(t.name, p.username) as name from public.entries e
     left join public.teams t on t.id = e.team_id left join public.profiles p on p.id = e.person_id
     where e.id = any($1::uuid[])`,
    [ids],
  );
  const names = Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  const sides = matches.map(({ id, challenger_id, defender_id }) => [
    id,
    { challenger: names[challenger_id] ?? '', defender: names[defender_id] ?? '' },
  ]);
  return { names, sides: Object.fromEntries(sides) };
}

type ToDecision = (ladder: LadderState) => RulingCommand;

/** What a decision would come to, by the function that makes it; nothing of it stays, and nobody waits for it. */
async function preview(
  parts: ApiParts,
  context: Context,
  { matchId, toDecision }: { matchId: string; toDecision: ToDecision },
) {
  const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
  const key = `preview:${viewer.person_id}`;
  await requireRate(parts, { key, most: previewsPerMinute, seconds: 60 });
  const { database, now } = parts.league;
  const data = await database.transaction(
    async (transaction) => {
      const stream = await getMatchStream(transaction, matchId);
      const ladder = await readLadder(transaction, stream, matchId);
      const command = toDecision(ladder);
      const at = now().toISOString();
      const effects = await previewRuling(transaction, { stream, ladder, command, viewer, at });
      return { ...effects, ...(await nameEffects(transaction, effects)) };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
  return context.json({ data });
}

function mountPreviews(api: Hono, parts: ApiParts): void {
  api.post('/matches/:id/ruling/preview', limitBody, async (context) => {
    requireOwnOrigin(context, parts.config);
    const body = parseBody(v.object({ outcome }), await readJson(context));
    const matchId = context.req.param('id').toLowerCase();
    return preview(parts, context, {
      matchId,
      toDecision(ladder) {
        const kind = findOpenCase(ladder, matchId)?.kind ?? 'rule';
        return toRuling(kind, matchId, body.outcome);
      },
    });
  });
  api.post('/matches/:id/void/preview', limitBody, (context) => {
    requireOwnOrigin(context, parts.config);
    const matchId = context.req.param('id').toLowerCase();
    return preview(parts, context, {
      matchId,
      toDecision: () => ({
        type: 'void_match',
        match_id: matchId,
        rule: 'dispute',
        reason: noReason,
      }),
    });
  });
}

/** Disputes and appeals in the hands of admins: who has one, and what a decision would come to. */
export function mountCases(api: Hono, parts: ApiParts): void {
  mountHolding(api, parts);
  mountPreviews(api, parts);
}
