import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { refuseField } from '../engine/refusal.ts';
import { type ApiParts, mountCommand } from './command-route.ts';
import { requireSiteAdmin } from './office.ts';

const most = 500;
const words = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(80))),
  v.maxLength(most),
  v.check((list) => new Set(list).size === list.length, 'each once'),
);

/** Mounts `POST /{kind}/order`: the named come first, in that order; the others behind them stay in theirs. */
export function mountOrder(api: Hono, parts: ApiParts, kind: 'games' | 'ladders'): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: `/${kind}/order`,
    schema: v.object({ slugs: words }),
    async work(unit, { body: { slugs } }) {
      await requireSiteAdmin(unit);
      const { transaction } = unit;
      await transaction.query(`lock table public.${kind} in share row exclusive mode`);
      const known = await transaction.query<{ slug: string }>(
        `select slug from public.${kind} where slug = any($1)`,
        [slugs],
      );
      const found = new Set(known.map(({ slug }) => slug));
      const unknown = slugs.findIndex((slug) => !found.has(slug));
      if (unknown >= 0) {
        refuseField(`slugs.${unknown}`, 'exists');
      }
      await transaction.query(
        `update public.${kind} t set position = placed.place
         from (select slug, row_number() over (
             order by array_position($1::text[], slug) nulls last, position, slug)::int as place
           from public.${kind}) placed
         where placed.slug = t.slug and placed.place <> t.position`,
        [slugs],
      );
      await keepAudit(unit, { act: `${kind}_ordered`, kind, subject: kind });
      return {};
    },
  });
}
