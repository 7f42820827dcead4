import { useNow, useTranslations } from 'use-intl';
import { useReloadEachMinute } from '../../client/live/use-reload-each-minute.ts';
import { useReloadWhenHeard } from '../../client/live/use-reload-when-heard.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { Desk, DeskItem } from './data.ts';

/** What waits for somebody in office, the most urgent first; it follows what happens by itself. */
export function DeskQueue({ desk }: { desk: Desk }) {
  const t = useTranslations('admins.queue');
  useReloadWhenHeard();
  useReloadEachMinute();
  const now = useNow().getTime();
  // Of several that press the first calls.
  const first = desk.items.find((item) => isUrgent(item, now) && item.act.does !== 'look');
  return (
    <section aria-labelledby="queue">
      <SectionHead title={t('title')} id="queue">
        <output>{t('waiting', { count: desk.waiting })}</output>
      </SectionHead>
      {desk.items.length === 0 ? (
        <EmptyState title={t('nothing')} reason={t('nothing_reason')} />
      ) : (
        <ul className="lines">
          {desk.items.map((item) => (
            <QueueLine key={`${item.kind} ${item.id}`} item={item} isFirst={item === first} />
          ))}
        </ul>
      )}
      <Pages desk={desk} />
    </section>
  );
}

function Pages({ desk: { page, pages } }: { desk: Desk }) {
  const t = useTranslations('admins.queue');
  if (pages === 1) {
    return null;
  }
  return (
    <nav className="queue-pages" aria-label={t('pages')}>
      {page > 1 && <a href={page === 2 ? '/admins' : `/admins?page=${page - 1}`}>{t('before')}</a>}
      <span className="soft">{t('page', { page, pages })}</span>
      {page < pages && <a href={`/admins?page=${page + 1}`}>{t('after')}</a>}
    </nav>
  );
}

function QueueLine({ item, isFirst }: { item: DeskItem; isFirst: boolean }) {
  const t = useTranslations('admins.queue');
  const now = useNow().getTime();
  const { kind, ladder, reason, act, blocks_at } = item;
  return (
    <li className={isUrgent(item, now) ? 'queue-line queue-urgent' : 'queue-line'}>
      <div className="queue-words">
        <p className="queue-kind">
          <b>{t(`kind.${kind}`)}</b>
          {ladder !== null && <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
        </p>
        <p className="queue-about">
          <About item={item} />
        </p>
        {blocks_at !== null && (
          <p className="queue-due">
            {t.rich('blocks', { time: () => <Time instant={blocks_at} /> })}
          </p>
        )}
        <p className="soft">
          {reason !== null && `${t(`reason.${reason}`)} `}
          {t.rich('since', { time: () => <Time instant={item.since} /> })} <Until item={item} />
        </p>
        <Holder item={item} />
      </div>
      <div className="queue-act">
        {item.has_part && <p className="soft">{t('own')}</p>}
        <ButtonLink look={isFirst ? 'main' : 'quiet'} href={act.href}>
          {t(`act.${act.does}`)}
          <span className="visually-hidden"> {toWords(item)}</span>
        </ButtonLink>
      </div>
    </li>
  );
}

const isLate = ({ until }: DeskItem, now: number): boolean =>
  until !== null && Date.parse(until) < now;

/** Whether it is late, or a match begins soon that hangs on it. */
const isUrgent = (item: DeskItem, now: number): boolean =>
  item.blocks_at !== null || isLate(item, now);

/** What it is about in names alone, for who hears the button without its line. */
function toWords({ match, run, thing, person }: DeskItem): string {
  if (person !== null) {
    return person;
  }
  if (thing !== null) {
    return thing.title;
  }
  if (match !== null) {
    return `${match.challenger.name} – ${match.defender.name}`;
  }
  return run === null ? '' : `${run.driver.name}, ${run.stage}`;
}

function About({ item: { match, run, thing, person } }: { item: DeskItem }) {
  const t = useTranslations('admins.queue');
  if (person !== null) {
    return <a href={`/admins/people/${encodeURIComponent(person)}`}>{person}</a>;
  }
  if (thing !== null) {
    return (
      <>
        {t(`thing.${thing.kind}`)}{' '}
        {thing.title === '' ? <i>{t('withheld')}</i> : <q>{thing.title}</q>}{' '}
        {thing.reports > 0 && (
          <span className="soft">{t('reports', { count: thing.reports })}</span>
        )}
      </>
    );
  }
  if (match !== null) {
    return (
      <>
        {match.challenger.name} <span className="soft">{t('versus')}</span> {match.defender.name}{' '}
        <span className="soft">{t('number', { number: match.number })}</span>
      </>
    );
  }
  return run === null ? null : (
    <>
      {run.driver.name} <span className="soft">{run.stage}</span>
    </>
  );
}

function Until({ item }: { item: DeskItem }) {
  const t = useTranslations('admins.queue');
  const isPast = isLate(item, useNow().getTime());
  const { until } = item;
  if (until === null) {
    return null;
  }
  return (
    <span className={isPast ? 'queue-due' : undefined}>
      {t.rich(isPast ? 'late' : 'until', { time: () => <Time instant={until} /> })}
    </span>
  );
}

/** Who has it; matches and runs are not taken in hand. */
function Holder({ item: { kind, holder } }: { item: DeskItem }) {
  const t = useTranslations('admins.queue');
  if (holder === null) {
    return kind === 'match' || kind === 'run' ? null : <p className="soft">{t('nobody')}</p>;
  }
  return (
    <p className={holder.is_own ? 'queue-own' : 'soft'}>
      {t.rich(holder.is_own ? 'yours' : 'theirs', {
        by: holder.username,
        time: () => <Time instant={holder.since} />,
      })}{' '}
      {t.rich('lapses', { time: () => <Time instant={holder.until} look="clock" /> })}
    </p>
  );
}
