import { useTranslations } from 'use-intl';
import { type StatusKind, StatusMark } from '../../ui/status-mark.tsx';
import { Time } from '../../ui/time.tsx';
import type { EntryStatus } from './data.ts';

const marks: Record<EntryStatus['kind'], StatusKind> = {
  available: 'available',
  newcomer: 'quiet',
  suspended: 'disputed',
  resting: 'resting',
  rest_announced: 'resting',
  immune: 'immune',
  challenging: 'match',
  challenged: 'match',
  scheduled: 'match',
  check_in: 'check_in',
  live: 'check_in',
  reported: 'match',
  disputed: 'disputed',
};

/** What keeps an entry busy: a word with its shape, then with whom and until when. */
export function EntryStatusMark({ status }: { status: EntryStatus }) {
  const t = useTranslations('ladder.status');
  return (
    <StatusMark kind={marks[status.kind]} label={t(`label.${status.kind}`)}>
      <StatusDetail status={status} />
    </StatusMark>
  );
}

function StatusDetail({ status }: { status: EntryStatus }) {
  const t = useTranslations('ladder.status');
  switch (status.kind) {
    case 'available':
    case 'newcomer':
      return null;
    case 'resting':
    case 'immune':
      return t.rich('until', { time: () => <Time instant={status.until} /> });
    case 'suspended':
      return status.until === null
        ? null
        : t.rich('until', { time: () => <Time instant={status.until ?? ''} /> });
    case 'rest_announced':
      return t.rich('from', { time: () => <Time instant={status.from} /> });
    default:
      return (
        <a href={`/matches/${status.match_id}`}>
          <BusyDetail status={status} />
        </a>
      );
  }
}

function BusyDetail({ status }: { status: Extract<EntryStatus, { match_id: string }> }) {
  const t = useTranslations('ladder.status');
  const { opponent, starts_at, deadline } = status;
  if (status.kind === 'scheduled' && starts_at !== null) {
    return t.rich('versus_at', { opponent, time: () => <Time instant={starts_at} /> });
  }
  if (status.kind === 'check_in' && starts_at !== null) {
    return t.rich('starts', { opponent, time: () => <Time instant={starts_at} look="clock" /> });
  }
  if (status.kind === 'challenged') {
    return deadline === null
      ? t('by', { opponent })
      : t.rich('by_until', { opponent, time: () => <Time instant={deadline} /> });
  }
  return t('versus', { opponent });
}
