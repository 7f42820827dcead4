import { useTranslations } from 'use-intl';
import { locales } from '../../intl/locales.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { type BoardsData, boardKinds } from './data.ts';

/** What the list is narrowed to: a plain form, so that each choice has an address and needs no script. */
export function BoardFilterForm({ data }: { data: BoardsData }) {
  const t = useTranslations('pages.boards');
  const { kind, game, language } = data.filters;
  const isNarrowed = kind !== null || game !== null || language !== null;
  return (
    <search>
      <form
        className="boards-filters"
        action="/boards"
        method="get"
        key={`${kind} ${game} ${language}`}
      >
        <Field label={t('filters.kind')}>
          {(control) => (
            <select {...control} name="kind" defaultValue={kind ?? ''}>
              <option value="">{t('filters.any_kind')}</option>
              {boardKinds.map((known) => (
                <option key={known} value={known}>
                  {t(`kinds.${known}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('game')}>
          {(control) => (
            <select {...control} name="game" defaultValue={game ?? ''}>
              <option value="">{t('filters.any_game')}</option>
              {data.games.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('filters.language')}>
          {(control) => (
            <select {...control} name="language" defaultValue={language ?? ''}>
              <option value="">{t('filters.any_language')}</option>
              {locales.map(({ code, tag, name }) => (
                <option key={code} value={code} lang={tag}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="boards-filter-acts">
          <Button type="submit">{t('filters.show')}</Button>
          {isNarrowed && <ButtonLink href="/boards">{t('all')}</ButtonLink>}
        </div>
      </form>
    </search>
  );
}
