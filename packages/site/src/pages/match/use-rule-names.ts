import { useTranslations } from 'use-intl';

interface LooseTranslator {
  (key: string): string;
  has(key: string): boolean;
}

/** Gives the name of a rule by its place in the rules, as the rules page calls it. */
export function useRuleNames(): (path: string) => string {
  // Which rules there are is the league's to say; their names stand under their places.
  const t = useTranslations('rule-names.names') as unknown as LooseTranslator;
  return (path) => (path.includes('.') && t.has(path) ? t(path) : path);
}
