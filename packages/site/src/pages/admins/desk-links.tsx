import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** What somebody in office comes here for: where they do what their office lets them. */
export function DeskLinks() {
  const t = useTranslations('admins.desk');
  const viewer = useViewer();
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const pages = ['games', 'ladders', 'menus', 'offices', 'sign-in'] as const;
  return (
    <nav className="desk-links" aria-label={t('label')}>
      {pages.map((name) => (
        <ButtonLink key={name} href={`/admins/${name}`}>
          {t(name)}
        </ButtonLink>
      ))}
      <ButtonLink href="/setup">{t('setup')}</ButtonLink>
    </nav>
  );
}
