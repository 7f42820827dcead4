import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { Prose } from './prose.tsx';
import './article.css';
import type { ArticleData } from './data.ts';

export default function ArticlePage({ data }: { data: ArticleData }) {
  const t = useTranslations('article');
  return (
    <article>
      <PageTop title={data.title} terrain={data.slug} kicker={<Origin data={data} />}>
        <p className="article-summary">{data.summary}</p>
      </PageTop>
      <div className="page columns">
        <Prose nodes={data.body} />
        {data.others.length > 0 && (
          <aside>
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
          </aside>
        )}
      </div>
    </article>
  );
}

function Origin({ data }: { data: ArticleData }) {
  const { game, author, published_at } = data;
  return (
    <>
      <Time instant={published_at} look="date" />
      {author !== null && ` · ${author}`}
      {game !== null && ' · '}
      {game !== null &&
        (game.has_page ? <a href={`/games/${game.slug}`}>{game.name}</a> : game.name)}
    </>
  );
}
