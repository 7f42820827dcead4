import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const prefix = 'virtual:messages/';

/** Makes of each language's area files one module, its ICU messages compiled so that the browser needs no parser. */
export function messagesPlugin(folder: string): Plugin {
  return {
    name: 'muster-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const directory = join(folder, id.slice(prefix.length + 1));
      const areas: Record<string, unknown> = {};
      for (const file of (await readdir(directory))
        .filter((name) => name.endsWith('.json'))
        .sort()) {
        const path = join(directory, file);
        this.addWatchFile(path);
        areas[basename(file, '.json')] = compileAll(JSON.parse(await readFile(path, 'utf8')), path);
      }
      return `export default ${JSON.stringify(areas)};`;
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

function compileAll(value: unknown, place: string): unknown {
  if (typeof value === 'string') {
    try {
      return compile(value);
    } catch (error) {
      throw new Error(`${place}: ${JSON.stringify(value)} is not an ICU message`, { cause: error });
    }
  }
  if (typeof value !== 'object' || value === null) throw new Error(`${place}: not a text`);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, compileAll(entry, `${place} › ${key}`)]),
  );
}
