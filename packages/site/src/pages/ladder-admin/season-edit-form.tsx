import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import type { LadderSeason } from '../ladder/data.ts';
import { ActForm, MomentField, toInstant, toTyped } from './act-form.tsx';

interface SeasonEditFormProps {
  ladder: string;
  season: LadderSeason;
}

/** Another name or other dates for a season that somebody has joined or that runs. */
export function SeasonEditForm(props: SeasonEditFormProps) {
  const t = useTranslations('ladder-admin');
  const { name, opens_at, ends_at } = props.season;
  return (
    <details key={`${name} ${opens_at} ${ends_at}`}>
      <summary>{t('season_edit')}</summary>
      <Fields {...props} />
    </details>
  );
}

function Fields({ ladder, season }: SeasonEditFormProps) {
  const t = useTranslations('ladder-admin');
  const before = {
    name: season.name,
    starts: toTyped(new Date(season.opens_at)),
    ends: season.ends_at === null ? '' : toTyped(new Date(season.ends_at)),
  };
  const [typed, setTyped] = useState(before);
  const starts_at = toInstant(typed.starts);
  const ends_at = toInstant(typed.ends);
  // Only what was changed is sent: a field holds whole minutes, and a date may have seconds.
  const changed = {
    ...(typed.name === before.name ? {} : { name: typed.name }),
    ...(typed.starts === before.starts || starts_at === null ? {} : { starts_at }),
    ...(typed.ends === before.ends || ends_at === null ? {} : { ends_at }),
  };
  return (
    <ActForm
      path={`/api/ladders/${ladder}/seasons/edit`}
      body={changed}
      button={t('season_keep')}
      isReady={
        typed.name.trim() !== '' &&
        starts_at !== null &&
        ends_at !== null &&
        Object.keys(changed).length > 0
      }
    >
      <Field label={t('season_name')}>
        {(control) => (
          <input
            {...control}
            maxLength={60}
            value={typed.name}
            onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          />
        )}
      </Field>
      {season.status === 'registration' && (
        <MomentField
          label={t('starts')}
          typed={typed.starts}
          onChange={(starts) => setTyped({ ...typed, starts })}
        />
      )}
      <MomentField
        label={t('ends')}
        typed={typed.ends}
        onChange={(ends) => setTyped({ ...typed, ends })}
      />
    </ActForm>
  );
}
