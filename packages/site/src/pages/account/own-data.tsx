import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';

/** A copy of everything that is kept, and the way out. */
export function OwnData() {
  const t = useTranslations('account.data');
  return (
    <>
      <p className="soft">{t('reason')}</p>
      <p className="account-acts">
        <a className="button button-quiet" href="/api/me/data" download="" data-native="">
          {t('download')}
        </a>
        <ButtonLink look="danger" href="/account/delete">
          {t('delete')}
        </ButtonLink>
      </p>
    </>
  );
}
