import type { Queryable } from '@muster/database';
import type { Hono } from 'hono';
import type { Viewer } from '../context.ts';
import type { League } from '../engine/league.ts';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import type { Pictures } from '../files/picture.ts';
import { drawLeagueLogo } from '../files/pictures.ts';
import { takeWhole } from '../files/receive.ts';
import { serveFile } from '../files/serve.ts';
import { mountUpload, uploadLimits } from '../files/upload-route.ts';
import type { ApiParts } from '../http/command-route.ts';
import { toFreeSql } from '../page/case-office.ts';
import { toLogoPath } from '../page/settings.ts';
import { deleteLogo, logoFormNames, logoForms, setLogo, writeLogo } from './keep-logo.ts';

/** Asked before anything of the picture is read, and again where it is kept. */
async function requireOwner(queryable: Queryable, personId: string, at: Date): Promise<void> {
  const rows = await queryable.query(
    `select 1 from public.admins where person_id = $1 and ladder_id is null and ${toFreeSql('$1', '$2')}`,
    [personId, at],
  );
  if (rows.length === 0) {
    refuse({ code: 'not_admin', params: {} });
  }
}

/** Writes what was drawn and sets it; if that is refused, nothing of it stays. */
async function keepLogo(
  league: League,
  { viewer, at, drawn }: { viewer: Viewer; at: Date; drawn: Pictures['leagueLogo'] },
): Promise<string> {
  const logo = await writeLogo(league, { personId: viewer.person_id, at, drawn });
  try {
    return await league.database.transaction(async (transaction) => {
      await requireOwner(transaction, viewer.person_id, at);
      return setLogo({ transaction, at: at.toISOString(), viewer }, logo);
    });
  } catch (error) {
    await deleteLogo(league, logo);
    throw error;
  }
}

/** The league's logo: chosen by site admins, seen by everybody; `POST /settings` takes it away or back. */
export function mountLeagueLogo(api: Hono, parts: ApiParts): void {
  const { database, now } = parts.league;
  mountUpload(api, parts, {
    path: '/settings/logo',
    kinds: ['image'],
    before: (viewer) => requireOwner(database, viewer.person_id, now()),
    async work({ viewer, incoming }) {
      const bytes = await takeWhole(incoming, uploadLimits.image);
      const drawn = await drawLeagueLogo(viewer.person_id, bytes);
      const key = await keepLogo(parts.league, { viewer, at: now(), drawn });
      await parts.settings.refresh();
      return { logo: key, path: toLogoPath(key) };
    },
  });
  api.get('/league-logos/:key/:file', async (context) => {
    const { key, file } = context.req.param();
    const form = logoFormNames.find((name) => logoForms[name].file === file);
    if (form === undefined) {
      refuseMissing('logo');
    }
    const [row] = await database.query<{ id: string | null }>(
      `select ${logoForms[form].column} as id from private.league_logos where key = $1`,
      [key],
    );
    const options = { id: row?.id ?? '', caching: 'forever' } as const;
    const isThere = typeof row?.id === 'string';
    const answer = isThere ? await serveFile(parts.league, context.req.raw, options) : null;
    if (answer === null) {
      refuseMissing('logo');
    }
    return answer;
  });
}
