import { useTranslations } from 'use-intl';
import { getLocale } from '../../intl/locales.ts';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportButton } from '../moderation/report-button.tsx';
import { Languages } from './languages.tsx';
import { Prose } from './prose.tsx';
import './article.css';
import type { ArticleData } from './data.ts';

export default function ArticlePage({ data }: { data: ArticleData }) {
  const t = useTranslations('article');
  const { tag } = getLocale(data.reading.locale);
  return (
    <article>
      <PageTop
        title={<span lang={tag}>{data.title}</span>}
        terrain={{ place: 'article', name: data.slug }}
        kicker={<Origin data={data} />}
      >
        <p className="article-summary" lang={tag}>
          {data.summary}
        </p>
      </PageTop>
      <div className="page columns">
        <div className="reading">
          <Languages reading={data.reading} path={`/articles/${data.slug}`} />
          <Prose nodes={data.body} lang={tag} />
          <ReportButton kind="article" id={data.slug} about={data.title} />
        </div>
        <aside>
          {data.others.length > 0 && (
            <>
              <SectionHead title={t('others')} id="others" />
              <ul className="lines">
                {data.others.map((other) => (
                  <li key={other.slug}>
                    <a className="article-link" href={`/articles/${other.slug}`}>
                      {other.title}
                    </a>
                    <p className="soft article-small">{other.summary}</p>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="article-all">
            <a href="/articles">{t('all')}</a>
          </p>
        </aside>
      </div>
    </article>
  );
}

function Origin({ data }: { data: ArticleData }) {
  const { game, ladder, author, published_at } = data;
  return (
    <>
      <Time instant={published_at} look="date" />
      {author !== null && ` · ${author}`}
      {game !== null && ' · '}
      {game !== null &&
        (game.has_page ? <a href={`/games/${game.slug}`}>{game.name}</a> : game.name)}
      {ladder !== null && ' · '}
      {ladder !== null && <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
    </>
  );
}
