import type { ComponentType } from 'react';
import type { PageName } from '../page-data.ts';
import type { PageHead, Translate } from '../page-head.ts';
import { type PageModule, pages } from '../routes.ts';

/** Loads a page's component. Which data it takes is the loader's contract, so it is untyped from here on. */
export async function loadPage(name: PageName): Promise<ComponentType<{ data: unknown }>> {
  const module = (await pages[name].load()) as PageModule<unknown>;
  return module.default;
}

export function toPageHead(name: PageName, data: unknown, translate: Translate): PageHead {
  const toHead = pages[name].toHead as (data: unknown, translate: Translate) => PageHead;
  return toHead(data, translate);
}

/** `{page} · {league}{suffix}`; the home page bears the league's name alone. */
export function toDocumentTitle(
  title: string | null,
  shell: { league_name: string; title_suffix: string },
): string {
  const league = `${shell.league_name}${shell.title_suffix}`;
  return title === null ? league : `${title} · ${league}`;
}

/** Which of the messages about errors says what a status means. */
export function toErrorKind(status: number): 'not_found' | 'too_many' | 'internal' {
  if (status === 404) return 'not_found';
  return status === 429 ? 'too_many' : 'internal';
}
