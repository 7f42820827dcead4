import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/use-refusal.ts';
import { getLocale, locales } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import { ask } from './ask.ts';
import { Original, Preview, Revisions } from './beside.tsx';
import { fieldsOfKind, toMarkdownField, type WritingData } from './data.ts';
import { Publication } from './publication.tsx';
import { TextBox } from './text-box.tsx';
import { type Draft, isSameTexts, useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';
import './writing.css';

const presencePause = 20_000;

/** A text in one language: written, looked at, saved and published. */
export default function WritingPage({ data }: { data: WritingData }) {
  return <Editor key={`${data.kind}/${data.slug}/${data.locale}`} data={data} />;
}

function Editor({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  const kept = useDraft(data);
  const saving = useSave(data, kept);
  const [slug, setSlug] = useState('');
  const there = data.languages.find(({ locale }) => locale === data.locale);
  // An older translation is as old after a small mend, until somebody says that it is not.
  const [isUpToDate, setIsUpToDate] = useState(there?.is_stale !== true);
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const { texts, revision } = kept.draft;
  const write = (field: string, text: string) =>
    kept.write({ texts: { ...texts, [field]: text }, revision });
  const save = () => void saving.save(slug, isUpToDate ? data.original?.revision : undefined);
  const lang = getLocale(data.locale).tag;
  const markdown = toMarkdownField(data.kind);
  return (
    <>
      <PageTop
        title={texts.title || data.slug}
        terrain="writing"
        kicker={<a href="/admins/writing">{t('title')}</a>}
      >
        <Presence data={data} />
      </PageTop>
      <div className="page writing">
        <div className="stack">
          <Languages data={data} />
          <DraftLine kept={kept} data={data} />
          {saving.news !== null && (
            <p className="writing-note" role="status">
              {t(saving.news)}
            </p>
          )}
          {saving.isNew && (
            <Field label={t('slug')} hint={t('slug_hint')}>
              {(control) => (
                <input
                  {...control}
                  value={slug}
                  maxLength={80}
                  onChange={(event) => setSlug(event.target.value)}
                />
              )}
            </Field>
          )}
          {fieldsOfKind[data.kind].map((field) => (
            <Field key={field} label={t(`fields.${field}`)}>
              {(control) =>
                field === markdown ? (
                  <TextBox
                    control={control}
                    value={texts[field] ?? ''}
                    longest={data.limits[field] ?? 0}
                    lang={lang}
                    onWrite={(text) => write(field, text)}
                  />
                ) : (
                  <input
                    {...control}
                    lang={lang}
                    value={texts[field] ?? ''}
                    maxLength={data.limits[field]}
                    onChange={(event) => write(field, event.target.value)}
                  />
                )
              }
            </Field>
          ))}
          <Clashes saving={saving} texts={texts} />
          {data.original !== null && (
            <label>
              <input
                type="checkbox"
                checked={isUpToDate}
                onChange={(event) => setIsUpToDate(event.target.checked)}
              />{' '}
              {t('up_to_date')}
            </label>
          )}
          <SaveFailed saving={saving} onAgain={save} />
          <div className="writing-acts">
            <Button
              look="main"
              isBusy={saving.isBusy}
              disabled={saving.clash !== null || (saving.isNew && slug === '')}
              onClick={save}
            >
              {t('save')}
            </Button>
            {!isSameTexts(texts, data.texts) && (
              <Button
                onClick={() => {
                  setDiscarded(kept.draft);
                  void kept.drop({ texts: data.texts, revision: data.revision });
                }}
              >
                {t('discard')}
              </Button>
            )}
            {discarded !== null && isSameTexts(texts, data.texts) && (
              <Button onClick={() => kept.write(discarded)}>{t('bring_back')}</Button>
            )}
          </div>
          {!saving.isNew && (
            <Revisions
              data={data}
              texts={texts}
              onTake={(old) => kept.write({ texts: old, revision })}
            />
          )}
          {data.may_publish && !saving.isNew && <Publication data={data} />}
        </div>
        <div className="stack">
          {data.original !== null && (
            <section>
              <h2 className="display">{t('original')}</h2>
              <Original data={data} />
            </section>
          )}
          {data.offered !== null && (
            <section>
              <h2 className="display">{t('offered')}</h2>
              <p className="writing-text">{data.offered.texts[markdown]}</p>
              <Button
                onClick={() =>
                  kept.write({ texts: { ...texts, ...data.offered?.texts }, revision })
                }
              >
                {t('take_offered')}
              </Button>
            </section>
          )}
          <section>
            <h2 className="display">{t('preview')}</h2>
            <Preview kind={data.kind} body={texts[markdown] ?? ''} />
          </section>
        </div>
      </div>
    </>
  );
}

function Languages({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  return (
    <nav className="writing-languages" aria-label={t('languages')}>
      {locales.map(({ code, tag, name }) => {
        const there = data.languages.find(({ locale }) => locale === code);
        return (
          <a
            key={code}
            lang={tag}
            href={`/admins/writing/${data.kind}/${data.slug}?locale=${code}`}
            aria-current={code === data.locale ? 'page' : undefined}
          >
            {name}
            {there === undefined ? ' –' : there.is_stale ? ` · ${t('older')}` : ' ✓'}
          </a>
        );
      })}
    </nav>
  );
}

/** Who else has it open, asked for as long as one has it open oneself. */
function Presence({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  const [open, setOpen] = useState(data.open);
  const path = `/api/writing/${data.kind}/${data.slug}/presence`;
  useEffect(() => {
    const tell = async () => {
      const answer = await ask<{ open: WritingData['open'] }>(path, { locale: data.locale });
      if (answer.ok) {
        setOpen(answer.data.open);
      }
    };
    void tell();
    const timer = setInterval(() => void tell(), presencePause);
    return () => clearInterval(timer);
  }, [path, data.locale]);
  return (
    <p role="status">
      {open.length > 0 && t('open', { names: open.map(({ username }) => username).join(', ') })}
    </p>
  );
}

function DraftLine({ kept, data }: { kept: ReturnType<typeof useDraft>; data: WritingData }) {
  const t = useTranslations('writing');
  const toSentence = useRefusal();
  const isChanged = !isSameTexts(kept.draft.texts, data.texts);
  return (
    <>
      {kept.isBack && isChanged && <p className="writing-note">{t('draft_back')}</p>}
      {kept.error !== null && (
        <p className="writing-note" role="alert">
          {kept.error.code === 'network_failed' ? t('no_network') : toSentence(kept.error)}
        </p>
      )}
      <p className="soft" role="status">
        {kept.keptAt !== null && !kept.isWaiting && (
          <>
            {t('kept')} <Time instant={kept.keptAt} look="clock" />
          </>
        )}
      </p>
    </>
  );
}

interface SavingProps {
  saving: ReturnType<typeof useSave>;
}

function Clashes({ saving, texts }: SavingProps & { texts: Record<string, string> }) {
  const t = useTranslations('writing');
  const { clash, choose } = saving;
  return clash?.fields.map((field) => {
    const [mine, theirs] = [texts[field] ?? '', clash.theirs[field] ?? ''];
    return (
      <section key={field} className="writing-note stack" role="alert">
        <p>{t('clash')}</p>
        <h3>{t('mine')}</h3>
        <p className="writing-text">{mine}</p>
        <h3>{t('theirs')}</h3>
        <p className="writing-text">{theirs}</p>
        <div className="writing-acts">
          <Button onClick={() => choose(field, mine)}>{t('take_mine')}</Button>
          <Button onClick={() => choose(field, theirs)}>{t('take_theirs')}</Button>
          <Button onClick={() => choose(field, `${theirs}\n\n${mine}`)}>{t('take_both')}</Button>
        </div>
      </section>
    );
  });
}

/** Why it was not saved; where the session has run out, signing in elsewhere and saving again. */
function SaveFailed({ saving, onAgain }: SavingProps & { onAgain: () => void }) {
  const t = useTranslations('writing');
  const toSentence = useRefusal();
  const { error, forgive } = saving;
  const isOut = error?.code === 'not_signed_in';
  return (
    <>
      {error !== null && <p role="alert">{toSentence(error)}</p>}
      <Dialog isOpen={isOut} onClose={forgive} title={t('session.title')}>
        <p>{t('session.lead')}</p>
        <p>
          <a href="/login" target="_blank" rel="noreferrer">
            {t('session.sign_in')}
          </a>
        </p>
        <Button look="main" isBusy={saving.isBusy} onClick={onAgain}>
          {t('session.again')}
        </Button>
      </Dialog>
    </>
  );
}
