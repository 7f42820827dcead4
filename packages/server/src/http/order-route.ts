import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from './command-route.ts';
import { requireSiteAdmin } from './office.ts';

const most = 500;
/** The place of the first of those that are named. */
const place = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 1);
const words = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(80))),
  v.maxLength(most),
  v.check((list) => new Set(list).size === list.length, 'each once'),
);

const isRetired = 'retired_at is not null';

/** The tables that have an order, by what their rows are named, and which of them stand behind all others. */
const ordered = {
  games: { table: 'public.games', name: 'slug', isLast: isRetired },
  ladders: {
    table: 'public.ladders',
    name: 'slug',
    isLast: `${isRetired} or game_slug in (select slug from public.games where ${isRetired})`,
  },
  servers: { table: 'public.game_servers', name: 'id::text', isLast: isRetired },
} as const;

interface OrderRoute {
  /** What is told once the order is another. */
  tell?: (unit: Unit) => Promise<void>;
}

/**
 * Mounts `POST /{kind}/order`: the named stand in that order from a place on, the first unless it is said; the others
 * stay in theirs, those that are retired, and ladders of a retired game, behind all that are kept.
 */
export function mountOrder(
  api: Hono,
  parts: ApiParts,
  kind: keyof typeof ordered,
  { tell = async () => {} }: OrderRoute = {},
): void {
  const { table, name, isLast } = ordered[kind];
  const field = name === 'slug' ? 'slugs' : 'ids';
  mountCommand(api, parts, {
    method: 'POST',
    path: `/${kind}/order`,
    schema: v.object({ [field]: words, from: place }),
    async work(unit, { body }) {
      const named = Array.isArray(body[field]) ? body[field] : [];
      const from = typeof body.from === 'number' ? body.from : 1;
      await requireSiteAdmin(unit);
      const { transaction } = unit;
      await transaction.query(`lock table ${table} in share row exclusive mode`);
      const known = await transaction.query<{ name: string }>(
        `select ${name} as name from ${table} where ${name} = any($1)`,
        [named],
      );
      const found = new Set(known.map((row) => row.name));
      const unknown = named.findIndex((one) => !found.has(one));
      if (unknown >= 0) {
        refuseField(`${field}.${unknown}`, 'exists');
      }
      await transaction.query(
        `update ${table} t set position = placed.place
         from (select other.name, (other.rank
               + case when other.rank >= $2 then cardinality($1::text[]) else 0 end)::int as place
             from (select ${name} as name,
                 row_number() over (order by ${isLast}, position, ${name}) as rank
               from ${table} where ${name} <> all($1)) other
           union all
           select named.name, (named.rank - 1 + least($2,
               (select count(*) + 1 from ${table} where ${name} <> all($1))))::int
             from unnest($1::text[]) with ordinality named (name, rank)) placed
         where placed.name = t.${name} and placed.place <> t.position`,
        [named, from],
      );
      await keepAudit(unit, { act: `${kind}_ordered`, kind, subject: kind });
      await tell(unit);
      return {};
    },
  });
}
