import type { Hono } from 'hono';
import { refuseMissing } from '../engine/refusal.ts';
import { serveFile } from '../files/serve.ts';
import type { ApiParts } from '../http/command-route.ts';
import { findPublicFile } from './kept-public-file.ts';

/** The public file for everybody, as it was made last: nobody who asks makes one. */
export function mountPublicFile(api: Hono, { league, settings }: ApiParts): void {
  api.get('/public-file.zip', async (context) => {
    const found = settings.current.publicFile ? await findPublicFile(league.database) : null;
    const answer =
      found === null
        ? null
        : await serveFile(league, context.req.raw, {
            id: found.file_id,
            caching: 'anew',
            mediaType: 'application/zip',
            attachment: `league-public-${found.as_of.toISOString().slice(0, 10)}.zip`,
            hasParts: true,
          });
    return answer ?? refuseMissing(context.req.path);
  });
}
