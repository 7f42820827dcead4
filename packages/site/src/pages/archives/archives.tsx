import { useFormatter, useTranslations } from 'use-intl';
import { findChoices } from '../../client/form/find-choices.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Pager } from '../../ui/pager.tsx';
import './archives.css';
import type { ArchiveLine, ArchivesData } from './data.ts';
import { Marks } from './marks.tsx';

const findGames = findChoices('games', { with: 'archives', retired: '' });
const findLadders = findChoices('ladders', { with: 'archives', retired: '' });

export default function ArchivesPage({ data }: { data: ArchivesData }) {
  const t = useTranslations('archives');
  const title = useTranslations('shell.titles')('archives');
  const { year, game, ladder } = data;
  const chosen = {
    ...(year !== null && { year: String(year) }),
    ...(game !== null && { game }),
    ...(ladder !== null && { ladder }),
  };
  const isChosen = Object.keys(chosen).length > 0;
  return (
    <>
      <PageTop title={title}>
        <p className="archives-lead">{t('lead')}</p>
        {(data.years.length > 0 || isChosen) && <Choosing data={data} />}
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <p className="soft" role="status">
            {t('total', { count: data.total })}
          </p>
          {data.archives.length > 0 ? (
            <ul className="lines">
              {data.archives.map((archive) => (
                <ArchiveRow key={`${archive.kind} ${archive.slug}`} archive={archive} />
              ))}
            </ul>
          ) : (
            <EmptyState
              title={t(isChosen ? 'none_found' : 'none')}
              reason={isChosen ? undefined : t('none_reason')}
            >
              {isChosen ? (
                <ButtonLink href="/archives">{t('all')}</ButtonLink>
              ) : (
                <ButtonLink href="/#ladders">{t('to_ladders')}</ButtonLink>
              )}
              {!isChosen && data.may_import && (
                <ButtonLink look="main" href="/archives/import">
                  {t('import')}
                </ButtonLink>
              )}
            </EmptyState>
          )}
          <Pager
            place={data}
            total={data.total}
            path="/archives"
            chosen={chosen}
            words={{ pages: t('pages'), previous: t('previous'), next: t('next') }}
          />
        </div>
        <aside className="prose">
          <p>{t('promise')}</p>
          {data.may_import && (
            <p>
              <a href="/archives/import">{t('import')}</a>
            </p>
          )}
          <p>
            <a href="/archives/debug">{t('raw')}</a>
          </p>
        </aside>
      </div>
    </>
  );
}

/** Works without a script: a form that asks for the same page. */
function Choosing({ data }: { data: ArchivesData }) {
  const t = useTranslations('archives');
  const { years, games, ladders, year } = data;
  const toYear = (one: number) => ({ slug: String(one), name: String(one) });
  return (
    <form className="archives-choosing" action="/archives" method="get">
      <Choice
        name="year"
        label={t('year')}
        any={t('any_year')}
        of={years.map(toYear)}
        chosen={year === null ? null : String(year)}
      />
      <FilterChoice name="game" label={t('game')} any={t('any_game')} of={games} find={findGames} />
      <FilterChoice
        name="ladder"
        label={t('of_ladder')}
        any={t('any_ladder')}
        of={ladders}
        find={findLadders}
      />
      <Button type="submit">{t('show')}</Button>
    </form>
  );
}

function ArchiveRow({ archive }: { archive: ArchiveLine }) {
  const format = useFormatter();
  const t = useTranslations('archives');
  const closed = new Date(archive.closed_at);
  return (
    <li className="archive-row">
      <h2>
        {archive.ladder && <Emblem name={archive.ladder.name} kind="ladder" size="small" />}
        <span>
          <a href={`/archives/${archive.slug}`}>{archive.title}</a> <Marks archive={archive} />
        </span>
      </h2>
      <p className="archive-date">
        <span className="display">
          {format.dateTime(closed, { year: 'numeric', timeZone: 'UTC' })}
        </span>
        <span className="soft">{format.dateTime(closed, { month: 'long', timeZone: 'UTC' })}</span>
      </p>
      <p className="soft">
        {archive.origin === null ? archive.summary : t('from', { origin: archive.origin })}
      </p>
    </li>
  );
}
