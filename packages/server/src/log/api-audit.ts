import type { OfficeLogData } from '@muster/site/pages/office-log/data.ts';
import type { Hono } from 'hono';
import { refuse } from '../engine/refusal.ts';
import { type ApiParts, requireViewer } from '../http/command-route.ts';
import { loadAdminLog, loadOfficeLog } from './page-offices.ts';

/** The log of offices as a script reads it: the page's own lines, without what only its form needs. */
const toAnswer = ({ acts, names, older, has_masks }: OfficeLogData) => ({
  data: { acts, names, older, has_masks },
});

/** What everybody may read of what people in office did; with `whole`, all that one's own offices let one read. */
export function mountAudit(api: Hono, parts: ApiParts): void {
  api.get('/audit', async (context) => {
    const { database } = parts.league;
    const { viewer, zone } = await parts.resolveContext(context.req.raw);
    const input = { database, zone, now: parts.league.now(), url: new URL(context.req.url) };
    if (!input.url.searchParams.has('whole')) {
      return context.json(toAnswer(await loadOfficeLog(input)));
    }
    const { log } = await loadAdminLog({ ...input, viewer: requireViewer(viewer) });
    if (log === null) {
      refuse({ code: 'not_admin', params: {} });
    }
    context.header('Cache-Control', 'private, no-store');
    return context.json(toAnswer(log));
  });
}
