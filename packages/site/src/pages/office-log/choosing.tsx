import { useTranslations } from 'use-intl';
import { findChoices } from '../../client/form/find-choices.ts';
import { Field } from '../../ui/field.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { type OfficeLogData, officeActGroups } from './data.ts';

const findLadders = findChoices('ladders', { retired: '' });
const findOwnLadders = findChoices('ladders', { own: '', retired: '' });

/** What narrows the log: a form that asks for the same page. All but the words stands behind a line, so that a phone shows acts first. */
export function Choosing({ data, path }: { data: OfficeLogData; path: string }) {
  const t = useTranslations('office-log');
  const { filter, ladders } = data;
  const isChosen = Object.values(filter).some((value) => value !== '');
  const { q: _words, act: _act, ...narrow } = filter;
  const isNarrow = Object.values(narrow).some((value) => value !== '');
  return (
    <search>
      <form className="office-log-choosing" action={path} method="get" key={JSON.stringify(filter)}>
        <Field label={t('field.q')} hint={t('field.q_hint')}>
          {(control) => (
            <input {...control} type="search" name="q" maxLength={80} defaultValue={filter.q} />
          )}
        </Field>
        <details className="office-log-narrow" open={isNarrow}>
          <summary>{t('narrow')}</summary>
          <div className="office-log-fields">
            <Field label={t('field.who')}>
              {(control) => (
                <input {...control} name="who" maxLength={80} defaultValue={filter.who} />
              )}
            </Field>
            <Field label={t('field.kind')}>
              {(control) => (
                <select {...control} name="kind" defaultValue={filter.kind}>
                  <option value="">{t('all')}</option>
                  {officeActGroups.map((name) => (
                    <option key={name} value={name}>
                      {t(`group.${name}`)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <FilterChoice
              name="ladder"
              label={t('field.ladder')}
              any={t('all')}
              of={ladders}
              find={data.is_public ? findLadders : findOwnLadders}
            />
            {(['from', 'to'] as const).map((name) => (
              <Field key={name} label={t(`field.${name}`)}>
                {(control) => (
                  <input {...control} type="date" name={name} defaultValue={filter[name]} />
                )}
              </Field>
            ))}
          </div>
        </details>
        {filter.act !== '' && <input type="hidden" name="act" value={filter.act} />}
        <p className="office-log-acts-of-form">
          <button type="submit" className="button button-quiet">
            {t('show')}
          </button>
          {isChosen && <a href={path}>{t('everything')}</a>}
        </p>
      </form>
    </search>
  );
}
