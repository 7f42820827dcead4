import { hintChannel, toHintPayload } from '@muster/backend';
import type { Queryable, Transaction } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import type { Picture } from '../files/picture.ts';
import { drawLogo } from '../files/pictures.ts';
import { takeWhole } from '../files/receive.ts';
import { serveFile } from '../files/serve.ts';
import { deleteFile, settleFile, writeFile } from '../files/stored-files.ts';
import { mountUpload, uploadLimits } from '../files/upload-route.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { requireFreedom } from '../http/voice.ts';

interface Asker {
  slug: string;
  personId: string;
  at: string;
}

/** The team, if the person is a captain of it and not suspended: who edits a team chooses its picture. */
async function getOwnTeam(queryable: Queryable, { slug, personId, at }: Asker): Promise<string> {
  const [team] = await queryable.query<{ id: string; is_captain: boolean; is_gone: boolean }>(
    `select t.id, t.disbanded_at is not null as is_gone, exists (select 1 from public.rosters r
       where r.team_id = t.id and r.person_id = $2 and r.role = 'captain') as is_captain
     from public.teams t where t.slug = $1`,
    [slug, personId],
  );
  if (team === undefined) {
    return refuse({ code: 'not_found', params: { what: 'team', id: slug } });
  }
  if (team.is_gone) {
    return refuse({ code: 'team_disbanded', params: {} });
  }
  if (!team.is_captain) {
    return refuse({ code: 'not_captain', params: {} });
  }
  await requireFreedom(queryable, { personId, ladderId: null, at });
  return team.id;
}

async function setPath(
  transaction: Transaction,
  teamId: string,
  path: string | null,
): Promise<void> {
  await transaction.query('update public.teams set logo_path = $2 where id = $1', [teamId, path]);
  // The log knows nothing of pictures: the team's version stays, and who shows the team looks again.
  const [head] = await transaction.query<{ sequence: string }>(
    'select sequence from public.stream_heads where stream = $1',
    [`team:${teamId}`],
  );
  const hint = { topic: `team:${teamId}`, id: teamId, version: Number(head?.sequence ?? 0) };
  await transaction.notify(hintChannel, toHintPayload(hint));
}

/** The very picture that admins removed does not come back as a new one. */
async function requireNotRemoved(transaction: Transaction, teamId: string, key: string) {
  const removed = await transaction.query(
    'select 1 from private.removed_logos where team_id = $1 and key = $2',
    [teamId, key],
  );
  if (removed.length > 0) {
    refuse({ code: 'picture_removed', params: {} });
  }
}

interface NewLogo {
  slug: string;
  viewer: Viewer;
  small: Picture;
  large: Picture;
}

async function keepLogo({ league }: ApiParts, logo: NewLogo): Promise<{ logo: string }> {
  const { database } = league;
  const personId = logo.viewer.person_id;
  const at = league.now();
  const about = { personId, at, mediaType: 'image/webp' };
  const small = await writeFile(league, about, [logo.small.bytes]);
  const large = await writeFile(league, about, [logo.large.bytes]);
  try {
    return await database.transaction(async (transaction) => {
      const asker = { slug: logo.slug, personId, at: at.toISOString() };
      const teamId = await getOwnTeam(transaction, asker);
      const smallId = await settleFile(transaction, small);
      const largeId = await settleFile(transaction, large);
      const key = large.sha256.slice(0, 32);
      await requireNotRemoved(transaction, teamId, key);
      await transaction.query(
        `insert into private.team_logos (team_id, key, small_id, large_id, set_by, set_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (team_id) do update set key = excluded.key, small_id = excluded.small_id,
           large_id = excluded.large_id, set_by = excluded.set_by, set_at = excluded.set_at`,
        [teamId, key, smallId, largeId, personId, at],
      );
      const path = `/api/logos/${key}`;
      await setPath(transaction, teamId, path);
      return { logo: path };
    });
  } catch (error) {
    await deleteFile(league, small.id);
    await deleteFile(league, large.id);
    throw error;
  }
}

function mountChoosing(api: Hono, parts: ApiParts): void {
  const toSlug = (context: Context) => context.req.param('slug') ?? '';
  mountUpload(api, parts, {
    path: '/teams/:slug/logo',
    kinds: ['image'],
    async before(viewer, context) {
      const { database, now } = parts.league;
      const asker = { slug: toSlug(context), personId: viewer.person_id, at: now().toISOString() };
      await getOwnTeam(database, asker);
    },
    async work({ viewer, context, incoming }) {
      const bytes = await takeWhole(incoming, uploadLimits.image);
      const pictures = await drawLogo(viewer.person_id, bytes);
      return keepLogo(parts, { slug: toSlug(context), viewer, ...pictures });
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/teams/:slug/logo',
    schema: v.object({}),
    async work({ transaction, viewer, at }, { parameters }) {
      const asker = { slug: parameters.slug ?? '', personId: viewer?.person_id ?? '', at };
      const teamId = await getOwnTeam(transaction, asker);
      await transaction.query('delete from private.team_logos where team_id = $1', [teamId]);
      await setPath(transaction, teamId, null);
      return {};
    },
  });
}

const columns = { '64.webp': 'small_id', '256.webp': 'large_id' } as const;

/** A team's picture: chosen and taken away by its captain, seen by everybody. */
export function mountTeamLogo(api: Hono, parts: ApiParts): void {
  mountChoosing(api, parts);
  api.get('/logos/:key/:size', async (context) => {
    const { key, size } = context.req.param();
    const column = Object.hasOwn(columns, size) ? columns[size as keyof typeof columns] : null;
    if (column === null) {
      refuseMissing('logo');
    }
    const { database } = parts.league;
    const [row] = await database.query<{ id: string }>(
      `select ${column} as id from private.team_logos where key = $1 limit 1`,
      [key],
    );
    const options = { id: row?.id ?? '', caching: 'forever' } as const;
    const answer =
      row === undefined ? null : await serveFile(parts.league, context.req.raw, options);
    if (answer === null) {
      refuseMissing('logo');
    }
    return answer;
  });
}
