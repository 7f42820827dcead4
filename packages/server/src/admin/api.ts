import type { SiteCommand } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { id } from '../http/fields.ts';
import { getId, getLadderRow } from '../http/find.ts';

async function requirePerson(unit: Unit, personId: string): Promise<void> {
  const found = await unit.transaction.query('select 1 from public.profiles where id = $1', [
    personId,
  ]);
  if (found.length === 0) {
    refuse({ code: 'not_found', params: { what: 'member', id: personId } });
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

/** Offices of the site and of ladders: what site admins give and take. */
export function mountAdmins(api: Hono, parts: ApiParts): void {
  mountOffices(api, parts);
}
