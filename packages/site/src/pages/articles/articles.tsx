import { useLocale, useTranslations } from 'use-intl';
import { type FilterChoices, findChoices } from '../../client/form/find-choices.ts';
import { defaultLocale, getLocale, locales } from '../../intl/locales.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import './articles.css';
import type { ArticleItem, ArticlesData } from './data.ts';

const findGames = findChoices('games', { with: 'articles', retired: '' });
const findLadders = findChoices('ladders', { with: 'articles', retired: '' });

export default function ArticlesPage({ data }: { data: ArticlesData }) {
  const t = useTranslations('articles');
  const title = useTranslations('shell.titles')('articles');
  const { game, ladder } = data;
  const isChosen = game !== null || ladder !== null;
  return (
    <>
      <PageTop title={title}>
        <Choosing data={data} />
      </PageTop>
      <div className="page articles-page">
        <p className="soft" role="status">
          {t('total', { count: data.total })}
        </p>
        {data.articles.length === 0 ? (
          <EmptyState
            title={t(isChosen ? 'none_found' : 'none')}
            reason={isChosen ? undefined : t('none_reason')}
          >
            {isChosen && <ButtonLink href="/articles">{t('all')}</ButtonLink>}
          </EmptyState>
        ) : (
          <ul className="lines">
            {data.articles.map((article) => (
              <ArticleRow key={article.slug} article={article} />
            ))}
          </ul>
        )}
        <Pager
          place={data}
          total={data.total}
          path="/articles"
          chosen={{ ...(game !== null && { game }), ...(ladder !== null && { ladder }) }}
          words={{ pages: t('pages'), previous: t('newer'), next: t('older') }}
        />
        <Feeds />
      </div>
    </>
  );
}

const hasSome = ({ is_long, list }: FilterChoices) => is_long || list.length > 0;

/** Works without a script: a form that asks for the same page. */
function Choosing({ data }: { data: ArticlesData }) {
  const t = useTranslations('articles');
  const { games, ladders } = data;
  if (!hasSome(games) && !hasSome(ladders)) {
    return null;
  }
  return (
    <form className="articles-choosing" action="/articles" method="get">
      <FilterChoice name="game" label={t('game')} any={t('any_game')} of={games} find={findGames} />
      <FilterChoice
        name="ladder"
        label={t('ladder')}
        any={t('any_ladder')}
        of={ladders}
        find={findLadders}
      />
      <Button type="submit">{t('show')}</Button>
    </form>
  );
}

function ArticleRow({ article }: { article: ArticleItem }) {
  const locale = useLocale();
  const { name, tag } = getLocale(article.locale);
  const about = [article.game, article.ladder, tag === locale ? null : name];
  return (
    <li className="articles-row">
      <h2 lang={tag}>
        <a href={`/articles/${article.slug}`}>{article.title}</a>
      </h2>
      <p className="soft articles-about">
        <Time instant={article.published_at} look="date" />
        {about.map((word) => word !== null && ` · ${word}`)}
      </p>
      <p className="soft" lang={tag}>
        {article.summary}
      </p>
    </li>
  );
}

function Feeds() {
  const t = useTranslations('articles');
  const tag = useLocale();
  const locale = locales.find((one) => one.tag === tag)?.code ?? defaultLocale;
  return (
    <p className="soft articles-feeds">
      {t('feeds')}{' '}
      <a href={`/articles/feed.atom?in=${locale}`} type="application/atom+xml" data-native>
        Atom
      </a>{' '}
      <a href={`/articles/feed.json?in=${locale}`} type="application/feed+json" data-native>
        JSON
      </a>
    </p>
  );
}
