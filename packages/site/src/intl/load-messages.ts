import type { LocaleCode } from './locales.ts';
import type { Messages } from './messages.ts';

const loaders: Record<LocaleCode, () => Promise<{ default: Messages }>> = {
  en: () => import('virtual:messages/en'),
  es: () => import('virtual:messages/es'),
  fr: () => import('virtual:messages/fr'),
  de: () => import('virtual:messages/de'),
  pl: () => import('virtual:messages/pl'),
  pt: () => import('virtual:messages/pt'),
  fi: () => import('virtual:messages/fi'),
};

/** Loads all texts of one language: one chunk, fetched only when it is needed. */
export async function loadMessages(locale: LocaleCode): Promise<Messages> {
  try {
    return (await loaders[locale]()).default;
  } catch (error) {
    console.error('Failed locale loading', error);
    throw error;
  }
}
