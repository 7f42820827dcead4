import { useTranslations } from 'use-intl';
import { ChatJoinButton, ForumButton } from '../../ui/connect-button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './about.css';
import type { AboutData } from './data.ts';

const chapters = ['what', 'rules', 'open', 'people', 'privacy'] as const;

export default function AboutPage({ data }: { data: AboutData }) {
  const t = useTranslations('about');
  const title = useTranslations('shell.titles')('about');
  const tagline = useTranslations('shell')('tagline');
  return (
    <>
      <PageTop title={title} terrain="about">
        <p className="about-lead">{tagline}</p>
      </PageTop>
      <div className="page columns">
        <div className="prose">
          {chapters.map((chapter) => (
            <section key={chapter} className="about-chapter">
              <h2>{t(`${chapter}.title`)}</h2>
              <p>{t(`${chapter}.text`)}</p>
            </section>
          ))}
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
          <a href="/archives">{t('archives')}</a>
        </li>
      </ul>
      <p className="about-acts">
        <ChatJoinButton />
        <ForumButton>{t('forum')}</ForumButton>
      </p>
    </section>
  );
}
