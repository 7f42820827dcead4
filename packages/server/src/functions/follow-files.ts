import { watch } from 'node:fs';
import type { FunctionsConfig } from '@muster/backend';
import { ConfigError } from '../config.ts';
import { readSpecs } from './open-functions.ts';

/** An editor saves in several steps. */
const restMs = 100;

interface Followed {
  folder: string;
  replace: (specs: FunctionsConfig['specs']) => Promise<void>;
  say: (line: string) => void;
}

/** Has what is written take effect at once: with each change, functions are read and started anew. Returns what ends it. */
export function followFiles({ folder, replace, say }: Followed): () => void {
  let rest: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();
  const read = async () => {
    try {
      const specs = await readSpecs(folder);
      await replace(specs);
      say(`Functions: ${specs.map(({ name }) => name).join(', ')}`);
    } catch (thrown) {
      if (!(thrown instanceof ConfigError)) {
        throw thrown;
      }
      say(thrown.message);
    }
  };
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      reading = reading.then(read);
    }, restMs);
  });
  return () => {
    clearTimeout(rest);
    watcher.close();
  };
}
