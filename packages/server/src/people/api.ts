import type { Hono } from 'hono';
import * as v from 'valibot';
import { passCaptaincies } from '../account/leave-league.ts';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { id, instant, rule, words } from '../http/fields.ts';
import { getId } from '../http/find.ts';
import { keepReason } from '../http/reason.ts';
import { noteUndone } from '../moderation/note-undone.ts';

const sanction = v.object({
  person: id,
  kind: v.picklist(['strike', 'suspension', 'mute', 'ban']),
  ladder: v.optional(v.nullable(id), null),
  until: v.optional(v.nullable(instant), null),
  rule: v.optional(rule),
  reason: words,
});

/** The person, and the ladder where one is named; refused where there is none. */
async function requireNamed(
  unit: Unit,
  { person, ladder }: v.InferOutput<typeof sanction>,
): Promise<void> {
  const [found] = await unit.transaction.query<{ has_person: boolean; has_ladder: boolean }>(
    `select exists (select 1 from public.profiles where id = $1) as has_person,
       $2::uuid is null or exists (select 1 from public.ladders where id = $2) as has_ladder`,
    [person, ladder],
  );
  if (found?.has_person !== true) {
    refuse({ code: 'not_found', params: { what: 'member', id: person } });
  }
  if (!found.has_ladder) {
    refuse({ code: 'not_found', params: { what: 'ladder', id: ladder ?? '' }, field: 'ladder' });
  }
}

/** Gives a sanction as the viewer, within their office. */
export async function giveSanction(unit: Unit, body: v.InferOutput<typeof sanction>) {
  await requireNamed(unit, body);
  const { person, kind, ladder, until } = body;
  const sanction_id = createId();
  const decide = async () =>
    unit.decideSite({
      type: 'sanction',
      ...{ sanction_id, kind, person_id: person, ladder_id: ladder, until },
      ...(body.rule === undefined ? {} : { rule: body.rule }),
      reason: await keepReason(unit, body.reason),
    });
  // Whoever may not act anywhere cannot lead a team either.
  if (ladder === null && (kind === 'ban' || kind === 'suspension')) {
    const why = kind === 'ban' ? 'banned' : 'suspended';
    await passCaptaincies(unit, { personId: person, why }, decide);
  } else {
    await unit.hold(['site']);
    await decide();
  }
  return { sanction: sanction_id };
}

/** Sanctions: given by site admins, on a ladder by its admins too, and lifted by either. */
export function mountSanctions(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/sanctions',
    schema: sanction,
    work: (unit, { body }) => giveSanction(unit, body),
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/sanctions/:id',
    schema: v.object({ reason: words }),
    async work(unit, { body, parameters }) {
      const sanction_id = getId(parameters, 'id', 'sanction');
      await unit.hold(['site']);
      const reason = await keepReason(unit, body.reason);
      await unit.decideSite({ type: 'lift_sanction', sanction_id, reason });
      await noteUndone(unit, { sanction_id });
      return {};
    },
  });
}
