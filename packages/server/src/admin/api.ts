import type { SiteCommand } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { passCaptaincies } from '../account/leave-league.ts';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { id, instant, words } from '../http/fields.ts';
import { getId, getLadderRow } from '../http/find.ts';
import { keepReason } from '../http/reason.ts';

async function requirePerson(unit: Unit, personId: string): Promise<void> {
  const found = await unit.transaction.query('select 1 from public.profiles where id = $1', [
    personId,
  ]);
  if (found.length === 0) {
    refuse({ code: 'not_found', params: { what: 'member', id: personId } });
  }
}

async function requireLadder(unit: Unit, ladderId: string): Promise<void> {
  const found = await unit.transaction.query('select 1 from public.ladders where id = $1', [
    ladderId,
  ]);
  if (found.length === 0) {
    refuse({ code: 'not_found', params: { what: 'ladder', id: ladderId }, field: 'ladder' });
  }
}

interface Office {
  path: string;
  toGrant: (unit: Unit, parameters: Record<string, string>, person: string) => Promise<SiteCommand>;
  toRevoke: (
    unit: Unit,
    parameters: Record<string, string>,
    person: string,
  ) => Promise<SiteCommand>;
}

/** Mounts the giving and the taking of an office. */
function mountOffice(api: Hono, parts: ApiParts, { path, toGrant, toRevoke }: Office): void {
  mountCommand(api, parts, {
    method: 'POST',
    path,
    schema: v.object({ person: id }),
    async work(unit, { body, parameters }) {
      await unit.hold(['site']);
      await requirePerson(unit, body.person);
      await unit.decideSite(await toGrant(unit, parameters, body.person));
      return { person: body.person };
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: `${path}/:person`,
    schema: v.object({}),
    async work(unit, { parameters }) {
      const person = getId(parameters, 'person', 'member');
      await unit.hold(['site']);
      await unit.decideSite(await toRevoke(unit, parameters, person));
      return { person };
    },
  });
}

async function getLadderId(unit: Unit, parameters: Record<string, string>): Promise<string> {
  return (await getLadderRow(unit.transaction, parameters.slug ?? '')).id;
}

function mountOffices(api: Hono, parts: ApiParts): void {
  mountOffice(api, parts, {
    path: '/admins',
    toGrant: async (_unit, _parameters, person_id) => ({ type: 'grant_site_admin', person_id }),
    toRevoke: async (_unit, _parameters, person_id) => ({ type: 'revoke_site_admin', person_id }),
  });
  mountOffice(api, parts, {
    path: '/editors',
    toGrant: async (_unit, _parameters, person_id) => ({ type: 'grant_editor', person_id }),
    toRevoke: async (_unit, _parameters, person_id) => ({ type: 'revoke_editor', person_id }),
  });
  mountOffice(api, parts, {
    path: '/ladders/:slug/admins',
    toGrant: async (unit, parameters, person_id) => ({
      type: 'grant_ladder_admin',
      person_id,
      ladder_id: await getLadderId(unit, parameters),
    }),
    toRevoke: async (unit, parameters, person_id) => ({
      type: 'revoke_ladder_admin',
      person_id,
      ladder_id: await getLadderId(unit, parameters),
    }),
  });
}

function mountSanctions(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/sanctions',
    schema: v.object({
      person: id,
      kind: v.picklist(['strike', 'suspension', 'mute', 'ban']),
      ladder: v.optional(v.nullable(id), null),
      until: v.optional(v.nullable(instant), null),
      reason: words,
    }),
    async work(unit, { body }) {
      const { person, kind, ladder, until } = body;
      await requirePerson(unit, person);
      if (ladder !== null) {
        await requireLadder(unit, ladder);
      }
      const sanction_id = createId();
      const sanction = { sanction_id, kind, person_id: person, ladder_id: ladder, until };
      const decide = async () =>
        unit.decideSite({
          type: 'sanction',
          ...sanction,
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
    },
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
      return {};
    },
  });
}

/** Offices of the site and of ladders, and sanctions: what site admins give and take. */
export function mountAdmins(api: Hono, parts: ApiParts): void {
  mountOffices(api, parts);
  mountSanctions(api, parts);
}
