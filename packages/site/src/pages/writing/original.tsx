import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { ChangedText } from './changed-text.tsx';
import { fieldsOfKind, type WritingData } from './data.ts';

/** For a translation: what it is made from, with what changed there since. */
export function Original({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  const { original } = data;
  if (original === null) {
    return null;
  }
  const since = original.since ?? original.texts;
  return (
    <section>
      <SectionHead title={t('original')} />
      <div lang={data.original_locale} className="writing-original">
        {fieldsOfKind[data.kind].map((field) => (
          <ChangedText
            key={field}
            before={since[field] ?? ''}
            after={original.texts[field] ?? ''}
          />
        ))}
      </div>
    </section>
  );
}
