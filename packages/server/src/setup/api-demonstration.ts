import type { Hono } from 'hono';
import * as v from 'valibot';
import { clearDemo } from '../demonstration/clear.ts';
import { refuseMissing } from '../engine/refusal.ts';
import {
  type ApiParts,
  limitBody,
  parseBody,
  readJson,
  requireOwnOrigin,
  requireRate,
} from '../http/command-route.ts';
import { isSiteAdmin } from './who.ts';

const timesPerMinute = 5;
/** Whether what real people did in it goes too; else it is ended and kept because of them. */
const clearing = v.object({ everything: v.optional(v.boolean(), false) });

/** Takes the demonstration away, as `muster demo clear` does; the same again finds none and changes nothing. */
export function mountDemonstration(api: Hono, parts: ApiParts): void {
  const { league, config } = parts;
  api.post('/setup/demonstration/clearing', limitBody, async (context) => {
    requireOwnOrigin(context, config);
    const { viewer } = await parts.resolveContext(context.req.raw);
    if (viewer === null || !(await isSiteAdmin(league.database, viewer.person_id, league.now()))) {
      return refuseMissing(context.req.path);
    }
    const key = `demonstration:${viewer.person_id}`;
    await requireRate(parts, { key, most: timesPerMinute, seconds: 60 });
    const options = parseBody(clearing, await readJson(context));
    return context.json({ data: { outcome: await clearDemo(league, options) } });
  });
}
