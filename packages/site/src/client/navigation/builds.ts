import type { SiteRules } from '../../routing/decide-route.ts';
import { fetchWithRetry } from '../fetch/fetch-json.ts';

const pollEvery = 3600_000;

export interface BuildMeta extends SiteRules {
  id: string;
}

/** Knows which build this tab runs and whether the server has a newer one. */
export interface Builds {
  /** This build's rules; fetched once, at the first navigation. */
  getMeta(): Promise<BuildMeta>;
  /** True once a newer build is out: the next navigation then loads a document. */
  isOutdated(): boolean;
  /** Asks now. */
  check(): Promise<void>;
  start(): () => void;
}

export function createBuilds(build: string, every: number = pollEvery): Builds {
  let meta: Promise<BuildMeta> | null = null;
  let outdated = false;
  const check = async () => {
    try {
      const response = await fetch('/builds/latest.json', {
        cache: 'no-store',
        signal: AbortSignal.timeout(10_000),
      });
      const latest: unknown = response.ok ? await response.json() : null;
      if (typeof latest === 'object' && latest !== null && 'id' in latest) {
        outdated = latest.id !== build;
      }
    } catch {
      // The next round asks again.
    }
  };
  return {
    check,
    isOutdated: () => outdated,
    getMeta() {
      meta ??= fetchMeta(build).catch((error: unknown) => {
        meta = null;
        // The server no longer knows this tab's build: it runs another one.
        if (error instanceof UnknownBuildError) {
          outdated = true;
        }
        throw error;
      });
      return meta;
    },
    start() {
      const timer = setInterval(() => void check(), every);
      return () => clearInterval(timer);
    },
  };
}

class UnknownBuildError extends Error {}

async function fetchMeta(build: string): Promise<BuildMeta> {
  const response = await fetchWithRetry(`/builds/meta/${build}.json`);
  if (response.status === 404) {
    throw new UnknownBuildError();
  }
  if (!response.ok) {
    throw new Error(`The build's rules could not be read: ${response.status}`);
  }
  return (await response.json()) as BuildMeta;
}
