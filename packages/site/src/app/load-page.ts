import type { ComponentType } from 'react';
import type { PageName } from '../page-data.ts';
import { nameLeague } from '../pages/articles/name-league.ts';
import { loadPageModule } from './page-modules.ts';

/** Loads a page's component. */
export async function loadPage(name: PageName): Promise<ComponentType<{ data: unknown }>> {
  const module = await loadPageModule(name);
  return module.default;
}

/** `{page} · {league}{suffix}`; the home page bears the league's name alone. */
export function toDocumentTitle(
  title: string | null,
  shell: { league_name: string; title_suffix: string },
): string {
  const league = `${shell.league_name}${shell.title_suffix}`;
  return title === null ? league : `${nameLeague(title, shell.league_name)} · ${league}`;
}

/** Every status but 404 stands under 'Internal Server Error', as the specification has it; the message below says more. */
export function toErrorTitle(status: number): 'not_found' | 'internal' {
  return status === 404 ? 'not_found' : 'internal';
}

type Hint = 'not_found_hint' | 'too_many_hint' | 'unavailable_hint' | 'internal_hint';
const hints: Readonly<Record<number, Hint>> = {
  404: 'not_found_hint',
  429: 'too_many_hint',
  503: 'unavailable_hint',
};

/** Which message says what to do after an answer of this status. */
export function toErrorHint(status: number): Hint {
  return hints[status] ?? 'internal_hint';
}
