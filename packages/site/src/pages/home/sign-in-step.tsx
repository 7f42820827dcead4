import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/session/start-sign-in.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';

/** The way in for a visitor. */
export function SignInStep() {
  const t = useTranslations('home.sign_in');
  return (
    <NextThing title={t('title')} reason={t('reason')}>
      <ButtonLink href="/articles/welcome">{t('read')}</ButtonLink>
      <Button look="main" onClick={() => void startSignIn()}>
        {t('act')}
      </Button>
    </NextThing>
  );
}
