import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { IconifyJSON } from '@iconify/types';
import { getIcons } from '@iconify/utils';
import { Hono } from 'hono';

/** The sets that are here: brands from the first, signs of play from the second. */
const sets = ['simple-icons', 'mdi'] as const;
type SetName = (typeof sets)[number];

const resolveFile = createRequire(import.meta.url).resolve;
const loaded = new Map<SetName, Promise<IconifyJSON>>();

async function readSet(name: SetName): Promise<IconifyJSON> {
  return JSON.parse(await readFile(resolveFile(`@iconify-json/${name}/icons.json`), 'utf8'));
}

function isSetName(name: string): name is SetName {
  return sets.some((set) => set === name);
}

/** `GET /{prefix}.json?icons=a,b`: the icons of a set that were asked for, as Iconify's loaders want them. */
export function createIcons(): Hono {
  const icons = new Hono();
  icons.get('/:file', async (context) => {
    const [, prefix = ''] = /^([a-z0-9-]+)\.json$/.exec(context.req.param('file')) ?? [];
    const names = (context.req.query('icons') ?? '').split(',').filter(Boolean);
    if (!isSetName(prefix)) {
      return context.text('404', 404);
    }
    const known = loaded.get(prefix) ?? readSet(prefix);
    loaded.set(prefix, known);
    const found = names.length === 0 ? null : getIcons(await known, names, true);
    if (found === null) {
      return context.text('404', 404);
    }
    context.header('Cache-Control', 'public, max-age=604800');
    return context.json(found);
  });
  return icons;
}
