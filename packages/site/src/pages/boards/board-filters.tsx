import { useFormatter, useTranslations } from 'use-intl';
import { findChoices } from '../../client/form/find-choices.ts';
import { locales } from '../../intl/locales.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ZoneOptions } from '../../ui/zone-options.tsx';
import { toWeekdayDate, weekdays } from '../account/free-hours.ts';
import { type BoardsData, boardKinds, boardRegions } from './data.ts';

const findGames = findChoices('games');

/** What the list is narrowed to: a plain form, so that each choice has an address and needs no script. */
export function BoardFilterForm({ data }: { data: BoardsData }) {
  const t = useTranslations('boards');
  const { kind, language } = data.filters;
  const set = Object.values(data.filters).filter((filter) => filter !== null).length;
  return (
    <search>
      <details className="boards-narrow" open={set > 0}>
        <summary>{t('filters.title', { count: set })}</summary>
        <form
          className="boards-filters"
          action="/boards"
          method="get"
          key={Object.values(data.filters).join(' ')}
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
          <FilterChoice
            name="game"
            label={t('game')}
            any={t('filters.any_game')}
            of={data.games}
            find={findGames}
          />
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
          <PlaceFilters data={data} />
          <div className="boards-filter-acts">
            <Button type="submit">{t('filters.show')}</Button>
            {set > 0 && <ButtonLink href="/boards">{t('all')}</ButtonLink>}
          </div>
        </form>
      </details>
    </search>
  );
}

/** Where and on which evenings people play; who says nothing of evenings fits all of them. */
function PlaceFilters({ data }: { data: BoardsData }) {
  const t = useTranslations('boards');
  const format = useFormatter();
  const { region, zone, day } = data.filters;
  return (
    <>
      <Field label={t('form.region')}>
        {(control) => (
          <select {...control} name="region" defaultValue={region ?? ''}>
            <option value="">{t('filters.any_region')}</option>
            {boardRegions.map((known) => (
              <option key={known} value={known}>
                {t(`regions.${known}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('form.zone')}>
        {(control) => (
          <select {...control} name="zone" defaultValue={zone ?? ''}>
            <option value="">{t('filters.any_zone')}</option>
            <ZoneOptions zones={data.zones} />
          </select>
        )}
      </Field>
      <Field label={t('filters.day')}>
        {(control) => (
          <select {...control} name="day" defaultValue={day ?? ''}>
            <option value="">{t('filters.any_day')}</option>
            {weekdays.map((weekday) => (
              <option key={weekday} value={weekday}>
                {format.dateTime(toWeekdayDate(weekday), { weekday: 'long', timeZone: 'UTC' })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
