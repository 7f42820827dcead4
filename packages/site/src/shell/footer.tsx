import { useTranslations } from 'use-intl';
import { useEnvironment } from '../app/environment.tsx';
import { Logo } from './logo.tsx';

const linked = ['conduct', 'privacy', 'terms', 'imprint'] as const;

export function Footer() {
  const t = useTranslations('shell.footer');
  const { shell } = useEnvironment();
  return (
    <footer className="footer">
      <div className="page footer-inner">
        <a className="footer-home" href="/" aria-label={t('home', { league: shell.league_name })}>
          <Logo />
        </a>
        <p className="footer-right">{shell.footer}</p>
        <ul className="footer-links">
          <li>
            <a href="/teams">{t('teams')}</a>
          </li>
          <li>
            <a href="/boards">{t('boards')}</a>
          </li>
          <li>
            <a href="/articles">{t('articles')}</a>
          </li>
          <li>
            <a href="/archives">{t('archives')}</a>
          </li>
          <li>
            <a href="/admins">{t('admins')}</a>
          </li>
          <li>
            <a href="/about">{t('about')}</a>
          </li>
          {linked
            .filter((slug) => shell.pages.includes(slug))
            .map((slug) => (
              <li key={slug}>
                <a href={`/${slug}`}>{t(slug)}</a>
              </li>
            ))}
        </ul>
      </div>
    </footer>
  );
}
