/** What the server needs of the site without building it: addresses, languages, who may see what. */
export {
  defaultLocale,
  getLocale,
  isLocaleCode,
  type LocaleCode,
  locales,
} from './intl/locales.ts';
export type { PageDataByName, PageName } from './page-data.ts';
export { pageNames, pages } from './routes.ts';
