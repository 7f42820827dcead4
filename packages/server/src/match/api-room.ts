import { hintChannel, toHintPayload } from '@muster/backend';
import { type Queryable, takeRow } from '@muster/database';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { most, requireRoom } from '../http/limits.ts';
import { requireFreedom } from '../http/voice.ts';
import { tellOfTalk } from './notices.ts';
import { getRoom, type Room, requireSpeaker } from './room.ts';

const messagesPerMinute = 20;
const messagesAtOnce = 200;

/** The match's version stays as it is: talk changes nothing of the match, and a hint only says that there is more. */
async function hint(unit: Unit, { id, version }: Room): Promise<void> {
  const payload = toHintPayload({ topic: `match:${id}`, id, version });
  await unit.transaction.notify(hintChannel, payload);
}

function mountTalk(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/matches/:id/messages',
    perMinute: messagesPerMinute,
    schema: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000)) }),
    async work(unit, { body, parameters }) {
      const matchId = parameters.id ?? '';
      const personId = unit.viewer?.person_id ?? '';
      const room = await requireSpeaker(unit.transaction, matchId, { personId, at: unit.at });
      const said = takeRow(
        await unit.transaction.query<{ count: number }>(
          'select count(*)::integer as count from private.match_messages where match_id = $1 and person_id = $2',
          [room.id, personId],
        ),
      );
      requireRoom(said.count, most.messages);
      const id = createId();
      const kept = takeRow(
        await unit.transaction.query<{ sent_at: Date }>(
          `insert into private.match_messages (id, match_id, person_id, text)
           values ($1, $2, $3, $4) returning sent_at`,
          [id, room.id, personId, body.text],
        ),
      );
      await hint(unit, room);
      await tellOfTalk(unit.transaction, { matchId: room.id, authorId: personId, at: unit.at });
      const sent_at = kept.sent_at.toISOString();
      return { id, person_id: personId, text: body.text, sent_at };
    },
  });
  api.get('/matches/:id/messages', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const { database, now } = parts.league;
    const reader = { personId: viewer.person_id, at: now() };
    const room = await getRoom(database, context.req.param('id'), reader);
    const after = context.req.query('after') ?? null;
    if (after !== null && !isUuid(after)) {
      refuseField('after', 'uuid');
    }
    const messages = await listMessages(database, room.id, after);
    return context.json({ data: { messages, version: room.version } });
  });
}

/** What was said after a message, or the last of it, oldest first. */
async function listMessages(queryable: Queryable, matchId: string, after: string | null) {
  const rows = await queryable.query<{ id: string; sent_at: Date }>(
    `select * from (
       select mm.id, mm.person_id, p.username, p.user_id,
         case when mm.hidden_at is null then mm.text else '' end as text, mm.hidden_at is not null as is_removed, mm.sent_at
       from private.match_messages mm join public.profiles p on p.id = mm.person_id
       where mm.match_id = $1 and ($2::uuid is null or (mm.sent_at, mm.id) >
         (select last.sent_at, last.id from private.match_messages last where last.id = $2))
       order by case when $2::uuid is null then mm.sent_at end desc,
         case when $2::uuid is null then mm.id end desc, mm.sent_at, mm.id
       limit ${messagesAtOnce}) found
     order by sent_at, id`,
    [matchId, after],
  );
  return rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() }));
}

function mountServer(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/matches/:id/server',
    schema: v.object({
      address: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
      password: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    }),
    async work(unit, { body, parameters }) {
      const personId = unit.viewer?.person_id ?? '';
      const room = await getRoom(unit.transaction, parameters.id ?? '', { personId, at: unit.at });
      if (!room.is_officer && !room.is_admin) {
        refuse({ code: 'not_captain', params: {} });
      }
      const actor = { personId, ladderId: room.ladder_id, at: unit.at };
      await requireFreedom(unit.transaction, actor);
      await unit.transaction.query(
        `insert into private.match_servers (match_id, address, password, set_by)
         values ($1, $2, $3, $4)
         on conflict (match_id) do update set address = excluded.address,
           password = excluded.password, set_by = excluded.set_by, set_at = now()`,
        [room.id, body.address, body.password, personId],
      );
      await hint(unit, room);
      return { address: body.address, password: body.password };
    },
  });
  api.get('/matches/:id/server', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const { database, now } = parts.league;
    const reader = { personId: viewer.person_id, at: now() };
    const room = await getRoom(database, context.req.param('id'), reader);
    const [row] = await database.query<{ address: string; password: string; set_at: Date }>(
      'select address, password, set_at from private.match_servers where match_id = $1',
      [room.id],
    );
    const server = row === undefined ? null : { ...row, set_at: row.set_at.toISOString() };
    return context.json({ data: { server } });
  });
}

/** What the two rosters and the ladder's admins share: talk, and where to play. */
export function mountMatchRoom(api: Hono, parts: ApiParts): void {
  mountTalk(api, parts);
  mountServer(api, parts);
}
