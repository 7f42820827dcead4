import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from './command-route.ts';
import { requireSiteAdmin } from './office.ts';

const most = 500;
const words = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(80))),
  v.maxLength(most),
  v.check((list) => new Set(list).size === list.length, 'each once'),
);

/** The tables that have an order, and by what their rows are named. */
const ordered = {
  games: { table: 'public.games', name: 'slug' },
  ladders: { table: 'public.ladders', name: 'slug' },
  servers: { table: 'public.game_servers', name: 'id::text' },
} as const;

interface OrderRoute {
  /** What is told once the order is another. */
  tell?: (unit: Unit) => Promise<void>;
}

/** Mounts `POST /{kind}/order`: the named come first, in that order; the others behind them stay in theirs. */
export function mountOrder(
  api: Hono,
  parts: ApiParts,
  kind: keyof typeof ordered,
  { tell = async () => {} }: OrderRoute = {},
): void {
  const { table, name } = ordered[kind];
  const field = name === 'slug' ? 'slugs' : 'ids';
  mountCommand(api, parts, {
    method: 'POST',
    path: `/${kind}/order`,
    schema: v.object({ [field]: words }),
    async work(unit, { body }) {
      const named = body[field] ?? [];
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
         from (select ${name} as name, row_number() over (
             order by array_position($1::text[], ${name}) nulls last, position, ${name})::int as place
           from ${table}) placed
         where placed.name = t.${name} and placed.place <> t.position`,
        [named],
      );
      await keepAudit(unit, { act: `${kind}_ordered`, kind, subject: kind });
      await tell(unit);
      return {};
    },
  });
}
