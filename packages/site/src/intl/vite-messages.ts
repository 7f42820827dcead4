import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { givenAreas, isGiven } from './given-areas.ts';

const prefix = 'virtual:messages/';

/**
 * Makes of each language one module, the texts that every page has and the doors to the other areas, and
 * of each area one. The ICU messages are compiled, so that the browser needs no parser.
 */
export function messagesPlugin(folder: string): Plugin {
  return {
    name: 'muster-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) {
        return null;
      }
      const [locale = '', area] = id.slice(prefix.length + 1).split('/');
      const read = async (name: string): Promise<string> => {
        const path = join(folder, locale, `${name}.json`);
        this.addWatchFile(path);
        return JSON.stringify(compileAll(JSON.parse(await readFile(path, 'utf8')), path));
      };
      if (area !== undefined) {
        return `export default ${await read(area)};`;
      }
      const given = await Promise.all(
        givenAreas.map(async (name) => `${JSON.stringify(name)}: ${await read(name)}`),
      );
      const doors = (await listAreas(join(folder, locale))).map(
        (name) => `${JSON.stringify(name)}: () => import('${prefix}${locale}/${name}')`,
      );
      return `export const given = { ${given.join(', ')} };\nexport const areas = { ${doors.join(', ')} };`;
    },
    handleHotUpdate({ file, server }) {
      if (file.startsWith(folder)) {
        for (const environment of Object.values(server.environments)) {
          environment.moduleGraph.invalidateAll();
        }
        server.ws.send({ type: 'full-reload' });
      }
    },
  };
}

/** `texts-fi` and `texts-fi-home`: what the chunk of such a module is called; null for any other module. */
export function toMessagesChunkName(id: string | null): string | null {
  if (id === null || !id.startsWith(`\0${prefix}`)) {
    return null;
  }
  return `texts-${id.slice(prefix.length + 1).replace('/', '-')}`;
}

async function listAreas(directory: string): Promise<string[]> {
  return (await readdir(directory))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .filter((area) => !isGiven(area))
    .sort();
}

function compileAll(value: unknown, place: string): unknown {
  if (typeof value === 'string') {
    try {
      return compile(value);
    } catch (error) {
      throw new Error(`${place}: ${JSON.stringify(value)} is not an ICU message`, { cause: error });
    }
  }
  if (typeof value !== 'object' || value === null) {
    throw new Error(`${place}: not a text`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, compileAll(entry, `${place} › ${key}`)]),
  );
}
