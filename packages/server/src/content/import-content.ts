import type { Transaction } from '@muster/database';
import { keepAudit } from '../engine/audit.ts';
import type { FileStore } from '../files/file-store.ts';
import { isTextKind } from '../writing/kinds.ts';
import { holdTexts } from '../writing/revisions.ts';
import type { Content, Kind } from './content-kinds.ts';
import { drawPictures } from './import-pictures.ts';
import { layMenus, layThings } from './lay-content.ts';
import { readLeagueContent } from './league-content.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { NamedContent } from './read-content.ts';

/** Nobody else writes these until the import is done, so that what was compared is what is written over. */
const tables = `public.games, public.ladders, public.articles, public.pages, public.archives, public.game_servers,
  private.game_server_addresses, public.menu_items`;

/** The planned things of a kind, whole. */
function list<Name extends Kind>({ steps }: ImportPlan, kind: Name): Content[Name][number][] {
  // A step's thing is of its kind: read by that kind's schema, or from the league's own tables.
  return steps
    .filter((step) => step.kind === kind)
    .map(({ after }) => after) as Content[Name][number][];
}

/** Makes a revision of each text as it stands, so that nothing is lost that nobody has saved in the browser. */
async function keepFormerTexts(
  { transaction, at }: { transaction: Transaction; at: string },
  { steps }: ImportPlan,
): Promise<void> {
  for (const { kind, slug, isNew } of steps) {
    if (!isNew && isTextKind(kind)) {
      await holdTexts({ transaction, at, person: null }, { kind, slug });
    }
  }
}

async function write(
  transaction: Transaction,
  plan: ImportPlan,
  { menus }: Content,
  now: Date,
): Promise<void> {
  const host = { transaction, at: now.toISOString(), viewer: null };
  await keepFormerTexts(host, plan);
  await layThings(transaction, {
    games: list(plan, 'games'),
    ladders: list(plan, 'ladders'),
    articles: list(plan, 'articles'),
    pages: list(plan, 'pages'),
    archives: list(plan, 'archives'),
    servers: list(plan, 'servers'),
  });
  for (const name of plan.menus) {
    await transaction.query('delete from public.menu_items where menu = $1', [name]);
  }
  await layMenus(transaction, Object.fromEntries(plan.menus.map((name) => [name, menus[name]])));
  for (const { kind, slug, isNew, changes } of plan.steps) {
    const act = isNew ? 'content_added' : 'content_edited';
    await keepAudit(host, { act, kind, subject: slug, changes });
  }
  for (const name of plan.menus) {
    await keepAudit(host, { act: 'content_edited', kind: 'menus', subject: name });
  }
}

/**
 * Brings a league's content in line with files of it: what they name becomes as they say, in one transaction; what
 * they do not name stays as it is.
 * @returns what it did, or with `isDryRun` what it would do.
 * @throws ContentError for a picture that is none.
 */
export async function importContent(
  store: FileStore,
  files: NamedContent,
  options: { now: Date; isDryRun: boolean },
): Promise<ImportPlan> {
  const { now, isDryRun } = options;
  const pictures = await drawPictures(store, files, options);
  try {
    return await store.database.transaction(async (transaction) => {
      if (!isDryRun) {
        await transaction.query(`lock table ${tables} in share row exclusive mode`);
      }
      const plan = planImport(files, await readLeagueContent(transaction), pictures.lines);
      if (!isDryRun) {
        await write(transaction, plan, files.content, now);
        await pictures.keep({ transaction, now });
      }
      return plan;
    });
  } catch (error) {
    await pictures.discard();
    throw error;
  }
}
