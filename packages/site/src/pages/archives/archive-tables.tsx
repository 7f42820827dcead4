import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { formatRunTime } from '../ladder/run-time.ts';
import type {
  ArchiveData,
  ArchiveMatch,
  ArchiveName,
  ArchivePlace,
  ArchiveRecord,
} from './data.ts';

/** What the page shows of the archive, in plain tables. */
export function ArchiveTables({ data }: { data: ArchiveData }) {
  switch (data.part) {
    case 'matches':
      return <Matches data={data} />;
    case 'runs':
      return <Runs data={data} />;
    case 'rosters':
      return <Rosters data={data} />;
    default:
      return (
        <>
          <Trophies data={data} />
          <Standings data={data} />
          <Records data={data} />
        </>
      );
  }
}

/** As it was called then, and where it is now. */
function Name({ who }: { who: ArchiveName }) {
  const t = useTranslations('archives');
  if (who.name === null) {
    return <span className="soft">{t('former_player')}</span>;
  }
  return who.href === null ? who.name : <a href={who.href}>{who.name}</a>;
}

interface TableProps {
  title: string;
  columns: string[];
  children: ReactNode;
}

function Table({ title, columns, children }: TableProps) {
  return (
    <section>
      <SectionHead title={title} />
      <table className="archive-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The emblem of the name as it was then; of somebody who has left there is none. */
function Mark({ who, data }: { who: ArchiveName; data: ArchiveData }) {
  const kind = data.format === 'time_attack' ? 'person' : 'team';
  return who.name === null ? null : <Emblem name={who.name} kind={kind} size="small" />;
}

function Trophies({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  const { trophies, from } = data;
  if (trophies.length === 0 || from > 1) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('trophies')} id="trophies" />
      <ol className="archive-trophies">
        {trophies.map(({ position, place, title, who }) => (
          <li key={position}>
            {place !== null && <span className="display">{place}</span>}
            <span>
              <Mark who={who} data={data} /> <Name who={who} />
              {title !== null && <span className="soft"> {title}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Standings({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  const { standings } = data;
  if (standings.length === 0) {
    return data.body.length > 0 ? null : <EmptyState title={t('no_standings')} />;
  }
  const hasRecords = standings.some(({ wins, losses }) => wins !== null && losses !== null);
  const hasPoints = standings.some(({ points }) => points !== null);
  const columns = [
    t('place'),
    t('name'),
    ...(hasRecords ? [t('record')] : []),
    ...(hasPoints ? [t('points')] : []),
  ];
  return (
    <Table title={t('standings')} columns={columns}>
      {standings.map((row) => (
        <tr key={row.position}>
          <td className="display">{row.place}</td>
          <th scope="row">
            <Mark who={row.who} data={data} /> <Name who={row.who} />
          </th>
          {hasRecords && <td>{toRecord(row)}</td>}
          {hasPoints && <td>{row.points}</td>}
        </tr>
      ))}
    </Table>
  );
}

function toRecord({ wins, losses, draws }: ArchivePlace): string {
  if (wins === null || losses === null) {
    return '';
  }
  return draws !== null && draws > 0 ? `${wins}–${losses}–${draws}` : `${wins}–${losses}`;
}

function Records({ data: { records, from } }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  if (records.length === 0 || from > 1) {
    return null;
  }
  return (
    <Table title={t('records')} columns={[t('best'), t('name'), t('value')]}>
      {records.map((record) => (
        <tr key={record.position}>
          <td>
            {record.kind === null
              ? record.title
              : t(`best_of.${record.kind}`, { of: record.title })}
          </td>
          <th scope="row">
            <Name who={record.who} />
          </th>
          <td>{toValue(record)}</td>
        </tr>
      ))}
    </Table>
  );
}

const toValue = ({ kind, value }: ArchiveRecord) =>
  kind === 'fastest_run' && typeof value === 'number' ? formatRunTime(value) : value;

function Matches({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  return (
    <Table title={t('parts.matches')} columns={[t('date'), t('sides'), t('score')]}>
      {data.matches.map((match) => (
        <tr key={match.position}>
          <td className="archive-day">{match.at !== null && <Day at={match.at} />}</td>
          <td>
            <Side who={match.one} hasWon={match.winner === 'one'} />
            {' – '}
            <Side who={match.other} hasWon={match.winner === 'other'} />
            {match.maps.length > 0 && (
              <span className="soft archive-maps">{match.maps.join(', ')}</span>
            )}
          </td>
          <td>
            <Score match={match} />{' '}
            <a
              className="soft archive-source"
              href={`/archives/debug?${new URLSearchParams({ archive: data.slug, section: 'match', row: String(match.position) })}`}
              aria-label={t('source_of', { number: match.position })}
            >
              {t('source')}
            </a>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A date without an hour is that day for everybody. */
function Day({ at }: { at: string }) {
  return at.length === 10 ? (
    <Time instant={at} look="date" zone="UTC" />
  ) : (
    <Time instant={at} look="date" />
  );
}

function Side({ who, hasWon }: { who: ArchiveName; hasWon: boolean }) {
  return hasWon ? (
    <strong>
      <Name who={who} />
    </strong>
  ) : (
    <Name who={who} />
  );
}

function Score({ match: { score, is_forfeit, winner, href } }: { match: ArchiveMatch }) {
  const t = useTranslations('archives');
  const points = score === null ? null : `${score[0]}–${score[1]}`;
  const words = is_forfeit
    ? t('forfeit')
    : (points ?? t(winner === null ? 'no_score' : `won.${winner}`));
  return href === null ? words : <a href={href}>{words}</a>;
}

function Runs({ data: { runs } }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  return (
    <Table title={t('parts.runs')} columns={[t('stage'), t('name'), t('time')]}>
      {runs.map(({ position, who, stage, time_ms }) => (
        <tr key={position}>
          <td>{stage}</td>
          <th scope="row">
            <Name who={who} />
          </th>
          <td>{formatRunTime(time_ms)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Rosters({ data: { rosters } }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  return (
    <Table title={t('parts.rosters')} columns={[t('name'), t('players')]}>
      {rosters.map(({ position, who, players }) => (
        <tr key={position}>
          <th scope="row">
            <Name who={who} />
          </th>
          <td>
            {players.length === 0 ? (
              <span className="soft">–</span>
            ) : (
              <ul className="archive-players">
                {players.map((player) => (
                  <li key={player.position}>
                    <Name who={player.who} />
                    {player.role === 'captain' && <span className="soft"> {t('captain')}</span>}
                  </li>
                ))}
              </ul>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
