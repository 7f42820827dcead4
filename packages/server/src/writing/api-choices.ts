import type { Hono } from 'hono';
import { refuse } from '../engine/refusal.ts';
import { type ApiParts, requireViewer } from '../http/command-route.ts';
import { mayWrite } from './who.ts';

/** Of games and of ladders; a league with more has the rest of them in the commands, by their address words. */
const mostChoices = 3000;

/** What an article may belong to: all games and ladders by name, those that are retired behind the others. */
export function mountChoices(api: Hono, parts: ApiParts): void {
  const { database, now } = parts.league;
  const list = (table: 'games' | 'ladders') =>
    database.query<{ slug: string; name: string }>(
      `select slug, name from public.${table} order by retired_at is not null, name, slug limit $1`,
      [mostChoices],
    );
  api.get('/writing/choices', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    if (!(await mayWrite(database, viewer, { kind: 'articles', slug: '', at: now() }))) {
      refuse({ code: 'not_editor', params: {} });
    }
    return context.json({ data: { games: await list('games'), ladders: await list('ladders') } });
  });
}
