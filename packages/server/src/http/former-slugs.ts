import type { Queryable, Transaction } from '@muster/database';
import { refuse } from '../engine/refusal.ts';

/** What has an address word that may become another. */
type Kind = 'games' | 'ladders' | 'articles' | 'teams';

const words: Record<Kind, string> = {
  games: 'game',
  ladders: 'ladder',
  articles: 'article',
  teams: 'team',
};

/** SQL: the address word under which a thing is now that is, or once was, under `given`. */
export const toPresentSlugSql = (kind: Kind, given: string) =>
  `coalesce((select slug from private.former_slugs where kind = '${kind}' and former = ${given}), ${given})`;

/** Refuses an address word that another thing has, or had: that address leads to it for ever. */
export async function requireFreeSlug(
  transaction: Transaction,
  kind: Kind,
  { slug, except = null }: { slug: string; except?: string | null },
): Promise<void> {
  // Two at once take turns, so that the second finds what the first has taken.
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `slugs:${kind}`,
  ]);
  const taken = await transaction.query(
    `select 1 from public.${kind} where slug = $1
     union all
     select 1 from private.former_slugs where kind = $2 and former = $1 and slug is distinct from $3`,
    [slug, kind, except],
  );
  if (taken.length > 0) {
    refuse({ code: 'already_exists', params: { what: words[kind], id: slug }, field: 'slug' });
  }
}

/** A path and everything below it moves; the lists of the bar lead to where it is now. */
async function moveMenuPaths(transaction: Transaction, from: string, to: string): Promise<void> {
  await transaction.query(
    `update public.menu_items set path = $2 || substr(path, char_length($1) + 1)
     where path = $1 or starts_with(path, $1 || '/')`,
    [from, to],
  );
}

/** Gives a thing another address word; the former one leads to it from now on. */
export async function renameSlug(
  transaction: Transaction,
  kind: Kind,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await requireFreeSlug(transaction, kind, { slug: to, except: from });
  await transaction.query(`update public.${kind} set slug = $2 where slug = $1`, [from, to]);
  await transaction.query('delete from private.former_slugs where kind = $1 and former = $2', [
    kind,
    to,
  ]);
  await transaction.query(
    'update private.former_slugs set slug = $3 where kind = $1 and slug = $2',
    [kind, from, to],
  );
  await transaction.query(
    'insert into private.former_slugs (kind, former, slug) values ($1, $2, $3)',
    [kind, from, to],
  );
  for (const table of ['private.laid_texts', 'private.text_heads', 'private.drafts']) {
    await transaction.query(`update ${table} set slug = $3 where kind = $1 and slug = $2`, [
      kind,
      from,
      to,
    ]);
  }
  await moveMenuPaths(transaction, `/${kind}/${from}`, `/${kind}/${to}`);
}

const addresses = /^(\/admins)?\/(games|ladders|articles|teams)\/([^/]+)(\/.*)?$/;

/** Where the page of a former address is now; null for an address that never was one. `path` bears no language. */
export async function findPresentPath(queryable: Queryable, path: string): Promise<string | null> {
  const [, office = '', kind, former, rest = ''] = addresses.exec(path) ?? [];
  if (kind === undefined) {
    return null;
  }
  const [row] = await queryable.query<{ slug: string }>(
    'select slug from private.former_slugs where kind = $1 and former = $2',
    [kind, former],
  );
  return row === undefined ? null : `${office}/${kind}/${row.slug}${rest}`;
}
