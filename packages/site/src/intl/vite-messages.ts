import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { givenAreas, isGiven } from './given-areas.ts';

const prefix = 'virtual:messages/';

/**
 * Makes of each language one module, the texts that every page has and the door to its other areas, and
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
      const areas = await listAreas(join(folder, locale));
      const isForBrowser =
        this.environment.mode === 'build' && this.environment.config.consumer === 'client';
      if (!isForBrowser) {
        const doors = areas.map(
          (name) => `case '${name}': return import('${prefix}${locale}/${name}');`,
        );
        return `export const given = { ${given.join(', ')} };
          export function loadArea(area) { switch (area) { ${doors.join(' ')} } }`;
      }
      // One hash for all areas of a language, so that their names can be made where they are asked for:
      // a table of fifty names of their own would weigh on every page.
      const hash = createHash('sha256');
      for (const name of areas) {
        hash.update(await read(name));
      }
      const ending = `${hash.digest('hex').slice(0, 7)}.js`;
      for (const name of areas) {
        const source = `${prefix}${locale}/${name}`;
        this.emitFile({
          type: 'chunk',
          id: source,
          fileName: `assets/${toMessagesChunkName(`\0${source}`)}-${ending}`,
          preserveSignature: 'strict',
        });
      }
      return `export const given = { ${given.join(', ')} };
        export const loadArea = (area) =>
          import(/* @vite-ignore */ './texts-${locale}-' + area + '-${ending}');`;
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

/** All texts of a language by area but those of some areas, compiled as for the browser. */
export async function compileLanguage(
  directory: string,
  leftOut: readonly string[],
): Promise<Record<string, unknown>> {
  const areas = [...givenAreas, ...(await listAreas(directory))];
  const compiled = areas
    .filter((area) => !leftOut.includes(area))
    .map(async (area) => {
      const path = join(directory, `${area}.json`);
      return [area, compileAll(JSON.parse(await readFile(path, 'utf8')), path)] as const;
    });
  return Object.fromEntries(await Promise.all(compiled));
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
