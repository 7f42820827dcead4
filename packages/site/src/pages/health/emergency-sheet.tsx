import { useFormatter, useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { EmergencySheet } from './data.ts';
import './emergency-sheet.css';

/** What somebody needs to bring the league back on another machine, to be printed: on paper it is the only thing of its page. */
export function Sheet({ sheet }: { sheet: EmergencySheet }) {
  const t = useTranslations('health.sheet');
  const format = useFormatter();
  const { league, place, newest, keys, line, is_s3, muster, printed_at } = sheet;
  return (
    <section aria-labelledby="sheet" className="emergency-sheet">
      <SectionHead title={t('title')} id="sheet">
        <button type="button" className="button" onClick={() => window.print()}>
          {t('print')}
        </button>
      </SectionHead>
      <p className="soft">{t('means')}</p>
      <dl>
        <dt>{t('league')}</dt>
        <dd>{league}</dd>
        <dt>{t('where')}</dt>
        <dd>{place}</dd>
        {is_s3 && <ByHand says={t('s3')} />}
        <dt>{t('newest')}</dt>
        <dd>
          {newest === null ? t('none') : newest.name}
          {newest !== null && <small>SHA-256 {newest.sha256}</small>}
        </dd>
        <dt>{t('key')}</dt>
        <dd>{keys.length === 0 ? t('open') : t('sealed', { keys: keys.join(', ') })}</dd>
        {keys.length > 0 && <ByHand says={t('kept')} />}
        <dt>{t('takes')}</dt>
        <dd>{t('machine', { version: muster })}</dd>
        <dt>{t('line')}</dt>
        <dd>
          <code>{line}</code>
          <small>{t('after')}</small>
        </dd>
        <dt>{t('printed')}</dt>
        <dd>{format.dateTime(new Date(printed_at), { dateStyle: 'long' })}</dd>
      </dl>
    </section>
  );
}

/** What nobody but the owner knows: it is written on the paper. */
function ByHand({ says }: { says: string }) {
  return (
    <>
      <dt>{says}</dt>
      <dd className="emergency-sheet-by-hand" />
    </>
  );
}
