import { createHash } from 'node:crypto';
import type { Database, Queryable, Transaction } from '@muster/database';
import type { Hono } from 'hono';
import type { Viewer } from '../context.ts';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import type { Pictures } from '../files/picture.ts';
import { drawLeagueLogo } from '../files/pictures.ts';
import { deleteFile, type ReceivedFile, settleFile, writeFile } from '../files/pieces.ts';
import { takeWhole } from '../files/receive.ts';
import { serveFile } from '../files/serve.ts';
import { mountUpload, uploadLimits } from '../files/upload-route.ts';
import type { ApiParts } from '../http/command-route.ts';
import { toLogoPath } from '../page/settings.ts';
import { forgetOldLogos } from './kept-logos.ts';
import { saveSettings } from './save-settings.ts';

type Form = keyof Pictures['leagueLogo'];

const forms = {
  bar: { file: 'bar.webp', mediaType: 'image/webp', column: 'bar_id' },
  icon: { file: 'icon.png', mediaType: 'image/png', column: 'icon_id' },
  app: { file: 'app.png', mediaType: 'image/png', column: 'app_id' },
  link: { file: 'link.jpg', mediaType: 'image/jpeg', column: 'link_id' },
} as const satisfies Record<Form, object>;
const formNames = Object.keys(forms) as Form[];

/** Asked before anything of the picture is read, and again where it is kept. */
async function requireOwner(queryable: Queryable, personId: string): Promise<void> {
  const rows = await queryable.query(
    'select 1 from public.admins where person_id = $1 and ladder_id is null',
    [personId],
  );
  if (rows.length === 0) {
    refuse({ code: 'not_admin', params: {} });
  }
}

interface NewLogo {
  viewer: Viewer;
  at: Date;
  barWidth: number;
  files: Record<Form, ReceivedFile>;
}

async function setLogo(
  transaction: Transaction,
  { viewer, at, barWidth, files }: NewLogo,
): Promise<string> {
  await requireOwner(transaction, viewer.person_id);
  const hash = createHash('sha256');
  for (const name of formNames) {
    hash.update(files[name].sha256);
  }
  const key = hash.digest('hex').slice(0, 32);
  const ids: string[] = [];
  for (const name of formNames) {
    ids.push(await settleFile(transaction, files[name]));
  }
  await transaction.query(
    `insert into private.league_logos (key, ${formNames.map((name) => forms[name].column).join()},
       bar_width, set_by, set_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (key) do update set set_at = excluded.set_at`,
    [key, ...ids, barWidth, viewer.person_id, at],
  );
  await saveSettings({ transaction, at: at.toISOString(), viewer }, { logo: key });
  await forgetOldLogos(transaction);
  return key;
}

/** Writes what was drawn and sets it; if that is refused, nothing of it stays. */
async function keepLogo(
  database: Database,
  given: { viewer: Viewer; at: Date; drawn: Pictures['leagueLogo'] },
): Promise<string> {
  const { viewer, at, drawn } = given;
  const write = (name: Form) => {
    const about = { personId: viewer.person_id, at, mediaType: forms[name].mediaType };
    return writeFile(database, about, [drawn[name].bytes]);
  };
  const files = {
    bar: await write('bar'),
    icon: await write('icon'),
    app: await write('app'),
    link: await write('link'),
  };
  try {
    const logo = { viewer, at, files, barWidth: drawn.bar.width };
    return await database.transaction((transaction) => setLogo(transaction, logo));
  } catch (error) {
    for (const { id } of Object.values(files)) {
      await deleteFile(database, id);
    }
    throw error;
  }
}

/** The league's logo: chosen by site admins, seen by everybody; `POST /settings` takes it away or back. */
export function mountLeagueLogo(api: Hono, parts: ApiParts): void {
  const { database, now } = parts.league;
  mountUpload(api, parts, {
    path: '/settings/logo',
    kinds: ['image'],
    before: (viewer) => requireOwner(database, viewer.person_id),
    async work({ viewer, incoming }) {
      const bytes = await takeWhole(incoming, uploadLimits.image);
      const drawn = await drawLeagueLogo(viewer.person_id, bytes);
      const key = await keepLogo(database, { viewer, at: now(), drawn });
      await parts.settings.refresh();
      return { logo: key, path: toLogoPath(key) };
    },
  });
  api.get('/league-logos/:key/:file', async (context) => {
    const { key, file } = context.req.param();
    const form = formNames.find((name) => forms[name].file === file);
    if (form === undefined) {
      refuseMissing('logo');
    }
    const [row] = await database.query<{ id: string }>(
      `select ${forms[form].column} as id from private.league_logos where key = $1`,
      [key],
    );
    const options = { id: row?.id ?? '', caching: 'forever' } as const;
    const answer = row === undefined ? null : await serveFile(database, context.req.raw, options);
    if (answer === null) {
      refuseMissing('logo');
    }
    return answer;
  });
}
