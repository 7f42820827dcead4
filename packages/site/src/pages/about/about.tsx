import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { getLocale } from '../../intl/locales.ts';
import { ChatJoinButton, ForumButton } from '../../ui/connect-button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Languages } from '../articles/languages.tsx';
import { nameLeague } from '../articles/name-league.ts';
import { Prose } from '../articles/prose.tsx';
import './about.css';
import type { AboutData } from './data.ts';

export default function AboutPage({ data }: { data: AboutData }) {
  const { text } = data;
  const tagline = useTranslations('shell')('tagline');
  const title = useTranslations('shell.titles')('about');
  const { league_name } = useEnvironment().shell;
  const tag = text === null ? undefined : getLocale(text.reading.locale).tag;
  return (
    <>
      <PageTop title={<span lang={tag}>{nameLeague(text?.title ?? title, league_name)}</span>}>
        <p className="about-lead" lang={tag}>
          {nameLeague(text?.summary ?? tagline, league_name)}
        </p>
      </PageTop>
      <div className="page columns">
        <div className="reading">
          {text !== null && (
            <>
              <Languages reading={text.reading} path="/about" />
              <Prose nodes={text.body} {...(tag !== undefined && { lang: tag })} />
            </>
          )}
        </div>
        <aside className="stack">
          <Figures figures={data.figures} />
          <Further data={data} />
        </aside>
      </div>
    </>
  );
}

function Figures({ figures }: { figures: AboutData['figures'] }) {
  const t = useTranslations('about.figures');
  return (
    <section>
      <SectionHead title={t('title')} id="figures" />
      <dl className="about-figures">
        {(['teams', 'people', 'matches', 'events'] as const).map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="display">{t('count', { count: figures[name] })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Further({ data }: { data: AboutData }) {
  const t = useTranslations('about');
  return (
    <section>
      <SectionHead title={t('further')} id="further" />
      <ul className="lines">
        {data.articles.map((article) => (
          <li key={article.slug}>
            <a href={`/articles/${article.slug}`}>{article.title}</a>
          </li>
        ))}
        <li>
          <a href="/admins">{t('admins')}</a>
        </li>
        <li>
          <a href="/log">{t('log')}</a>
        </li>
        <li>
          <a href="/archives">{t('archives')}</a>
        </li>
        {data.has_public_file && (
          <li>
            <a href="/export">{t('export')}</a>
          </li>
        )}
      </ul>
      <p className="about-acts">
        <ChatJoinButton />
        <ForumButton>{t('forum')}</ForumButton>
      </p>
    </section>
  );
}
