import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { type AuthProblem, toSentenceKeys } from './auth-outcome.ts';

/** Says in the person's language what the auth service answered with a code. */
export function useAuthSentence(): (problem: AuthProblem) => string {
  // The keys come from the table beside the codes; its test holds them against the texts.
  const translate = loosen(useTranslations('auth-errors'));
  return (problem) =>
    toSentenceKeys(problem)
      .map((key) => translate(key))
      .join(' ');
}
