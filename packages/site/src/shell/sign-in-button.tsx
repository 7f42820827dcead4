import { useTranslations } from 'use-intl';
import { startSignIn } from '../client/session/start-sign-in.ts';

/** Leads to the chat platform's sign-in; without a script, to the page that says what it needs. */
export function SignInButton() {
  const t = useTranslations('shell.nav');
  return (
    <a
      className="button bar-sign-in"
      href="/login"
      data-native=""
      onClick={(event) => {
        event.preventDefault();
        void startSignIn();
      }}
    >
      {t('sign_in')}
    </a>
  );
}
