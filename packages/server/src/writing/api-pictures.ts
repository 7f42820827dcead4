import type { Hono } from 'hono';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import type { Picture } from '../files/picture.ts';
import { drawArticlePicture } from '../files/pictures.ts';
import { takeWhole } from '../files/receive.ts';
import { serveFile } from '../files/serve.ts';
import { deleteFile, writeFile } from '../files/stored-files.ts';
import { mountUpload, uploadLimits } from '../files/upload-route.ts';
import type { ApiParts } from '../http/command-route.ts';
import { keepTextPicture } from './keep-picture.ts';
import { mayWrite } from './who.ts';

/** Who may write any article may send pictures. */
const anArticle = { kind: 'articles', slug: null } as const;

async function keepPicture(
  { league }: ApiParts,
  personId: string,
  { bytes, width, height }: Picture,
): Promise<{ path: string; width: number; height: number }> {
  const { database } = league;
  const at = league.now();
  const file = await writeFile(league, { personId, at, mediaType: 'image/webp' }, [bytes]);
  try {
    return await database.transaction(async (transaction) => {
      const key = file.sha256.slice(0, 32);
      await keepTextPicture(transaction, { key, file, width, height, personId, at });
      return { path: `/api/pictures/${key}/${width}x${height}.webp`, width, height };
    });
  } catch (error) {
    await deleteFile(league, file.id);
    throw error;
  }
}

/** Pictures for texts: sent by whoever writes articles, drawn anew, seen by everybody at an address that says how large they are. */
export function mountPictures(api: Hono, parts: ApiParts): void {
  const { database, now } = parts.league;
  mountUpload(api, parts, {
    path: '/pictures',
    kinds: ['image'],
    async before(viewer) {
      if (!(await mayWrite(database, viewer, { ...anArticle, at: now() }))) {
        refuse({ code: 'not_editor', params: {} });
      }
    },
    async work({ viewer, incoming }) {
      const bytes = await takeWhole(incoming, uploadLimits.image);
      const { picture } = await drawArticlePicture(viewer.person_id, bytes);
      return keepPicture(parts, viewer.person_id, picture);
    },
  });
  api.get('/pictures/:key/:name', async (context) => {
    const { key, name } = context.req.param();
    const [row] = await database.query<{ id: string }>(
      `select file_id as id from private.pictures
       where key = $1 and width || 'x' || height || '.webp' = $2`,
      [key, name],
    );
    const options = { id: row?.id ?? '', caching: 'forever' } as const;
    const answer =
      row === undefined ? null : await serveFile(parts.league, context.req.raw, options);
    if (answer === null) {
      refuseMissing('picture');
    }
    return answer;
  });
}
