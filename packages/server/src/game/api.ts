import type { Transaction } from '@muster/database';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { names } from '../http/fields.ts';
import { renameSlug, requireFreeSlug, toPresentSlugSql } from '../http/former-slugs.ts';
import { requireEditor, requireSiteAdmin } from '../http/office.ts';
import { mountOrder } from '../http/order-route.ts';
import { addWithTexts, editTexts } from '../writing/texts-of-things.ts';
import { editedGame, type Game, gameColumns, newGame } from './fields.ts';
import { toIsRunningSql } from './running.ts';

/** Games that one command retires or brings back. */
const mostAtOnce = 100;

const toValue = (column: string, value: unknown) =>
  column === 'facts' ? JSON.stringify(value) : value;

/** The game of an address, held until the transaction ends. */
async function holdGame(
  transaction: Transaction,
  asked: string,
): Promise<Game & { retired_at: Date | null }> {
  const [row] = await transaction.query<Game & { retired_at: Date | null }>(
    `select ${gameColumns.join(', ')}, retired_at from public.games
     where slug = ${toPresentSlugSql('games', '$1')} for update`,
    [asked],
  );
  return row ?? refuse({ code: 'not_found', params: { what: 'game', id: asked } });
}

async function addGame(unit: Unit, { tagline, about, ...body }: v.InferOutput<typeof newGame>) {
  await requireSiteAdmin(unit);
  const { transaction } = unit;
  await requireFreeSlug(transaction, 'games', { slug: body.slug });
  const [last] = await transaction.query<{ position: number }>(
    'select coalesce(max(position), 0) + 1 as position from public.games',
  );
  const named = Object.entries({ position: last?.position ?? 1, ...body });
  await transaction.query(
    `insert into public.games (${named.map(([column]) => column).join(', ')})
     values (${named.map((_, place) => `$${place + 1}`).join(', ')})`,
    named.map(([column, value]) => toValue(column, value)),
  );
  const { slug } = body;
  return addWithTexts(unit, {
    kind: 'games',
    slug,
    texts: { tagline, about },
    act: 'game_added',
    changes: listChanges({}, body),
  });
}

async function editGame(
  unit: Unit,
  asked: string,
  { tagline, about, revision, of, ...body }: v.InferOutput<typeof editedGame>,
) {
  const isOfTexts = Object.keys(body).length === 0;
  await (isOfTexts ? requireEditor(unit) : requireSiteAdmin(unit));
  const { transaction } = unit;
  const { retired_at: _retired, ...before } = await holdGame(transaction, asked);
  const after: Game = { ...before, ...body };
  const changes = listChanges(before, after);
  if (after.slug !== before.slug) {
    await renameSlug(transaction, 'games', { from: before.slug, to: after.slug });
  }
  for (const column of Object.keys(changes).filter((changed) => changed !== 'slug')) {
    const value = toValue(column, after[column as keyof typeof after]);
    await transaction.query(`update public.games set ${column} = $2 where slug = $1`, [
      after.slug,
      value,
    ]);
  }
  const { slug } = after;
  return editTexts(unit, { kind: 'games', slug, texts: { tagline, about }, revision, of, changes });
}

async function hasRunningSeason(transaction: Transaction, slug: string): Promise<boolean> {
  const running = await transaction.query(`select 1 where ${toIsRunningSql('$1')}`, [slug]);
  return running.length > 0;
}

/** Retires a game, or brings it back. What runs on its ladders is to be ended first. */
async function setRetired(unit: Unit, asked: string, isRetired: boolean) {
  const { transaction } = unit;
  const game = await holdGame(transaction, asked);
  if (isRetired && (await hasRunningSeason(transaction, game.slug))) {
    refuse({ code: 'season_running', params: {} });
  }
  if (isRetired === (game.retired_at !== null)) {
    return { slug: game.slug };
  }
  await transaction.query('update public.games set retired_at = $2 where slug = $1', [
    game.slug,
    isRetired ? unit.at : null,
  ]);
  const act = isRetired ? 'game_retired' : 'game_brought_back';
  await keepAudit(unit, { act, kind: 'game', subject: game.slug });
  return { slug: game.slug };
}

/** Retires several games, or brings them back: all of them or none. */
async function setAllRetired(unit: Unit, slugs: readonly string[], isRetired: boolean) {
  // One order for all who do so at once.
  for (const slug of slugs.toSorted()) {
    await setRetired(unit, slug, isRetired);
  }
  return {};
}

/** Games: added, edited, ordered, retired and brought back. */
export function mountGames(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/games',
    schema: newGame,
    work: (unit, { body }) => addGame(unit, body),
  });
  mountOrder(api, parts, 'games');
  mountCommand(api, parts, {
    method: 'POST',
    path: '/games/:slug/edit',
    schema: editedGame,
    work: (unit, { body, parameters }) => editGame(unit, parameters.slug ?? '', body),
  });
  for (const method of ['POST', 'DELETE'] as const) {
    mountCommand(api, parts, {
      method,
      path: '/games/:slug/retirement',
      schema: v.object({}),
      async work(unit, { parameters }) {
        await requireSiteAdmin(unit);
        return setRetired(unit, parameters.slug ?? '', method === 'POST');
      },
    });
    mountCommand(api, parts, {
      method,
      path: '/games/retirement',
      schema: v.object({ slugs: names(mostAtOnce) }),
      async work(unit, { body }) {
        await requireSiteAdmin(unit);
        return setAllRetired(unit, body.slugs, method === 'POST');
      },
    });
  }
}
