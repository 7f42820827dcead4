import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getLocale } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Beginning } from './beginning.tsx';
import { Belonging, type BelongingProps, type FormerPlace } from './belonging.tsx';
import { toChosenLadder } from './chosen-ladder.ts';
import { Clashes } from './clashes.tsx';
import { type Draft, fieldsOfKind, type Texts, toMarkdownField, type WritingData } from './data.ts';
import { isSameTexts } from './draft-keeper.ts';
import { DraftLine, KeptAt } from './draft-line.tsx';
import { Languages } from './languages.tsx';
import { Offered } from './offered.tsx';
import { Original } from './original.tsx';
import { Presence } from './presence.tsx';
import { Preview } from './preview.tsx';
import { Publication } from './publication.tsx';
import { Revisions } from './revisions.tsx';
import { SaveFailed } from './save-failed.tsx';
import { TextBox } from './text-box.tsx';
import { useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';
import './writing.css';

const views = ['write', 'preview'] as const;

/** A text in one language: written, looked at, saved and published. */
export default function WritingPage({ data }: { data: WritingData }) {
  // Kept here, since the editor begins anew where the address becomes another.
  const former = useState<FormerPlace | null>(null);
  const key = `${data.kind}/${data.slug}/${data.locale}`;
  return <Editor key={key} data={data} formerPlace={former} />;
}

interface EditorProps {
  data: WritingData;
  formerPlace: BelongingProps['former'];
}

function Editor({ data, formerPlace }: EditorProps) {
  const t = useTranslations('writing');
  const kept = useDraft(data);
  const saving = useSave(data, kept);
  const there = data.languages.find(({ locale }) => locale === data.locale);
  // An older translation is as old after a small mend, until somebody says that it is not.
  const [isUpToDate, setIsUpToDate] = useState(there?.is_stale !== true);
  /** What stood here before somebody put another text in its place. */
  const [former, setFormer] = useState<Draft | null>(null);
  const [view, setView] = useState<(typeof views)[number]>('write');
  const { draft, keeper } = kept;
  const { texts, revision } = draft;
  const write = (field: string, text: string) =>
    keeper.write({ texts: { ...texts, [field]: text }, revision });
  const replace = (other: Texts, from = revision) => {
    setFormer(draft);
    keeper.write({ texts: other, revision: from });
  };
  const discard = () => {
    setFormer(draft);
    void keeper.drop({ texts: data.texts, revision: data.revision });
  };
  const save = () => {
    setFormer(null);
    void saving.save(isUpToDate ? data.original?.revision : undefined);
  };
  const lacks =
    saving.isNew &&
    ((texts.slug ?? texts.title ?? '') === '' ||
      (data.own_ladders !== null && toChosenLadder(data.own_ladders, texts.ladder) === ''));
  return (
    <>
      <PageTop
        title={texts.title || (saving.isNew ? t('untitled') : data.name)}
        kicker={<a href="/admins/writing">{t('title')}</a>}
      >
        <Presence data={data} />
        {data.kind !== 'articles' && (
          <p>
            <a href={data.path}>{t('see_page')}</a>
          </p>
        )}
      </PageTop>
      <div className="page writing" data-view={view}>
        <fieldset className="writing-views">
          <legend className="visually-hidden">{t('views.label')}</legend>
          {views.map((name) => (
            <Button key={name} aria-pressed={view === name} onClick={() => setView(name)}>
              {t(`views.${name}`)}
            </Button>
          ))}
        </fieldset>
        <div className="writing-main stack">
          <Languages data={data} />
          <DraftLine data={data} kept={kept} saving={saving} />
          {saving.isNew && <Beginning own={data.own_ladders} texts={texts} onWrite={write} />}
          <Fields data={data} texts={texts} onWrite={write} />
          <Clashes kind={data.kind} texts={texts} clash={saving.clash} onChoose={saving.choose} />
          {data.original !== null && (
            <Check checked={isUpToDate} onCheck={setIsUpToDate}>
              {t('up_to_date')}
            </Check>
          )}
          <SaveFailed data={data} saving={saving} onAgain={save} />
          <div className="writing-acts">
            <Button
              look="main"
              isBusy={saving.isBusy}
              disabled={saving.clash !== null || lacks}
              onClick={save}
            >
              {t('save')}
            </Button>
            {!isSameTexts(texts, data.texts) && <Button onClick={discard}>{t('discard')}</Button>}
            {former !== null && !isSameTexts(texts, former.texts) && (
              <Button onClick={() => replace(former.texts, former.revision)}>
                {t('bring_back')}
              </Button>
            )}
            <KeptAt data={data} kept={kept} saving={saving} />
          </div>
          {!saving.isNew && (
            <Revisions data={data} texts={texts} onTake={(other) => replace(other)} />
          )}
          {data.place !== null && (
            <Belonging data={{ ...data, place: data.place }} keeper={keeper} former={formerPlace} />
          )}
          {data.may_publish && !saving.isNew && <Publication data={data} />}
        </div>
        <div className="writing-beside stack">
          <Original data={data} />
          <Offered data={data} onTake={(other) => replace(other)} />
          <Preview
            kind={data.kind}
            slug={data.slug}
            body={texts[toMarkdownField(data.kind)] ?? ''}
          />
        </div>
      </div>
    </>
  );
}

interface FieldsProps {
  data: WritingData;
  texts: Texts;
  onWrite: (field: string, text: string) => void;
}

function Fields({ data, texts, onWrite }: FieldsProps) {
  const t = useTranslations('writing');
  const lang = getLocale(data.locale).tag;
  return fieldsOfKind[data.kind].map((field) => (
    <Field key={field} label={t(`fields.${field}`)}>
      {(control) =>
        field === toMarkdownField(data.kind) ? (
          <TextBox
            control={control}
            value={texts[field] ?? ''}
            longest={data.limits[field] ?? 0}
            lang={lang}
            onWrite={(text) => onWrite(field, text)}
          />
        ) : (
          <input
            {...control}
            lang={lang}
            value={texts[field] ?? ''}
            maxLength={data.limits[field]}
            onChange={(event) => onWrite(field, event.target.value)}
          />
        )
      }
    </Field>
  ));
}
