import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const siteFolder = fileURLToPath(new URL('.', import.meta.url));
export const output = join(siteFolder, 'dist');
/** The file of a build that names the sources it was built from. */
export const stampName = 'sources.sha256';
const sources = [
  ...['src', 'public', 'package.json', 'vite.config.ts', 'built.ts', 'build.ts'],
  'build-public-file.ts',
];

/** Whether `dist` is what the sources give. Asked without loading what builds. */
export async function isSiteBuilt(folder = output): Promise<boolean> {
  return (await readStamp(folder)) === (await hashSources());
}

export async function readStamp(folder = output): Promise<string> {
  const stamp = join(folder, stampName);
  return existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
}

export async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(siteFolder, source);
    if (!existsSync(path)) {
      continue;
    }
    const files = source.includes('.') ? [path] : await listFiles(path);
    for (const file of files.sort()) {
      if (/\.test\.tsx?$/.test(file)) {
        continue;
      }
      hash
        .update(relative(siteFolder, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  const lock = join(siteFolder, '../../package-lock.json');
  if (existsSync(lock)) {
    hash.update(await readFile(lock));
  }
  return hash.digest('hex');
}

/** Every file below a folder, which is made where it is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
