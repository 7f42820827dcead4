import { useTranslations } from 'use-intl';
import type { ArchiveLine } from './data.ts';

/** What sets an archive apart from a season that the log proves. */
export function Marks({ archive }: { archive: Pick<ArchiveLine, 'kind' | 'is_demo'> }) {
  const t = useTranslations('archives');
  if (archive.kind === 'imported') {
    return <span className="archive-mark">{t('imported')}</span>;
  }
  return archive.is_demo ? <span className="archive-mark">{t('demonstration')}</span> : null;
}
