import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormBars } from '../../ui/form-bars.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { usePastHref } from '../past/past-href.tsx';
import type { TeamData, TeamEntry } from './data.ts';
import { EntryPlayers } from './entry-players.tsx';
import { EntryCharts } from './stills.ts';

/** Where the team stands, and how it came there. */
export function TeamEntries({ data }: { data: TeamData }) {
  const t = useTranslations('team.entries');
  return (
    <section>
      <SectionHead title={t('title')} id="ladders" />
      {data.entries.length === 0 ? (
        <EmptyState title={t('none')} reason={t('none_reason')} />
      ) : (
        <ul className="lines">
          {data.entries.map((entry) => (
            <Entry key={entry.entry_id} data={data} entry={entry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({ data, entry }: { data: TeamData; entry: TeamEntry }) {
  const t = useTranslations('team.entries');
  const toHref = usePastHref();
  const { ladder, season, rung } = entry;
  // The demonstration's name is in no reader's language.
  const facts = [
    ...(season.is_demo ? [] : [season.name]),
    ...(season.is_running ? [] : [t('over')]),
    ...(rung === null ? [] : [t('of', { size: entry.size })]),
  ];
  return (
    <li className="team-entry">
      <div className="team-entry-head">
        <p className="display team-rung">
          <span className="visually-hidden">{rung === null ? t('no_rung') : t('rung')}</span>{' '}
          {rung ?? '–'}
        </p>
        <div className="team-entry-words">
          <h3>
            <a className="team-link" href={toHref(`/ladders/${ladder.slug}`)}>
              {ladder.name}
            </a>
          </h3>
          <p className="soft">{facts.join(' · ')}</p>
        </div>
        <p className="team-record">
          <span className="visually-hidden">{t('record')}</span> {entry.wins}–{entry.losses}
          {entry.draws > 0 && `–${entry.draws}`}
        </p>
        <FormBars form={entry.form} />
      </div>
      <EntryCharts entry={entry} />
      {entry.eligible !== undefined && (
        <EntryPlayers data={data} entry={entry} eligible={entry.eligible} />
      )}
    </li>
  );
}
