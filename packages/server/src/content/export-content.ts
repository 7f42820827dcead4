import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Transaction } from '@muster/database';
import type { FileStore } from '../files/file-store.ts';
import { readFile } from '../files/stored-files.ts';
import type { Content } from './content-kinds.ts';
import { readLeagueContent } from './league-content.ts';
import {
  gamePictureName,
  logoName,
  textPicturePattern,
  textPicturesFolder,
} from './picture-files.ts';
import { writeContent } from './write-content.ts';

/** What a case has hidden goes as a draft: another league has neither the case nor its reason. */
async function withoutHidden(transaction: Transaction, content: Content): Promise<Content> {
  const rows = await transaction.query<{ slug: string }>(
    'select slug from public.articles where hidden_at is not null',
  );
  const hidden = new Set(rows.map(({ slug }) => slug));
  const articles = content.articles.map((article) =>
    hidden.has(article.slug) ? { ...article, published_at: null } : article,
  );
  return { ...content, articles };
}

interface StoredPicture {
  name: string;
  file_id: string;
}

/** The pictures that the content shows, by the names of their files. */
async function listPictures(transaction: Transaction, content: Content): Promise<StoredPicture[]> {
  const shown = [...JSON.stringify(content).matchAll(textPicturePattern)];
  const texts = await transaction.query<StoredPicture>(
    `select '${textPicturesFolder}/' || key || '/' || width || 'x' || height || '.webp' as name, file_id
     from private.pictures where key = any($1)`,
    [shown.map(([, key]) => key)],
  );
  const games = await transaction.query<StoredPicture>(
    `select 'games/' || game_slug || '/${gamePictureName}' as name, large_id as file_id
     from private.game_pictures`,
  );
  // One that was chosen before logos were kept whole is as large as the bar shows it.
  const logos = await transaction.query<StoredPicture>(
    `select '${logoName}' as name, coalesce(l.whole_id, l.bar_id) as file_id
     from public.league_settings s join private.league_logos l on l.key = s.logo`,
  );
  return [...texts, ...games, ...logos];
}

/** Writes a league's content into a folder, with the pictures that it shows, as `importContent` takes it. */
export async function exportContent(store: FileStore, folder: string): Promise<void> {
  await store.database.transaction(async (transaction) => {
    const content = await withoutHidden(transaction, await readLeagueContent(transaction));
    writeContent(folder, content);
    for (const { name, file_id } of await listPictures(transaction, content)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, await buffer(await readFile(store, file_id)));
    }
  });
}
