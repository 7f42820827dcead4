import { toNetwork } from '@muster/backend';
import { identityKind, isZone, parseName } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import {
  type ApiParts,
  limitBody,
  mountCommand,
  parseBody,
  readJson,
  requireRate,
} from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { most, requireRoom } from '../http/limits.ts';
import { getPeerAddress } from '../http/peer.ts';

const chatIdsPerMinute = 30;
const handleLength = { minimum: 1, maximum: 64 };
const clockTime = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
const endTime = v.pipe(v.string(), v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/));

/** Chat ids of people who show theirs. Somebody unknown and somebody who hides it look alike: both are left out. */
function mountChatIds(api: Hono, parts: ApiParts): void {
  const schema = v.object({
    userIds: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(100)),
  });
  api.post('/users/discord-ids', limitBody, async (context) => {
    const address = getPeerAddress(context.req.raw, context.env, parts.config);
    const key = `discord-ids:${toNetwork(address)}`;
    await requireRate(parts, { key, most: chatIdsPerMinute, seconds: 60 });
    const { userIds } = parseBody(schema, await readJson(context));
    const rows = await parts.league.database.query<{ user_id: string; chat_id: string }>(
      `select p.user_id, i.provider_id as chat_id
       from public.profiles p
       join private.person_settings s on s.person_id = p.id and 'discord' = any (s.shown_accounts)
       join auth.identities i on i.user_id = p.user_id and i.provider = 'discord'
       where p.user_id = any ($1::uuid[])`,
      [userIds.filter(isUuid)],
    );
    return context.json(Object.fromEntries(rows.map((row) => [row.user_id, row.chat_id])));
  });
}

interface Settings {
  zone?: string | null | undefined;
  availability_zone?: string | undefined;
  availability?: { weekday: number; from: string; to: string }[] | undefined;
  shown_accounts?: string[] | undefined;
}

function requireZones(settings: Settings): void {
  for (const field of ['zone', 'availability_zone'] as const) {
    const zone = settings[field];
    if (typeof zone === 'string' && !isZone(zone)) {
      refuse({ code: 'zone_unknown', params: { zone }, field });
    }
  }
}

/** Free hours count in the zone that is named for them, else in the one that is chosen; where neither is, they stay in theirs. */
async function saveSettings(unit: Unit, settings: Settings): Promise<void> {
  requireZones(settings);
  const { zone, availability, availability_zone, shown_accounts } = settings;
  await unit.transaction.query(
    `insert into private.person_settings as s (person_id, zone, availability, shown_accounts, availability_zone)
     values ($1, $3, coalesce($4::jsonb, '[]'), coalesce($5::text[], '{}'), coalesce($6, $3))
     on conflict (person_id) do update set
       zone = case when $2 then excluded.zone else s.zone end,
       availability_zone = coalesce(excluded.availability_zone, s.availability_zone, s.zone),
       availability = coalesce($4::jsonb, s.availability),
       shown_accounts = coalesce($5::text[], s.shown_accounts)`,
    [
      unit.viewer?.person_id,
      zone !== undefined,
      zone ?? null,
      availability === undefined ? null : JSON.stringify(availability),
      shown_accounts === undefined ? null : [...new Set(shown_accounts)],
      availability_zone ?? null,
    ],
  );
}

/** What people say of themselves and nobody else reads. What is left out stays as it is. */
function mountSettings(api: Hono, parts: ApiParts): void {
  const range = v.object({
    weekday: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
    from: clockTime,
    to: endTime,
  });
  const zone = v.pipe(v.string(), v.maxLength(64));
  mountCommand(api, parts, {
    method: 'POST',
    path: '/me/settings',
    schema: v.object({
      zone: v.optional(v.nullable(zone)),
      availability_zone: v.optional(zone),
      availability: v.optional(v.pipe(v.array(range), v.maxLength(50))),
      shown_accounts: v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(20)),
      ),
    }),
    async work(unit, { body }) {
      await saveSettings(unit, body);
      return {};
    },
  });
}

/** Who a person is in a game, in their own words: what they name themselves is not verified. */
function mountIdentities(api: Hono, parts: ApiParts): void {
  const kind = v.pipe(v.string(), v.regex(identityKind));
  // Shown beside the person's name, so what is not seen is in neither.
  const handle = v.pipe(
    v.string(),
    v.maxLength(200),
    v.transform((typed) => parseName(typed, handleLength)),
    v.string(),
  );
  mountCommand(api, parts, {
    method: 'POST',
    path: '/me/identities',
    schema: v.object({ kind, handle }),
    async work(unit, { body }) {
      const [others] = await unit.transaction.query<{ count: number }>(
        'select count(*)::integer as count from public.profile_identities where person_id = $1 and kind <> $2',
        [unit.viewer?.person_id, body.kind],
      );
      requireRoom(others?.count ?? 0, most.gameNames);
      await unit.transaction.query(
        `insert into public.profile_identities as i (person_id, kind, handle) values ($1, $2, $3)
         on conflict (person_id, kind) do update set handle = excluded.handle,
           is_verified = i.is_verified and i.handle = excluded.handle`,
        [unit.viewer?.person_id, body.kind, body.handle],
      );
      return { kind: body.kind, handle: body.handle };
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/me/identities/:kind',
    schema: v.object({}),
    async work(unit, { parameters }) {
      await unit.transaction.query(
        'delete from public.profile_identities where person_id = $1 and kind = $2',
        [unit.viewer?.person_id, parameters.kind],
      );
      return {};
    },
  });
}

/** What people show and say of themselves. */
export function mountPeople(api: Hono, parts: ApiParts): void {
  mountChatIds(api, parts);
  mountSettings(api, parts);
  mountIdentities(api, parts);
}
