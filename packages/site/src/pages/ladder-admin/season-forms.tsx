import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { ActForm, MomentField, ReasonField, toInstant, toTyped } from './act-form.tsx';
import type { LadderAdminData } from './data.ts';

type Desk = NonNullable<LadderAdminData['desk']>;

interface SeasonFormsProps {
  ladder: string;
  desk: Desk;
}

/** The season with what comes next for it, and the rules that the next one begins under. */
export function SeasonForms({ ladder, desk }: SeasonFormsProps) {
  const t = useTranslations('ladder-admin');
  const { season, next_version: next } = desk;
  return (
    <>
      {season !== null && (
        <p>
          <b>{season.name}</b>{' '}
          <span className="soft">
            {t(`season_is.${season.status}`)}
            {season.ends_at !== null && season.status !== 'closed' && (
              <>
                {' · '}
                {t.rich('season_until', {
                  time: () => <Time instant={season.ends_at ?? ''} look="date" />,
                })}
              </>
            )}
          </span>
        </p>
      )}
      <p className="desk-next">
        <span>{next === null ? t('rules_same') : t('rules_changed', { version: next })}</span>
        <ButtonLink href={`/ladders/${ladder}/admin/rules`}>{t('rules_edit')}</ButtonLink>
      </p>
      {desk.is_site_admin ? (
        <NextStep ladder={ladder} desk={desk} />
      ) : (
        <p className="soft">{t('seasons_by_site')}</p>
      )}
    </>
  );
}

/** Planning, opening or closing, whichever comes next. */
function NextStep({ ladder, desk }: SeasonFormsProps) {
  const t = useTranslations('ladder-admin');
  const { season } = desk;
  if (season === null || season.status === 'closed') {
    return <PlanForm ladder={ladder} button={t('plan_season')} />;
  }
  if (season.status === 'registration') {
    const { name, opens_at, ends_at } = season;
    return (
      <>
        <ActForm
          path={`/api/ladders/${ladder}/seasons/opening`}
          body={{}}
          button={t('open_season')}
          question={t('open_asks', { season: name })}
          isReady
        >
          <p>{t('open_says', { season: name })}</p>
        </ActForm>
        {!desk.has_entries && (
          <details key={`${name} ${opens_at} ${ends_at}`}>
            <summary>{t('plan_again')}</summary>
            <PlanForm ladder={ladder} button={t('plan_keep')} planned={season} />
          </details>
        )}
      </>
    );
  }
  return <CloseForm ladder={ladder} desk={desk} />;
}

interface PlanFormProps {
  ladder: string;
  button: string;
  /** The plan that becomes another. */
  planned?: NonNullable<Desk['season']>;
}

/** An instant as the browser's own clock has it in a field; empty where there is none. */
const toField = (instant: string | null | undefined) =>
  instant === null || instant === undefined ? '' : toTyped(new Date(instant));

function PlanForm({ ladder, button, planned }: PlanFormProps) {
  const t = useTranslations('ladder-admin');
  const [name, setName] = useState(planned?.name ?? '');
  const [starts, setStarts] = useState(toField(planned?.opens_at));
  const [ends, setEnds] = useState(toField(planned?.ends_at));
  const starts_at = toInstant(starts);
  const ends_at = toInstant(ends);
  return (
    <ActForm
      path={`/api/ladders/${ladder}/seasons`}
      body={{ name, starts_at, ends_at }}
      button={button}
      isReady={name.trim() !== '' && starts_at !== null && ends_at !== null}
    >
      <Field label={t('season_name')}>
        {(control) => (
          <input
            {...control}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <MomentField label={t('starts')} typed={starts} onChange={setStarts} />
      <MomentField label={t('ends')} typed={ends} onChange={setEnds} />
    </ActForm>
  );
}

function CloseForm({ ladder, desk }: SeasonFormsProps) {
  const t = useTranslations('ladder-admin');
  const [isVoiding, setIsVoiding] = useState(false);
  const [reason, setReason] = useState('');
  const { season, cases, matches, cases_part, matches_part } = desk;
  const open = cases_part.kept + matches_part.kept;
  return (
    <ActForm
      path={`/api/ladders/${ladder}/seasons/closing`}
      body={{ void_open: isVoiding, ...(reason.trim() === '' ? {} : { reason }) }}
      button={t('close_season')}
      look="danger"
      question={t('close_asks', { season: season?.name ?? '' })}
      isReady={open === 0 || (isVoiding && reason.trim() !== '')}
    >
      <p>{t('close_says', { season: season?.name ?? '' })}</p>
      {open > 0 && (
        <>
          <p>{t('still_open', { matches: matches_part.kept, cases: cases_part.kept })}</p>
          <ul className="desk-open">
            {[...cases, ...matches].map((one) => (
              <li key={one.id}>
                <a href={`/matches/${'match_id' in one ? one.match_id : one.id}`}>
                  {one.challenger.name} {t('versus')} {one.defender.name}
                </a>
              </li>
            ))}
          </ul>
          <label className="desk-check">
            <input
              type="checkbox"
              checked={isVoiding}
              onChange={(event) => setIsVoiding(event.target.checked)}
            />
            {t('void_open')}
          </label>
        </>
      )}
      {isVoiding && <ReasonField reason={reason} onChange={setReason} />}
    </ActForm>
  );
}
