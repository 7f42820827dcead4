import { hintChannel, toHintPayload } from '@muster/backend';
import { takeRow } from '@muster/database';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId } from '../http/find.ts';
import { most, requireRoom } from '../http/limits.ts';
import { requireFreedom, requireVoice } from '../http/voice.ts';
import { tellOfScrim } from './notices.ts';
import { toScrimOverSql } from './over.ts';

const messagesPerMinute = 20;

interface ScrimRoom {
  id: string;
  version: number;
  is_closed: boolean;
  /** The team on whose side the person is. */
  team_id: string;
  other_team_id: string;
  is_officer: boolean;
}

/** A scrim as somebody of its two teams finds it; refused for everybody else. It stands still meanwhile. */
async function getRoom(unit: Unit, id: string): Promise<ScrimRoom> {
  const [scrim] = await unit.transaction.query<{ id: string; version: number; is_closed: boolean }>(
    `select id, version, cancelled_at is not null or ${toScrimOverSql('starts_at', '$2')} as is_closed
     from private.scrims where id = $1 for update`,
    [id, unit.at],
  );
  if (scrim === undefined) {
    return refuse({ code: 'not_found', params: { what: 'scrim', id } });
  }
  const [own] = await unit.transaction.query<
    Pick<ScrimRoom, 'team_id' | 'other_team_id' | 'is_officer'>
  >(
    `select r.team_id,
       case r.team_id when s.home_team_id then s.away_team_id else s.home_team_id end as other_team_id,
       r.role in ('captain', 'co_captain') as is_officer
     from private.scrims s join public.rosters r on r.team_id in (s.home_team_id, s.away_team_id)
     where s.id = $1 and r.person_id = $2 order by is_officer desc limit 1`,
    [id, unit.viewer?.person_id],
  );
  return own === undefined ? refuse({ code: 'not_member', params: {} }) : { ...scrim, ...own };
}

/** Who looks at a scrim listens where watchers of a match do. */
async function tell(unit: Unit, { id }: ScrimRoom): Promise<void> {
  const row = takeRow(
    await unit.transaction.query<{ version: number }>(
      'update private.scrims set version = version + 1 where id = $1 returning version',
      [id],
    ),
  );
  const hint = { topic: `match:${id}`, id, version: row.version };
  await unit.transaction.notify(hintChannel, toHintPayload(hint));
}

/** The room for an officer to arrange what is still to come. */
async function getOpenRoom(unit: Unit, id: string): Promise<ScrimRoom> {
  const room = await getRoom(unit, id);
  if (!room.is_officer) {
    refuse({ code: 'not_captain', params: {} });
  }
  const personId = unit.viewer?.person_id ?? '';
  await requireFreedom(unit.transaction, { personId, ladderId: null, at: unit.at });
  if (room.is_closed) {
    refuse({ code: 'scrim_over', params: {} });
  }
  return room;
}

function mountTalk(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/scrims/:id/messages',
    perMinute: messagesPerMinute,
    schema: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000)) }),
    async work(unit, { body, parameters }) {
      const room = await getRoom(unit, getId(parameters, 'id', 'scrim'));
      const personId = unit.viewer?.person_id ?? '';
      await requireVoice(unit.transaction, { personId, ladderId: null, at: unit.at });
      const said = takeRow(
        await unit.transaction.query<{ count: number }>(
          'select count(*)::integer as count from private.scrim_messages where scrim_id = $1 and person_id = $2',
          [room.id, personId],
        ),
      );
      requireRoom(said.count, most.messages);
      const id = createId();
      await unit.transaction.query(
        'insert into private.scrim_messages (id, scrim_id, person_id, text, sent_at) values ($1, $2, $3, $4, $5)',
        [id, room.id, personId, body.text, unit.at],
      );
      await tell(unit, room);
      return { id };
    },
  });
}

/** An agreed practice match: where it is played, what both teams say, and that it is off. */
export function mountScrims(api: Hono, parts: ApiParts): void {
  mountTalk(api, parts);
  mountCommand(api, parts, {
    method: 'POST',
    path: '/scrims/:id/server',
    schema: v.object({
      address: v.pipe(v.string(), v.trim(), v.maxLength(200)),
      password: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    }),
    async work(unit, { body, parameters }) {
      const room = await getOpenRoom(unit, getId(parameters, 'id', 'scrim'));
      await unit.transaction.query(
        'update private.scrims set server_address = $2, server_password = $3 where id = $1',
        [room.id, body.address, body.password],
      );
      await tell(unit, room);
      return {};
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/scrims/:id/cancellation',
    schema: v.object({ reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300)), '') }),
    async work(unit, { body, parameters }) {
      const room = await getOpenRoom(unit, getId(parameters, 'id', 'scrim'));
      await unit.transaction.query(
        'update private.scrims set cancelled_at = $2, cancelled_by = $3, reason = $4 where id = $1',
        [room.id, unit.at, room.team_id, body.reason],
      );
      await tell(unit, room);
      await tellOfScrim(unit.transaction, {
        kind: 'scrim_off',
        scrimId: room.id,
        teamId: room.other_team_id,
        except: unit.viewer?.person_id ?? null,
        at: unit.at,
      });
      return {};
    },
  });
}
