import type { PageHead } from '../../page-head.ts';

/** What / shows. */
export type HomeData = Record<string, never>;

export function toHomeHead(_data: HomeData): PageHead {
  return { title: null };
}
