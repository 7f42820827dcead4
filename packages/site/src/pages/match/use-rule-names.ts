import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';

/** Gives the name of a rule by its place in the rules, as the rules page calls it. */
export function useRuleNames(): (path: string) => string {
  // Which rules there are is the league's to say; their names stand under their places.
  const t = loosen(useTranslations('rule-names.names'));
  const other = useTranslations('rule-names');
  return (path) => {
    // What was open when its season closed was decided by that alone.
    if (path === 'season_closed') {
      return other('season_closed');
    }
    return path.includes('.') && t.has(path) ? t(path) : path;
  };
}
