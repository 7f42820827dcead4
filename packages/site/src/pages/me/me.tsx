import { useNow, useTimeZone, useTranslations } from 'use-intl';
import { useReloadOnNews } from '../../client/live/use-reload-on-news.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { MatchList } from '../team/match-list.tsx';
import type { MeData, Stand } from './data.ts';
import { groupMatters } from './group-matters.ts';
import type { Matter } from './matter.ts';
import { MatterRow } from './matter-row.tsx';
import { MatterStrip } from './matter-strip.tsx';
import './me.css';

/** Everything that concerns the reader, across all their teams and ladders. */
export default function MePage({ data }: { data: MeData }) {
  const t = useTranslations('me');
  const title = useTranslations('shell.titles')('me');
  const now = useNow();
  const zone = useTimeZone() ?? 'UTC';
  useReloadOnNews();
  const [first] = data.matters;
  // What is lost first stands first, also where it is a date: as home and the line above every page have it.
  const leading = first?.weight === 'date' ? first : null;
  const rest = data.matters.filter((matter) => matter !== leading);
  const { waiting, today, coming, others } = groupMatters(rest, now, zone);
  return (
    <>
      <PageTop title={title} />
      <div className="page columns">
        <div className="stack">
          {leading !== null && <MatterStrip matter={leading} />}
          {(leading === null || waiting.length > 0) && (
            <Waiting matters={waiting} calls={leading === null} />
          )}
          <Rows title={t('today')} id="today" matters={today} />
          <Rows title={t('week')} id="coming" matters={coming} />
          <Rows title={t('others')} id="others" matters={others} />
          <section aria-labelledby="results">
            <SectionHead title={t('results')} id="results" />
            {data.results.length > 0 ? (
              <MatchList matches={data.results} />
            ) : (
              <p className="soft">{t('no_results')}</p>
            )}
          </section>
        </div>
        <aside className="stack">
          <Stands stands={data.stands} calls={first === undefined} />
        </aside>
      </div>
    </>
  );
}

/** So many have a strip each; an office has dozens, and those behind are lines. */
const mostStrips = 3;

/** `calls`: whether the first of them is what to begin with. */
function Waiting({ matters, calls }: { matters: readonly Matter[]; calls: boolean }) {
  const t = useTranslations('me');
  return (
    <section aria-labelledby="waiting">
      <SectionHead title={t('waiting')} id="waiting" />
      {matters.length > 0 ? (
        <ol className="me-strips">
          {matters.slice(0, mostStrips).map((matter, index) => (
            <li key={toKey(matter)}>
              <MatterStrip matter={matter} isFirst={calls && index === 0} />
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState title={t('none')} reason={t('none_reason')} />
      )}
      <Lines matters={matters.slice(mostStrips)} />
    </section>
  );
}

/** What is only to be known, one a line; nothing where there is none. */
function Rows({ title, id, matters }: { title: string; id: string; matters: readonly Matter[] }) {
  if (matters.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={id}>
      <SectionHead title={title} id={id} />
      <Lines matters={matters} />
    </section>
  );
}

function Lines({ matters }: { matters: readonly Matter[] }) {
  return (
    matters.length > 0 && (
      <ul className="lines">
        {matters.map((matter) => (
          <MatterRow key={toKey(matter)} matter={matter} />
        ))}
      </ul>
    )
  );
}

/** `calls`: whether finding a team is what to begin with, since nothing else waits. */
function Stands({ stands, calls }: { stands: readonly Stand[]; calls: boolean }) {
  const t = useTranslations('me');
  return (
    <section aria-labelledby="stands">
      <SectionHead title={t('stands')} id="stands" />
      {stands.length > 0 ? (
        <ul className="lines">
          {stands.map((stand) => (
            <StandRow key={`${stand.team?.slug} ${stand.ladder?.slug}`} stand={stand} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('no_stands')} reason={t('no_stands_reason')}>
          <ButtonLink look={calls ? 'main' : 'quiet'} href="/teams">
            {t('teams')}
          </ButtonLink>
        </EmptyState>
      )}
    </section>
  );
}

function StandRow({ stand: { team, role, ladder, rung, wins, losses } }: { stand: Stand }) {
  const t = useTranslations('me');
  const toRole = useTranslations('pieces.roles');
  return (
    <li className="me-stand">
      {team !== null && <Emblem name={team.name} picture={team.logo} />}
      <div>
        {team !== null && (
          <p>
            <a className="me-name" href={`/teams/${team.slug}`}>
              {team.name}
            </a>{' '}
            <span className="soft">{toRole(role)}</span>
          </p>
        )}
        <p className="soft me-stand-more">
          {ladder === null ? t('no_ladder') : <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
          {rung !== null && ` · ${t('rung', { rung })}`}
          {ladder !== null && team !== null && ` · ${wins}–${losses}`}
        </p>
      </div>
    </li>
  );
}

function toKey(matter: Matter): string {
  const { kind } = matter;
  if ('match' in matter) {
    return `${kind} ${matter.match.id}`;
  }
  return JSON.stringify(matter);
}
