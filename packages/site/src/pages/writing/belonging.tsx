import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../owner/use-form.ts';
import { ChoiceFields } from './choice-fields.tsx';
import type { ArticlePlace, WritingData } from './data.ts';
import type { DraftKeeper } from './draft-keeper.ts';

export interface BelongingProps {
  data: WritingData & { place: ArticlePlace };
  keeper: DraftKeeper;
  /** What was before it was saved last, and its setter. */
  former: [FormerPlace | null, (former: FormerPlace | null) => void];
}

const toFields = (slug: string, { game, ladder, author }: ArticlePlace) => ({
  slug,
  game: game?.slug ?? null,
  ladder: ladder?.slug ?? null,
  author,
});
type Fields = ReturnType<typeof toFields>;

/** What was before it was saved last, and the address word since. */
export interface FormerPlace {
  slug: string;
  fields: Fields;
}

/** What an article belongs to, who is named below it and where it is found: saved apart from its texts, and taken back. */
export function Belonging({ data, keeper, former: [former, setFormer] }: BelongingProps) {
  const t = useTranslations('writing');
  const form = useForm(['slug', 'game', 'ladder', 'author']);
  const reload = useReload();
  const navigate = useNavigate();
  const now = toFields(data.slug, data.place);
  const [fields, setFields] = useState<Fields>(now);
  const isFormer = former !== null && former.slug === data.slug;
  const [isOpen, setIsOpen] = useState(isFormer);
  const change = (changed: Partial<Fields>) => setFields({ ...fields, ...changed });
  async function save(wanted: Fields, isUndo: boolean) {
    const saved = await form.send<{ slug: string }>(`/api/articles/${data.slug}/edit`, {
      ...wanted,
      revision: data.revision,
    });
    if (saved === null) {
      return;
    }
    setFormer(isUndo ? null : { slug: saved.slug, fields: now });
    setFields(wanted);
    if (saved.slug === data.slug) {
      await reload();
    } else {
      keeper.moveTo(saved.slug);
      await navigate(`/admins/writing/articles/${saved.slug}?locale=${data.locale}`);
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void save({ ...fields, author: fields.author?.trim() || null }, false);
  }
  return (
    <details
      className="writing-belonging"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{t('belonging.title')}</summary>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <ChoiceFields
          own={data.own_ladders}
          chosen={{ game: fields.game ?? '', ladder: fields.ladder ?? '' }}
          stored={data.place}
          toError={form.toError}
          onChoose={(name, slug) => change({ [name]: slug === '' ? null : slug })}
        />
        <Field label={t('belonging.author')} error={form.toError('author')}>
          {(control) => (
            <input
              {...control}
              value={fields.author ?? ''}
              maxLength={80}
              onChange={(event) => change({ author: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('slug')} hint={t('belonging.slug_hint')} error={form.toError('slug')}>
          {(control) => (
            <input
              {...control}
              value={fields.slug}
              maxLength={80}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => change({ slug: event.target.value })}
            />
          )}
        </Field>
        {form.wrong !== null && <p role="alert">{form.wrong}</p>}
        <div className="writing-acts">
          <Button type="submit" isBusy={form.isBusy}>
            {t('belonging.save')}
          </Button>
          {isFormer && (
            <>
              <span role="status">{t('belonging.saved')}</span>
              <Button isBusy={form.isBusy} onClick={() => void save(former.fields, true)}>
                {t('belonging.undo')}
              </Button>
            </>
          )}
        </div>
      </form>
    </details>
  );
}
