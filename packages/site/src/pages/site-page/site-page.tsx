import { useEnvironment } from '../../app/environment.tsx';
import { getLocale } from '../../intl/locales.ts';
import { PageTop } from '../../ui/page-top.tsx';
import '../articles/article.css';
import { Languages } from '../articles/languages.tsx';
import { nameLeague } from '../articles/name-league.ts';
import { Prose } from '../articles/prose.tsx';
import type { SitePageData } from './data.ts';

export default function SitePage({ data }: { data: SitePageData }) {
  const { league_name } = useEnvironment().shell;
  const { tag } = getLocale(data.reading.locale);
  return (
    <article>
      <PageTop title={<span lang={tag}>{nameLeague(data.title, league_name)}</span>}>
        <p className="article-summary" lang={tag}>
          {nameLeague(data.summary, league_name)}
        </p>
      </PageTop>
      <div className="page reading reading-page">
        <Languages reading={data.reading} path={`/${data.slug}`} />
        <Prose nodes={data.body} lang={tag} />
      </div>
    </article>
  );
}
