import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { ActForm, MomentField, ReasonField, toInstant, toTyped } from './act-form.tsx';
import type { LadderAdminData } from './data.ts';
import { SeasonEditForm } from './season-edit-form.tsx';

type Desk = NonNullable<LadderAdminData['desk']>;

interface SeasonFormsProps {
  ladder: string;
  desk: Desk;
  /** The order in which a season ends is that in which the next one begins: on a ladder with rungs. */
  carriesOrder: boolean;
}

/** The season with what comes next for it, and the rules that the next one begins under. */
export function SeasonForms({ ladder, desk, carriesOrder }: SeasonFormsProps) {
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
        <NextStep ladder={ladder} desk={desk} carriesOrder={carriesOrder} />
      ) : (
        <p className="soft">{t('seasons_by_site')}</p>
      )}
    </>
  );
}

/** Planning, opening or closing, whichever comes next. */
function NextStep({ ladder, desk, carriesOrder }: SeasonFormsProps) {
  const t = useTranslations('ladder-admin');
  const { season } = desk;
  if (season === null || season.status === 'closed') {
    return (
      <>
        {season !== null && (
          <p className="soft">
            {t('closed_says', { season: season.name, order: carriesOrder ? 'kept' : 'new' })}
          </p>
        )}
        {desk.retired === null ? (
          <PlanForm ladder={ladder} button={t('plan_season')} />
        ) : (
          <p>{t('retired', { name: desk.retired })}</p>
        )}
      </>
    );
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
        {desk.has_entries ? (
          <SeasonEditForm ladder={ladder} season={season} />
        ) : (
          <details key={`${name} ${opens_at} ${ends_at}`}>
            <summary>{t('plan_again')}</summary>
            <PlanForm ladder={ladder} button={t('plan_keep')} planned={season} />
          </details>
        )}
      </>
    );
  }
  return (
    <>
      <SeasonEditForm ladder={ladder} season={season} />
      <CloseForm ladder={ladder} desk={desk} season={season} />
    </>
  );
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

interface CloseFormProps {
  ladder: string;
  desk: Desk;
  season: NonNullable<Desk['season']>;
}

/** There is no way back from it: what it does is said first, and before its planned end its name is typed. */
function CloseForm({ ladder, desk, season }: CloseFormProps) {
  const t = useTranslations('ladder-admin');
  const now = useNow().getTime();
  const [typedName, setTypedName] = useState('');
  const [isVoiding, setIsVoiding] = useState(false);
  const [reason, setReason] = useState('');
  const { cases, matches, cases_part, matches_part } = desk;
  const open = cases_part.kept + matches_part.kept;
  const isEarly = season.ends_at !== null && Date.parse(season.ends_at) > now;
  const isNamed = !isEarly || typedName.trim() === season.name;
  const left = { matches: matches_part.kept, cases: cases_part.kept };
  return (
    <ActForm
      path={`/api/ladders/${ladder}/seasons/closing`}
      body={{
        ...(isEarly ? { name: typedName } : {}),
        void_open: isVoiding,
        ...(reason.trim() === '' ? {} : { reason }),
      }}
      button={t('close_season')}
      look="danger"
      question={`${t('close_asks', { season: season.name })} ${open > 0 ? t('close_voids', left) : ''}`.trim()}
      isReady={isNamed && (open === 0 || (isVoiding && reason.trim() !== ''))}
    >
      <p>{t('close_says', { season: season.name })}</p>
      {open > 0 && (
        <>
          <p>{t('still_open', left)}</p>
          <ul className="desk-open">
            {[...cases, ...matches].map((one) => (
              <li key={one.id}>
                <a href={`/matches/${'match_id' in one ? one.match_id : one.id}`}>
                  {one.challenger.name} {t('versus')} {one.defender.name}
                </a>
              </li>
            ))}
          </ul>
          <Check checked={isVoiding} onCheck={setIsVoiding}>
            {t('void_open')}
          </Check>
        </>
      )}
      {isVoiding && <ReasonField reason={reason} onChange={setReason} />}
      {isEarly && (
        <Field
          label={t('close_name')}
          hint={t.rich('close_early', {
            season: season.name,
            time: () => <Time instant={season.ends_at ?? ''} look="date" />,
          })}
        >
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              value={typedName}
              onChange={(event) => setTypedName(event.target.value)}
            />
          )}
        </Field>
      )}
    </ActForm>
  );
}
