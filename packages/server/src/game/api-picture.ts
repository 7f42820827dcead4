import type { Queryable } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import type { Picture } from '../files/picture.ts';
import { drawLogo } from '../files/pictures.ts';
import { takeWhole } from '../files/receive.ts';
import { serveFile } from '../files/serve.ts';
import { deleteFile, writeFile } from '../files/stored-files.ts';
import { mountUpload, uploadLimits } from '../files/upload-route.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { toPresentSlugSql } from '../http/former-slugs.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { toFreeSql } from '../page/case-office.ts';
import { removeGamePicture, setGamePicture } from './keep-picture.ts';

/** The address word of a game that somebody may give a picture; it is asked again where the picture is kept. */
async function getOwnGame(
  queryable: Queryable,
  asked: string,
  { personId, at }: { personId: string; at: Date },
): Promise<string> {
  const [row] = await queryable.query<{ slug: string; is_admin: boolean }>(
    `select slug, exists (select 1 from public.admins where person_id = $2 and ladder_id is null
       and ${toFreeSql('$2', '$3')}) as is_admin
     from public.games where slug = ${toPresentSlugSql('games', '$1')}`,
    [asked, personId, at],
  );
  if (row === undefined) {
    return refuse({ code: 'not_found', params: { what: 'game', id: asked } });
  }
  return row.is_admin ? row.slug : refuse({ code: 'not_admin', params: {} });
}

interface NewPicture {
  asked: string;
  viewer: Viewer;
  small: Picture;
  large: Picture;
}

async function keepPicture({ league }: ApiParts, given: NewPicture): Promise<{ picture: string }> {
  const { database } = league;
  const personId = given.viewer.person_id;
  const at = league.now();
  const about = { personId, at, mediaType: 'image/webp' };
  const small = await writeFile(league, about, [given.small.bytes]);
  const large = await writeFile(league, about, [given.large.bytes]);
  try {
    return await database.transaction(async (transaction) => {
      const slug = await getOwnGame(transaction, given.asked, { personId, at });
      const change = { transaction, at: at.toISOString(), viewer: given.viewer };
      const picture = await setGamePicture(change, { slug, small, large });
      return { picture };
    });
  } catch (error) {
    await deleteFile(league, small.id);
    await deleteFile(league, large.id);
    throw error;
  }
}

const columns = { '64.webp': 'small_id', '256.webp': 'large_id' } as const;

/** A game's picture: chosen and taken away by site admins, seen by everybody. */
export function mountGamePicture(api: Hono, parts: ApiParts): void {
  const toSlug = (context: Context) => context.req.param('slug') ?? '';
  mountUpload(api, parts, {
    path: '/games/:slug/picture',
    kinds: ['image'],
    async before(viewer, context) {
      const who = { personId: viewer.person_id, at: parts.league.now() };
      await getOwnGame(parts.league.database, toSlug(context), who);
    },
    async work({ viewer, context, incoming }) {
      const bytes = await takeWhole(incoming, uploadLimits.image);
      const pictures = await drawLogo(viewer.person_id, bytes);
      return keepPicture(parts, { asked: toSlug(context), viewer, ...pictures });
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/games/:slug/picture',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const { person_id } = await requireSiteAdmin(unit);
      const who = { personId: person_id, at: new Date(unit.at) };
      const slug = await getOwnGame(unit.transaction, parameters.slug ?? '', who);
      await removeGamePicture(unit, slug);
      return {};
    },
  });
  api.get('/game-pictures/:key/:size', async (context) => {
    const { key, size } = context.req.param();
    const column = Object.hasOwn(columns, size) ? columns[size as keyof typeof columns] : null;
    if (column === null) {
      refuseMissing('picture');
    }
    const { database } = parts.league;
    const [row] = await database.query<{ id: string }>(
      `select ${column} as id from private.game_pictures where key = $1 limit 1`,
      [key],
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
