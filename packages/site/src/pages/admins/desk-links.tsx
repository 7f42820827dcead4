import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** What somebody in office comes here for: where they do what their office lets them. */
export function DeskLinks() {
  const t = useTranslations('admins.desk');
  const viewer = useViewer();
  if (viewer?.is_editor !== true) {
    return null;
  }
  const pages = viewer.is_site_admin
    ? (['games', 'ladders', 'menus', 'offices', 'sign-in', 'writing', 'settings'] as const)
    : (['writing'] as const);
  return (
    <nav className="desk-links" aria-label={t('label')}>
      {pages.map((name) => (
        <ButtonLink key={name} href={`/admins/${name}`}>
          {t(name)}
        </ButtonLink>
      ))}
      {viewer.is_site_admin && <ButtonLink href="/setup">{t('setup')}</ButtonLink>}
    </nav>
  );
}
