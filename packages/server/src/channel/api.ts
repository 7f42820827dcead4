import type { Queryable } from '@muster/database';
import { locales } from '@muster/site';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { getLadderRow, getTeam } from '../http/find.ts';
import { isPrivateLeague } from '../http/peer.ts';
import { requireFreedom } from '../http/voice.ts';
import { maskWebhookAddress, parseWebhookAddress } from './webhook-address.ts';

const longestAddress = 400;
const codes = locales.map(({ code }) => code);

/** Whose channel it is: the column of `private.webhooks`, and the id in it. */
interface Owner {
  column: 'ladder_id' | 'team_id';
  id: string;
}

/** Finds the ladder or the team of an address, and refuses whoever may not set its channel. */
type RequireOwner = (queryable: Queryable, slug: string, viewer: Viewer) => Promise<Owner>;

interface Asking {
  slug: string | undefined;
  viewer: Viewer | null;
  at: string;
}

/** A ladder's channel is its admins' business. */
const requireLadder: RequireOwner = async (queryable, slug, viewer) => {
  const { id } = await getLadderRow(queryable, slug);
  const [admin] = await queryable.query(
    'select 1 from public.admins where person_id = $1 and (ladder_id = $2 or ladder_id is null)',
    [viewer.person_id, id],
  );
  return admin === undefined
    ? refuse({ code: 'not_admin', params: {} })
    : { column: 'ladder_id', id };
};

/** A team's channel is its captain's. */
const requireTeam: RequireOwner = async (queryable, slug, viewer) => {
  const { id } = await getTeam(queryable, slug);
  const [captain] = await queryable.query(
    `select 1 from public.rosters where person_id = $1 and team_id = $2 and role = 'captain'`,
    [viewer.person_id, id],
  );
  return captain === undefined
    ? refuse({ code: 'not_captain', params: {} })
    : { column: 'team_id', id };
};

interface WebhookRow {
  url: string;
  locale: string;
  set_at: Date;
  disabled_reason: string | null;
}

/** What is shown of a channel: never its address. */
async function findWebhook(queryable: Queryable, { column, id }: Owner) {
  const [row] = await queryable.query<WebhookRow>(
    `select url, locale, set_at, disabled_reason from private.webhooks where ${column} = $1`,
    [id],
  );
  if (row === undefined) {
    return null;
  }
  return {
    address: maskWebhookAddress(row.url),
    locale: row.locale,
    set_at: row.set_at.toISOString(),
    is_disabled: row.disabled_reason !== null,
  };
}

function mountOwner(api: Hono, parts: ApiParts, path: string, requireOwner: RequireOwner): void {
  const allowsLoopback = isPrivateLeague(parts.config);
  const requireFree = async (queryable: Queryable, { slug = '', viewer, at }: Asking) => {
    const asker = requireViewer(viewer);
    const owner = await requireOwner(queryable, slug, asker);
    const ladderId = owner.column === 'ladder_id' ? owner.id : null;
    await requireFreedom(queryable, { personId: asker.person_id, ladderId, at });
    return { asker, owner };
  };
  api.get(path, async (context: Context) => {
    const { viewer } = await parts.resolveContext(context.req.raw);
    const { database, now } = parts.league;
    const asking = { slug: context.req.param('slug'), viewer, at: now().toISOString() };
    const { owner } = await requireFree(database, asking);
    return context.json({ data: { webhook: await findWebhook(database, owner) } });
  });
  mountCommand(api, parts, {
    method: 'POST',
    path,
    schema: v.object({
      url: v.pipe(v.string(), v.trim(), v.maxLength(longestAddress)),
      locale: v.picklist(codes),
    }),
    async work({ transaction, viewer, at }, { body, parameters }) {
      const { asker, owner } = await requireFree(transaction, {
        slug: parameters.slug,
        viewer,
        at,
      });
      const url = parseWebhookAddress(body.url, { allowsLoopback });
      if (url === null) {
        refuseField('url');
      }
      // A new one altogether: what waited for the old address is not for the new one to show.
      await transaction.query(`delete from private.webhooks where ${owner.column} = $1`, [
        owner.id,
      ]);
      await transaction.query(
        `insert into private.webhooks (id, ${owner.column}, url, locale, set_by, set_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [createId(), owner.id, url, body.locale, asker.person_id, at],
      );
      return { webhook: await findWebhook(transaction, owner) };
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path,
    schema: v.object({}),
    async work({ transaction, viewer, at }, { parameters }) {
      const { owner } = await requireFree(transaction, { slug: parameters.slug, viewer, at });
      await transaction.query(`delete from private.webhooks where ${owner.column} = $1`, [
        owner.id,
      ]);
      return { webhook: null };
    },
  });
}

/** The chat channels that a ladder's or a team's news go to. */
export function mountWebhooks(api: Hono, parts: ApiParts): void {
  mountOwner(api, parts, '/ladders/:slug/webhook', requireLadder);
  mountOwner(api, parts, '/teams/:slug/webhook', requireTeam);
}
