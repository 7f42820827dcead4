import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { locales } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { useCommand } from '../team/use-command.ts';
import type { FlagWordsData } from './data.ts';
import './moderation.css';

/** The words that flag names and notices, one list a language. */
export default function FlagWordsPage({ data }: { data: FlagWordsData }) {
  const t = useTranslations('moderation');
  return (
    <>
      <PageTop title={t('titles.words')} kicker={<a href="/admins/cases">{t('titles.cases')}</a>}>
        <p className="page-top-lead">{t('words.lead')}</p>
      </PageTop>
      <div className="page stack case-page">
        {locales.map(({ code, tag, name }) => (
          <WordForm key={code} locale={code} tag={tag} name={name} words={data.words[code] ?? []} />
        ))}
      </div>
    </>
  );
}

interface WordFormProps {
  locale: string;
  tag: string;
  name: string;
  words: readonly string[];
}

function WordForm({ locale, tag, name, words }: WordFormProps) {
  const t = useTranslations('moderation.words');
  const { send, isBusy, error } = useCommand({ saysErrors: false });
  const [text, setText] = useState(words.join('\n'));
  function submit(event: FormEvent) {
    event.preventDefault();
    const given = text.split('\n').filter((line) => line.trim() !== '');
    void send({ path: '/api/moderation/words', body: { locale, words: given }, done: t('saved') });
  }
  return (
    <details className="case-undo">
      <summary>
        <span lang={tag}>{name}</span>&nbsp;
        <span className="soft">{t('count', { count: words.length })}</span>
      </summary>
      <form method="post" className="case-form" onSubmit={submit}>
        <Field label={t('label')} error={error === null ? null : t('wrong')}>
          {(control) => (
            <textarea
              {...control}
              lang={tag}
              rows={12}
              maxLength={21_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('save')}
        </Button>
      </form>
    </details>
  );
}
