import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { type ImportAnswer, importedSections } from './import-data.ts';

const toParted = (separator: string | null) => (separator === '\t' ? 'tab' : (separator ?? 'none'));

/** What a file comes to: how much is taken, and each row that is not, with why. */
export function ImportOutcome({ answer }: { answer: ImportAnswer }) {
  const t = useTranslations('archive-office');
  const { slug, total, faulty, faults, counts, encoding, separator } = answer;
  const there = importedSections.filter((section) => (counts[section] ?? 0) > 0);
  return (
    <section className="archive-import-outcome">
      <SectionHead title={t(slug === null ? 'import.would' : 'import.done')} />
      <p>
        {t('import.taken', { count: total })} {t('import.left', { count: faulty })}
      </p>
      {slug !== null && (
        <p>
          <a href={`/archives/${slug}`}>{t('import.look')}</a>
        </p>
      )}
      {there.length > 0 && (
        <p className="soft">
          {there.map((section) => `${t(`sections.${section}`)}: ${counts[section]}`).join(' · ')}
        </p>
      )}
      <p className="soft">
        {t('import.read_as', { encoding, parted: toParted(separator), mark: separator ?? '' })}
      </p>
      {faults.length > 0 && (
        <ul className="archive-import-faults">
          {faults.map(({ line, field, rule, value }) => (
            <li key={`${line} ${field} ${rule}`}>
              {line > 0 && <strong>{t('line_of_file', { number: line })}: </strong>}
              <code>{field}</code> {t(`import.rules.${rule}`)}
              {value !== '' && (
                <span className="soft">
                  {' '}
                  <q>{value}</q>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {faulty > faults.length && (
        <p className="soft">{t('import.more_faults', { count: faulty - faults.length })}</p>
      )}
    </section>
  );
}
