import { isGiven } from './given-areas.ts';
import type { LocaleCode } from './locales.ts';
import type { Area, Messages } from './messages.ts';

const languages: Record<LocaleCode, () => Promise<typeof import('virtual:messages/*')>> = {
  en: () => import('virtual:messages/en'),
  es: () => import('virtual:messages/es'),
  fr: () => import('virtual:messages/fr'),
  de: () => import('virtual:messages/de'),
  pl: () => import('virtual:messages/pl'),
  pt: () => import('virtual:messages/pt'),
  fi: () => import('virtual:messages/fi'),
};

/**
 * Loads one language's given texts and those of some areas: a chunk each, fetched only when it is
 * needed. The type says all texts, because the table of routes sees to it that a page's are there.
 */
export async function loadMessages(locale: LocaleCode, areas: readonly Area[]): Promise<Messages> {
  try {
    const { given, loadArea } = await languages[locale]();
    const loaded = areas.map(async (area) => [
      area,
      isGiven(area) ? given[area] : (await loadArea(area)).default,
    ]);
    return { ...given, ...Object.fromEntries(await Promise.all(loaded)) };
  } catch (error) {
    console.error('Failed locale loading', error);
    throw error;
  }
}
