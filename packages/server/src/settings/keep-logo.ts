import { createHash } from 'node:crypto';
import type { Transaction } from '@muster/database';
import type { FileStore } from '../files/file-store.ts';
import type { Pictures } from '../files/picture.ts';
import { deleteFile, type ReceivedFile, settleFile, writeFile } from '../files/stored-files.ts';
import { forgetOldLogos } from './kept-logos.ts';
import { saveSettings } from './save-settings.ts';

type Form = keyof Pictures['leagueLogo'];

/** The forms of a logo; `whole` is what the others are drawn of, for those who take it to another league. */
export const logoForms = {
  bar: { file: 'bar.webp', mediaType: 'image/webp', column: 'bar_id' },
  icon: { file: 'icon.png', mediaType: 'image/png', column: 'icon_id' },
  app: { file: 'app.png', mediaType: 'image/png', column: 'app_id' },
  link: { file: 'link.jpg', mediaType: 'image/jpeg', column: 'link_id' },
  whole: { file: 'whole.png', mediaType: 'image/png', column: 'whole_id' },
} as const satisfies Record<Form, object>;
export const logoFormNames = Object.keys(logoForms) as Form[];

/** A logo that is drawn and written, and that nothing refers to yet. */
export interface LogoFiles {
  files: Record<Form, ReceivedFile>;
  barWidth: number;
}

/** Writes what was drawn of a logo. */
export async function writeLogo(
  store: FileStore,
  { personId, at, drawn }: { personId: string | null; at: Date; drawn: Pictures['leagueLogo'] },
): Promise<LogoFiles> {
  const write = (name: Form) => {
    const about = { personId, at, mediaType: logoForms[name].mediaType };
    return writeFile(store, about, [drawn[name].bytes]);
  };
  const files = {
    bar: await write('bar'),
    icon: await write('icon'),
    app: await write('app'),
    link: await write('link'),
    whole: await write('whole'),
  };
  return { files, barWidth: drawn.bar.width };
}

/** Takes away what was written of a logo that is refused after all. */
export async function deleteLogo(store: FileStore, { files }: LogoFiles): Promise<void> {
  for (const { id } of Object.values(files)) {
    await deleteFile(store, id);
  }
}

interface Change {
  transaction: Transaction;
  at: string;
  /** Null for what the host's own command brings. */
  viewer: { person_id: string } | null;
}

/** Makes it the league's logo and gives its key. Whoever calls has asked who may. */
export async function setLogo(change: Change, { files, barWidth }: LogoFiles): Promise<string> {
  const { transaction, at, viewer } = change;
  const hash = createHash('sha256');
  for (const name of logoFormNames) {
    hash.update(files[name].sha256);
  }
  const key = hash.digest('hex').slice(0, 32);
  const ids: string[] = [];
  for (const name of logoFormNames) {
    ids.push(await settleFile(transaction, files[name]));
  }
  await transaction.query(
    `insert into private.league_logos (key, ${logoFormNames.map((name) => logoForms[name].column).join()},
       bar_width, set_by, set_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (key) do update set set_at = excluded.set_at`,
    [key, ...ids, barWidth, viewer?.person_id ?? null, at],
  );
  await saveSettings(change, { logo: key });
  await forgetOldLogos(transaction);
  return key;
}
