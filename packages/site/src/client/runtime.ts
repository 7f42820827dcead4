import { createTranslator } from 'use-intl/core';
import type { Environment } from '../app/environment.tsx';
import type { Router } from '../app/router.tsx';
import type { IntlStore } from '../intl/locale-store.ts';
import { getLocale } from '../intl/locales.ts';
import type { Messages } from '../intl/messages.ts';

/** What the browser's side of the site runs on, for code that is no component. */
export interface Runtime {
  router: Router;
  intl: IntlStore;
  environment: Environment;
}

let runtime: Runtime | null = null;

export function setRuntime(value: Runtime): void {
  runtime = value;
}

/** Throws before the page has come to life. */
export function getRuntime(): Runtime {
  if (runtime === null) {
    throw new Error('The site has not started in this tab.');
  }
  return runtime;
}

/** Where sign-in, tables and hints answer: the address that the server names, else our own origin. */
export function getBackendUrl(): string {
  return getRuntime().environment.shell.backend.url ?? location.origin;
}

/** One text of the interface in the language that is shown, for notes that no component makes. */
export function translate(
  key: keyof Messages['shell']['toasts'],
  values?: Record<string, string>,
): string {
  const { locale, messages, zone } = getRuntime().intl.get();
  const translator = createTranslator({
    locale: getLocale(locale).tag,
    messages,
    timeZone: zone,
    namespace: 'shell.toasts',
  });
  return (translator as (key: string, values?: Record<string, string>) => string)(key, values);
}
